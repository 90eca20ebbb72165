package rows

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestLayout packs random cells. They come back from the row, and the bits outside their places stay. In shorter rows
// there is not one bit more than needed for each cell.
func TestLayout(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		cells, first := make([]uint32, 1+r.IntN(40)), r.IntN(2)
		l := New(len(cells), first)
		need := first
		for c := range cells {
			cells[c] = r.Uint32() >> r.IntN(33)
			l.Note(c, cells[c])
			need += max(l.needs[c], 1)
		}
		if !l.IsStale() || !l.Lay(1) || l.IsStale() {
			t.Fatalf("%v cannot be laid out, or is stale before and after", cells)
		}
		row, fits := Pack(l.Places, cells, [32]uint64{uint64(first)})
		got := make([]uint32, len(cells))
		if Unpack(l.Places, row, got); !fits || !slices.Equal(got, cells) || row[0]&uint64(first) != uint64(first) {
			t.Fatalf("%v fits: %v, and comes back as %v", cells, fits, got)
		}
		if l.Words*64 < need || slices.ContainsFunc(row[l.Words:], func(word uint64) bool { return word != 0 }) {
			t.Fatalf("%d bits are in %d words: %x", need, l.Words, row)
		}
		if i := slices.Index(lengths[:], l.Words); i > 0 {
			if l.Words = lengths[i-1]; l.place(1) {
				t.Fatalf("%d words suffice for %v", l.Words, cells)
			}
		}
	}
}

// TestOutgrown: a value that does not fit is noticed, when it is packed and when it is noted.
func TestOutgrown(t *testing.T) {
	l := New(40, 0) // one bit for each cell, two for the narrowest
	l.Note(3, 1<<20)
	if !l.Lay(1) || l.Words != 1 {
		t.Fatalf("61 bits need %d words", l.Words)
	}
	cells := make([]uint32, 40)
	cells[7] = 4
	if _, fits := Pack(l.Places, cells, [1]uint64{}); fits {
		t.Error("a value of 3 bits fits into a place of 1")
	}
	if l.Note(7, 4); !l.IsStale() {
		t.Error("a value that does not fit is not noticed")
	}
	if !l.Lay(1) || l.Words != 1 {
		t.Errorf("62 bits need %d words", l.Words)
	}
	for c := range 40 {
		l.Note(c, 1<<31)
	}
	if !l.Lay(1) || l.Words != 24 {
		t.Errorf("40 cells of 32 bits need %d words", l.Words)
	}
	if large := New(3000, 0); large.Lay(1) {
		t.Error("3000 cells fit into a row")
	}
}
