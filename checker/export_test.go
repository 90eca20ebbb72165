package checker

import "context"

// PackVectors is the packing of a system that has none of its own.
func PackVectors(s System) Packing { return packVectors(s) }

// CheckOnDisk is Check with so many bytes on the disk, where files of arrays grow by as many as step says. 0: as many as there are.
func CheckOnDisk(ctx context.Context, s System, properties []Property, o Options, most, step int64) (*Report, error) {
	r := newRun(s, properties, o)
	r.diskRoom = diskRoom{most, step}
	return r.check(ctx)
}
