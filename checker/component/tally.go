package component

import (
	"math"
	"math/bits"
)

// A tally counts what an expander sees.
type tally struct {
	steps, terminal int
	mayStutter      []uint32       // states without a step of a class of fairness
	bounds          uint32         // met, by bit
	verdicts        []verdictTally // by verdict
	used            []uint32       // the verdicts seen
	leaves          []uint32       // of the states expanded, one after the other; the last of a state is marked with isLastLeaf
	taken           []uint32       // of leaves seen before, by first transition
	enabled         []int          // by action, the states with leaves seen before
}

const (
	isLastLeaf = 1 << 31

	hasRare   = 1 << 63 // in a set of actions: some have no bit of their own
	firstRare = 64      // number of the first of these
)

// countLeaves counts the actions of other's leaves.
func (t *tally) countLeaves(other *tally, of *tables) {
	t.taken, t.enabled = atLeast(t.taken, len(of.details)), atLeast(t.enabled, max(len(of.actions.keys), firstRare))
	set, begin := uint64(0), 0
	for i, n := range other.leaves {
		first := n &^ isLastLeaf
		t.taken[first]++
		set |= of.sets.keys[of.details[first].actions]
		if n&isLastLeaf == 0 {
			continue
		}
		if set&hasRare != 0 {
			t.countRare(other.leaves[begin:i+1], of)
			set &^= hasRare
		}
		for ; set != 0; set &= set - 1 {
			t.enabled[1+bits.TrailingZeros64(set)]++
		}
		begin = i + 1
	}
}

// countRare counts a state for each of its actions without a bit of their own.
func (t *tally) countRare(leaves []uint32, of *tables) {
	rare := map[uint16]bool{}
	for _, n := range leaves {
		for i := range of.leaf(n &^ isLastLeaf) {
			if action := of.details[i].action; action >= firstRare {
				rare[action] = true
			}
		}
	}
	for action := range rare {
		t.enabled[action]++
	}
}

// atLeast makes a list at least n long.
func atLeast[T any](list []T, n int) []T {
	return push(list, make([]T, max(0, n-len(list)))...)
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
		t.mayStutter = append(t.mayStutter, id)
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
	t.mayStutter = append(t.mayStutter, other.mayStutter...)
	t.bounds |= other.bounds
	for _, n := range other.used {
		of := other.verdicts[n]
		v := t.see(of.first, n)
		v.count += of.count - 1
		v.rests += of.rests
		v.firstRest = min(v.firstRest, of.firstRest)
	}
	t.taken, t.enabled = atLeast(t.taken, len(other.taken)), atLeast(t.enabled, len(other.enabled))
	for first, n := range other.taken {
		t.taken[first] += n
	}
	for action, n := range other.enabled {
		t.enabled[action] += n
	}
}

// reset empties the tally and keeps its memory.
func (t *tally) reset() {
	for _, n := range t.used {
		t.verdicts[n] = verdictTally{first: never, firstRest: never}
	}
	clear(t.taken)
	clear(t.enabled)
	t.steps, t.terminal, t.mayStutter, t.bounds, t.used, t.leaves = 0, 0, t.mayStutter[:0], 0, t.used[:0], t.leaves[:0]
}
