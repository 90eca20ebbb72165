package checker

import (
	"cmp"
	"errors"
	"os"
	"syscall"
)

const (
	madviseHugepage = 14     // MADV_HUGEPAGE of madvise(2)
	mapNoReserve    = 0x4000 // MAP_NORESERVE of mmap(2)
)

// reserveBytes returns a part of the address space, all zero, nil if there is none to be had.
func reserveBytes(n int) []byte {
	bytes, err := syscall.Mmap(-1, 0, n, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE|mapNoReserve)
	if err != nil {
		return nil
	}
	_ = syscall.Madvise(bytes, madviseHugepage) // it is advice; nothing depends on it
	return bytes
}

// releaseBytes gives it back.
func releaseBytes(bytes []byte) { _ = syscall.Munmap(bytes) }

// hasFileRooms says whether arrays can go on in files.
const hasFileRooms = true

// A fileRoom is a file without a name as a part of the address space.
type fileRoom struct {
	file      *os.File
	bytes     []byte
	disk      *disk
	allocated int64 // of the file, in bytes
}

// fileStep is by how much a file grows at least, in bytes.
const fileStep int64 = 64 << 20

func (d *disk) fileRoom() (*fileRoom, error) {
	f, err := d.file()
	if err != nil {
		return nil, err
	}
	bytes, err := syscall.Mmap(int(f.Fd()), 0, mostRoom, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED|mapNoReserve)
	if err != nil {
		_ = f.Close()
		return nil, os.NewSyscallError("mmap", err)
	}
	return &fileRoom{file: f, bytes: bytes, disk: d}, nil
}

// allocate makes the file at least so long, with a place on the disk for all of it: what is written to the array later cannot
// fail for want of one.
func (f *fileRoom) allocate(bytes int64) error {
	if bytes <= f.allocated {
		return nil
	}
	more := f.more(bytes)
	err := f.extend(more)
	if err == syscall.EOPNOTSUPP {
		err = f.fill(more)
	}
	if err != nil {
		return os.NewSyscallError("fallocate", err)
	}
	f.disk.take(more)
	f.allocated += more
	return nil
}

// more is by how much the file grows if it is to be so long.
func (f *fileRoom) more(bytes int64) int64 {
	step := cmp.Or(f.disk.room.step, fileStep)
	return (max(bytes-f.allocated, f.allocated/8) + step - 1) / step * step
}

func (f *fileRoom) extend(more int64) error {
	if err := f.disk.allow(more); err != nil {
		return err
	}
	return syscall.Fallocate(int(f.file.Fd()), 0, f.allocated, more)
}

// probe returns the error of allocate, if its system can tell, and leaves the file as it is.
func (f *fileRoom) probe(bytes int64) error {
	if bytes <= f.allocated {
		return nil
	}
	err := f.extend(f.more(bytes))
	if err == syscall.EOPNOTSUPP {
		return nil
	}
	return errors.Join(os.NewSyscallError("fallocate", err), f.file.Truncate(f.allocated))
}

// fill makes the file longer where its system cannot allocate.
func (f *fileRoom) fill(more int64) error {
	zeros := make([]byte, 1<<20)
	for at := f.allocated; at < f.allocated+more; at += int64(len(zeros)) {
		if _, err := f.file.WriteAt(zeros, at); err != nil {
			return err
		}
	}
	return nil
}

func (f *fileRoom) close() {
	f.disk.take(-f.allocated)
	_ = f.file.Close()
}
