package checker

import "syscall"

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
