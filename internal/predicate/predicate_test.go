package predicate

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
)

// small is a world with the states to try conditions on.
func small(t testing.TB, name string) (*world.World, []checker.State) {
	t.Helper()
	a, found := model.Find(name)
	if !found {
		t.Fatalf("there is no %s", name)
	}
	w := world.New(world.Default(a, []model.ID{4, 9, 3}))
	var states []checker.State
	seen := map[string]bool{}
	add := func(s checker.State) {
		if key := fmt.Sprint(s); !seen[key] {
			seen[key] = true
			states = append(states, slices.Clone(s))
		}
	}
	w.Init(add)
	for i := 0; i < len(states) && len(states) < 2000; i++ {
		w.Steps(states[i], func(_ checker.Step, to checker.State) {
			if to != nil {
				add(to)
			}
		})
	}
	return w, states
}

// What is wrong is said in one line, with its column and what is allowed.
func TestErrors(t *testing.T) {
	w, _ := small(t, "bully")
	for text, want := range map[string]string{
		"":                               "column 1: the end is not expected here; a condition is written as in leader(4) & messages == 0",
		"leader()":                       "column 1: leader has one process in parentheses, as in leader(4)",
		"message('')":                    "column 9: there is no message \"\"; there are ELECTION, OK, COORDINATOR",
		"leader(4) & dead(2)":            "column 18: there is no process 2; there are 4, 9, 3",
		"leader(4) & P9.mod == 1":        "column 13: there is no variable mod of P9; there are mode, elected",
		"leader(4) dead(9)":              `column 11: "dead" is not expected here`,
		"leadrs > 1":                     "column 1: there is no leadrs; there are agreed, dead, leaders, live, messages, nobody, underway, any(i, …), all(i, …), message(KIND), and of a process dead, decision, elected, fresh, leader, live, suspected, takespart, term, and variables as in P4.mode",
		"leader(4) == 1":                 `column 11: "==" compares a condition; only values are compared`,
		`P9.mode < idle`:                 `column 11: "idle" is no number; only numbers have an order`,
		"elected(4) == 7":                "column 15: there is no process 7; there are 4, 9, 3",
		`"idle"`:                         `column 1: "idle" is a value; compare a variable with it, as in P4.mode == "idle"`,
		`P9.mode == "idle`:               "column 12: the quotation has no end",
		"leaders # 1":                    `column 9: '#' has no meaning here; there are words, numbers, "quoted values", == != < <= > >= & | ! ( )`,
		"⊥ & ünder(4)":                   "column 5: there is no ünder; there are",
		"message(OK, 4)":                 `column 1: name a kind of message, as in message(OK)`,
		"message(ELECTION(4))":           `column 9: the text of a message stands in quotes, as in message("ELECTION(4)")`,
		"any(i, any(i, leader(i)))":      `column 12: "i" is no free name`,
		"any(leader(4))":                 "column 1: any needs a name for the process, and a condition, as in any(i, leader(i))",
		"leaders > 99999999999999999999": "column 11: the number is too large",
		strings.Repeat("x", 2001):        "column 1: the text has 2001 bytes; 2000 are allowed",
		"all(a, all(b, all(c, all(d, all(e, all(f, all(g, all(h, all(i, all(j, leaders)))))))))": "column ",
	} {
		_, err := Parse(text, w)
		wrong := (*Error)(nil)
		if !errors.As(err, &wrong) || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s:\n%v, want\n%s", text, err, want)
		} else if wrong.Column < 1 || wrong.Column > utf8.RuneCountInString(text)+1 {
			t.Errorf("%s: column %d", text, wrong.Column)
		}
	}
}

// A value that no state had is named, with those that there were; one that some state had is not.
func TestUnseen(t *testing.T) {
	w, states := small(t, "bully")
	f, err := Parse(`leaders > 5 & (P9.mode == "foo" | P4.mode == waitingForOK | P9.mode != "foo")`, w)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range states {
		if f.Holds(s) {
			t.Fatal("there are three processes")
		}
	}
	if got := f.Unseen(); len(got) != 1 || got[0] != `P9.mode is never "foo"; it is idle` {
		t.Errorf("%q", got)
	}
}

// A tree is a condition as the tests write and evaluate it.
type tree struct {
	kind string // of the parts below, or of the leaf
	of   []*tree
	text string // of a leaf
	is   func(look) bool
}

// A look is a state in words.
type look struct {
	world.Snapshot
	id model.ID // that i stands for
}

func (l look) member(id model.ID) world.Member {
	if id == 0 {
		id = l.id
	}
	return l.Members[slices.IndexFunc(l.Members, func(m world.Member) bool { return m.ID == id })]
}

func (l look) variable(id model.ID, name string) (value string, known bool) {
	m := l.member(id)
	for _, v := range m.Variables {
		if v.Name == name && m.Live {
			return v.Value, true
		}
	}
	return "", false
}

// write spells a tree, with as few parentheses as its strength among others needs: 0 |, 1 &, 2 all else.
func (tr *tree) write(strength int) string {
	join := func(mark string, own int) string {
		var parts []string
		for _, part := range tr.of {
			parts = append(parts, part.write(own+1))
		}
		text := strings.Join(parts, mark)
		if own < strength {
			return "(" + text + ")"
		}
		return text
	}
	switch tr.kind {
	case "or":
		return join(" | ", 0)
	case "and":
		return join("&&", 1)
	case "not":
		return "!" + tr.of[0].write(2)
	case "any", "all":
		return tr.kind + "(i, " + tr.of[0].write(0) + ")"
	}
	return tr.text
}

// holds is the slow reference.
func (tr *tree) holds(l look) bool {
	switch tr.kind {
	case "or":
		return slices.ContainsFunc(tr.of, func(part *tree) bool { return part.holds(l) })
	case "and":
		return !slices.ContainsFunc(tr.of, func(part *tree) bool { return !part.holds(l) })
	case "not":
		return !tr.of[0].holds(l)
	case "any", "all":
		for _, m := range l.Members {
			if l.id = m.ID; tr.of[0].holds(l) == (tr.kind == "any") {
				return tr.kind == "any"
			}
		}
		return tr.kind == "all"
	}
	return tr.is(l)
}

// leaf draws a condition without parts; bound: i is a process.
func leaf(t *rapid.T, bound bool) *tree {
	ids := []model.ID{4, 9, 3}
	if bound {
		ids = append(ids, 0)
	}
	id := rapid.SampledFrom(ids).Draw(t, "id")
	name, of := fmt.Sprint(int(id)), fmt.Sprintf("P%d", id)
	if id == 0 {
		name, of = "i", "P(i)"
	}
	number, one := rapid.IntRange(0, 9).Draw(t, "number"), rapid.SampledFrom([]int{4, 9, 3}).Draw(t, "process")
	mark := rapid.SampledFrom([]string{"==", "!=", "<", "<=", ">", ">="}).Draw(t, "mark")
	compared := func(n int) bool {
		return map[string]bool{"==": n == number, "!=": n != number, "<": n < number, "<=": n <= number, ">": n > number, ">=": n >= number}[mark]
	}
	elected := func(l look) (string, int) {
		value, _ := l.variable(id, "elected")
		n, _ := strconv.Atoi(value) // 0 for ⊥
		return value, n
	}
	count := func(l look, is func(world.Member) bool) (n int) {
		for _, m := range l.Members {
			if is(m) {
				n++
			}
		}
		return n
	}
	kinds := func(l look, is func(f world.Flight) bool) (n int) {
		for _, f := range l.InFlight {
			if is(f) {
				n++
			}
		}
		return n
	}
	leads := func(m world.Member) bool {
		return m.Live && slices.Contains(m.Variables, model.Variable{Name: "elected", Value: fmt.Sprint(int(m.ID))})
	}
	mode := rapid.SampledFrom([]string{"idle", "waiting for OK", "waiting for COORDINATOR"}).Draw(t, "mode")
	spelt := rapid.SampledFrom([]string{mode, strings.ToUpper(mode), strings.ReplaceAll(mode, " ", ""), strings.ReplaceAll(mode, " ", "_")}).Draw(t, "spelling")
	return rapid.SampledFrom([]*tree{
		{text: "live(" + name + ")", is: func(l look) bool { return l.member(id).Live }},
		{text: "dead(" + name + ")", is: func(l look) bool { return !l.member(id).Live }},
		{text: "leader(" + name + ")", is: func(l look) bool { return leads(l.member(id)) }},
		{text: "elected(" + name + ")", is: func(l look) bool { _, n := elected(l); return n != 0 }},
		{text: "elected(" + name + ")==nobody", is: func(l look) bool { _, n := elected(l); return n == 0 }},
		{text: fmt.Sprintf("elected(%s) = %d", name, one), is: func(l look) bool { _, n := elected(l); return n == one }},
		{text: fmt.Sprintf("leaders %s %d", mark, number), is: func(l look) bool { return compared(count(l, leads)) }},
		{text: fmt.Sprintf("dead%s%d", mark, number), is: func(l look) bool { return compared(count(l, func(m world.Member) bool { return !m.Live })) }},
		{text: fmt.Sprintf("messages %s %d", mark, number), is: func(l look) bool { return compared(len(l.InFlight)) }},
		{text: fmt.Sprintf("message(OK) %s %d", mark, number), is: func(l look) bool {
			return compared(kinds(l, func(f world.Flight) bool { return strings.HasPrefix(f.Message, "OK") }))
		}},
		{text: `message("COORDINATOR(9)")`, is: func(l look) bool {
			return kinds(l, func(f world.Flight) bool { return f.Message == "COORDINATOR(9)" }) > 0
		}},
		{text: "message(ELECTION, 4, 9)", is: func(l look) bool {
			return kinds(l, func(f world.Flight) bool { return f.From == 4 && f.To == 9 && strings.HasPrefix(f.Message, "ELECTION") }) > 0
		}},
		{text: fmt.Sprintf("%s.mode == %q", of, spelt), is: func(l look) bool { value, _ := l.variable(id, "mode"); return value == mode }},
		{text: fmt.Sprintf("%s.MODE != '%s'", of, spelt), is: func(l look) bool { value, known := l.variable(id, "mode"); return known && value != mode }},
		{text: fmt.Sprintf("%s.elected > %d", of, number), is: func(l look) bool { value, n := elected(l); return value != "⊥" && value != "" && n > number }},
	}).Draw(t, "leaf")
}

func trees(t *rapid.T, depth int, bound bool) *tree {
	kind := "leaf"
	if depth > 0 {
		kind = rapid.SampledFrom([]string{"leaf", "or", "and", "not", "any", "all"}).Draw(t, "kind")
	}
	if bound && (kind == "any" || kind == "all") {
		kind = "not"
	}
	switch kind {
	case "or", "and":
		var parts []*tree
		for range rapid.IntRange(2, 3).Draw(t, "parts") {
			parts = append(parts, trees(t, depth-1, bound))
		}
		return &tree{kind: kind, of: parts}
	case "not":
		return &tree{kind: kind, of: []*tree{trees(t, depth-1, bound)}}
	case "any", "all":
		return &tree{kind: kind, of: []*tree{trees(t, depth-1, true)}}
	}
	return leaf(t, bound)
}

// A condition that is written, read and evaluated is as true as the reference says, in every state tried.
func TestAgreesWithReference(t *testing.T) {
	w, states := small(t, "bully")
	rapid.Check(t, func(t *rapid.T) {
		wanted := trees(t, 3, false)
		text := wanted.write(0)
		f, err := Parse(text, w)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		for range 40 {
			s := rapid.SampledFrom(states).Draw(t, "state")
			if want := wanted.holds(look{Snapshot: w.Snapshot(s)}); f.Holds(s) != want {
				t.Fatalf("%s: %v, want %v in %s", text, !want, want, w.DescribeState(s))
			}
		}
	})
}

// Words about terms, decisions and suspicions, and variables of structs in structs, in some state of their elections.
func TestWordsOfOtherElections(t *testing.T) {
	for name, conditions := range map[string][]string{
		"raft":       {"term(4) >= 1", "any(i, term(i) = 2)", "takespart(9)", "underway & messages > 2", "agreed == 9", "any(i, elected(i) == i)"},
		"bully":      {"suspected(9) | live(9)", "!underway & agreed", "all(i, dead(i) | elected(i) == 9)", "live == 2", "P4.elected == nobody"},
		"itai-rodeh": {"leaders", "messages > 0"},
	} {
		w, states := small(t, name)
		for _, text := range conditions {
			f, err := Parse(text, w)
			if err != nil {
				t.Errorf("%s: %s: %v", name, text, err)
				continue
			}
			if !slices.ContainsFunc(states, f.Holds) || !slices.ContainsFunc(states, func(s checker.State) bool { return !f.Holds(s) }) && text != "suspected(9) | live(9)" {
				t.Errorf("%s: %s is true in no state or in all of %d", name, text, len(states))
			}
		}
	}
}

// Any text is read or refused with a column in it, and what is read can be evaluated.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"leader(4) & dead(9) & !elected(3)", `P9.mode == "waiting for OK" | leaders > 1`, "any(i, message(OK, 4, i) & P(i).mode != idle)",
		"all(x,elected(x)==nobody)", `message("ELECTION(9)") >= 2`, "(((", "!", "a.b.c", "P9.", "message('", "⊥", "9 = 9", "P9.(4)", "leader(4,)", "(P(4)).mode",
	} {
		f.Add(text)
	}
	w, states := small(f, "bully")
	f.Fuzz(func(t *testing.T, text string) {
		formula, err := Parse(text, w)
		if err != nil {
			wrong := (*Error)(nil)
			if !errors.As(err, &wrong) || wrong.Column < 1 || wrong.Column > utf8.RuneCountInString(text)+1 {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		for _, s := range states[:min(len(states), 50)] {
			formula.Holds(s)
		}
		formula.Unseen()
	})
}
