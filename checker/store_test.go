package checker

import (
	mathbits "math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// A log gives back what was put into it, however it has grown. Row i is {i, 7*i}.
func TestLogKeepsEverything(t *testing.T) {
	const block = leastRoom / 16
	for _, test := range []struct {
		why   string
		grows []int // by so many rows at a time
	}{
		{"one row at a time, within the first doublings", slices.Repeat([]int{1}, 200)},
		{"just up to the edge of the first room", []int{3, block - 3}},
		{"over the edge of the first room, from far below it", []int{3, block}},
		{"several times as much at once, from nothing", []int{3*block + 1}},
		{"room by room, with a remainder", []int{100, block - 1, block, 2 * block, 5}},
		{"room that is not used yet, and no more", []int{10, 0, 0, 54, 0}},
	} {
		t.Run(test.why, func(t *testing.T) {
			l := newLog(2)
			for _, n := range test.grows {
				l.reserve(n)
				l.len += n
				for i := l.len - n; i < l.len; i++ {
					copy(l.at(uint32(i)), Row{uint64(i), 7 * uint64(i)})
				}
			}
			for i := range l.len {
				if row := l.at(uint32(i)); !slices.Equal(row, Row{uint64(i), 7 * uint64(i)}) {
					t.Fatalf("row %d of %d is %v", i, l.len, row)
				}
			}
			l.rows.release()
		})
	}
}

// A table finds every row of the log, however often it has grown, and no other, and is never too full; whoever enters the rows.
func TestTableKeepsEverything(t *testing.T) {
	for _, workers := range []int{1, 2, 5} {
		r := newRun(nothingness{}, nil, Options{Workers: workers})
		r.hire()
		s := r.store
		const states = 200_000
		for rank := range states {
			row := Row{uint64(rank) << 7}
			if _, known := s.lookUp(row); known {
				t.Fatalf("row %d is there before it is put in", rank)
			}
			s.reserve(1)
			s.log.reserve(1)
			s.log.len++
			copy(s.log.at(uint32(rank)), row)
			s.table.put(s.hash(row), uint32(rank+1))
			if s.table.used++; s.table.used != s.log.len || s.table.used*4 > s.table.size*3 {
				t.Fatalf("%d entries of %d rows in %d slots", s.table.used, s.log.len, s.table.size)
			}
		}
		for rank := range states {
			if got, known := s.lookUp(Row{uint64(rank) << 7}); !known || int(got) != rank {
				t.Fatalf("row %d is %d, known %v", rank, got, known)
			}
		}
		r.stopWorkers()
		s.release()
	}
}

// Entries whose home is the last slot go on at the first.
func TestTableGoesRound(t *testing.T) {
	table := newTable()
	for i := range 12 {
		at := table.free(1<<64 - 1)
		if want := (table.size - 1 + i) % table.size; at != want {
			t.Errorf("entry %d is put at %d, want %d", i, at, want)
		}
		table.slots[at] = uint32(i) + 1
	}
}

// Fields keep what was put into them, whatever is put into the others and where they get wider, and none is narrower than it must be.
func TestLayout(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		needs := make([]Need, 1+random.IntN(40))
		for i := range needs {
			needs[i] = Need{Bits: random.IntN(mostBits + 1), Fixed: random.IntN(3) == 0}
		}
		l, least := NewLayout(needs), slices.Clone(needs)
		row, want := make(Row, l.Words), make([]uint64, len(needs))
		for range 200 {
			i := random.IntN(len(needs))
			want[i] = random.Uint64() & l.Fields[i].mask
			l.Fields[i].Put(row, want[i])
		}
		for i := range l.Fields {
			needs[i].Bits = min(int(l.Fields[i].bits)+random.IntN(3), mostBits)
		}
		wider := NewLayout(needs)
		moved := make(Row, wider.Words)
		moved[0] = random.Uint64()
		l.into(wider)(row, moved)
		for i := range l.Fields {
			f := &l.Fields[i]
			if got := f.In(row); got != want[i] || wider.Fields[i].In(moved) != got {
				t.Fatalf("%v: field %d holds %d, moved %d, want %d", needs, i, got, wider.Fields[i].In(moved), want[i])
			}
			if int(f.bits) < least[i].Bits || least[i].Fixed && int(f.bits) > least[i].Bits || f.bits > mostBits {
				t.Fatalf("field %d with %+v has %d bits", i, least[i], f.bits)
			}
		}
	}
}

// Where numbers grow together, rows are laid out anew some times as they double, not for each of them; and they are never longer than they must be.
func TestNumbersThatGrowTogether(t *testing.T) {
	const cells, end = 21, 60_000
	v := &vectors{width: cells, most: make([]uint64, cells), near: make([]bool, cells)}
	v.layout = v.fitting(0)
	state, last := make(State, cells), make(State, cells)
	layouts := 0
	for n := range end {
		for i := range state {
			state[i] = Cell(n * (50 + i) / (50 + cells))
		}
		for row := make(Row, v.layout.Words); !v.Pack(state, row); row = make(Row, v.layout.Words) {
			v.See(state)
			before := make(Row, v.layout.Words)
			v.Pack(last, before)
			wider, _ := v.Widen(0, slices.Values([]Row{before}))
			least := make([]Need, cells)
			for i := range least {
				least[i].Bits = mathbits.Len64(v.most[i])
			}
			if words := NewLayout(least).Words; wider.Words != words {
				t.Fatalf("a row that holds up to %v has %d words, and %d would do", v.most, wider.Words, words)
			}
			v.Lay(wider)
			layouts++
		}
		copy(last, state)
	}
	if most := 3 * mathbits.Len(end); layouts > most {
		t.Errorf("rows have been laid out %d times, %d would do", layouts, most)
	}
}

// Rows that get longer or shorter are rewritten in place: there is never a second log.
func TestRewritingTakesNoSecondLog(t *testing.T) {
	for _, words := range [][2]int{{1, 1}, {1, 2}, {2, 3}, {3, 1}} {
		r := newRun(nothingness{}, nil, Options{Workers: 2})
		r.hire()
		s := r.store
		s.words = words[0]
		s.log = newLog(s.words)
		const states = 300_000
		s.log.reserve(states)
		s.log.len = states
		for rank := range uint32(states) {
			s.log.at(rank)[0] = uint64(rank)
		}
		s.log.rows.extend(states * max(words[0], words[1])) // where there is no room to grow in, it has grown already
		first := &s.log.rows.all[0]
		s.table.grow(2 * states)
		s.packing.Layout().Words = words[1]
		s.rewrite(func(from, to Row) {
			for i := range to {
				to[i] = 3*from[0] + uint64(i)
			}
		})
		if first != &s.log.rows.all[0] {
			t.Errorf("from %d words to %d there is a second log", words[0], words[1])
		}
		for rank := range uint32(states) {
			row := s.log.at(rank)
			for i, word := range row {
				if len(row) != words[1] || word != 3*uint64(rank)+uint64(i) {
					t.Fatalf("from %d words to %d, row %d is %v", words[0], words[1], rank, row)
				}
			}
			if found, known := s.lookUp(row); !known || found != rank {
				t.Fatalf("row %d is found at %d, %t", rank, found, known)
			}
		}
		r.stopWorkers()
		s.release()
	}
}

// What a report calls overhead grows by all that the table and the parents take.
func TestOverheadIsOfTableAndParents(t *testing.T) {
	r := newRun(nothingness{}, nil, Options{Workers: 1})
	r.hire()
	defer r.stopWorkers()
	s := r.store
	defer s.release()
	const states = 1 << 12
	s.log.reserve(states)
	s.log.len = states
	grown := func(grow func(), entries func() int) {
		t.Helper()
		had, was := entries(), r.summary().Overhead
		grow()
		if more, by := entries()-had, r.summary().Overhead-was; more <= 0 || by != 4*float64(more)/states {
			t.Errorf("%d entries more take %v bytes a state more", more, by)
		}
	}
	grown(func() { s.table.grow(states) }, func() int { return len(s.table.slots) })
	grown(func() { s.parents.reserve(states) }, func() int { return s.parents.len })
}
