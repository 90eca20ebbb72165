package checker

import (
	"hash/fnv"
	mathbits "math/bits"
)

// prints tell states apart by 64 bits each, the same in every process: of a Spelling system by what its numbers stand for. Two
// states may have the same print; among a hundred million there are two that do about once in three thousand times.
//
// A print is a sum of one term for each place of a state, so that what a step changes is all that has to be looked at.
type prints struct {
	spelling Spelling // nil: numbers stand for themselves
	places   []Place
	firsts   []int      // of each place, its first cell
	placeOf  []int      // of each cell, its place
	known    [][]uint64 // by kind and number, the print of what is spelt so; 0: not known yet
	private  bool       // something could not be spelt: prints mean nothing to another process
}

func newPrints(system System) *prints {
	p := &prints{places: PlacesOf(system)}
	p.spelling, _ = system.(Spelling)
	cell := 0
	for n, place := range p.places {
		p.firsts = append(p.firsts, cell)
		for range place.Cells {
			p.placeOf = append(p.placeOf, n)
		}
		cell += place.Cells
		if more := place.Kind + 1 - len(p.known); more > 0 {
			p.known = append(p.known, make([][]uint64, more)...)
		}
	}
	return p
}

// of is the print of a state.
func (p *prints) of(s State) (print uint64) {
	for place := range p.places {
		print += p.term(place, s)
	}
	return print
}

// moved is the print of a state to which a step leads from one whose print is known.
func (p *prints) moved(print uint64, from, to State) uint64 {
	for cell := 0; cell < len(to); {
		if cell+4 <= len(to) && four(to, cell) == four(from, cell) {
			cell += 4
			continue
		}
		if to[cell] == from[cell] {
			cell++
			continue
		}
		place := p.placeOf[cell]
		print += p.term(place, to) - p.term(place, from)
		cell = p.firsts[place] + p.places[place].Cells
	}
	return print
}

// term is what one place of a state adds to its print.
func (p *prints) term(place int, s State) uint64 {
	at := &p.places[place]
	n, salt := at.In(s, p.firsts[place]), uint64(place)*0x9E3779B97F4A7C15
	if at.Kind == 0 || p.spelling == nil {
		return mix(mix(uint64(n)+1) + salt)
	}
	known := p.known[at.Kind]
	if int(n) >= len(known) || known[n] == 0 {
		known = p.spell(at.Kind, n)
	}
	return mix(known[n] + salt)
}

// spell finds out the print of a number of a kind.
func (p *prints) spell(kind int, n uint32) []uint64 {
	text, err := p.spelling.Spell(kind, n)
	h := fnv.New64a()
	if _, _ = h.Write([]byte(text)); err != nil {
		p.private = true
		_, _ = h.Write([]byte{byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24)})
	}
	if more := int(n) + 1 - len(p.known[kind]); more > 0 {
		p.known[kind] = append(p.known[kind], make([]uint64, more)...)
	}
	p.known[kind][n] = max(mix(h.Sum64()), 1)
	return p.known[kind]
}

// A seen is the set of the prints met so far, in a table of a fixed size. When all buckets in which a print may be are full, it takes the
// place of another one, which is forgotten.
type seen struct {
	room      room[uint64]
	slots     []uint64
	forgotten int
}

const (
	bucket  = 8  // prints: a line of the cache
	buckets = 16 // in which a print may be, one after another
)

// newSeen makes a table of at most so many bytes.
func newSeen(bytes uint64) *seen {
	s := &seen{}
	n := max(int(bytes/8)/bucket, 1) * bucket
	s.room.extend(n)
	s.slots = s.room.all[:n]
	return s
}

// find returns the place of a print or, if it is not known, the one where it would be.
func (s *seen) find(print uint64) (at *uint64, known bool) {
	print = max(print, 1) // 0 is no print
	home, _ := mathbits.Mul64(mix(print), uint64(len(s.slots)/bucket))
	for i := range buckets {
		from := (int(home) + i) * bucket % len(s.slots)
		in := s.slots[from : from+bucket : from+bucket]
		for k := range in {
			if in[k] == print || in[k] == 0 {
				return &in[k], in[k] != 0
			}
		}
	}
	return &s.slots[int(home)*bucket+int(print%bucket)], false
}

// has reports whether a print is known.
func (s *seen) has(print uint64) bool {
	_, known := s.find(print)
	return known
}

// add makes a print known, and reports whether it was not.
func (s *seen) add(print uint64) bool {
	at, known := s.find(print)
	if known {
		return false
	}
	s.forgotten += btoi(*at != 0)
	*at = max(print, 1)
	return true
}
