package world_test

import (
	"slices"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
)

// takenActions explores a world as far as some states, and lists the actions that are taken.
func takenActions(t *testing.T, c world.Config) (actions []string, report *checker.Report) {
	t.Helper()
	_, report, err := world.Explore(t.Context(), c, func(*world.World) []checker.Property { return nil },
		checker.Options{MaxStates: 200_000})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range report.Actions {
		if a.Taken > 0 {
			actions = append(actions, a.Action)
		}
	}
	return actions, report
}

// faultyConfig is the world in which anything that an algorithm knows happens.
func faultyConfig(a model.Algorithm, reading model.Reading) world.Config {
	c := world.Faulty(a, []model.ID{2, 1, 3})
	c.Reading, c.Crashes, c.Restarts, c.Starts = reading, 2, 1, 2
	if a.Detected() {
		c.Detector, c.Mistakes = world.InaccurateDetector, 1
	}
	if a.Numbering() != nil {
		c.Restarts = 0
	}
	c.Capacity = 2
	return c
}

// TestEntriesDeclareTheirActions: each kind of message and each timer that an entry of the
// catalogue declares occurs, in the author's world, and no other anywhere.
func TestEntriesDeclareTheirActions(t *testing.T) {
	if testlevel.Race {
		t.Log("left to the run without the race detector: one goroutine does it all")
		return
	}
	for i, a := range model.Catalogue() {
		if !testlevel.OneOf(3, i) || !testlevel.Sample(t, 2, i) {
			continue
		}
		authors, _ := takenActions(t, world.Faulty(a, ids(3)))
		for _, name := range declaredActions(a) {
			if !slices.Contains(authors, name) {
				t.Errorf("%s: %s is never taken in the author's world", a.Name, name)
			}
		}
		for _, reading := range []model.Reading{model.Repaired, model.Printed} {
			c := faultyConfig(a, reading)
			_, report := takenActions(t, c)
			sum, declared := 0, expectedActions(t, c)
			for _, activity := range report.Actions {
				if sum += activity.Taken; !slices.Contains(declared, activity.Action) {
					t.Errorf("%s, %s: %s is not declared", a.Name, reading, activity.Action)
				}
			}
			if sum != report.Steps {
				t.Errorf("%s, %s: %d of %d steps are of no action", a.Name, reading, report.Steps-sum, report.Steps)
			}
		}
	}
}

// declaredActions are the actions that an entry declares.
func declaredActions(a model.Algorithm) (names []string) {
	for _, kind := range a.Kinds {
		names = append(names, "deliver "+kind.String())
	}
	for _, timer := range a.Timers {
		names = append(names, "timeout "+timer)
	}
	return names
}

// expectedActions are the actions that a report has, when enough of the world is explored to know its processes.
func expectedActions(t *testing.T, c world.Config) (names []string) {
	t.Helper()
	_, report, err := world.Explore(t.Context(), c, func(*world.World) []checker.Property { return nil }, checker.Options{MaxStates: 2_000})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range report.Actions {
		names = append(names, a.Action)
	}
	return names
}

// TestUndeclaredActions: kinds and timers that an algorithm does not declare are counted as those that
// it declares, and come after them in the order of their names; what is declared and never comes is
// counted too.
func TestUndeclaredActions(t *testing.T) {
	bully, _ := model.Find("bully")
	c := world.Faulty(bully, ids(3))
	_, declared := takenActions(t, c)
	byName := func(a, b checker.Activity) int { return strings.Compare(a.Action, b.Action) }
	for _, test := range []struct {
		kinds  []model.Kind
		timers []string
		want   string
	}{
		{nil, nil, "start, detect, deliver COORDINATOR, deliver ELECTION, deliver OK, timeout T, timeout T', crash, crash inside a step"},
		{[]model.Kind{"OK", "NEVER"}, []string{"T'"},
			"start, detect, deliver OK, deliver NEVER, deliver COORDINATOR, deliver ELECTION, timeout T', timeout T, crash, crash inside a step"},
	} {
		c.Algorithm.Kinds, c.Algorithm.Timers = test.kinds, test.timers
		_, report := takenActions(t, c)
		var names []string
		for _, a := range report.Actions {
			names = append(names, a.Action)
		}
		if got := strings.Join(names, ", "); got != test.want {
			t.Errorf("%v: got %s, want %s", test.kinds, got, test.want)
		}
		met := slices.DeleteFunc(report.Actions, func(a checker.Activity) bool { return a.Enabled == 0 })
		if want := slices.SortedFunc(slices.Values(declared.Actions), byName); !slices.Equal(slices.SortedFunc(slices.Values(met), byName), want) {
			t.Errorf("%v: got %v, want %v", test.kinds, met, want)
		}
	}
}

// TestRepertoires: what a world's budgets rule out is no action of it.
func TestRepertoires(t *testing.T) {
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
		{"an asynchronous system suspects", "bully", func(c *world.Config) { c.Timeouts, c.Starts = world.Any, 0 },
			"detect, suspect, deliver ELECTION, deliver OK, deliver COORDINATOR, timeout T, timeout T', crash"}, // no election begins, so no step sends
		{"one who has come back may start", "bully", func(c *world.Config) { c.Restarts, c.Starts, c.Crashes = 1, 0, 0 },
			"start, deliver ELECTION, deliver OK, deliver COORDINATOR, timeout T, timeout T', restart"},
		{"a rule for those who come back", "bully-recovery", func(c *world.Config) { c.Restarts, c.CrashPoints = 1, world.AtSteps },
			"start, detect, deliver ELECTION, deliver REJECT, deliver COORDINATOR, timeout T, timeout T', recover, crash, restart"},
		{"who has come back does", "lelann", func(c *world.Config) { c.Crashes, c.Restarts, c.CrashPoints = 1, 1, world.AtSteps },
			"start, detect, deliver ELECT, deliver ASK, recover, crash, restart"},
		{"a perfect detector takes nothing back", "ring-detector", nil, "start, detect, deliver ELECTION, deliver ELECTED, report, crash"},
		{"an inaccurate one does", "ring-detector", func(c *world.Config) { c.Detector, c.Crashes = world.InaccurateDetector, 0 },
			"start, suspect, deliver ELECTION, deliver ELECTED, report, withdraw"},
		{"messages that are lost", "chang-roberts", func(c *world.Config) { c.Channels = world.Lossy }, "start, deliver ELECTION, deliver ELECTED, lose"},
		{"and repeated", "chang-roberts", func(c *world.Config) { c.Channels = world.Duplicating },
			"start, deliver ELECTION, deliver ELECTED, deliver and keep"},
	} {
		if got := strings.Join(expectedActions(t, config(t, test.algorithm, ids(3), test.change)), ", "); got != test.want {
			t.Errorf("%s: %s: %s; want %s", test.algorithm, test.why, got, test.want)
		}
	}
}

// TestLeavesOut: less than the author's world, or not.
func TestLeavesOut(t *testing.T) {
	for _, test := range []struct {
		why    string
		change func(*world.Config)
		want   bool
	}{
		{"the author's world", nil, false},
		{"all are initiators, by name", func(c *world.Config) { c.Initiators = []model.ID{3, 1, 2} }, false},
		{"more of everything", func(c *world.Config) { c.Crashes, c.Restarts, c.Starts = world.Unlimited, 1, 2 }, false},
		{"weaker promises", func(c *world.Config) { c.Timeouts, c.Channels = world.Any, world.Bag }, false},
		{"no crash", func(c *world.Config) { c.Crashes = 0 }, true},
		{"no start", func(c *world.Config) { c.Starts = 0 }, true},
		{"one initiator", func(c *world.Config) { c.Initiators = []model.ID{3} }, true},
		{"no crash inside a step", func(c *world.Config) { c.CrashPoints = world.AtSteps }, true},
		{"a leader to begin with", func(c *world.Config) { c.Initial = world.LeaderElected }, true},
	} {
		if got := config(t, "bully", ids(3), test.change).LeavesOut(); got != test.want {
			t.Errorf("%s: leaves something out: %v", test.why, got)
		}
	}
	limited := func(c *world.Config) { c.Starts = 5 }
	if !config(t, "chang-roberts", ids(3), limited).LeavesOut() {
		t.Error("chang-roberts: five starts are as many as unlimited ones")
	}
}
