package levels

import (
	"cmp"
	"slices"
)

// A merger goes over the records of several readers in their order. The readers that have a record are in a heap.
type merger struct {
	readers []*rowReader
	heap    []*rowReader // the least record first; each is not less than the one at half its place
	begun   bool
	err     error
}

func newMerger(readers []*rowReader) *merger { return &merger{readers: readers} }

// now is the record at hand.
func (m *merger) now() []uint64 { return m.heap[0].record }

func (m *merger) close() {
	for _, x := range m.readers {
		x.close()
	}
}

// next goes on to the next record. It reports false if there is none, or reading has failed.
func (m *merger) next() bool {
	if m.begun {
		m.advance(0)
		m.sink(0)
		return len(m.heap) > 0 && m.err == nil
	}
	m.begun = true
	m.heap = slices.Clone(m.readers)
	for i := len(m.heap) - 1; i >= 0; i-- {
		m.advance(i)
		m.sink(i)
	}
	return len(m.heap) > 0 && m.err == nil
}

// advance moves the reader at a place of the heap on. One without a record is replaced by the last.
func (m *merger) advance(i int) {
	if m.heap[i].next() {
		return
	}
	m.err = cmp.Or(m.err, m.heap[i].err)
	last := len(m.heap) - 1
	m.heap[i] = m.heap[last]
	m.heap = m.heap[:last]
}

// sink restores the order of the heap below a place.
func (m *merger) sink(i int) {
	for {
		least := 2*i + 1
		if least >= len(m.heap) {
			return
		}
		if other := least + 1; other < len(m.heap) && slices.Compare(m.heap[other].record, m.heap[least].record) < 0 {
			least = other
		}
		if slices.Compare(m.heap[i].record, m.heap[least].record) <= 0 {
			return
		}
		m.heap[i], m.heap[least] = m.heap[least], m.heap[i]
		i = least
	}
}
