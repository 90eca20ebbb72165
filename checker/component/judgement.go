package component

import "math/bits"

// A judgement memoizes Judge. What a value shows has a number among the shows of its component; the numbers of a state make
// its key. A verdict is a combination of predicates.
type judgement struct {
	widths   []int             // of each component's numbers in the key, in bits
	shifts   []int             // of each component's numbers
	isWide   bool              // the key does not fit into a word: states are looked up in whole
	verdicts []uint64          // bits of the predicates, by verdict
	of       map[uint64]uint32 // the verdict of bits
	known    map[uint64]uint32 // verdict+1 by key
	whole    map[string]uint32 // verdict+1 by all numbers, if isWide
	changes  int               // of the layout of keys
}

func newJudgement(components int) judgement {
	j := judgement{of: map[uint64]uint32{}, known: map[uint64]uint32{}, whole: map[string]uint32{}}
	j.widths, j.shifts = make([]int, components), make([]int, components)
	return j
}

// show notes what a new value of component c shows.
func (t *tables) show(c int, v Value, r *record) {
	p, j := &t.components[c], &t.judgement
	n, isNew := p.shows.numberOf(t.system.Shown(c, v))
	p.shown = append(p.shown, n)
	r.shown = uint64(n-1) << j.shifts[c]
	if isNew && bits.Len32(n-1) > j.widths[c] {
		t.relayKeys(c, r, n-1)
	}
}

// relayKeys gives component c a wider place in the keys, after it has got number n for record r.
func (t *tables) relayKeys(c int, r *record, n uint32) {
	j := &t.judgement
	j.widths[c] = bits.Len32(n)
	shift := 0
	for i, width := range j.widths {
		j.shifts[i] = shift
		shift += width
	}
	j.isWide = shift > 64
	j.changes++
	clear(j.known)
	for i := range t.fields {
		for value := range t.fields[i].records {
			if value > 0 {
				t.fields[i].records[value].shown = uint64(t.components[i].shown[value]-1) << (j.shifts[i] & 63)
			}
		}
	}
	r.shown = uint64(n) << (j.shifts[c] & 63)
}

// learnJudgement makes sure that the verdict of the present state is known. It returns the verdict.
func (l *learner) learnJudgement() uint32 {
	j := &l.judgement
	key, whole := l.key()
	if j.isWide {
		if j.whole[whole] == 0 {
			j.whole[whole] = l.judge() + 1
		}
		return j.whole[whole] - 1
	}
	if j.known[key] == 0 {
		j.known[key] = l.judge() + 1
	}
	return j.known[key] - 1
}

// relearnJudgement returns the verdict of a state that has been learnt.
func (l *learner) relearnJudgement(state []uint32) uint32 {
	l.state = state
	return l.learnJudgement()
}

// key returns the key of the present state, and the key in whole if keys are wide.
func (l *learner) key() (key uint64, whole string) {
	l.buffer = l.buffer[:0]
	for c := range l.components {
		key |= l.recordOf(c).shown
		l.buffer = appendNumber(l.buffer, l.components[c].shown[l.state[c]])
	}
	return key, string(l.buffer)
}

func appendNumber(to []byte, n uint32) []byte {
	return append(to, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
}

// judge runs Judge in the present state, and returns the number of the verdict.
func (l *learner) judge() uint32 {
	found := l.system.Judge(l.showOf(l.state))
	n, known := l.judgement.of[found]
	if !known {
		n = uint32(len(l.judgement.verdicts))
		l.judgement.of[found] = n
		l.judgement.verdicts = append(l.judgement.verdicts, found)
	}
	return n
}

// showOf returns what the components show in a state.
func (t *tables) showOf(state []uint32) []any {
	shown := make([]any, len(state))
	for c, value := range state {
		p := &t.components[c]
		shown[c] = p.shows.values[p.shown[value]]
	}
	return shown
}
