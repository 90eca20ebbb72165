package stateset

import "syscall"

const (
	adviseHugePages = 14     // MADV_HUGEPAGE of madvise(2)
	mapNoReserve    = 0x4000 // MAP_NORESERVE of mmap(2)
)

// reserve returns a part of the address space, all zero, or nil.
func reserve(n int) []byte {
	bytes, err := syscall.Mmap(-1, 0, n, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE|mapNoReserve)
	if err != nil {
		return nil
	}
	_ = syscall.Madvise(bytes, adviseHugePages)
	return bytes
}

func release(bytes []byte) { _ = syscall.Munmap(bytes) }
