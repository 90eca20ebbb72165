package checker

import (
	mathbits "math/bits"
	"slices"
)

// Sleeping is implemented by a Packing whose Expanders leave out steps with targets that are found without them: sleep sets
// (Godefroid, Partial-Order Methods for the Verification of Concurrent Systems, 1996, chapter 5). The packing divides the steps
// into at most 64 classes.
//
// Let t and u be steps out of a state s, t before u, which commute: t leads to a, u leads to b, and u out of a and t out of b
// lead to the same state. If b is first reached from s, a has a lower rank than b. So t's target from b is known when b is
// expanded, or becomes known in the same round from a state of lower rank: t sleeps in b, is counted and not made. A
// step that sleeps in s and commutes with u sleeps in b for the same reason. Or t absorbs u: out of b it leads to a, too. By
// induction over ranks each sleeping step has a twin, made out of a state of lower rank. So all states are found, each with
// the same parent and step. A t that absorbs nothing leads back only if its twin, or what led to its twin, does.
//
// Law. A class may sleep in a row that is added for a step u only if all its steps there were possible in the expanded row, from
// the same budgets, and either commute with u, and slept there or come before u, or absorb u. A class that slept may be made
// later by Learn, which meets nothing then that has no room. Sleep.LeadsBack tells that a left-out step may have absorbed one.
type Sleeping interface {
	// Sleeps reports whether there is anything to leave out.
	Sleeps() bool
}

// A Sleep is what an Expander is told and tells of steps that it may leave out (Successors.Sleep).
type Sleep struct {
	Classes uint64    // that sleep in the row that is expanded
	Of      []uint64  // of each row that is added, the classes that sleep there
	Met     []*Bundle // the steps that are counted and not listed; each belongs to one Expander

	LeadsBack bool // a step that was left out may lead to a level that is not deeper
}

// Add tells of a row that is added, and what sleeps there.
func (s *Sleep) Add(asleep uint64) { s.Of = append(s.Of, asleep) }

// clear makes the sleep that of a row in which these classes sleep.
func (s *Sleep) clear(classes uint64) {
	s.Classes, s.Of, s.Met, s.LeadsBack = classes, s.Of[:0], s.Met[:0], false
}

// A Bundle is steps that a state often has together, to be counted as one.
type Bundle struct {
	mark   uint64 // a bit for each action, and oweMark and blockMark
	steps  uint32
	states uint32 // in how many it has been met since it was last counted up
	*contents
}

// The contents of a bundle.
type contents struct {
	actions []Action // of its steps
	bounds  []Bound
	duties  int // the highest number
}

const (
	mostBundled        = 62 // actions
	blockMark   uint64 = 1 << 62
	oweMark     uint64 = 1 << 63
)

// NewBundle makes a bundle of steps, and of others that a bound has disabled. It reports false if there are too many actions for
// bundles.
func NewBundle(steps, blocked []Step) (b Bundle, ok bool) {
	b.steps, b.contents = uint32(len(steps)), &contents{}
	for _, step := range steps {
		if !b.put(step) {
			return b, false
		}
		b.actions = append(b.actions, step.Action)
	}
	for _, step := range blocked {
		if !b.put(step) {
			return b, false
		}
		b.mark |= blockMark
	}
	return b, true
}

func (b *Bundle) put(step Step) bool {
	if step.Action >= mostBundled {
		return false
	}
	b.mark |= 1 << step.Action
	if step.Owed != None {
		b.mark |= oweMark
		b.duties = max(b.duties, step.Owed.number())
	}
	if step.Bound != 0 {
		b.bounds = append(b.bounds, step.Bound)
	}
	return true
}

// noteBundles is note for bundles. It returns how many steps are in them.
func (w *worker) noteBundles() (steps int) {
	mark := uint64(0)
	for _, b := range w.sleep.Met {
		if b.states == 0 {
			w.bundles = append(w.bundles, b)
		}
		b.states++
		mark |= b.mark
		steps += int(b.steps)
	}
	w.now.owed = w.now.owed || mark&oweMark != 0
	w.now.blocked = w.now.blocked || mark&blockMark != 0
	w.marks = append(w.marks, mark&^(oweMark|blockMark|w.now.noted))
	return steps
}

// countBundles counts up what the bundles that were met in the stretch stand for.
func (w *worker) countBundles() {
	all := uint64(0)
	for _, mark := range w.marks {
		all |= mark
	}
	if n := mathbits.Len64(all); n > len(w.actions) {
		w.meetAction(Action(n - 1))
	}
	for ; all != 0; all &= all - 1 {
		action, enabled := mathbits.TrailingZeros64(all), 0
		for _, mark := range w.marks {
			enabled += int(mark >> action & 1)
		}
		w.actions[action].enabled += enabled
	}
	for _, b := range w.bundles {
		for _, action := range b.actions {
			w.actions[action].taken += int(b.states)
		}
		for _, bound := range b.bounds {
			w.meet(bound)
		}
		w.duties = max(w.duties, b.duties)
	}
	w.dropBundles()
}

// dropBundles forgets which bundles have been met: they have been counted up, or a failure has ended the stretch.
func (w *worker) dropBundles() {
	for _, b := range w.bundles {
		b.states = 0
	}
	w.bundles, w.marks = w.bundles[:0], w.marks[:0]
}

// A dormitory knows which classes of steps sleep in each state that is known and not expanded yet.
type dormitory struct {
	isOpen bool
	first  int // rank of the first state in the first block
	blocks []*[dormitoryBlock]uint64
	spare  []*[dormitoryBlock]uint64
}

const dormitoryBlock = 1 << 11 // states

// reserve makes room for all states below a rank. Nothing sleeps in them yet.
func (d *dormitory) reserve(end int) {
	for d.isOpen && d.first+len(d.blocks)*dormitoryBlock < end {
		block := new([dormitoryBlock]uint64)
		if n := len(d.spare); n > 0 {
			block, d.spare = d.spare[n-1], d.spare[:n-1]
			clear(block[:])
		}
		d.blocks = append(d.blocks, block)
	}
}

// drop forgets the states below a rank, which have been expanded.
func (d *dormitory) drop(rank int) {
	if !d.isOpen {
		return
	}
	n := 0
	for ; n < len(d.blocks) && d.first+dormitoryBlock <= rank; n++ {
		d.spare = append(d.spare, d.blocks[n])
		d.first += dormitoryBlock
	}
	if n > 0 {
		d.blocks = append(d.blocks[:0], d.blocks[n:]...)
	}
}

// put says what sleeps in a state.
func (d *dormitory) put(rank uint32, classes uint64) {
	at := int(rank) - d.first
	d.blocks[at/dormitoryBlock][at%dormitoryBlock] = classes
}

// of returns what sleeps in a state.
func (d *dormitory) of(rank uint32) uint64 {
	if !d.isOpen {
		return 0
	}
	at := int(rank) - d.first
	return d.blocks[at/dormitoryBlock][at%dormitoryBlock]
}

// openDormitory begins to leave out steps that sleep, or ends it: not where it matters where all steps lead. Those that lead back are
// made again when cycles are looked for, and lead to states that are known.
func (r *run) openDormitory() {
	r.vain = false
	r.dormitory = dormitory{first: r.expanded, isOpen: r.canSleep()}
	r.dormitory.reserve(r.store.log.len)
}

// canSleep reports whether steps may be left out now.
func (r *run) canSleep() bool {
	packing, can := r.store.packing.(Sleeping)
	return can && packing.Sleeps() && r.between == nil
}

// asksLiveness reports whether some property is one of liveness.
func (r *run) asksLiveness() bool { return slices.ContainsFunc(r.properties, Property.IsLiveness) }
