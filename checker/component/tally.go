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
	taken           []uint32       // of leaves seen before, by first transition
	enabled         [mostActions]int
}

const isLastLeaf = 1 << 31

// countLeaves counts the actions of other's leaves.
func (t *tally) countLeaves(other *tally, of *tables) {
	if more := len(of.details) - len(t.taken); more > 0 {
		t.taken = push(t.taken, make([]uint32, more)...)
	}
	set := uint64(0)
	for _, n := range other.leaves {
		first := n &^ isLastLeaf
		t.taken[first]++
		set |= of.sets.keys[of.details[first].actions]
		if n&isLastLeaf != 0 {
			for ; set != 0; set &= set - 1 {
				t.enabled[bits.TrailingZeros64(set)]++
			}
		}
	}
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
	if more := len(other.taken) - len(t.taken); more > 0 {
		t.taken = push(t.taken, make([]uint32, more)...)
	}
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
	t.enabled = [mostActions]int{}
	t.steps, t.terminal, t.quiet, t.bounds, t.used, t.leaves = 0, 0, t.quiet[:0], 0, t.used[:0], t.leaves[:0]
}

func trailingZeros(classes uint64) int { return bits.TrailingZeros64(classes) }
