package model

import (
	"slices"
	"strings"
	"testing"

	"interrex/spec"
)

// TestSources: each rule on a card has its place in Go and its definition in TLA+, both short.
func TestSources(t *testing.T) {
	for _, a := range append(Catalogue(), Consensus(Catalogue()[0])) {
		cards := a.Rules()
		if len(cards) == 0 {
			t.Errorf("%s has no cards", a.Name)
		}
		for _, r := range cards {
			for language, source := range map[string]string{"Go": GoOf(r.ID), "TLA+": spec.TLA(r.ID)} {
				if source == "" && !(language == "TLA+" && r.ID == "BR10") || strings.Count(source, "\n") >= 30 || !strings.Contains(source, r.ID) && source != "" {
					t.Errorf("%s: %s in %s is\n%s", a.Name, r.ID, language, source)
				}
			}
		}
	}
	for rule, want := range map[string]string{
		"RI2": "case p.IsOutrankedBy(m.ID):\n\tp.Rule(\"RI2\", \"j\", m.ID)\n\tp.Pass(m)",
		"RI6": "// miss is rule RI6.\nfunc miss[L comparable](p *Process[L], elected *ID) {\n\tp.Rule(\"RI6\")\n\t*elected = Nobody\n\tcall(p)\n}",
	} {
		if got := GoOf(rule); got != want {
			t.Errorf("%s is\n%s\nwant\n%s", rule, got, want)
		}
	}
	if got, want := spec.TLA("RI6"), "\\* RI6: the elected is dead: forget it, then RI1.\nRI6(p) == RI1([p EXCEPT !.local.elected = Nobody])"; got != want {
		t.Errorf("RI6 is\n%s\nwant\n%s", got, want)
	}
}

type carded struct {
	plain
	rules []spec.Rule
}

func (c *carded) Rules() []spec.Rule { return c.rules }

// TestOwnRules: the rules of a user fit on cards, or the message says which does not.
func TestOwnRules(t *testing.T) {
	for _, test := range []struct {
		rules []spec.Rule
		want  string
	}{
		{[]spec.Rule{{ID: "P1", When: "On taking Lead(j)", Text: "leader := j"}}, ""},
		{make([]spec.Rule, 41), "own: Rules() returns 41 rules; 40 are allowed"},
		{[]spec.Rule{{Text: "x"}}, `own: Rules(): ID "": not an id; allowed are 1 to 12 printable characters`},
		{[]spec.Rule{{ID: "a\x1b[31m"}}, "not an id"},
		{[]spec.Rule{{ID: "P1"}, {ID: "P1"}}, `own: Rules(): ID "P1" is given twice; each rule has an id of its own`},
		{[]spec.Rule{{ID: "P1", Text: "two\nlines"}}, "own: Rules(): P1: When and Text are one line each, of at most 400 printable characters"},
		{[]spec.Rule{{ID: "P1", When: strings.Repeat("x", 401)}}, "one line each"},
	} {
		a := Algorithm{Name: "own", Own: true, Topology: Cycle, Author: Author{Promised: all}, Make: func(Variant) Handler { return Handle[leaderKnown](&carded{rules: test.rules}) }}
		if err := a.Validate(); (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("got %v, want %q", err, test.want)
		}
	}
	f := fired(2, "P1", []any{"j", ID(3), "x", "\x1b[31m" + strings.Repeat("y", 99)})
	for text, want := range map[string]string{
		"i < j: PASS(j,i+1) on, its own":             "2 < 3: PASS(3,3) on, its own",
		"i < j: PASS(j). Others drop it. Wake i.":    "2 < 3: PASS(3). Wake 2.",
		"Begin at once. It is a step of its own, so": "Begin at once.",
	} {
		if got := f.Text([]spec.Rule{{ID: "P1", Text: text}}); got != want {
			t.Errorf("%q is with values %q, want %q", text, got, want)
		}
	}
	if got := f.Values[2].Value; got != "\uFFFD[31m"+strings.Repeat("y", 74)+"…" {
		t.Errorf("a value is %q", got)
	}
}

// TestAwaits: the answers that a process waits for, and those that have come.
func TestAwaits(t *testing.T) {
	for _, test := range []struct {
		handler         Handler
		local           Local
		asked, answered []ID
		role            string
	}{
		{Handle(Bully{}), bully{mode: waitingForOK}, []ID{3, 4}, nil, "candidate"},
		{Handle(Bully{}), bully{mode: waitingForCoordinator}, nil, nil, "waiting"},
		{Handle(Bully{}), bully{elected: 2}, nil, nil, "leader"},
		{Handle(BullyRecovery{}), bullyRecovery{bully: bully{mode: waitingForOK, elected: 1}}, []ID{3, 4}, nil, "candidate"},
		{Handle(Raft{}), raft{role: asCandidate, votes: 0b1010}, []ID{1, 3, 4}, []ID{4}, "candidate"},
		{Handle(Raft{}), raft{term: 1, elected: 2}, nil, nil, "leader"},
		{Handle(LeLann{}), leLann{list: 0b0011}, []ID{1, 3, 4}, []ID{1}, "candidate"},
		{consensus{Handle(Bully{})}, decided{election: bully{mode: waitingForOK}}, []ID{3, 4}, nil, "candidate"},
		{Handle(ItaiRodeh{}), itaiRodeh{mode: passive}, nil, nil, "waiting"},
		{Handle(HirschbergSinclair{}), hirschbergSinclair{passive: true}, nil, nil, "waiting"},
		{Handle(Ring{}), ring{}, nil, nil, "idle"},
	} {
		asked, answered := test.handler.Awaits(2, four, test.local)
		if !slices.Equal(asked, test.asked) || !slices.Equal(answered, test.answered) {
			t.Errorf("%+v: it has asked %v, and %v have answered", test.local, asked, answered)
		}
		if got := test.handler.Status(test.local).Role(2); got != test.role {
			t.Errorf("%+v: it is %s, want %s", test.local, got, test.role)
		}
	}
}
