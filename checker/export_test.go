package checker

// PackVectors is the packing of a system that has none of its own.
func PackVectors(s System) Packing { return packVectors(s) }

// WithRoom returns the options with so many bytes on the disk, where files of arrays grow by as many as step says.
func (o Options) WithRoom(most, step int64) Options {
	o.room = diskRoom{most, step}
	return o
}
