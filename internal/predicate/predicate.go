// Package predicate reads conditions on a state of an election, as people write them, and evaluates them:
//
//	leader(4) & dead(2) & !elected(3)
//	leaders > 1 | any(i, P(i).mode == "waiting for OK" & message(OK, 4, i))
//
// ! binds first, then comparisons, then &, then |. Parentheses group. A value as a condition is true unless it is 0, no or
// nobody. Numbers compare as numbers, other values without regard to case, spaces, dashes and underscores; only numbers
// have an order. A dead process has no variables, and no comparison with them is true.
package predicate

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// Words are the words of the language, each with what it means.
var Words = [][2]string{
	{"live(4) dead(4) leader(4)", "the process lives; it is dead; it lives and has elected itself"},
	{"takespart(4) fresh(4)", "it takes part in an election; it has restarted and has not acted since"},
	{"suspected(4)", "a process has suspected it since it became the leader"},
	{"elected(4) term(4)", "the process that it has elected, or nobody for none; its term"},
	{"decision(4)", "its decision: 0, 1 or nobody"},
	{"P4.mode", "a variable, as reports print it: P4.mode == \"waiting for OK\""},
	{"live dead leaders", "the number of these processes"},
	{"messages", "the number of messages on the way"},
	{"message(OK)", "of these, the number of a kind; message(OK, 4, 9): from P4 to P9; message(\"ELECTION(9)\"): with this text"},
	{"agreed", "the live process that all live processes have elected, or nobody"},
	{"underway", "an election is under way"},
	{"any(i, leader(i))", "it is true of a process; all(i, ...): of each. P(i).mode is a variable of it"},
	{"== != < <= > >=", "comparisons"},
	{"& | ! ( )", "and, or, not, and groups"},
}

// An Error is what is wrong with a text, and at which of its letters.
type Error struct {
	Column int // from 1
	Text   string
}

func (e *Error) Error() string { return fmt.Sprintf("column %d: %s", e.Column, e.Text) }

// A Formula is a condition on the states of one world. Several goroutines may use it.
type Formula struct {
	text   string
	world  *world.World
	holds  operand
	sought []*sought

	known sync.Map // of a place and a local state, its variables: locals
	met   sync.Map // of a message, its values: spelt
}

// A message is spelt by its kind and by its text.
type spelt struct{ kind, text value }

// A sought value is compared with a variable, or with messages on the way.
type sought struct {
	value
	never string                     // "P9.mode is never"
	of    func(s *situation) []value // the values of a state with which it is compared
	seen  sync.Map                   // all that there were, by their texts
}

type (
	operand func(*situation) value // the zero value is unknown
	locals  map[string]value
)

// A situation is a state, with what a formula has asked of it so far.
type situation struct {
	*Formula
	state checker.State
	view  spec.View
	whole *model.View
}

// Holds reports whether the condition is true in a state of the world.
func (f *Formula) Holds(s checker.State) bool {
	at := &situation{Formula: f, state: s, view: f.world.View(s)}
	for _, sought := range f.sought { // so that Unseen has asked every state
		for _, v := range sought.of(at) {
			if v != (value{}) {
				sought.seen.LoadOrStore(v.text, v)
			}
		}
	}
	return f.holds(at).isTrue()
}

func (f *Formula) String() string { return f.text }

// variables are those of the process at a place; nil if it is dead.
func (s *situation) variables(place int) locals {
	key := [2]checker.Cell{checker.Cell(place), s.state[place]} // a state begins with the numbers of local states
	if known, is := s.known.Load(key); is {
		return known.(locals)
	}
	var all locals
	for _, v := range s.world.Variables(s.state, place) {
		if all == nil {
			all = locals{}
		}
		all[strings.ToLower(v.Name)] = valueOf(v.Value)
	}
	s.known.Store(key, all)
	return all
}

func (s *situation) all() *model.View {
	if s.whole == nil {
		whole := s.world.Whole(s.state)
		s.whole = &whole
	}
	return s.whole
}

func (s *situation) messages(visit func(m model.InTransit, as spelt)) {
	for _, m := range s.all().Messages {
		as, is := s.met.Load(m.Message)
		if !is {
			as = spelt{valueOf(string(model.KindOf(m.Message))), valueOf(model.SpellMessage(m.Message))}
			s.met.Store(m.Message, as)
		}
		visit(m, as.(spelt))
	}
}

// mostListed is how many values Unseen lists.
const mostListed = 12

// Unseen names the values that the formula compares with and that no state has had so far, each with those that there were.
func (f *Formula) Unseen() (said []string) {
	for _, sought := range f.sought {
		var seen []value
		sought.seen.Range(func(_, v any) bool { seen = append(seen, v.(value)); return true })
		if slices.ContainsFunc(seen, sought.equals) {
			continue
		}
		slices.SortFunc(seen, func(a, b value) int { return cmp.Or(a.compare(b), strings.Compare(a.text, b.text)) })
		var words []string
		for _, v := range seen[:min(len(seen), mostListed)] {
			words = append(words, v.text)
		}
		if len(seen) > mostListed {
			words = append(words, "…")
		}
		line := fmt.Sprintf("%s %q; it is %s", sought.never, sought.text, cmp.Or(strings.Join(words, ", "), "nothing: there was none"))
		if !slices.Contains(said, line) {
			said = append(said, line)
		}
	}
	return said
}

// A value is what is compared.
type value struct {
	text   string // as printed
	folded string // without case, spaces, dashes and underscores; a number without zeros before it
	number int
	isOne  bool // it is a number
}

func valueOf(text string) value {
	if n, err := strconv.Atoi(text); err == nil {
		return value{text, strconv.Itoa(n), n, true}
	}
	folded := strings.ToLower(strings.NewReplacer(" ", "", "-", "", "_", "").Replace(text))
	switch folded {
	case "nobody", "⊥":
		folded = "⊥"
	case "true":
		folded = "yes"
	case "false":
		folded = "no"
	}
	return value{text: text, folded: folded}
}

var yes, no, nobody = valueOf("yes"), valueOf("no"), valueOf("nobody")

func truthOf(is bool) value {
	if is {
		return yes
	}
	return no
}

func numeral(n int) value {
	return value{number: n, isOne: true, text: strconv.Itoa(n), folded: strconv.Itoa(n)}
}

func id(i spec.ID) value {
	if i == spec.Nobody {
		return nobody
	}
	return numeral(int(i))
}

func (v value) equals(w value) bool { return v.folded == w.folded }

// compare orders numbers. Other values are alike.
func (v value) compare(w value) int {
	if v.isOne && w.isOne {
		return cmp.Compare(v.number, w.number)
	}
	return 0
}

// isTrue is a value as a condition.
func (v value) isTrue() bool {
	return !slices.Contains([]string{"no", "⊥", "", "{}", "0"}, v.folded)
}

// operators compare two values.
var operators = map[string]func(a, b value) bool{
	"==": value.equals,
	"=":  value.equals,
	"!=": func(a, b value) bool { return !a.equals(b) },
	"<":  func(a, b value) bool { return a.compare(b) < 0 },
	"<=": func(a, b value) bool { return a.isOne && b.isOne && a.number <= b.number },
	">":  func(a, b value) bool { return a.compare(b) > 0 },
	">=": func(a, b value) bool { return a.isOne && b.isOne && a.number >= b.number },
}
