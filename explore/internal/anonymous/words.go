package anonymous

import (
	"fmt"
	"slices"
	"strings"

	"interrex/checker"
)

// Rules puts a protocol into words, a line for each rule. Local states are numbered from 1, and a star marks those
// that lead; messages are a, b, c.
func (e *Example) Rules(c Class) []string {
	var lines []string
	line := func(rule int, when string) {
		m := c.move(rule, int(e.Table[rule]))
		lines = append(lines, fmt.Sprintf("%s: go to %s, send %s", when, spellState(m.to, e.Marks), c.spellSends(m)))
	}
	for start := range c.starts() {
		line(start, "start"+whose(c, start))
	}
	for state := range c.States {
		for message := range c.Messages {
			for side := range c.sides() {
				line(c.ruleOf(state, message, side), fmt.Sprintf("%s on %s%s", spellState(state, e.Marks), spellMessage(message+1), c.from(side)))
			}
		}
	}
	return lines
}

// whose says whose start a start is, if there are several.
func whose(c Class, start int) string {
	switch {
	case !c.Distinguished:
		return ""
	case start == 0:
		return " of P1"
	}
	return " of the others"
}

// from says which side a message comes from, if there are two.
func (c Class) from(side int) string {
	if !c.Bidirectional {
		return ""
	}
	return [...]string{" from the left", " from the right"}[side]
}

func spellState(state, marks int) string {
	if marks>>state&1 == 1 {
		return fmt.Sprintf("%d*", state+1)
	}
	return fmt.Sprint(state + 1)
}

func spellMessage(message int) string { return string(rune('a' + message - 1)) }

func (c Class) spellSends(m move) string {
	var words []string
	for side, message := range m.sends[:c.sides()] {
		if message > 0 {
			words = append(words, spellMessage(message)+c.towards(side))
		}
	}
	if words == nil {
		return "nothing"
	}
	return strings.Join(words, " and ")
}

// towards says in which direction a message of a side travels: what comes from the left was sent to the right.
func (c Class) towards(side int) string {
	if !c.Bidirectional {
		return ""
	}
	return [...]string{" to the right", " to the left"}[side]
}

// Run puts the run of an example into words, a line for each state: the counterexample that the checker found or,
// if the protocol elects, the run in which the processes are served in turn.
func (e *Example) Run(c Class) []string {
	path := e.Found[e.Marks].Path
	if path == nil {
		path = c.newRing(e.Table).inTurn()
	}
	return e.tell(c, path)
}

// Luck puts into words the run in which the protocol elects by luck.
func (e *Example) Luck(c Class) []string { return e.tell(c, e.Found[e.Marks].Luck) }

func (e *Example) tell(c Class, path *checker.Path) []string {
	lines := []string{"all have started: " + c.spell(path.Initial, e.Marks)}
	for i, t := range append(append([]checker.Transition{}, path.Stem...), path.Cycle...) {
		line := fmt.Sprintf("P%d takes%s: %s", t.Step.Code/2+1, c.from(int(t.Step.Code%2)), c.spell(t.To, e.Marks))
		if i == len(path.Stem) {
			lines = append(lines, "and then again and again")
		}
		lines = append(lines, line)
	}
	if len(path.Cycle) == 0 {
		lines = append(lines, "nothing more can happen")
	}
	return lines
}

// spell puts a state into words.
func (c Class) spell(s checker.State, marks int) string {
	var words []string
	for p := range c.Processes {
		word := fmt.Sprintf("P%d %s", p+1, spellState(int(s[p]), marks))
		for side := range c.sides() {
			waiting := ""
			for rest := int(s[c.channel(p, side)]); rest > 0; rest /= 1 + c.Messages {
				waiting += spellMessage(rest % (1 + c.Messages))
			}
			if waiting != "" {
				word += fmt.Sprintf(" ←%s%s", waiting, c.from(side))
			}
		}
		words = append(words, word)
	}
	return strings.Join(words, ", ")
}

// inTurn is a run in which each process in turn takes what it can, until a state recurs.
func (r *ring) inTurn() *checker.Path {
	path := &checker.Path{Initial: append(checker.State{}, r.begin...), Lasso: true}
	known := map[string]int{fmt.Sprint(path.Initial, 0): 0}
	at, turns := path.Initial, r.Processes*r.sides()
	for turn := 0; ; {
		idle := 0
		for ; idle < turns && at[r.channel(turn/r.sides(), turn%r.sides())] == 0; idle++ {
			turn = (turn + 1) % turns
		}
		if idle == turns {
			return path
		}
		p, side := turn/r.sides(), turn%r.sides()
		at = append(checker.State{}, at...)
		r.deliver(at, p, side)
		turn = (turn + 1) % turns
		path.Stem = append(path.Stem, checker.Transition{Step: checker.Step{Code: uint64(2*p + side)}, To: at})
		key := fmt.Sprint(at, turn)
		if back, again := known[key]; again {
			path.Stem, path.Cycle = path.Stem[:back], path.Stem[back:]
			return path
		}
		known[key] = len(path.Stem)
	}
}

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

// compareRenamed says whether a renamed table is less than (-1), equal to or greater than t.
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
