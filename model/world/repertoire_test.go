package world_test

import (
	"strings"
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
)

// activities explores a world, and lists the actions of the report.
func activities(t *testing.T, c world.Config, states int) (all []checker.Activity, steps int) {
	t.Helper()
	_, report, err := world.Explore(t.Context(), c, func(*world.World) []checker.Property { return nil }, checker.Options{MaxStates: states})
	if err != nil {
		t.Fatal(err)
	}
	return report.Actions, report.Steps
}

// Each declared kind of message and timer of the catalogue occurs in the author's world, and each step has an action.
func TestDeclaredActions(t *testing.T) {
	testlevel.Alone(t)
	for i, a := range model.Catalogue() {
		if !testlevel.OneOf(3, i) {
			continue
		}
		taken := map[string]bool{}
		all, rest := activities(t, world.Faulty(a, ids(3)), 200_000)
		for _, activity := range all {
			taken[activity.Action] = activity.Taken > 0
			rest -= activity.Taken
		}
		for _, kind := range a.Kinds {
			if name := "deliver " + kind.String(); !taken[name] {
				t.Errorf("%s: %s is not taken", a.Name, name)
			}
		}
		for _, timer := range a.Timers {
			if name := "timeout " + timer; !taken[name] {
				t.Errorf("%s: %s is not taken", a.Name, name)
			}
		}
		if rest != 0 {
			t.Errorf("%s: %d steps have no action", a.Name, rest)
		}
	}
}

// The actions of a world exclude those that its budgets exclude.
func TestPossibleActions(t *testing.T) {
	for _, test := range []struct {
		why, algorithm string
		change         func(*world.Config)
		want           string
	}{
		{"the author's world", "bully", nil,
			"start, detect, deliver ELECTION, deliver OK, deliver COORDINATOR, timeout T, timeout T', crash, crash inside a step"},
		{"without crashes there is nothing to detect", "bully", func(c *world.Config) { c.Crashes = 0 },
			"start, deliver ELECTION, deliver OK, deliver COORDINATOR, timeout T, timeout T'"},
		{"unlimited starts stand for detections", "bully", func(c *world.Config) { c.Starts, c.CrashPoints = world.Unlimited, world.AtSteps },
			"start, deliver ELECTION, deliver OK, deliver COORDINATOR, timeout T, timeout T', crash"},
		{"early timeouts suspect", "bully", func(c *world.Config) { c.Timeouts, c.Starts = world.Any, 0 },
			"detect, suspect, deliver ELECTION, deliver OK, deliver COORDINATOR, timeout T, timeout T', crash"}, // without an election no step sends messages
		{"a restarted process starts", "bully", func(c *world.Config) { c.Restarts, c.Starts, c.Crashes = 1, 0, 0 },
			"start, deliver ELECTION, deliver OK, deliver COORDINATOR, timeout T, timeout T', restart"},
		{"a rule for restarts", "bully-recovery", func(c *world.Config) { c.Restarts, c.CrashPoints = 1, world.AtSteps },
			"start, detect, deliver ELECTION, deliver REJECT, deliver COORDINATOR, timeout T, timeout T', recover, crash, restart"},
		{"a restarted process recovers", "lelann", func(c *world.Config) { c.Crashes, c.Restarts, c.CrashPoints = 1, 1, world.AtSteps },
			"start, detect, deliver ELECT, deliver ASK, recover, crash, restart"},
		{"a perfect detector without withdrawals", "ring-detector", nil, "start, detect, deliver ELECTION, deliver ELECTED, report, crash"},
		{"an inaccurate detector", "ring-detector", func(c *world.Config) { c.Detector, c.Crashes = world.InaccurateDetector, 0 },
			"start, suspect, deliver ELECTION, deliver ELECTED, report, withdraw"},
		{"losses", "chang-roberts", func(c *world.Config) { c.Channels = world.Lossy }, "start, deliver ELECTION, deliver ELECTED, lose"},
		{"duplicates", "chang-roberts", func(c *world.Config) { c.Channels = world.Duplicating },
			"start, deliver ELECTION, deliver ELECTED, deliver and keep"},
	} {
		var names []string
		all, _ := activities(t, config(t, test.algorithm, ids(3), test.change), 2_000)
		for _, a := range all {
			names = append(names, a.Action)
		}
		if got := strings.Join(names, ", "); got != test.want {
			t.Errorf("%s: %s: %s; want %s", test.algorithm, test.why, got, test.want)
		}
	}
}

// LeavesOut reports whether a world excludes behaviour of the author's world.
func TestLeavesOut(t *testing.T) {
	for _, test := range []struct {
		change func(*world.Config)
		want   bool
	}{
		{nil, false},
		{func(c *world.Config) { c.Initiators = []model.ID{3, 1, 2} }, false},
		{func(c *world.Config) { c.Crashes, c.Restarts, c.Starts = world.Unlimited, 1, 2 }, false},
		{func(c *world.Config) { c.Timeouts, c.Channels = world.Any, world.Bag }, false},
		{func(c *world.Config) { c.Crashes = 0 }, true},
		{func(c *world.Config) { c.Starts = 0 }, true},
		{func(c *world.Config) { c.Initiators = []model.ID{3} }, true},
		{func(c *world.Config) { c.CrashPoints = world.AtSteps }, true},
		{func(c *world.Config) { c.Initial = world.LeaderElected }, true},
	} {
		if c := config(t, "bully", ids(3), test.change); c.LeavesOut() != test.want {
			t.Errorf("%s: got %v", configText(c), !test.want)
		}
	}
}
