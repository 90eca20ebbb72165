package checker

import (
	mathbits "math/bits"

	"interrex/checker/component"
	"interrex/checker/internal/stateset"
)

// A cellLayout places the cells of a state in a row of words. The first bit of each row is 1: no row is zero.
type cellLayout struct {
	words  int
	needs  []int // bits that each cell needs for the values met so far
	places []place
}

// A place is some bits of a row.
type place struct {
	word, shift uint8
	mask        uint64
}

// rowLengths are the lengths of rows that package stateset offers, in words.
var rowLengths = []int{1, 2, 3, 4, 6, 8, 12, 16, 24, 32}

func newCellLayout(width int) *cellLayout {
	return &cellLayout{needs: make([]int, width), places: make([]place, width)}
}

// see notes what the cells of a state need.
func (l *cellLayout) see(s State) {
	for c, value := range s {
		l.needs[c] = max(l.needs[c], mathbits.Len32(value))
	}
}

// isStale reports whether a cell needs more bits than it has.
func (l *cellLayout) isStale() bool {
	for c, p := range l.places {
		if l.needs[c] > mathbits.Len64(p.mask) {
			return true
		}
	}
	return false
}

// lay places the cells in as few words as possible, and not fewer than words. The bits that are left go to the narrowest cells.
func (l *cellLayout) lay(words int) error {
	for _, l.words = range rowLengths {
		if l.words < words || !l.place(0) {
			continue
		}
		for least := 32; !l.place(least); least-- {
		}
		return nil
	}
	return component.Limit{What: "bits in a state: 2047 are possible"}
}

// place places the cells one after the other, each with at least the given number of bits. A cell is not split between two words.
// It reports whether all fit.
func (l *cellLayout) place(least int) bool {
	word, shift := 0, 1
	for c, width := range l.needs {
		width = max(width, least)
		if shift+width > 64 {
			word, shift = word+1, 0
		}
		if word >= l.words {
			return false
		}
		l.places[c] = place{uint8(word), uint8(shift), 1<<width - 1}
		shift += width
	}
	return true
}

// packCells returns the row of a state. It reports false if a cell does not fit.
func packCells[W stateset.Word](places []place, s State) (row W, fits bool) {
	row[0] = 1
	over := uint64(0)
	for c := range places {
		p, value := &places[c], uint64(s[c])
		over |= value &^ p.mask
		row[p.word] |= value << (p.shift & 63)
	}
	return row, over == 0
}

// unpackCells writes the cells of a row into a state.
func unpackCells[W stateset.Word](places []place, row W, s State) {
	for c := range places {
		p := &places[c]
		s[c] = Cell(row[p.word] >> (p.shift & 63) & p.mask)
	}
}
