package levels

import (
	"cmp"
	"slices"
)

// A merger goes over the records of several readers in their order. It is a tournament: of two that meet the one with the lesser
// record goes on, and where it has won all the other one is noted.
type merger struct {
	readers []*rowReader
	keys    []uint64 // of each, the first word of its record
	over    []bool
	losers  []int
	winner  int
	begun   bool
	err     error
}

func newMerger(readers []*rowReader) *merger {
	return &merger{readers: readers, keys: make([]uint64, len(readers)), over: make([]bool, len(readers)), losers: make([]int, len(readers))}
}

// now is the record at hand.
func (m *merger) now() []uint64 { return m.readers[m.winner].record }

func (m *merger) close() {
	for _, x := range m.readers {
		x.close()
	}
}

// next goes on to the next record. It reports false if there is none, or reading has failed.
func (m *merger) next() bool {
	switch {
	case len(m.readers) == 0:
		return false
	case m.begun:
		m.goOn(m.winner)
		m.play()
	default:
		m.begin()
	}
	return !m.over[m.winner] && m.err == nil
}

// goOn moves a reader on.
func (m *merger) goOn(i int) {
	x := m.readers[i]
	if !x.next() {
		m.over[i], m.keys[i], m.err = true, ^uint64(0), cmp.Or(m.err, x.err)
		return
	}
	m.keys[i] = x.record[0]
}

// isBefore reports whether the record of a reader comes before that of another.
func (m *merger) isBefore(i, k int) bool {
	if a, b := m.keys[i], m.keys[k]; a != b {
		return a < b
	}
	if m.over[i] || m.over[k] {
		return m.over[k] && !m.over[i]
	}
	return slices.Compare(m.readers[i].record, m.readers[k].record) < 0
}

// play has the winner meet again those that it has won against, after it has moved on.
func (m *merger) play() {
	w := m.winner
	for at := (w + len(m.losers)) / 2; at > 0; at /= 2 {
		if m.isBefore(m.losers[at], w) {
			m.losers[at], w = w, m.losers[at]
		}
	}
	m.winner = w
}

// begin has all meet.
func (m *merger) begin() {
	m.begun = true
	for i := range m.readers {
		m.goOn(i)
	}
	n := len(m.readers)
	won := make([]int, 2*n)
	for i := range n {
		won[n+i] = i
	}
	for at := n - 1; at > 0; at-- {
		a, b := won[2*at], won[2*at+1]
		if m.isBefore(b, a) {
			a, b = b, a
		}
		won[at], m.losers[at] = a, b
	}
	m.winner = won[1%len(won)]
	if n == 1 {
		m.winner = 0
	}
}
