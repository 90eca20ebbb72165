package component

import (
	"math/bits"

	"interrex/checker/internal/rows"
	"interrex/checker/internal/stateset"
)

// An expander makes the successors of packed states, for one goroutine. It reads the tables and changes nothing in them.
type expander[W stateset.Word] struct {
	*tables
	memoizer *memoizer              // for one goroutine alone
	answers  [mostSlots]uint64      // of the present state
	entries  [mostComponents]uint32 // of the present state: the next entry of each component
	steps    []uint32               // transitions of the successors, if trace is set
	trace    bool                   // note the transition of each successor, and judge no state
	state    []uint32
	long     key // of the present state, if it has more than a word

	verdicts     [verdictCache]verdictEntry
	longVerdicts []longEntry // nil while keys have one word
	layouts      int         // changes of the layout of keys, when verdicts was emptied

	now, kept tally
}

// A verdictEntry leads from a key to a verdict, plus one.
type verdictEntry struct {
	key     uint64
	verdict uint32
}

const (
	verdictCacheBits = 12
	verdictCache     = 1 << verdictCacheBits
)

func newExpander[W stateset.Word](l *memoizer) *expander[W] {
	t := l.tables
	return &expander[W]{tables: t, memoizer: l, state: make([]uint32, len(t.components)), layouts: -1}
}

// Expand is part of bfs.Expander.
func (x *expander[W]) Expand(first uint32, rows []W, keys []W, limit int) ([]W, int) {
	x.refresh()
	for i, s := range rows {
		before := len(keys)
		more, flags, verdict := x.expand(s, keys)
		if verdict == 0 {
			return keys, i
		}
		keys = more
		x.now.count(first+uint32(i), flags, len(keys)-before, verdict-1)
		if len(keys) >= limit {
			return keys, i + 1
		}
	}
	return keys, len(rows)
}

// Visit is part of bfs.Expander. It makes verdicts that are not known yet.
func (x *expander[W]) Visit(first uint32, all []W) error {
	return safely(func() error {
		for i, s := range all {
			rows.Unpack(x.layout.Places, s, x.state)
			x.now.see(first+uint32(i), x.memoizer.verdictOf(x.state))
		}
		return x.err
	})
}

// Keep is part of bfs.Expander.
func (x *expander[W]) Keep() {
	x.kept.countLeaves(&x.now, x.tables)
	x.kept.add(&x.now)
	x.now.reset()
}

// Drop is part of bfs.Expander.
func (x *expander[W]) Drop() { x.now.reset() }

// refresh empties the cache of verdicts if keys have changed.
func (x *expander[W]) refresh() {
	if x.layouts != x.judgement.changes {
		x.layouts = x.judgement.changes
		clear(x.verdicts[:])
		x.long, x.longVerdicts = key{}, nil
	}
}

// look reads the records of the values of s. It returns the classes of the first group that may have steps, and the key of
// the judgement. It reports false if a value has no rows yet.
func (x *expander[W]) look(s W) (classes, key uint64, known bool) {
	fields := x.fields
	for c := range fields {
		f := &fields[c]
		r := &f.records[s[f.word]>>(f.shift&63)&f.mask]
		if r.entries == 0 {
			return 0, 0, false
		}
		classes |= r.classes
		key |= r.shown
		x.answers[c&(mostSlots-1)] = r.answers
		x.entries[c&(mostComponents-1)] = r.entries
	}
	for i := range x.slots {
		slot := &x.slots[i]
		f := &fields[slot.component]
		x.answers[(len(fields)+i)&(mostSlots-1)] = slot.answers[s[f.word]>>f.shift&f.mask]
	}
	return classes, key, true
}

// expand appends the successors of s to keys. It returns the flags of all its transitions together, and the verdict plus one:
// 0 if something must be memoized first.
func (x *expander[W]) expand(s W, keys []W) (more []W, flags, verdict uint32) {
	classes, key, known := x.look(s)
	if !known {
		return keys, 0, 0
	}
	if verdict = 1; !x.trace {
		verdict = x.verdict(s, key)
	}
	if verdict == 0 {
		return keys, 0, 0
	}
	fields, entries, changes, transitions, sends, columns, owner := x.fields, x.valueEntries.entries, x.changes, x.transitions, x.sends, x.columns, x.owner
	leaves := x.now.leaves
	for group := 0; ; {
		for ; classes != 0; classes &= classes - 1 {
			c := owner[group*classesInGroup+bits.TrailingZeros64(classes)] & (mostComponents - 1)
			r := entries[x.entries[c]]
			x.entries[c]++
			at := x.walk(r.tree)
			if at == isLeaf {
				continue
			}
			if at == 0 {
				return keys, 0, 0
			}
			at &^= isLeaf
			leaves = append(leaves, at)
			f, own := &fields[c], changes[r.changes:]
			for { // the transitions of the leaf
				m, t := transitions[at], s
				if m.next > own[0] || own[m.next] == unknownChange {
					return keys, 0, 0
				}
				t[f.word] ^= uint64(own[m.next]) << (f.shift & 63)
				for place := m.sends >> sendsShift; place != 0; place++ {
					n := sends[place]
					to := &columns[n&^isContinued]
					id := t[to.word] >> (to.shift & 63) & to.mask
					next := uint64(0)
					if id < uint64(len(to.next)) {
						next = uint64(to.next[id])
					}
					if next == 0 {
						return keys, 0, 0
					}
					t[to.word] ^= (id ^ next) << (to.shift & 63)
					if n&isContinued == 0 {
						break
					}
				}
				flags |= m.sends
				if m.sends&(isBounded|isDisabled) != 0 {
					x.now.bounds |= 1 << (x.details[at].bound & (mostBounds - 1))
				}
				if m.sends&isDisabled == 0 {
					keys = append(keys, t)
				}
				if x.trace {
					x.steps = append(x.steps, at)
				}
				if m.sends&isLast != 0 {
					break
				}
				at++
			}
		}
		if group++; group == x.groups {
			if x.trace {
				leaves = leaves[:0]
			} else if len(leaves) > len(x.now.leaves) {
				leaves[len(leaves)-1] |= isLastLeaf
			}
			x.now.leaves = leaves
			return keys, flags, verdict
		}
		classes = x.classesOf(s, group)
	}
}

// walk follows the answers of the present state from a root to a leaf, or to 0.
func (x *expander[W]) walk(n uint32) uint32 {
	nodes := x.nodes
	for n < isLeaf && n != 0 {
		q := &nodes[n]
		n = q.child[x.answers[q.slot]>>(q.bit&63)&1]
	}
	return n
}

// classesOf returns the classes of a later group that may have steps.
func (x *expander[W]) classesOf(s W, group int) (classes uint64) {
	for c := range x.fields {
		f := &x.fields[c]
		classes |= x.components[c].more[group-1][s[f.word]>>f.shift&f.mask]
	}
	return classes
}

// verdict returns the verdict of a state plus one: 0 if it is not known. short is the key if that has one word.
func (x *expander[W]) verdict(s W, short uint64) uint32 {
	j, k := &x.judgement, key{short}
	if j.length > 1 {
		return x.longVerdict(s)
	}
	e := &x.verdicts[short*0x9E3779B97F4A7C15>>(64-verdictCacheBits)]
	if e.key != short || e.verdict == 0 {
		*e = verdictEntry{short, j.known[k]}
	}
	return e.verdict
}

// A longEntry leads from a key of more words to a verdict, plus one.
type longEntry struct {
	key     key
	verdict uint32
}

// longVerdict is verdict with a key of more words.
func (x *expander[W]) longVerdict(s W) uint32 {
	j, k := &x.judgement, &x.long
	clear(k[:j.length])
	for c := range x.fields {
		f := &x.fields[c]
		id := s[f.word] >> (f.shift & 63) & f.mask
		k[j.words[c]&(keyWords-1)] |= f.records[id].shown
		k[0] |= uint64(x.components[c].common[id])
	}
	h := uint64(0)
	for _, word := range k[:j.length] {
		h = (h ^ word) * 0x9E3779B97F4A7C15
		h ^= h >> 32
	}
	if x.longVerdicts == nil {
		x.longVerdicts = make([]longEntry, verdictCache)
	}
	e := &x.longVerdicts[h&(verdictCache-1)]
	for i, word := range k[:j.length] {
		if e.key[i] != word {
			e.verdict = 0
			break
		}
	}
	if e.verdict == 0 {
		e.key, e.verdict = *k, j.known[*k]
	}
	return e.verdict
}
