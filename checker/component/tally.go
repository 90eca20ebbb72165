package component

import (
	"math"
	"math/bits"
)

// A tally counts what an expander sees.
type tally struct {
	steps, terminal int
	quiet           []uint32       // states without a step of a class of fairness
	bounds          uint32         // met, by bit
	verdicts        []verdictTally // by verdict
	used            []uint32       // the verdicts seen
	leaves          []uint32       // of the states expanded, one after the other; the last of a state is marked with isLastLeaf
	actions         actionTally    // of leaves seen before
}

const (
	isLastLeaf = 1 << 31

	hasRare   = 1 << 63 // in a set of actions: some have no bit of their own
	firstRare = 64      // number of the first of these
)

// An actionTally counts how often leaves, and sets of actions, were seen.
type actionTally struct {
	leaves []uint32 // by the first transition
	states map[uint64]int
	rare   map[uint16]int // states, by the number of an action without a bit of its own
	recent [recentSets]struct {
		set    uint64
		states int
	}
}

// recentSets is a power of two: the number of sets of actions that are not looked up in the map each time.
const recentSets = 64

// countLeaves counts the actions of the states expanded.
func (a *actionTally) countLeaves(leaves []uint32, t *tables) {
	if more := len(t.details) - len(a.leaves); more > 0 {
		a.leaves = append(a.leaves, make([]uint32, more)...)
	}
	set, begin := uint64(0), 0
	for i, n := range leaves {
		first := n &^ isLastLeaf
		a.leaves[first]++
		set |= t.details[first].leafActions
		if n&isLastLeaf != 0 {
			a.countState(set&^hasRare, 1)
			if set&hasRare != 0 {
				a.countRare(leaves[begin:i+1], t)
			}
			set, begin = 0, i+1
		}
	}
}

// countRare counts a state for each of its actions without a bit of their own.
func (a *actionTally) countRare(leaves []uint32, t *tables) {
	if a.rare == nil {
		a.rare = map[uint16]int{}
	}
	counted := map[uint16]bool{}
	for _, n := range leaves {
		for i := n &^ isLastLeaf; ; i++ {
			if action := t.details[i].action; action >= firstRare && !counted[action] {
				counted[action] = true
				a.rare[action]++
			}
			if t.transitions[i].sends&isLast != 0 {
				break
			}
		}
	}
}

// countState counts states in which some actions are enabled.
func (a *actionTally) countState(set uint64, states int) {
	e := &a.recent[set*0x9E3779B97F4A7C15>>58%recentSets]
	if e.set != set {
		a.flush(e.set, e.states)
		e.set, e.states = set, 0
	}
	e.states += states
}

func (a *actionTally) flush(set uint64, states int) {
	if a.states == nil {
		a.states = map[uint64]int{}
	}
	if states > 0 {
		a.states[set] += states
	}
}

// add adds another tally, and empties it.
func (a *actionTally) add(other *actionTally) {
	if more := len(other.leaves) - len(a.leaves); more > 0 {
		a.leaves = append(a.leaves, make([]uint32, more)...)
	}
	for first, n := range other.leaves {
		a.leaves[first] += n
	}
	clear(other.leaves)
	for _, e := range other.recent {
		a.flush(e.set, e.states)
	}
	other.recent = [recentSets]struct {
		set    uint64
		states int
	}{}
	for set, states := range other.states {
		a.flush(set, states)
	}
	clear(other.states)
	for action, states := range other.rare {
		if a.rare == nil {
			a.rare = map[uint16]int{}
		}
		a.rare[action] += states
	}
	clear(other.rare)
}

// A verdictTally counts the states of one verdict. first and firstRest are the least ids.
type verdictTally struct {
	count, rests     int
	first, firstRest uint32
}

// never is the first state of what was never seen.
const never = math.MaxUint32

// count counts an expanded state. A state is terminal if it has no step, and at rest if no bound has disabled one either.
func (t *tally) count(id, flags uint32, steps int, verdict uint32) {
	t.steps += steps
	v := t.see(id, verdict)
	if flags&isFair == 0 {
		t.quiet = append(t.quiet, id)
	}
	if steps == 0 {
		t.terminal++
		if flags&isDisabled == 0 {
			v.rests++
			v.firstRest = min(v.firstRest, id)
		}
	}
}

// see counts a state of a verdict.
func (t *tally) see(id, verdict uint32) *verdictTally {
	for int(verdict) >= len(t.verdicts) {
		t.verdicts = append(t.verdicts, verdictTally{first: never, firstRest: never})
	}
	v := &t.verdicts[verdict]
	if v.count == 0 {
		t.used = append(t.used, verdict)
	}
	v.count++
	v.first = min(v.first, id)
	return v
}

// add adds another tally.
func (t *tally) add(other *tally) {
	t.steps += other.steps
	t.terminal += other.terminal
	t.quiet = append(t.quiet, other.quiet...)
	t.bounds |= other.bounds
	for _, n := range other.used {
		of := other.verdicts[n]
		v := t.see(of.first, n)
		v.count += of.count - 1
		v.rests += of.rests
		v.firstRest = min(v.firstRest, of.firstRest)
	}
}

// reset empties the tally and keeps its memory.
func (t *tally) reset() {
	for _, n := range t.used {
		t.verdicts[n] = verdictTally{first: never, firstRest: never}
	}
	t.steps, t.terminal, t.quiet, t.bounds, t.used, t.leaves = 0, 0, t.quiet[:0], 0, t.used[:0], t.leaves[:0]
}

func trailingZeros(classes uint64) int { return bits.TrailingZeros64(classes) }
