package impl_test

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"interrex/impl"
)

// A work shows a rule at work at one of the members 1, 2 and 3, which is also their order on a ring.
// What the member is given is separated by semicolons; what comes of the last is its variables, then
// what leaves, and the timers that are stopped and set.
type work struct {
	rule, algorithm string
	self            impl.ID
	given, want     string
}

var atWork = []work{
	{"BU1", "bully", 3, "start", "idle 3; COORDINATOR(3) to 1, COORDINATOR(3) to 2, stop T, stop T'"},
	{"BU2", "bully", 1, "start", "waiting for OK ⊥; ELECTION(1) to 2, ELECTION(1) to 3, stop T', set T"},
	{"BU3", "bully", 2, "ELECTION(1) from 1", "waiting for OK ⊥; OK to 1, ELECTION(2) to 3, stop T', set T"},
	{"BU3", "bully", 2, "start; ELECTION(1) from 1", "waiting for OK ⊥; OK to 1"},
	{"BU4", "bully", 2, "start; OK from 3", "waiting for COORDINATOR ⊥; stop T, set T'"},
	{"BU4", "bully", 2, "OK from 3", "idle ⊥; "},
	{"BU5", "bully", 2, "start; timeout T", "idle 2; COORDINATOR(2) to 1, stop T, stop T'"},
	{"BU6", "bully", 2, "start; OK from 3; timeout T'", "waiting for OK ⊥; ELECTION(2) to 3, stop T', set T"},
	{"BU7", "bully", 2, "start; COORDINATOR(3) from 3", "idle 3; stop T, stop T'"},
	{"BU7", "bully", 3, "COORDINATOR(2) from 2", "idle 2; stop T, stop T'"},
	{"BU8", "bully", 2, "COORDINATOR(3) from 3; detect 3", "waiting for OK 3; ELECTION(2) to 3, stop T', set T"},
	{"BU8", "bully", 2, "COORDINATOR(3) from 3; start; detect 3", "ignored"},

	{"BR1", "bully-recovery", 3, "start", "idle 3 no; COORDINATOR(3) to 1, COORDINATOR(3) to 2, stop T, stop T'"},
	{"BR2", "bully-recovery", 1, "start", "waiting for OK ⊥ no; ELECTION(1) to 2, ELECTION(1) to 3, stop T', set T"},
	{"BR2", "bully-recovery", 1, "back; start", "ignored"},
	{"BR3", "bully-recovery", 2, "ELECTION(1) from 1", "waiting for OK ⊥ no; REJECT to 1, ELECTION(2) to 3, stop T', set T"},
	{"BR3", "bully-recovery", 2, "back; ELECTION(1) from 1", "waiting for OK ⊥ no; REJECT to 1, ELECTION(2) to 3, stop T', set T"},
	{"BR3", "bully-recovery", 3, "start; ELECTION(1) from 1", "idle 3 no; REJECT to 1, COORDINATOR(3) to 1, COORDINATOR(3) to 2, stop T, stop T'"},
	{"BR3", "bully-recovery", 2, "start; ELECTION(1) from 1", "waiting for OK ⊥ no; REJECT to 1"},
	{"BR4", "bully-recovery", 2, "start; REJECT from 3", "waiting for COORDINATOR ⊥ no; stop T, set T'"},
	{"BR4", "bully-recovery", 2, "back; REJECT from 3", "idle ⊥ yes; "},
	{"BR5", "bully-recovery", 2, "start; timeout T", "idle 2 no; COORDINATOR(2) to 1, COORDINATOR(2) to 3, stop T, stop T'"},
	{"BR6", "bully-recovery", 2, "start; REJECT from 3; timeout T'", "waiting for OK ⊥ no; ELECTION(2) to 3, stop T', set T"},
	{"BR7", "bully-recovery", 2, "start; COORDINATOR(3) from 3", "idle 3 no; stop T, stop T'"},
	{"BR7", "bully-recovery", 2, "back; COORDINATOR(3) from 3", "idle 3 yes; stop T, stop T'"},
	{"BR8", "bully-recovery", 2, "COORDINATOR(1) from 1", "waiting for OK ⊥ no; ELECTION(2) to 3, stop T', set T"},
	{"BR8", "bully-recovery", 2, "start; COORDINATOR(1) from 1", "waiting for OK ⊥ no; "},
	{"BR8", "bully-recovery", 3, "start; COORDINATOR(2) from 2", "idle 3 no; COORDINATOR(3) to 1, COORDINATOR(3) to 2, stop T, stop T'"},
	{"BR9", "bully-recovery", 2, "back; recover", "waiting for OK ⊥ no; ELECTION(2) to 3, stop T', set T"},
	{"BR9", "bully-recovery", 2, "back; COORDINATOR(3) from 3; recover", "waiting for OK 3 no; ELECTION(2) to 3, stop T', set T"},
	{"BR9", "bully-recovery", 2, "recover", "ignored"},
	{"BR10", "bully-recovery", 2, "ELECTION(3) from 3", "idle ⊥ no; "},
	{"BR11", "bully-recovery", 2, "COORDINATOR(3) from 3; detect 3", "waiting for OK 3 no; ELECTION(2) to 3, stop T', set T"},

	{"RI1", "ring", 2, "start", "⊥; ELECTION(2) to next"},
	{"RI1", "ring", 2, "start; start", "⊥; ELECTION(2) to next"},
	{"RI2", "ring", 2, "ELECTION(3)", "⊥; ELECTION(3) to next"},
	{"RI3", "ring", 2, "ELECTION(1)", "⊥; ELECTION(2) to next"},
	{"RI4", "ring", 2, "ELECTION(2)", "2; ELECTED(2) to next"},
	{"RI5", "ring", 2, "ELECTED(3)", "3; ELECTED(3) to next"},
	{"RI5", "ring", 2, "ELECTED(3); ELECTED(2)", "2; "},
	{"RI6", "ring", 2, "ELECTED(3); detect 3", "⊥; ELECTION(2) to next"},
	{"RI6", "ring", 2, "ELECTED(3); detect 1", "ignored"},

	{"RA1", "ring-accept", 2, "start", "⊥; ELECTION(2) to next"},
	{"RA1", "ring-accept", 2, "ELECTION(3); start", "3; ELECTION(2) to next"},
	{"RA2", "ring-accept", 2, "ELECTION(1)", "⊥; ELECTION(2) to next"},
	{"RA2", "ring-accept", 2, "ELECTION(3); ELECTION(1)", "3; ELECTION(2) to next"},
	{"RA3", "ring-accept", 2, "ELECTION(3)", "3; ELECTION(3) to next"},
	{"RA4", "ring-accept", 2, "ELECTION(2)", "2; ELECTED(2) to next"},
	{"RA5", "ring-accept", 2, "ELECTED(1)", "1; ELECTED(1) to next"},
	{"RA5", "ring-accept", 2, "ELECTION(3); ELECTED(2)", "2; "},
	{"RA6", "ring-accept", 2, "ELECTION(3); detect 3", "⊥; ELECTION(2) to next"},
	{"RA6", "ring-accept", 2, "ELECTION(3); detect 1", "ignored"},

	{"RM1", "ring-maxid", 2, "ELECTION(3); ELECTION(1)", "⊥ 3; "},
	{"RM1", "ring-maxid", 2, "ELECTION(3); ELECTED(2)", "⊥ 3; "},
	{"RM2", "ring-maxid", 2, "start; ELECTION(1)", "⊥ 1; ELECTION(2) to next"},
	{"RM2", "ring-maxid", 2, "ELECTION(3); ELECTION(3)", "⊥ 3; ELECTION(3) to next"},
	{"RM2", "ring-maxid", 2, "ELECTION(2)", "2 2; ELECTED(2) to next"},
	{"RM3", "ring-maxid", 2, "ELECTION(3); ELECTED(3)", "3 ⊥; ELECTED(3) to next"},
	{"RM3", "ring-maxid", 2, "start; ELECTED(1)", "1 ⊥; ELECTED(1) to next"},

	{"RW1", "ring-watch", 2, "ELECTION(3)", "⊥ yes no yes no no no; ELECTION(3) to next, set watch(3)"},
	{"RW1", "ring-watch", 2, "ELECTION(1)", "⊥ no no no yes no yes; ELECTION(2) to next, set watch(1)"},
	{"RW1", "ring-watch", 2, "ELECTED(3); ELECTION(3)", "3 yes no yes no no no; ELECTION(3) to next, set watch(3)"},
	{"RW2", "ring-watch", 2, "ELECTION(3); ELECTED(3)", "3 no yes no no no no; ELECTED(3) to next, stop watch(3)"},
	{"RW2", "ring-watch", 2, "ELECTION(1); ELECTED(3)", "3 no yes no no no no; ELECTED(3) to next, stop watch(1)"},
	{"RW2", "ring-watch", 2, "ELECTION(3); ELECTED(2)", "2 no no no no no no; stop watch(3)"},
	{"RW3", "ring-watch", 2, "ELECTION(3); timeout watch(3)", "⊥ yes no no no no no; ELECTION(2) to next, stop watch(3)"},
	{"RW3", "ring-watch", 2, "ELECTION(3); timeout watch(1)", "ignored"},
	{"RW3", "ring-watch", 2, "ELECTION(3); timeout watch(3); timeout watch(3)", "ignored"},
	{"RW4", "ring-watch", 2, "ELECTION(3); ELECTION(3)", "⊥ no no no no no no; ELECTION(2) to next, stop watch(3)"},
	{"RW4", "ring-watch", 2, "ELECTION(3); timeout watch(3); ELECTION(3)", "⊥ no no no no no no; ELECTION(2) to next"},
	{"RW4", "ring-watch", 2, "ELECTED(3); ELECTED(3)", "3 no no no no no no; ELECTION(2) to next"},
	{"RW4", "ring-watch", 2, "ELECTION(3); ELECTED(3); ELECTED(3); ELECTED(3)", "3 no yes no no no no; ELECTED(3) to next"},

	{"RD1", "ring-detector", 2, "ELECTION(3); ELECTION(1)", "⊥ {1,3} {}; ELECTION(2) to next"},
	{"RD1", "ring-detector", 2, "ELECTION(2)", "2 {} {}; ELECTED(2) to next"},
	{"RD1", "ring-detector", 2, "ELECTED(3)", "3 {} {}; ELECTED(3) to next"},
	{"RD2", "ring-detector", 2, "ELECTION(3); report 3", "⊥ {3} {3}; ELECTION(2) to next"},
	{"RD2", "ring-detector", 2, "report 3", "ignored"},
	{"RD2", "ring-detector", 2, "ELECTION(3); report 3; report 3", "ignored"},
	{"RD3", "ring-detector", 2, "ELECTION(3); report 3; ELECTION(3)", "⊥ {3} {3}; "},
	{"RD3", "ring-detector", 2, "ELECTION(3); report 3; ELECTED(3)", "⊥ {3} {3}; "},
	{"RD4", "ring-detector", 2, "ELECTION(3); report 3; withdraw 3", "⊥ {3} {}; "},
	{"RD4", "ring-detector", 2, "ELECTION(3); withdraw 3", "ignored"},

	{"CO1", "consensus", 2, "start", "waiting for OK ⊥ ⊥; ELECTION(2) to 3, stop T', set T"},
	{"CO1", "consensus", 2, "start; start", "ignored"},
	{"CO2", "consensus", 2, "COORDINATOR(3) from 3", "idle 3 1; stop T, stop T'"},
	{"CO2", "consensus", 2, "start; timeout T", "idle 2 0; COORDINATOR(2) to 1, stop T, stop T'"},
	{"CO2", "consensus", 1, "COORDINATOR(3) from 3; COORDINATOR(2) from 2", "idle 2 1; stop T, stop T'"},

	{"CR1", "chang-roberts", 2, "start", "yes ⊥; ELECTION(2) to next"},
	{"CR1", "chang-roberts", 2, "start; start", "ignored"},
	{"CR1", "chang-roberts", 2, "ELECTED(3); start", "ignored"},
	{"CR2", "chang-roberts", 2, "ELECTION(3)", "yes ⊥; ELECTION(3) to next"},
	{"CR3", "chang-roberts", 2, "ELECTION(1)", "yes ⊥; ELECTION(2) to next"},
	{"CR4", "chang-roberts", 2, "start; ELECTION(1)", "yes ⊥; "},
	{"CR5", "chang-roberts", 2, "start; ELECTION(2)", "no 2; ELECTED(2) to next"},
	{"CR6", "chang-roberts", 2, "start; ELECTED(3)", "no 3; ELECTED(3) to next"},
	{"CR6", "chang-roberts", 2, "ELECTED(3); ELECTION(3); ELECTED(2)", "yes 3; "},
	{"CR7", "chang-roberts", 2, "ELECTED(3); detect 3", "yes ⊥; ELECTION(2) to next"},
	{"CR7", "chang-roberts", 2, "ELECTED(3); ELECTION(1); detect 3", "ignored"},

	{"LL1", "lelann", 2, "start", "⊥ {2} no no; ELECT(2) to next"},
	{"LL1", "lelann", 2, "start; start", "ignored"},
	{"LL1", "lelann", 2, "back; start", "⊥ {2} no no; ELECT(2) to next"},
	{"LL2", "lelann", 2, "back; ELECT(1)", "⊥ {1,2} no no; ELECT(2) to next, ELECT(1) to next"},
	{"LL3", "lelann", 2, "ELECT(1); ELECT(3)", "⊥ {1,2,3} no no; ELECT(3) to next"},
	{"LL4", "lelann", 2, "ELECT(1); ELECT(3); ELECT(2)", "3 {} no no; "},
	{"LL4", "lelann", 2, "ELECT(2)", "⊥ {} no no; "},
	{"LL5", "lelann", 2, "ELECT(1); ELECT(2); ASK(1,⊥)", "2 {} no no; ASK(1,2) to next"},
	{"LL5", "lelann", 2, "ELECT(1); ELECT(2); ASK(1,3)", "2 {} no no; ASK(1,3) to next"},
	{"LL5", "lelann", 2, "ASK(1,⊥)", "⊥ {} no no; ASK(1,⊥) to next"},
	{"LL6", "lelann", 2, "back; recover; ASK(2,3)", "3 {} no no; "},
	{"LL6", "lelann", 2, "back; recover; ASK(2,⊥)", "⊥ {2} no no; ELECT(2) to next"},
	{"LL6", "lelann", 2, "back; ASK(2,3)", "3 {} no no; "},
	{"LL6", "lelann", 2, "back; recover; start; ASK(2,3)", "⊥ {2} no no; "},
	{"LL6", "lelann", 2, "start; ELECT(2); ASK(2,3)", "2 {} no no; "},
	{"LL7", "lelann", 2, "back", "⊥ {} no yes; "},
	{"LL7", "lelann", 2, "back; recover", "⊥ {} no no; ASK(2,⊥) to next"},
	{"LL7", "lelann", 2, "back; recover; recover", "ignored"},
	{"LL8", "lelann", 2, "start; ELECT(3); ELECT(2); detect 3", "⊥ {2} no no; ELECT(2) to next"},
	{"LL8", "lelann", 2, "start; ELECT(3); ELECT(2); ELECT(1); detect 3", "ignored"},

	{"HS1", "hirschberg-sinclair", 2, "start", "yes no 0 none ⊥; PROBE(2,0,1,right) to next, PROBE(2,0,1,left) to behind"},
	{"HS1", "hirschberg-sinclair", 2, "PROBE(3,0,1,left); start", "ignored"},
	{"HS2", "hirschberg-sinclair", 2, "PROBE(1,0,1,right)", "yes no 0 none ⊥; PROBE(2,0,1,right) to next, PROBE(2,0,1,left) to behind"},
	{"HS2", "hirschberg-sinclair", 2, "ELECTED(3); PROBE(1,0,1,right)", "no no 0 none 3; "},
	{"HS3", "hirschberg-sinclair", 2, "PROBE(3,1,1,left)", "no yes 0 none ⊥; PROBE(3,1,2,left) to behind"},
	{"HS3", "hirschberg-sinclair", 2, "start; PROBE(3,1,1,right)", "yes no 0 none ⊥; PROBE(3,1,2,right) to next"},
	{"HS4", "hirschberg-sinclair", 2, "PROBE(3,0,1,left)", "no yes 0 none ⊥; REPLY(3,0,right) to next"},
	{"HS4", "hirschberg-sinclair", 2, "ELECTED(3); PROBE(3,1,2,right)", "no no 0 none 3; REPLY(3,1,left) to behind"},
	{"HS5", "hirschberg-sinclair", 2, "start; PROBE(2,0,1,left)", "no no 0 none 2; ELECTED(2) to next"},
	{"HS5", "hirschberg-sinclair", 2, "start; PROBE(2,0,1,left); PROBE(2,0,1,right)", "no no 0 none 2; "},
	{"HS6", "hirschberg-sinclair", 2, "REPLY(3,0,right)", "no no 0 none ⊥; REPLY(3,0,right) to next"},
	{"HS6", "hirschberg-sinclair", 2, "REPLY(1,4,left)", "no no 0 none ⊥; REPLY(1,4,left) to behind"},
	{"HS7", "hirschberg-sinclair", 2, "start; REPLY(2,0,left)", "yes no 0 left ⊥; "},
	{"HS7", "hirschberg-sinclair", 2, "start; REPLY(2,0,right); REPLY(2,0,right)", "yes no 0 right ⊥; "},
	{"HS7", "hirschberg-sinclair", 2, "start; REPLY(2,1,right)", "yes no 0 none ⊥; "},
	{"HS7", "hirschberg-sinclair", 2, "start; REPLY(2,0,left); REPLY(2,0,right)", "yes no 1 none ⊥; PROBE(2,1,1,right) to next, PROBE(2,1,1,left) to behind"},
	{"HS7", "hirschberg-sinclair", 2, "REPLY(2,0,left)", "no no 0 none ⊥; "},
	{"HS8", "hirschberg-sinclair", 2, "start; REPLY(2,0,left); ELECTED(3)", "no no 0 none 3; ELECTED(3) to next"},
	{"HS8", "hirschberg-sinclair", 2, "ELECTED(3); ELECTED(2)", "no no 0 none 3; "},
	{"HS9", "hirschberg-sinclair", 2, "ELECTED(3); detect 3", "yes no 0 none ⊥; PROBE(2,0,1,right) to next, PROBE(2,0,1,left) to behind"},
	{"HS9", "hirschberg-sinclair", 2, "ELECTED(3); detect 3; detect 3", "ignored"},
}

// TestRules shows each rule at work.
func TestRules(t *testing.T) {
	for _, row := range atWork {
		a := find(t, row.algorithm)
		c := &impl.Config{Self: row.self, Members: []impl.ID{1, 2, 3}}
		given := strings.Split(row.given, "; ")
		back := given[0] == "back"
		state, out := a.Boot(c, nil, back)
		if back {
			given = given[1:]
		}
		for _, g := range given {
			state, out = state.Step(input(t, a, c, g))
		}
		if got := shown(a, c, state, out); got != row.want {
			t.Errorf("%s, at %d: %s\ngot  %s\nwant %s", row.rule, row.self, row.given, got, row.want)
		}
	}
}

// byCriterion lists the algorithms whose criterion decides: they set no timer at first and have no terms.
func byCriterion(t *testing.T) (list []impl.Algorithm) {
	for _, a := range impl.Algorithms() {
		_, out := a.Boot(&impl.Config{Self: 1, Members: []impl.ID{1, 2}}, nil, false)
		if len(out.Set) == 0 && !a.Terms {
			list = append(list, a)
		}
	}
	if len(list) == 0 {
		t.Fatal("no algorithm is decided by the criterion")
	}
	return list
}

// TestEveryRule: no rule of a page is without a row, and no row without a rule.
func TestEveryRule(t *testing.T) {
	rule := regexp.MustCompile(`\*\*([A-Z]{2}[0-9]+)\*\*`)
	known := map[string]string{}
	for _, a := range byCriterion(t) {
		page, err := os.ReadFile("../spec/" + a.Name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range rule.FindAllStringSubmatch(string(page), -1) {
			known[found[1]] = a.Name
			if !slices.ContainsFunc(atWork, func(row work) bool {
				return row.rule == found[1] && row.algorithm == a.Name
			}) {
				t.Errorf("%s of %s is never shown at work", found[1], a.Name)
			}
		}
	}
	for _, row := range atWork {
		if known[row.rule] != row.algorithm {
			t.Errorf("%s is no rule of %s", row.rule, row.algorithm)
		}
	}
}

// TestVariables: those of the pages' tables, in their order.
func TestVariables(t *testing.T) {
	name := regexp.MustCompile("(?m)^\\| `([\\w.]+)` \\|")
	for _, a := range impl.Algorithms() {
		var want, got []string
		for _, of := range slices.Compact([]string{a.Election(), a.Name}) {
			page, err := os.ReadFile("../spec/" + of + ".md")
			if err != nil {
				t.Fatal(err)
			}
			_, rest, _ := strings.Cut(string(page), "## Local variables\n")
			section, _, _ := strings.Cut(rest, "\n## ")
			for _, found := range name.FindAllStringSubmatch(section, -1) {
				want = append(want, found[1])
			}
		}
		state, _ := a.Boot(&impl.Config{Self: 1, Members: []impl.ID{1, 2}}, nil, false)
		for _, v := range state.Variables() {
			got = append(got, v.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s has variables %v, its page %v", a.Name, got, want)
		}
	}
}

// shown prints a state, and what comes of the step into it.
func shown(a impl.Algorithm, c *impl.Config, state impl.State, out impl.Outputs) string {
	if out.Ignored {
		return "ignored"
	}
	var values, done []string
	for _, v := range state.Variables() {
		values = append(values, v.Value)
	}
	for _, s := range out.Sends {
		done = append(done, a.Spell(c, s.Message)+" to "+s.To.String())
	}
	for _, timer := range out.Stop {
		done = append(done, "stop "+timer.String())
	}
	for _, s := range out.Set {
		done = append(done, "set "+s.Timer.String())
	}
	return strings.Join(values, " ") + "; " + strings.Join(done, ", ")
}

// input reads what a row gives to a member. On a ring nobody asks whom a message is from.
func input(t *testing.T, a impl.Algorithm, c *impl.Config, text string) impl.Input {
	action, rest, _ := strings.Cut(text, " ")
	peer, _ := strconv.Atoi(rest)
	switch action {
	case "start":
		return impl.Start{}
	case "recover":
		return impl.Recover{}
	case "timeout":
		name, of, _ := strings.Cut(rest, "(")
		peer, _ = strconv.Atoi(strings.TrimSuffix(of, ")"))
		return impl.Timeout{Timer: impl.Timer{Name: name, Of: impl.ID(peer)}}
	case "detect":
		return impl.Detect{Peer: impl.ID(peer)}
	case "report":
		return impl.Suspect{Peer: impl.ID(peer)}
	case "withdraw":
		return impl.Trust{Peer: impl.ID(peer)}
	}
	peer, _ = strconv.Atoi(strings.TrimPrefix(rest, "from "))
	return impl.Receive{From: impl.ID(peer), Message: message(t, a, c, action)}
}

// message reads a message as the pages spell it; spelt by the algorithm, it must be the same.
func message(t *testing.T, a impl.Algorithm, c *impl.Config, text string) impl.Message {
	word, list, _ := strings.Cut(strings.TrimSuffix(text, ")"), "(")
	m := impl.Message{Word: word}
	numbers := strings.NewReplacer("⊥", "0", "right", "0", "left", "1", ",", " ").Replace(list)
	for arg := range strings.FieldsSeq(numbers) {
		number, err := strconv.Atoi(arg)
		if err != nil {
			t.Fatal(err)
		}
		m.Args = append(m.Args, number)
	}
	if err := a.Check(c, m); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if spelt := a.Spell(c, m); spelt != text {
		t.Fatalf("%s is spelt %s", text, spelt)
	}
	return m
}
