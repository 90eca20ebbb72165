package stateset

import "unsafe"

// A room is an array that grows in place. A large one is a part of the address space; a page takes memory only once it is
// written. Where the system does not offer that, a growing room is copied.
type room[T any] struct {
	all    []T
	mapped []byte // nil: the array is on Go's heap
}

const (
	leastMapped = 1 << 20                    // bytes; smaller rooms are on Go's heap
	mostMapped  = 1 << (28 + ^uint(0)>>63*9) // bytes; 2^37, or 2^28 with addresses of 32 bits
)

// extend makes the array at least n elements long. Only the first used ones keep their contents; the new part is zero.
func (r *room[T]) extend(n, used int) {
	if n <= len(r.all) {
		return
	}
	var element T
	size := int(unsafe.Sizeof(element))
	if r.mapped == nil && n*size >= leastMapped {
		if r.mapped = reserve(mostMapped); r.mapped != nil {
			all := unsafe.Slice((*T)(unsafe.Pointer(&r.mapped[0])), mostMapped/size)
			copy(all, r.all[:used])
			r.all = all
			return
		}
	}
	grown := make([]T, max(n, 2*len(r.all)))
	copy(grown, r.all[:used])
	r.all = grown
}

// release returns the memory.
func (r *room[T]) release() {
	if r.mapped != nil {
		release(r.mapped)
	}
	*r = room[T]{}
}
