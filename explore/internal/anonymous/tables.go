package anonymous

import (
	"math/big"
	"slices"
)

// A Class is the set of all protocols of a size, for a ring of that many processes.
type Class struct {
	Processes int
	States    int // local states
	Messages  int // different messages

	Bidirectional bool // messages travel both ways

	// Distinguished: the process at the first place has a start of its own, so the ring is not anonymous.
	Distinguished bool
}

// sides is the number of channels that lead to a process.
func (c Class) sides() int {
	if c.Bidirectional {
		return 2
	}
	return 1
}

// starts is the number of rules by which processes start.
func (c Class) starts() int {
	if c.Distinguished {
		return 2
	}
	return 1
}

// rules is the number of rules: one for each start, then one for each local state, message and side, in this order.
func (c Class) rules() int { return c.starts() + c.States*c.Messages*c.sides() }

// ruleOf is the rule for a process in a local state that takes a message (from 0) from a side.
func (c Class) ruleOf(state, message, side int) int {
	return c.starts() + (state*c.Messages+message)*c.sides() + side
}

// A move is what a rule makes of a process: its next local state, and what it sends to each side, 0 for nothing and 1 for message 0.
// On a unidirectional ring all is sent to side 0, the next process.
type move [3]int

// moves lists the moves that a rule may have: it sends nothing or a message; on a bidirectional ring to either side, and at the start to
// each.
func (c Class) moves(rule int) (all []move) {
	for to := range c.States {
		for next := range 1 + c.Messages {
			for before := range 1 + c.Messages {
				if before == 0 || c.Bidirectional && (next == 0 || rule < c.starts()) {
					all = append(all, move{to, next, before})
				}
			}
		}
	}
	return all
}

// Protocols is the number of protocols in the class: tables times markings.
func (c Class) Protocols() *big.Int {
	size := big.NewInt(1 << c.States)
	for rule := range c.rules() {
		size.Mul(size, big.NewInt(int64(len(c.moves(rule)))))
	}
	return size
}

// A Table is a protocol without its marks: the move of each rule.
type Table []move

// EveryTable yields every table. It reuses the slice.
func (c Class) EveryTable(yield func(Table) bool) {
	t, moves := make(Table, c.rules()), make([][]move, c.rules())
	for rule := range moves {
		moves[rule] = c.moves(rule)
	}
	var fill func(rule int) bool
	fill = func(rule int) bool {
		if rule == len(t) {
			return yield(t)
		}
		for _, t[rule] = range moves[rule] {
			if !fill(rule + 1) {
				return false
			}
		}
		return true
	}
	fill(0)
}

// A renaming of local states and messages turns a protocol into one that does the same under other names.
type renaming struct {
	states, messages []int // messages from 1, for what is sent
	from             []int // for each rule of the renamed table, the rule that it comes from
}

// renamings lists all renamings.
func (c Class) renamings() (all []renaming) {
	for _, states := range permutations(c.States) {
		for _, messages := range permutations(c.Messages) {
			r := renaming{states, []int{0}, make([]int, c.rules())}
			for rule := range c.starts() {
				r.from[rule] = rule
			}
			for message, renamed := range messages {
				r.messages = append(r.messages, 1+renamed)
				for state := range c.States {
					for side := range c.sides() {
						r.from[c.ruleOf(states[state], renamed, side)] = c.ruleOf(state, message, side)
					}
				}
			}
			all = append(all, r)
		}
	}
	return all
}

// permutations lists all orders of 0 to n-1.
func permutations(n int) (all [][]int) {
	if n == 0 {
		return [][]int{nil}
	}
	for _, others := range permutations(n - 1) {
		for at := range n {
			all = append(all, slices.Insert(slices.Clone(others), at, n-1))
		}
	}
	return all
}

// Tables yields the least table of each set that are equal up to renaming, with the size of the set: the number of renamings divided by
// the number of those that do not change the table.
func (c Class) Tables(yield func(t Table, alike int) bool) {
	renamings := c.renamings()
	for t := range c.EveryTable {
		unchanged := 0
		isLess := slices.ContainsFunc(renamings, func(r renaming) bool {
			order := t.compareRenamed(r)
			if order == 0 {
				unchanged++
			}
			return order < 0
		})
		if !isLess && !yield(t, len(renamings)/unchanged) {
			return
		}
	}
}

// compareRenamed says whether a renamed table is less than (-1), equal to or greater than t.
func (t Table) compareRenamed(r renaming) int {
	for rule := range t {
		own, m := &t[rule], &t[r.from[rule]]
		if renamed := (move{r.states[m[0]], r.messages[m[1]], r.messages[m[2]]}); renamed != *own {
			return slices.Compare(renamed[:], own[:])
		}
	}
	return 0
}
