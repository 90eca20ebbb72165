package world_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// suspectedInStep returns the processes that a step suspects, from the text of the step.
func suspectedInStep(w *world.World, from checker.State, step checker.Step) []model.ID {
	o, v := w.Occurrence(from, step), w.View(from)
	elected := func() model.ID {
		i := slices.IndexFunc(v.Processes, func(p spec.Process) bool { return p.ID == o.Process })
		return v.Processes[i].Elected
	}
	var others, above []model.ID
	for _, id := range w.Config().IDs {
		if id != o.Process {
			others = append(others, id)
		}
		if id > o.Process {
			above = append(above, id)
		}
	}
	name, isTimeout := strings.CutPrefix(o.Action, "timeout ")
	switch of := w.Config().Algorithm.Name; {
	case o.Action == "detect" || o.Action == "suspect":
		return []model.ID{elected()}
	case o.Action == "report":
		return []model.ID{o.Peer}
	case !isTimeout:
		return nil
	case strings.HasPrefix(of, "bully"):
		return above
	case of == "raft" && name == "T":
		return others
	case of == "omega-timely" && name == "timer":
		return []model.ID{elected()}
	}
	var watched model.ID
	if _, err := fmt.Sscanf(name, "watch(%d)", &watched); err == nil {
		return []model.ID{watched}
	}
	if _, err := fmt.Sscanf(name, "timer(%d)", &watched); err == nil {
		return []model.ID{watched}
	}
	return nil
}

// stableWithoutRecord decides stability without the record of suspicions. It follows each leader from its election, along steps that do not
// suspect it. suspected reports whether a step suspects a leader.
func stableWithoutRecord(w *world.World) (stable, suspected bool) {
	type point struct {
		state string
		leads int
	}
	leads := func(s checker.State, p int) bool { return w.View(s).Processes[p].Leads() }
	stable = true
	seen, states := map[point]bool{}, map[string]bool{}
	var queue []checker.State
	var points []struct {
		s checker.State
		p int
	}
	enter := func(s checker.State, p int) {
		if at := (point{fmt.Sprint(s), p}); !seen[at] {
			seen[at] = true
			points = append(points, struct {
				s checker.State
				p int
			}{s, p})
		}
	}
	visit := func(s checker.State) {
		if !states[fmt.Sprint(s)] {
			states[fmt.Sprint(s)] = true
			queue = append(queue, s)
		}
	}
	w.Init(func(s checker.State) {
		s = slices.Clone(s)
		visit(s)
		for p := range w.Config().IDs {
			if leads(s, p) {
				enter(s, p)
			}
		}
	})
	each := func(s checker.State, see func(step checker.Step, to checker.State)) {
		w.Steps(s, func(step checker.Step, to checker.State) {
			if to != nil {
				see(step, slices.Clone(to))
			}
		})
	}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		each(s, func(_ checker.Step, to checker.State) {
			visit(to)
			for p := range w.Config().IDs {
				if !leads(s, p) && leads(to, p) {
					enter(to, p)
				}
			}
		})
	}
	for len(points) > 0 {
		at := points[0]
		points = points[1:]
		each(at.s, func(step checker.Step, to checker.State) {
			switch {
			case slices.Contains(suspectedInStep(w, at.s, step), w.Config().IDs[at.p]):
				suspected = true
			case leads(to, at.p):
				enter(to, at.p)
			case w.View(to).Processes[at.p].Live:
				stable = false
			}
		})
	}
	return stable, suspected
}

// The record of suspicions gives the verdicts of the search without it. In some worlds stability and strict stability differ.
func TestStability(t *testing.T) {
	testlevel.Alone(t)
	known := func(c *world.Config) { c.Initial, c.Starts = world.LeaderElected, 0 }
	mistaken := func(c *world.Config) {
		known(c)
		c.Crashes, c.Detector, c.Mistakes = 0, world.InaccurateDetector, 1
	}
	impatient := func(c *world.Config) { known(c); c.Timeouts, c.Elections = world.Any, 1 }
	back := func(c *world.Config) { known(c); c.Crashes, c.Restarts = 1, 1 }
	unheard := func(c *world.Config) {
		c.Crashes, c.Restarts, c.Initial, c.Cut = 0, 0, world.LeaderElected, []world.Pair{{From: 3, To: 1}}
	}
	kept, excused, broken := 0, 0, 0
	for _, test := range []struct {
		algorithm string
		change    func(*world.Config)
		stable    bool
	}{
		{"bully", nil, true},
		{"bully", impatient, false}, // one of two leaders yields to the other
		{"bully", back, false},
		{"bully-recovery", back, false},
		{"ring-accept", mistaken, true},
		{"ring-detector", mistaken, true},
		{"ring-watch", known, true},
		{"chang-roberts", nil, true},
		{"raft", nil, true},
		{"raft", unheard, true},
		{"omega-timely", nil, false}, // a leader receives a message of a lower one
	} {
		n := 3
		if test.algorithm == "omega-timely" {
			n = 2
		}
		c := config(t, test.algorithm, ids(n), test.change)
		c.Elections, c.Capacity = c.DefaultElections(), c.DefaultCapacity()
		stable, suspected := stableWithoutRecord(world.New(c))
		ask := func(w *world.World) []checker.Property {
			return w.Ask([]spec.Property{spec.Stability, spec.StrictStability})
		}
		w, report, err := world.Explore(t.Context(), c, ask, checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		holds := func(i int) bool { return report.Results[i].Verdict != checker.Violated }
		if holds(0) != stable || stable != test.stable {
			t.Errorf("%s: stability %v, without the record %v, in the table %v", configText(c), report.Results[0].Verdict, stable, test.stable)
		}
		if holds(1) && !stable {
			t.Errorf("%s: strictly stable, and not stable", configText(c))
		}
		if !w.Config().Suspicions {
			t.Errorf("%s: no record of suspicions", configText(c))
		}
		switch {
		case !stable:
			broken++
		case !holds(1):
			excused++
		case suspected:
			kept++
		}
	}
	if kept == 0 || excused == 0 || broken < 2 {
		t.Errorf("%d worlds with suspicions have both, %d only stability, %d neither", kept, excused, broken)
	}
}

// Without the record the property is an error. The record does not change the counts of a world without suspicions.
func TestRecordOfSuspicions(t *testing.T) {
	c := config(t, "chang-roberts", ids(4), nil)
	w := world.New(c)
	if _, err := checker.Check(t.Context(), w, w.Properties([]spec.Property{spec.Stability}), checker.Options{}); err == nil || !strings.Contains(err.Error(), "Config.Suspicions") {
		t.Errorf("got %v", err)
	}
	c.Suspicions = true
	w = world.New(c)
	report, err := checker.Check(t.Context(), w, w.Properties([]spec.Property{spec.Stability}), checker.Options{})
	if err != nil || report.States != 63 || report.Steps != 165 || report.Results[0].Verdict != checker.Holds { // algorithms.md, section 5
		t.Errorf("%v: %+v", err, report)
	}
}
