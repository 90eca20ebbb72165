package study_test

import (
	"slices"
	"strings"
	"testing"

	"interrex/internal/study"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// TestStepsAndRefusals: what is told of a step, and of what is none.
func TestStepsAndRefusals(t *testing.T) {
	walk := take(t, study.Begin(world.New(bully(t))), "P1 starts an election")
	steps := walk.Steps()
	i := slices.IndexFunc(steps, func(s study.Step) bool { return s.Text == "P3 takes ELECTION(1) from P1, dies after 1 of 3 messages" })
	if i < 0 {
		t.Fatalf("P3 dies in no step of %v", spelt(steps))
	}
	if s := steps[i]; s.Owed || s.CrashAfter != 1 || s.Message != "ELECTION(1)" || s.Peer != 1 || s.Process != 3 || s.Number != i || s.Bound != "" {
		t.Errorf("%+v", s)
	}
	if s := steps[0]; !s.Owed || s.Action != "deliver" {
		t.Errorf("%+v", s)
	}
	for _, r := range walk.Disabled() {
		if slices.ContainsFunc(steps, func(s study.Step) bool { return s.Action == r.Action && s.Process == r.Process && s.Peer == r.Peer }) {
			t.Errorf("%v, and it is possible", r)
		}
	}
	capped := config(t, "bully", []model.ID{1, 2}, func(c *world.Config) { c.Timeouts = world.Any })
	if got := bounds(take(t, study.Begin(world.New(capped)), "P2 starts an election", "P1 takes COORDINATOR(2) from P2", "P1 believes that P2 is dead, which lives")); !strings.Contains(got, "elections") {
		t.Errorf("bounds that act are %q", got)
	}
}

// bounds are those that have altered a step, or disabled one.
func bounds(w *study.Walk) string {
	var all []string
	for _, s := range w.Steps() {
		all = append(all, s.Bound)
	}
	for _, r := range w.Disabled() {
		if strings.HasPrefix(r.Why, "the bound") {
			all = append(all, r.Why)
		}
	}
	return strings.Join(all, " ")
}

// TestStandings: along each counterexample of the checker, a property of states or steps is broken at
// the end and nowhere before; one of liveness all along the part that lasts for ever.
func TestStandings(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range []world.Config{
		nine(t),
		config(t, "bully", []model.ID{1, 2, 3}, func(c *world.Config) { c.Restarts = 1 }),
		config(t, "chang-roberts", []model.ID{1, 2, 3}, func(c *world.Config) { c.Crashes = 1 }),
		config(t, "bully", []model.ID{1, 2}, func(c *world.Config) { c.Timeouts = world.Any }),
	} {
		properties := c.Algorithm.Meant(append(spec.Default(), spec.Named()...))
		w, report := found(t, c, properties...)
		for i, p := range properties {
			if report.Results[i].Path == nil {
				continue
			}
			walk := study.Along(w, report.Results[i].Path)
			first := walk.Length()
			if p.IsLiveness() {
				first = walk.Cycle()
			}
			for at := range walk.Length() + 1 {
				s := goTo(t, walk, at).Standings([]spec.Property{p})[0]
				if s.Broken != (at >= first) || (s.Since == first) != s.Broken || !s.Broken && s.Since >= 0 {
					t.Errorf("%s of %s, at %d of %s: broken %v, since %d", p.Name, c.Algorithm.Name, at, walk, s.Broken, s.Since)
				}
				if s.Unfair {
					t.Errorf("%s of %s, at %d of %s: the checker's own cycle is called unfair", p.Name, c.Algorithm.Name, at, walk)
				}
				if p.Goal != nil && s.Broken && !(s.Pending && s.Premise) {
					t.Errorf("%s is broken at %d of %s, and says nothing", p.Name, at, walk)
				}
			}
			seen[p.Name] = true
		}
	}
	for _, p := range []spec.Property{spec.OneLeader, spec.NotStuck, spec.Decides, spec.Ends, spec.Irrevocable, spec.EventualLeadership} {
		if !seen[p.Name] {
			t.Errorf("%s was violated nowhere", p.Name)
		}
	}
}

// TestUnfairCycle: P1 takes COORDINATOR(2) again and again, each time of what the channel keeps, and never for
// good. That is owed, and so the cycle, which somebody has made up, breaks nothing.
func TestUnfairCycle(t *testing.T) {
	w := world.New(config(t, "bully", []model.ID{1, 2}, func(c *world.Config) {
		c.Initiators, c.Channels, c.Duplicates = []model.ID{2}, world.Duplicating, world.Unlimited
	}))
	walk, err := study.Decode(w, "0.0.1~1")
	if err != nil {
		t.Fatal(err)
	}
	if s := walk.Standings([]spec.Property{spec.Ends})[0]; s.Broken || !s.Unfair || s.Since < 0 {
		t.Errorf("of %s: %+v", walk, s)
	}
	owed, unfair := w.Overdue(walk.Path())
	if !unfair || owed.Action != "deliver" || owed.Message != "COORDINATOR(2)" {
		t.Errorf("owed is %+v", owed)
	}
	if _, unfair := w.Overdue(walk.SoFar()); unfair {
		t.Error("a path that ends is called unfair")
	}
}
