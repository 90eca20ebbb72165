package levels

import (
	"cmp"
	"math/bits"
	"slices"

	"interrex/checker"
)

// States on no cycle are trimmed by passes over files, as in OWCTY ("one way catch them young"; Černá and Pelánek, "Distributed
// explicit fair cycle detection", 2003): of the states in which a run that violates a property may stay, those without a
// predecessor or a successor that is left are removed, until the rest has room in memory and a pass removes less than an eighth, or no
// more can be removed.

// A trimming is the trimming of the states for one property. A set of states has a bit for each rank.
type trimming struct {
	*driver
	edges    []string // the objects of all edges, in their order
	property int
	left     bitset
}

// stateBytes is what a state takes for which there is room.
const stateBytes = 64

// sets are the sets of a trimming at a time.
const sets = 5

// anyProperty stands for all properties together.
const anyProperty = -1

// trim returns the states that are left for a property, of those among which they are if that is not nil, and their number. Without
// room for trimming it returns none, and the number of all states.
func (d *driver) trim(edges []string, property int, among *trimming) (t *trimming, left int, err error) {
	t = &trimming{driver: d, edges: edges, property: property}
	states, room := d.level.states(), d.trimmingRoom()
	if states*sets/8 > room*stateBytes {
		return nil, states, nil
	}
	t.left = newBitset(states)
	err = t.each(false, func(e edge) {
		isCandidate := e.to == inside+uint64(property) || property == anyProperty && !e.isStep()
		if isCandidate && (among == nil || among.left.has(e.from)) {
			t.left.set(e.from)
		}
	})
	if property == anyProperty {
		room = states
	}
	left = t.left.count()
	for before := 2 * left; err == nil && left > 0 && left < before && (left > room || left <= before/8*7); left = t.left.count() {
		before = left
		err = t.pass()
	}
	return t, left, err
}

// trimmingRoom is the number of states that have room in memory when they are left.
func (d *driver) trimmingRoom() int { return cmp.Or(d.room, int(d.Check.MaxMemory/stateBytes)) }

// pass removes, from the last state to the first, those without a successor that is left and, from the first to the last, those
// without a predecessor. So it removes a path without a cycle, unless it has steps to lower ranks.
func (t *trimming) pass() error {
	onward, back, reached := newBitset(len(t.left)*64), newBitset(len(t.left)*64), newBitset(len(t.left)*64)
	err := t.each(true, func(e edge) {
		if !e.isStep() || !t.left.has(e.from) || !t.left.has(e.to) || e.to > e.from && !onward.has(e.to) {
			return
		}
		if onward.set(e.from); e.to <= e.from {
			back.set(e.to)
		}
	})
	if err != nil {
		return err
	}
	err = t.each(false, func(e edge) {
		if e.isStep() && onward.has(e.from) && t.left.has(e.to) && (reached.has(e.from) || back.has(e.from)) {
			reached.set(e.to)
		}
	})
	for i := range t.left {
		t.left[i] = onward[i] & reached[i]
	}
	return err
}

// each calls do for all edges, from the first to the last or backwards.
func (t *trimming) each(isBackwards bool, do func(edge)) error {
	names := slices.Clone(t.edges)
	if isBackwards {
		slices.Reverse(names)
	}
	for _, name := range names {
		now := checker.Tasks{Kind: "trim"} // the number of passes is unknown
		if t.property != anyProperty {
			now.Property = t.properties[t.property].Name
		}
		t.say(now)
		if err := cmp.Or(t.eachOf(name, isBackwards, do), t.ctx.Err()); err != nil {
			return err
		}
	}
	return nil
}

func (t *trimming) eachOf(name string, isBackwards bool, do func(edge)) error {
	x, err := readRows(t.Store, name, 0, mostOrders, 1)
	if err != nil {
		return err
	}
	defer x.close()
	all := x.forwards
	if isBackwards {
		all = x.backwards
	}
	return all(func(record []uint64) { do(edgeOf(record)) })
}

// A bitset is a set of numbers.
type bitset []uint64

func newBitset(numbers int) bitset { return make(bitset, (numbers+63)/64) }

func (b bitset) has(n uint64) bool { return b[n/64]>>(n%64)&1 != 0 }
func (b bitset) set(n uint64)      { b[n/64] |= 1 << (n % 64) }

func (b bitset) count() (n int) {
	for _, word := range b {
		n += bits.OnesCount64(word)
	}
	return n
}
