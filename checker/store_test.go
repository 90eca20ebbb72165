package checker

import (
	"slices"
	"testing"
)

// An arena gives back what was put into it, however it has grown. Vector i is {i, 7*i}.
func TestArenaKeepsEverything(t *testing.T) {
	const block = 1 << blockBits
	for _, test := range []struct {
		why   string
		grows []int // by so many states at a time
	}{
		{"one state at a time, within the first doublings", slices.Repeat([]int{1}, 200)},
		{"just up to the end of the first block", []int{3, block - 3}},
		{"over the end of the first block, from far below it", []int{3, block}},
		{"several blocks at once, from nothing", []int{3*block + 1}},
		{"block by block, with a remainder", []int{100, block - 1, block, 2 * block, 5}},
		{"room that is not used yet, and no more", []int{10, 0, 0, 54, 0}},
	} {
		t.Run(test.why, func(t *testing.T) {
			a := &arena{width: 2}
			for _, n := range test.grows {
				a.reserve(n)
				a.len += n
				for i := a.len - n; i < a.len; i++ {
					a.put(uint32(i), State{Cell(i), Cell(7 * i)}, uint32(i/2))
				}
			}
			for i := range a.len {
				if v := a.at(uint32(i)); !slices.Equal(v, State{Cell(i), Cell(7 * i)}) || a.parent(uint32(i)) != uint32(i/2) {
					t.Fatalf("state %d of %d is %v with the parent %d", i, a.len, v, a.parent(uint32(i)))
				}
			}
			if a.len > block && a.overhead() > a.len*4+block*(4+2*a.width) {
				t.Errorf("%d bytes beside %d vectors", a.overhead(), a.len)
			}
		})
	}
}

// A shard finds what was put into it, however its tags crowd. It never moves an entry between
// reserve and the last use of its place, and always keeps an empty slot to stop at.
func TestShardKeepsEverything(t *testing.T) {
	for _, test := range []struct {
		why string
		tag func(entry uint32) uint32
	}{
		{"tags one after another", func(entry uint32) uint32 { return entry }},
		{"one tag for all: a single long run of slots", func(uint32) uint32 { return 12345 }},
		{"all at home in the last slots: runs go over the edge", func(entry uint32) uint32 { return ^uint32(0) - entry%3 }},
		{"the same low bits, which are the home", func(entry uint32) uint32 { return entry << 16 }},
	} {
		t.Run(test.why, func(t *testing.T) {
			h := newShard()
			var at []int
			for entry := uint32(1); entry <= 3000; entry++ {
				if entry%100 == 1 {
					h.reserve(100)
					at = at[:0]
				}
				place := h.free(test.tag(entry))
				h.slots[place] = uint64(test.tag(entry))<<32 | uint64(entry)
				h.used++
				at = append(at, place)
				for i, place := range at {
					if uint32(h.slots[place]) != entry-uint32(len(at)-1-i) {
						t.Fatalf("entry %d has been moved", uint32(h.slots[place]))
					}
				}
			}
			if h.used*4 > len(h.slots)*fill {
				t.Errorf("%d entries in %d slots", h.used, len(h.slots))
			}
			for entry := uint32(1); entry <= 3000; entry++ {
				tag := test.tag(entry)
				i := int(tag) & (len(h.slots) - 1)
				for h.slots[i] != uint64(tag)<<32|uint64(entry) {
					if h.slots[i] == 0 {
						t.Fatalf("entry %d is lost", entry)
					}
					i = (i + 1) & (len(h.slots) - 1)
				}
			}
		})
	}
}

// Every tag has an owner among the workers, and each gets about as many.
func TestOwnersShareTheTags(t *testing.T) {
	for _, workers := range []int{1, 2, 3, 8, 100} {
		got := make([]int, workers)
		const step = 1 << 12
		for tag := uint64(0); tag < 1<<32; tag += step {
			got[owner(uint32(tag), workers)]++
		}
		fair := 1 << 32 / step / workers
		for i, n := range got {
			if n < fair-1 || n > fair+1 {
				t.Errorf("worker %d of %d owns %d tags, and a fair share is %d", i, workers, n, fair)
			}
		}
	}
}
