package anonymous

import "slices"

// A Table is a protocol without its marks: the choice of each rule.
type Table []uint8

// A renaming of local states and messages turns a protocol into one that does the same under other names. The two
// sides are not renamed, since the run in lockstep tells them apart.
type renaming struct {
	from    []int     // for each rule of the renamed table, the rule that it comes from
	choices [][]uint8 // and what that rule's choice becomes
}

// renamings lists all renamings, the identity first.
func (c Class) renamings() []renaming {
	var all []renaming
	for states := range permutations(c.States) {
		for messages := range permutations(c.Messages) {
			all = append(all, c.renaming(states, messages))
		}
	}
	return all
}

func (c Class) renaming(states, messages []int) renaming {
	r := renaming{make([]int, c.rules()), make([][]uint8, c.rules())}
	for rule := range c.starts() {
		r.from[rule] = rule
	}
	for state := range c.States {
		for message := range c.Messages {
			for side := range c.sides() {
				r.from[c.ruleOf(states[state], messages[message], side)] = c.ruleOf(state, message, side)
			}
		}
	}
	for rule := range r.choices {
		for choice := range c.choices(rule) {
			before := c.move(rule, choice)
			after := move{to: states[before.to]}
			for side, sent := range before.sends {
				if sent > 0 {
					after.sends[side] = 1 + messages[sent-1]
				}
			}
			r.choices[rule] = append(r.choices[rule], uint8(c.choice(rule, after)))
		}
	}
	return r
}

// permutations yields all orders of 0 to n-1, the ascending one first.
func permutations(n int) func(yield func([]int) bool) {
	return func(yield func([]int) bool) {
		var extend func(order []int) bool
		extend = func(order []int) bool {
			if len(order) == n {
				return yield(slices.Clone(order))
			}
			for next := range n {
				if !slices.Contains(order, next) && !extend(append(slices.Clip(order), next)) {
					return false
				}
			}
			return true
		}
		extend(nil)
	}
}

// Tables yields the least table of each set that are equal up to renaming, with the size of the set.
func (c Class) Tables(yield func(t Table, alike int) bool) {
	renamings := c.renamings()
	for t := range c.EveryTable {
		if alike := t.alike(renamings); alike > 0 && !yield(t, alike) {
			return
		}
	}
}

// EveryTable yields every table in lexicographic order. It reuses the slice.
func (c Class) EveryTable(yield func(Table) bool) {
	t := make(Table, c.rules())
	for yield(t) {
		rule := len(t) - 1
		for rule >= 0 && int(t[rule]) == c.choices(rule)-1 {
			t[rule] = 0
			rule--
		}
		if rule < 0 {
			return
		}
		t[rule]++
	}
}

// alike is the number of tables equal to t up to renaming: the number of renamings divided by the number of those
// that do not change t. It is 0 if one of the tables is less than t.
func (t Table) alike(renamings []renaming) int {
	unchanged := 0
	for _, r := range renamings {
		switch order := t.compareRenamed(r); {
		case order < 0:
			return 0
		case order == 0:
			unchanged++
		}
	}
	return len(renamings) / unchanged
}

// compareRenamed returns -1, 0 or 1: a renamed table is less than, equal to or greater than t.
func (t Table) compareRenamed(r renaming) int {
	for rule, own := range t {
		from := r.from[rule]
		renamed := r.choices[from][t[from]]
		if renamed != own {
			if renamed < own {
				return -1
			}
			return 1
		}
	}
	return 0
}
