package explore

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"interrex/internal/testlevel"
)

var (
	occurring = regexp.MustCompile(`(?m)^  (\S.*?) +([\d,]+) +([\d,]+)(?:  (never|not so far))?$`)
	alarming  = regexp.MustCompile(`(?m)^warning: (nothing is said of any state by|never taken:) (.*)$`)
)

// TestPremisesAndActions: as text and in JSON the same numbers, and numbers that fit together.
func TestPremisesAndActions(t *testing.T) {
	seen := map[string]bool{}
	for _, args := range variety {
		d, text := decode(t, args), call(args).stdout
		for i, line := range ruling.FindAllStringSubmatch(text, -1) {
			p := d.Properties[i]
			if number := strings.ReplaceAll(line[4], ",", ""); number != fmt.Sprint(p.Premise) && (number != "no" || p.Premise != 0) {
				t.Errorf("explore %s: the premise of %s is true in %s states as text, and in %d in JSON", args, p.Name, line[4], p.Premise)
			}
			seen["no state so far"] = seen["no state so far"] || line[5] != ""
			if p.Premise > d.States || p.Vacuous != (p.Premise == 0 && p.Verdict == "holds") || (line[5] != "") != (p.Premise == 0 && !d.Complete) {
				t.Errorf("explore %s: %q, of %d states, complete: %v; and in JSON %+v", args, line[0], d.States, d.Complete, p)
			}
		}
		_, table, _ := strings.Cut(text, "\n  action  ")
		lines := occurring.FindAllStringSubmatch(table, -1)
		if len(lines) != len(d.Actions) || len(lines) == 0 {
			t.Fatalf("explore %s: %d actions as text, %d in JSON", args, len(lines), len(d.Actions))
		}
		sum := 0
		for i, a := range d.Actions {
			remark := map[bool]string{true: "never", false: "not so far"}[d.Complete]
			if a.Taken > 0 {
				remark = ""
			}
			if got := fmt.Sprint(activity{lines[i][1], number(lines[i][2]), number(lines[i][3])}, lines[i][4]); got != fmt.Sprint(a, remark) {
				t.Errorf("explore %s: %s as text, and %v in JSON", args, got, a)
			}
			if a.Enabled > a.Taken && d.Complete || a.Enabled > d.States {
				t.Errorf("explore %s: %+v, of %d states, complete: %v", args, a, d.States, d.Complete)
			}
			seen[a.Action+" "+remark] = true
			sum += a.Taken
		}
		if sum != d.Steps {
			t.Errorf("explore %s: the actions are taken in %d steps, and there are %d", args, sum, d.Steps)
		}
		d.sameWarnings(t, args, alarming.FindAllStringSubmatch(text, -1))
	}
	for _, want := range []string{"no state so far", "start ", "detect ", "suspect ", "deliver ELECTION ", "deliver and keep ",
		"timeout T' never", "timeout T not so far", "report ", "withdraw ", "recover ", "crash inside a step ", "restart ", "lose "} {
		if !seen[want] {
			t.Errorf("no world has %q", want)
		}
	}
}

func number(text string) (n int) {
	fmt.Sscan(strings.ReplaceAll(text, ",", ""), &n)
	return n
}

// sameWarnings compares the warnings of a document with those of the text, and both with what
// there is to warn of.
func (d document) sameWarnings(t *testing.T, args string, lines [][]string) {
	t.Helper()
	var got, told, want []string
	for _, w := range d.Warnings {
		got = append(got, w.About+" "+w.Name)
	}
	for _, line := range lines {
		about := map[bool]string{true: "action ", false: "property "}[line[1] == "never taken:"]
		for _, name := range strings.Split(line[2], ", ") {
			told = append(told, about+name)
		}
	}
	for _, p := range d.Properties {
		if p.Vacuous {
			want = append(want, "property "+p.Name)
		}
	}
	for _, a := range d.Actions {
		narrower := regexp.MustCompile(`-(starts|crashes)=0|-initiators|-initial=leader|-crash-points=steps`).MatchString(args)
		if a.Taken == 0 && d.Complete && !narrower {
			want = append(want, "action "+a.Action)
		}
	}
	if !slices.Equal(got, want) || !slices.Equal(told, want) {
		t.Errorf("explore %s: warnings of %q, as text of %q, want %q", args, got, told, want)
	}
}

// TestRingsAddUp: a row of -orders=all is what check says of that ring, and the actions are the sums over all rows.
func TestRingsAddUp(t *testing.T) {
	for _, c := range []struct{ flags, warning string }{
		{"-algo=ring -n=4 -crashes=0 -starts=2", ""},
		{"-algo=ring-watch -n=3 -crashes=1", ""},
		{"-algo=ring -n=3 -crashes=1 -max-states=40", ""},
		{"-algo=chang-roberts -n=3 -restarts=1", "warning: restart is never taken (in 2 of 2 arrangements)"},
		{"-algo=chang-roberts -n=3 -starts=0 -property=ends", "warning: ends is vacuous: its premise is true in no state (in 2 of 2 arrangements)"},
	} {
		rings := decodeRings(t, "-orders=all "+c.flags)
		sum := make([]activity, len(rings.Actions))
		for _, a := range rings.Arrangements {
			one := decode(t, c.flags[:strings.Index(c.flags, " -n=")]+" -ids="+text(a.IDs...)+c.flags[strings.Index(c.flags, " -n=")+5:])
			if one.States != a.States || one.Steps != a.Steps || one.Terminal != a.Terminal || one.Depth != a.Depth || one.Exit != a.Exit || one.Complete != a.Complete {
				t.Errorf("explore -orders=all %s: the row %+v, and check says %+v", c.flags, a, one)
			}
			for _, p := range one.Properties {
				if a.Verdicts[p.Name] != p.Verdict {
					t.Errorf("explore -orders=all %s: on %v %s %s, and check says %s", c.flags, a.IDs, p.Name, a.Verdicts[p.Name], p.Verdict)
				}
			}
			for i, b := range one.Actions {
				sum[i] = activity{b.Action, sum[i].Enabled + b.Enabled, sum[i].Taken + b.Taken}
			}
			if fmt.Sprint(one.Warnings) != fmt.Sprint(a.Warnings) {
				t.Errorf("explore -orders=all %s: on %v the warnings are %v, and of check %v", c.flags, a.IDs, a.Warnings, one.Warnings)
			}
		}
		if !slices.Equal(sum, rings.Actions) {
			t.Errorf("explore -orders=all %s: %v, and the sums are %v", c.flags, rings.Actions, sum)
		}
		report := call("-orders=all " + c.flags).stdout
		if strings.Contains(report, "warning: ") != (c.warning != "") || !strings.Contains(report, c.warning) {
			t.Errorf("explore -orders=all %s: want %q in\n%s", c.flags, c.warning, report)
		}
	}
}

// TestAuthorsWorldsAreTried: with three processes nothing in the default world of any algorithm is
// left untried.
func TestAuthorsWorldsAreTried(t *testing.T) {
	for i, algorithm := range algorithms() {
		if !testlevel.OneOf(5, i) {
			continue
		}
		args := "-algo=" + algorithm + " -n=3"
		if d := decode(t, args); !d.Complete || len(d.Warnings) > 0 {
			t.Errorf("explore %s: complete %v, warnings %v", args, d.Complete, d.Warnings)
		}
	}
}
