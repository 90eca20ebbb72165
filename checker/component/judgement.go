package component

import "math/bits"

// A judgement memoizes Options.Judge. What a value shows has a number among the shows of its component; the numbers of a state make
// its key. A verdict is a combination of predicates.
//
// The lowest bits of a key are the common bits. A key has one word where the numbers fit, else as many as they need; no number
// is in two words.
type judgement struct {
	widths   []int             // of each component's numbers in the key, in bits
	words    []uint8           // of each component, the word of the key
	shifts   []uint8           // of each component, the place in the word
	length   int               // of a key, in words
	verdicts []uint64          // bits of the predicates, by verdict
	of       map[uint64]uint32 // the verdict of bits
	known    map[key]uint32    // verdict+1 by key
	changes  int               // of the layout of keys
}

// A key has as many words as 128 components may need.
type key [keyWords]uint64

const (
	keyWords   = 32
	commonBits = 8
)

func newJudgement(components int) judgement {
	j := judgement{of: map[uint64]uint32{}, known: map[key]uint32{}, length: 1}
	j.widths, j.words, j.shifts = make([]int, components), make([]uint8, components), make([]uint8, components)
	return j
}

// show notes what a new value of component c shows.
func (t *tables) show(c int, v Value, r *record) {
	p, j := &t.components[c], &t.judgement
	var own any
	var common uint8
	if t.judge != nil {
		own, common = t.system.Shown(c, v)
	}
	n, isNew := p.shows.numberOf(own)
	p.shown, p.common = push(p.shown, n), push(p.common, common)
	if isNew && bits.Len32(n-1) > j.widths[c] {
		j.widths[c] = bits.Len32(n - 1)
		t.layKeys()
	}
	r.shown = t.keyPart(c, len(p.shown)-1)
}

// keyPart returns the part of a value in the key. In a key of one word it has the common bits too.
func (t *tables) keyPart(c, value int) uint64 {
	p, j := &t.components[c], &t.judgement
	part := uint64(p.shown[value]-1) << j.shifts[c]
	if j.length == 1 {
		part |= uint64(p.common[value])
	}
	return part
}

// layKeys places the numbers of the components in keys anew.
func (t *tables) layKeys() {
	j := &t.judgement
	word, shift := 0, commonBits
	for c, width := range j.widths {
		if shift+width > 64 {
			word, shift = word+1, 0
		}
		j.words[c], j.shifts[c] = uint8(word), uint8(shift)
		shift += width
	}
	if j.length = word + 1; j.length > keyWords {
		t.limit("different things that components show")
		j.length = keyWords
	}
	j.changes++
	clear(j.known)
	for c := range t.fields {
		for value := 1; value < len(t.fields[c].records); value++ {
			t.fields[c].records[value].shown = t.keyPart(c, value)
		}
	}
}

// memoizeVerdict makes sure that the verdict of the present state is known. It returns the verdict.
func (m *memoizer) memoizeVerdict() uint32 {
	j, k := &m.judgement, key{}
	for c := range m.components {
		k[j.words[c]&(keyWords-1)] |= m.recordOf(c).shown
		k[0] |= uint64(m.components[c].common[m.state[c]])
	}
	if j.known[k] == 0 {
		j.known[k] = m.judge() + 1
	}
	return j.known[k] - 1
}

// verdictOf returns the verdict of a state.
func (m *memoizer) verdictOf(state []uint32) uint32 {
	m.state = state
	return m.memoizeVerdict()
}

// appendNumber appends a number to a text that identifies a list of numbers.
func appendNumber(to []byte, n uint32) []byte {
	return append(to, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
}

// judge runs Judge in the present state, and returns the number of the verdict.
func (m *memoizer) judge() uint32 {
	found := uint64(0)
	if m.tables.judge != nil {
		found = m.tables.judge(m.viewOf(m.state))
	}
	n, known := m.judgement.of[found]
	if !known {
		n = uint32(len(m.judgement.verdicts))
		m.judgement.of[found] = n
		m.judgement.verdicts = append(m.judgement.verdicts, found)
	}
	return n
}

// viewOf returns what the properties may read of a state.
func (t *tables) viewOf(state []uint32) View {
	v := View{Own: make([]any, len(state))}
	for c, value := range state {
		p := &t.components[c]
		v.Own[c] = p.shows.values[p.shown[value]]
		v.Common |= p.common[value]
	}
	return v
}
