package world_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/internal/check"
	"interrex/internal/testlevel"
	"interrex/model/world"
)

// reasons are the forms of all reasons.
var reasons = []string{
	`dead`, `it lives`, `it has a lot to draw first`, `nothing is on its way`, `nothing is on its way: the link is cut`,
	`nothing is on its way: P\d+ stands between them`, `the link keeps its bounds`, `the budget -[a-z-]+=\d+ is spent`, `mistakes have ended`,
	`the bound -[a-z]+ cuts it off`, `not armed: .*`, `it fires in \d+ ticks?`, `due now: .*`, `it could change nothing: .*`,
	`what it waits for can still come`, `still on the way: .*`, `P\d+ takes part in an election, and may win it`, `P\d+ has yet to recover`,
	`it has none to draw`, `it owes none: .*`, `it is none of the -initiators`,
	`it takes part in an election already: .*`, `it must recover first: .*`,
	`it knows of term \d+, and from then on only a timer begins an election: .*`, `it has elected P\d+ already: .*`,
	`it waits for the outcome of an election: .*`, `not idle: .*`, `it has no leader`, `it has elected itself`, `P\d+ lives`, `P\d+ is dead`,
	`P\d+ has been dead for \d+ ticks?, and that is found out after \d+ ticks?`, `it is not listened to: .*`,
	`P\d+ lives, and the detector makes no mistakes`, `.* of P\d+ is due`, `P\d+ must recover first`, `P\d+ must first find out that P\d+ is dead`,
	`nothing is under way that time could change`, `they hold`, `they have ended`,
}

// In every state each action either has a step, which the reference confirms elsewhere, or a false guard with a reason. Each reason
// occurs in some state.
func TestDisabled(t *testing.T) {
	testlevel.Alone(t)
	found := map[string]bool{}
	forms := regexp.MustCompile("^(?:(" + strings.Join(reasons, ")|(") + "))$")
	recordedWorlds(t, 1500, func(args string, q check.Question) {
		w := world.New(q.World)
		_, states := explored(t, t, w, checker.Options{MaxStates: 1500})
		for i, s := range states {
			if !testlevel.OneOf(4, i) {
				continue
			}
			if inconsistent := w.InconsistentGuards(s); inconsistent != nil {
				t.Fatalf("%s: in %s\n%v have a step and a false guard, or neither", args, w.DescribeState(s), inconsistent)
			}
			for _, r := range w.Disabled(s) {
				parts := forms.FindStringSubmatch(r.Why)
				if parts == nil {
					t.Fatalf("%s: in %s\n%v: an unknown reason", args, w.DescribeState(s), r)
				}
				found[reasons[slices.Index(parts[1:], r.Why)]] = true
			}
		}
	})
	for _, form := range reasons {
		if !found[form] {
			t.Errorf("no state with the reason: %s", form)
		}
	}
}

// The reason of a false guard has its values.
func TestWhy(t *testing.T) {
	clocked := func(c *world.Config) { c.Timeouts = world.ByClock }
	becomes := func(c *world.Config) { c.Detector = world.EventuallyPerfect }
	for _, test := range []struct {
		algorithm string
		change    func(*world.Config)
		steps     string
		want      string
	}{
		{"bully", nil, "", "deliver 3 1: nothing is on its way"},
		{"bully", nil, "", "timeout T 2 0: not armed: mode is idle, elected is ⊥"},
		{"bully", nil, "", "restart 2 0: it lives"},
		{"bully", nil, "P3 dies", "start 3 0: dead"},
		{"bully", nil, "P3 dies", "crash 2 0: the budget -crashes=1 is spent"},
		{"bully", nil, "P3 starts an election", "detect 2 0: it has no leader"},
		{"bully", nil, "P2 starts an election; P3 takes ELECTION(2) from P2", "timeout T 2 0: still on the way: OK, COORDINATOR(3) of P3 to P2"},
		{"bully", nil, "P1 starts an election; P2 takes ELECTION(1) from P1; P1 takes OK from P2", "timeout T' 1 0: P2 takes part in an election, and may win it"},
		{"bully", clocked, "P2 starts an election", "timeout T 2 0: it fires in 2 ticks"},
		{"bully", clocked, "P2 starts an election; a tick of the clock passes", "tick 0 0: due now: ELECTION(2) of P2 to P3"},
		{"bully", clocked, "", "tick 0 0: nothing is under way that time could change"},
		{"ring", nil, "P2 starts an election", "deliver 1 2: nothing is on its way: P3 stands between them"},
		{"ring-detector", becomes, "P2 starts an election; the detector makes no mistakes from now on", "mistakes end 0 0: they have ended"},
		{"ring-detector", nil, "P2 starts an election; P3 takes ELECTION(2) from P2", "report 3 2: P2 lives, and the detector makes no mistakes"},
	} {
		w := newWalker(t, config(t, test.algorithm, ids(3), func(c *world.Config) {
			if c.Restarts, c.Elections = 1, 1; test.change != nil {
				test.change(c)
			}
		})).take(test.steps)
		var all []string
		for _, r := range w.world.Disabled(w.at) {
			all = append(all, fmt.Sprintf("%s %d %d: %s", r.Action, r.Process, r.Peer, r.Why))
		}
		if !slices.Contains(all, test.want) {
			t.Errorf("after %q: want %q in\n  %s", test.steps, test.want, strings.Join(all, "\n  "))
		}
	}
}
