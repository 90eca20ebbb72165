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

// takenActions explores a world, and lists the actions that are taken.
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

// faultyConfig is a world with all faults that an algorithm supports.
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

// Each declared kind of message and timer of the catalogue occurs in the author's world. Others occur in no world.
func TestDeclaredActions(t *testing.T) {
	if testlevel.Race {
		t.Log("skipped with the race detector: it has one goroutine")
		return
	}
	for i, a := range model.Catalogue() {
		if !testlevel.OneOf(3, i) || !testlevel.Sample(t, 2, i) {
			continue
		}
		authors, _ := takenActions(t, world.Faulty(a, ids(3)))
		for _, name := range declaredActions(a) {
			if !slices.Contains(authors, name) {
				t.Errorf("%s: %s is not taken in the author's world", a.Name, name)
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
				t.Errorf("%s, %s: %d of %d steps have no action", a.Name, reading, report.Steps-sum, report.Steps)
			}
		}
	}
}

// declaredActions lists the actions of an entry.
func declaredActions(a model.Algorithm) (names []string) {
	for _, kind := range a.Kinds {
		names = append(names, "deliver "+kind.String())
	}
	for _, timer := range a.Timers {
		names = append(names, "timeout "+timer)
	}
	return names
}

// expectedActions lists the actions of a report after 2,000 states.
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
		if got := strings.Join(expectedActions(t, config(t, test.algorithm, ids(3), test.change)), ", "); got != test.want {
			t.Errorf("%s: %s: %s; want %s", test.algorithm, test.why, got, test.want)
		}
	}
}

// LeavesOut reports whether a world excludes behaviour of the author's world.
func TestLeavesOut(t *testing.T) {
	for _, test := range []struct {
		why    string
		change func(*world.Config)
		want   bool
	}{
		{"the author's world", nil, false},
		{"all initiators by id", func(c *world.Config) { c.Initiators = []model.ID{3, 1, 2} }, false},
		{"more of everything", func(c *world.Config) { c.Crashes, c.Restarts, c.Starts = world.Unlimited, 1, 2 }, false},
		{"weaker assumptions", func(c *world.Config) { c.Timeouts, c.Channels = world.Any, world.Bag }, false},
		{"no crash", func(c *world.Config) { c.Crashes = 0 }, true},
		{"no start", func(c *world.Config) { c.Starts = 0 }, true},
		{"one initiator", func(c *world.Config) { c.Initiators = []model.ID{3} }, true},
		{"no crash inside a step", func(c *world.Config) { c.CrashPoints = world.AtSteps }, true},
		{"an initial leader", func(c *world.Config) { c.Initial = world.LeaderElected }, true},
	} {
		if got := config(t, "bully", ids(3), test.change).LeavesOut(); got != test.want {
			t.Errorf("%s: got %v", test.why, got)
		}
	}
	limited := func(c *world.Config) { c.Starts = 5 }
	if !config(t, "chang-roberts", ids(3), limited).LeavesOut() {
		t.Error("chang-roberts: five starts do not exclude behaviour")
	}
}
