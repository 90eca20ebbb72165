package ledger

import (
	"fmt"
	"slices"
	"testing"

	"interrex/internal/check"
	"interrex/spec/claims"
)

// reports are what commands might write.
var reports = map[string]string{
	"holds":    `{"n": 3, "complete": true, "states": 5, "depth": 7, "properties": [{"name": "ends", "verdict": "holds"}], "exit": 0}`,
	"violated": `{"n": 4, "complete": true, "properties": [{"name": "ends", "verdict": "violated", "counterexample": {"cycle": [{"action": "deliver", "message": "ELECTION(9)"}, {"action": "crash", "message": null}]}}], "exit": 13}`,
	"cut":      `{"n": 2, "complete": false, "depth": 7, "properties": [{"name": "ends", "verdict": "inconclusive"}, {"name": "decides", "verdict": "holds"}], "exit": 152}`,
	"rings":    `{"n": 4, "complete": true, "arrangements": [{"states": 3, "depth": 7, "verdicts": {"ends": "holds", "decides": "violated"}}, {"states": 4, "depth": 8, "verdicts": {"ends": "holds", "decides": "holds"}}], "exit": 13}`,
	"vacuous":  `{"n": 3, "complete": true, "properties": [{"name": "ends", "verdict": "holds", "premise": 0, "vacuous": true}, {"name": "decides", "verdict": "holds", "premise": 7, "vacuous": false}], "exit": 0}`,
	"empty":    `{"n": 3, "complete": false, "properties": [{"name": "ends", "verdict": "inconclusive", "premise": 0, "vacuous": false}, {"name": "decides", "verdict": "inconclusive", "premise": 7, "vacuous": false}], "exit": 152}`,
	"one dull": `{"n": 4, "complete": true, "arrangements": [{"verdicts": {"ends": "holds", "decides": "violated"}, "warnings": []}, {"verdicts": {"ends": "holds", "decides": "holds"}, "warnings": [{"about": "property", "name": "ends", "text": "ends is vacuous"}, {"about": "property", "name": "decides", "text": "decides is vacuous"}, {"about": "action", "name": "agreement", "text": "crash is never taken"}]}], "exit": 13}`,
	"drawn":    `{"points": [{"n": 9, "until": [{"moment": "over", "costs": [{"name": "messages", "drawn": {"greatest": 7}}]}]}], "exit": 0}`,
	"story":    `{"stories": [{"steps": 9}], "exit": 0}`,
	"fraction": `{"mean": 7.5, "exit": 0}`,
	"costs":    `{"points": [{"n": 2, "until": [{"moment": "over", "costs": [{"name": "OK", "most": {"cost": 1}}, {"name": "messages", "most": {"cost": 4}}]}]}, {"n": 3, "until": [{"moment": "over", "costs": [{"name": "OK", "exact": false, "most": null}, {"name": "ELECT", "exact": true, "most": {"cost": null, "unbounded": true}}, {"name": "messages", "most": {"cost": 9}}]}]}], "exit": 0}`,
}

func read(t *testing.T, command string) Report {
	t.Helper()
	r, err := Read([]byte(reports[command]))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		command string
		ask     claims.Ask
		want    claims.Outcome
		got     string
	}{
		{"holds", claims.Ask{What: "ends", Is: claims.Holds}, claims.True, "holds"},
		{"holds", claims.Ask{What: "ends", Is: claims.Violated}, claims.False, "holds"},
		{"holds", claims.Ask{What: "ends", Is: claims.Repeating, Value: "crash"}, claims.False, "holds"},
		{"violated", claims.Ask{What: "ends", Is: claims.Holds}, claims.False, "violated"},
		{"violated", claims.Ask{What: "ends", Is: claims.Violated}, claims.True, "violated"},
		{"violated", claims.Ask{What: "ends", Is: claims.Repeating, Value: "deliver ELECTION(9)"}, claims.False, "violated, repeating crash, deliver ELECTION(9)"},
		{"cut", claims.Ask{What: "ends", Is: claims.Holds}, claims.Open, "inconclusive"},
		{"cut", claims.Ask{What: "ends", Is: claims.Violated}, claims.Open, "inconclusive"},
		{"cut", claims.Ask{What: "decides", Is: claims.Holds}, claims.Open, "inconclusive"}, // never, where something was cut
		{"holds", claims.Ask{What: "ends", Is: claims.Unbroken}, claims.True, "holds"},
		{"violated", claims.Ask{What: "ends", Is: claims.Unbroken}, claims.False, "violated"},
		{"cut", claims.Ask{What: "ends", Is: claims.Unbroken}, claims.Within, "inconclusive, and not violated in what was explored"},
		{"empty", claims.Ask{What: "decides", Is: claims.Unbroken}, claims.Within, "inconclusive, and not violated in what was explored"},
		{"empty", claims.Ask{What: "ends", Is: claims.Unbroken}, claims.Open, "vacuous"},
		{"vacuous", claims.Ask{What: "ends", Is: claims.Holds}, claims.Open, "vacuous"},
		{"vacuous", claims.Ask{What: "ends", Is: claims.Unbroken}, claims.Open, "vacuous"},
		{"vacuous", claims.Ask{What: "ends", Is: claims.Violated}, claims.Open, "vacuous"},
		{"vacuous", claims.Ask{What: "decides", Is: claims.Holds}, claims.True, "holds"},
		{"one dull", claims.Ask{What: "ends", Is: claims.Holds}, claims.Open, "vacuous"},
		{"one dull", claims.Ask{What: "decides", Is: claims.Holds}, claims.False, "violated"}, // on another ring
		{"drawn", claims.Ask{What: "points.until.over.costs.messages.drawn.greatest", Is: claims.AtMost, Value: "7"}, claims.Within, "7"},
		{"drawn", claims.Ask{What: "points.until.over.costs.messages.drawn.greatest", Is: claims.AtMost, Value: "6"}, claims.False, "7"},
		{"cut", claims.Ask{What: "depth", Is: claims.Equals, Value: "7"}, claims.Open, "7"},
		{"rings", claims.Ask{What: "ends", Is: claims.Holds}, claims.True, "holds"},
		{"rings", claims.Ask{What: "decides", Is: claims.Holds}, claims.False, "violated"},
		{"rings", claims.Ask{What: "decides", Is: claims.Violated}, claims.True, "violated"},
		{"rings", claims.Ask{What: "arrangements.depth", Is: claims.AtMost, Value: "8"}, claims.True, "8"},
		{"rings", claims.Ask{What: "arrangements.depth", Is: claims.AtMost, Value: "7"}, claims.False, "8"},
		{"rings", claims.Ask{What: "arrangements.depth", Is: claims.AtLeast, Value: "8"}, claims.False, "7"},
		{"rings", claims.Ask{What: "arrangements.depth", Is: claims.Equals, Value: "7"}, claims.False, "8"},
		{"holds", claims.Ask{What: "depth", Is: claims.Equals, Value: "7"}, claims.True, "7"},
		{"holds", claims.Ask{What: "depth", Is: claims.AtLeast, Value: "8"}, claims.False, "7"},
		{"story", claims.Ask{What: "exit", Is: claims.Equals, Value: "0"}, claims.True, "0"},
		{"fraction", claims.Ask{What: "mean", Is: claims.Equals, Value: "15/2"}, claims.True, "7.5"},
		{"fraction", claims.Ask{What: "mean", Is: claims.AtMost, Value: "7"}, claims.False, "7.5"},
		{"costs", claims.Ask{What: "points.until.over.costs.messages.most.cost", Is: claims.AtMost, Value: "9"}, claims.True, "9"},
		{"costs", claims.Ask{What: "points.until.over.costs.messages.most.cost", Is: claims.AtMost, Value: "8"}, claims.False, "9"},
		{"costs", claims.Ask{What: "points.until.over.costs.most.cost", Is: claims.AtMost, Value: "9"}, claims.Open, "unknown"},
		{"costs", claims.Ask{What: "points.until.over.costs.ELECT.most.cost", Is: claims.AtMost, Value: "9"}, claims.False, "unbounded, or in no run"},
		{"costs", claims.Ask{What: "points.until.over.costs.OK.most.cost", Is: claims.AtLeast, Value: "1"}, claims.Open, "unknown"},
	} {
		if a := answer(c.ask, read(t, c.command)); a.Outcome != c.want || a.Got != c.got {
			t.Errorf("%s: %s: %s, %q; want %s, %q", c.command, c.ask, a.Outcome, a.Got, c.want, c.got)
		}
	}
}

// TestRepeating: only that action, again and again.
func TestRepeating(t *testing.T) {
	r, _ := Read([]byte(`{"complete": true, "properties": [{"name": "ends", "verdict": "violated",
		"counterexample": {"cycle": [{"action": "deliver", "message": "ELECTION(9)"}, {"action": "deliver", "message": "ELECTION(9)"}]}}]}`))
	for value, want := range map[string]claims.Outcome{"deliver ELECTION(9)": claims.True, "deliver ELECTION(8)": claims.False} {
		if a := answer(claims.Ask{What: "ends", Is: claims.Repeating, Value: value}, r); a.Outcome != want {
			t.Errorf("%s: %v", value, a)
		}
	}
}

// TestWhatAReportDoesNotSay is no answer.
func TestWhatAReportDoesNotSay(t *testing.T) {
	for _, ask := range []claims.Ask{
		{What: "agreement", Is: claims.Holds}, {What: "depths", Is: claims.Equals, Value: "7"},
		{What: "depth", Is: claims.Equals, Value: "seven"}, {What: "arrangements.depth", Is: claims.AtMost, Value: "7"},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s is answered", ask)
				}
			}()
			answer(ask, read(t, "holds"))
		}()
	}
}

// TestJudge: what becomes of runs, cases, and a claim; and that the record has no part in it.
func TestJudge(t *testing.T) {
	shows := func(command string, is claims.Relation) claims.Run {
		return claims.Run{Command: command, Shows: []claims.Ask{{What: "ends", Is: is}}}
	}
	all := map[string]Report{}
	for command := range reports {
		all[command] = read(t, command)
	}
	for _, c := range []struct {
		runs  [][]claims.Run // of each case
		want  claims.Verdict
		sizes string // of the first case
	}{
		{[][]claims.Run{{shows("holds", claims.Holds), shows("rings", claims.Holds)}}, claims.Confirmed, "3 to 4"},
		{[][]claims.Run{{shows("holds", claims.Holds), shows("violated", claims.Holds)}}, claims.Refuted, "3 to 4"},
		{[][]claims.Run{{shows("cut", claims.Holds), shows("violated", claims.Holds)}}, claims.Refuted, "2, 4"},
		{[][]claims.Run{{shows("cut", claims.Holds), shows("holds", claims.Holds)}}, claims.Undecided, "2 to 3"},
		{[][]claims.Run{{shows("holds", claims.Holds)}, {shows("violated", claims.Holds)}}, claims.OnlyIf, "3"},
		{[][]claims.Run{{shows("holds", claims.Holds)}, {shows("violated", claims.Violated)}}, claims.Confirmed, "3"},
		{[][]claims.Run{{shows("violated", claims.Holds)}, {shows("cut", claims.Holds)}}, claims.Undecided, "4"},
		{[][]claims.Run{{shows("holds", claims.Holds), shows("cut", claims.Unbroken)}}, claims.Unrefuted, "2 to 3"},
		{[][]claims.Run{{shows("cut", claims.Unbroken)}, {shows("violated", claims.Unbroken)}}, claims.OnlyIf, "2"},
		{[][]claims.Run{{shows("vacuous", claims.Holds)}, {shows("holds", claims.Holds)}}, claims.Undecided, "3"},
	} {
		claim := claims.Claim{ID: "C99"}
		for _, runs := range c.runs {
			claim.Cases = append(claim.Cases, claims.Case{If: "so", Runs: runs})
		}
		for _, record := range []claims.Verdict{claims.Undecided, claims.Confirmed, claims.Refuted, claims.OnlyIf, claims.Unrefuted} {
			claim.Found = record
			j := Judge(claim, all)
			if got := j.Computed; got.Found != c.want || got.Cases[0].Sizes != c.sizes {
				t.Errorf("%v: %s, N = %s; want %s, N = %s", c.runs, got.Found, got.Cases[0].Sizes, c.want, c.sizes)
			}
			if differs := slices.Contains(j.Differs(), fmt.Sprintf("the record says %s", record)); differs != (record != c.want) {
				t.Errorf("%v: recorded is %s, and it differs: %v", c.runs, record, j.Differs())
			}
		}
	}
}

// TestExit: a claim that differs from its record ends with 12.
func TestExit(t *testing.T) {
	c := claims.All()[0]
	c.Cases = []claims.Case{{If: "so", Runs: []claims.Run{{Command: "violated", Shows: []claims.Ask{{What: "ends", Is: claims.Holds}}}}}}
	judged := Judge(c, map[string]Report{"violated": read(t, "violated")})
	if found := (&Claims{judged: []Judgement{judged}}); judged.Computed.Found != claims.Refuted || found.Exit() != check.ExitSafety {
		t.Errorf("%s, exit code %d; the record says %s", judged.Computed.Found, found.Exit(), c.Found)
	}
}
