// Package rows packs vectors of small numbers into rows of machine words.
//
// A Layout gives each cell of a vector as many bits as its values need, and shares out the bits that are left. When a value does
// not fit, rows are laid out anew, and become longer if they must.
package rows

import (
	"math/bits"
	"slices"

	"interrex/checker/internal/stateset"
)

// lengths are the lengths of rows that package stateset offers, in words.
var lengths = [...]int{1, 2, 3, 4, 6, 8, 12, 16, 24, 32}

// ByLength holds an instance of a generic function for each length of rows, shorter rows first.
type ByLength[F any] [len(lengths)]F

// For returns the instance for rows of some words, which are a length of rows.
func (f *ByLength[F]) For(words int) F {
	for i, n := range lengths {
		if n == words {
			return f[i]
		}
	}
	panic("rows: there are no rows of this length")
}

// A Place is some bits of a row.
type Place struct {
	Mask        uint64
	Word, Shift uint8
}

// A Layout places the cells of a vector in a row. A cell is not split between two words.
type Layout struct {
	Places []Place
	Words  int
	first  int   // bits at the beginning of a row that belong to no cell
	needs  []int // bits that the values of a cell noted so far need
	stale  bool
}

// New returns a layout of some cells that Lay must complete. The first bits of a row, fewer than 64, belong to no cell and are 1.
func New(cells, first int) *Layout {
	return &Layout{Places: make([]Place, cells), first: first, needs: make([]int, cells), stale: true}
}

// Note notes that a cell may have a value of at most 32 bits.
func (l *Layout) Note(cell int, value uint32) {
	l.needs[cell] = max(l.needs[cell], bits.Len32(value))
	l.stale = l.stale || uint64(value) > l.Places[cell].Mask
}

// IsStale reports whether a value noted does not fit into its place.
func (l *Layout) IsStale() bool { return l.stale }

// Lay places all cells in few words, and not fewer than a number of words. The bits that are left widen all cells alike. In rows of
// several words there is at least one for each: to lay them out again and again costs more than longer rows. Lay reports false
// if the longest rows are too short.
func (l *Layout) Lay(words int) bool {
	for _, l.Words = range lengths {
		spare := 0
		if l.Words > 1 && l.Words < lengths[len(lengths)-1] {
			spare = 1
		}
		if l.Words < words || !l.place(spare) {
			continue
		}
		for more := 31; !l.place(more); more-- {
		}
		l.stale = false
		return true
	}
	return false
}

// place places the cells one after the other, each with more bits than it needs. It reports whether all fit.
func (l *Layout) place(more int) bool {
	word, shift := 0, l.first
	for c, width := range l.needs {
		width = min(max(width, 1)+more, 32)
		if shift+width > 64 {
			word, shift = word+1, 0
		}
		if word >= l.Words {
			return false
		}
		l.Places[c] = Place{1<<width - 1, uint8(word), uint8(shift)}
		shift += width
	}
	return true
}

// Pack adds a vector to a row with zeros in its places. It reports false if a cell does not fit.
func Pack[W stateset.Word](places []Place, cells []uint32, row W) (packed W, fits bool) {
	over := uint64(0)
	for c := range places {
		p, value := &places[c], uint64(cells[c])
		over |= value &^ p.Mask
		row[p.Word] |= value << (p.Shift & 63)
	}
	return row, over == 0
}

// Unpack writes the cells of a row into a vector.
func Unpack[W stateset.Word](places []Place, row W, cells []uint32) {
	for c := range places {
		p := &places[c]
		cells[c] = uint32(row[p.Word] >> (p.Shift & 63) & p.Mask)
	}
}

// A Packer packs vectors by the layout that their rows have. If the Layout is changed, Relayout follows it.
type Packer[W stateset.Word] struct {
	Places []Place
	Blank  W        // a row with zeros in all places
	Cells  []uint32 // of the row that was unpacked last
	layout *Layout
}

// NewPacker returns a packer for rows of a complete layout.
func NewPacker[W stateset.Word](l *Layout) *Packer[W] {
	p := &Packer[W]{Places: slices.Clone(l.Places), layout: l, Cells: make([]uint32, len(l.Places))}
	p.Blank[0] = 1<<l.first - 1
	return p
}

// Pack returns the row of a vector that fits into one.
func (p *Packer[W]) Pack(cells []uint32) W {
	row, _ := Pack(p.Places, cells, p.Blank)
	return row
}

// Unpack returns the vector of a row, until the next call.
func (p *Packer[W]) Unpack(row W) []uint32 {
	Unpack(p.Places, row, p.Cells)
	return p.Cells
}

// Relayout is part of bfs.Source.
func (p *Packer[W]) Relayout() (convert func(W) W, fits bool) {
	if slices.Equal(p.Places, p.layout.Places) {
		return nil, true
	}
	if p.layout.Words > len(p.Blank) {
		return nil, false
	}
	before := *p
	p.Places = slices.Clone(p.layout.Places)
	return func(row W) W { return p.Pack(before.Unpack(row)) }, true
}
