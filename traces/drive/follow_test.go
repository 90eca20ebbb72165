package drive

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/impl"
	"interrex/model/world"
	"interrex/spec"
)

// bullyOfThree is a run of bully on three processes: 2 calls, 3 answers and announces itself.
func bullyOfThree() Schedule {
	return Schedule{Stem: []Step{
		{Action: "start", Process: 2},
		{Action: "deliver", Process: 3, Peer: 2, Message: "ELECTION(2)"},
		{Action: "deliver", Process: 2, Peer: 3, Message: "OK"},
		{Action: "deliver", Process: 2, Peer: 3, Message: "COORDINATOR(3)"},
	}}
}

func bullyWorld(t *testing.T) world.Config {
	c, err := setting{"bully", ring(3), "", nil}.world()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestFollow: the implementation does what the model does; one that is deaf to OK diverges there, and
// the difference says what it still waits for.
func TestFollow(t *testing.T) {
	c := bullyWorld(t)
	stage, err := NewTheatre(c)
	if err != nil {
		t.Fatal(err)
	}
	run, err := Follow(c, bullyOfThree(), stage)
	if err != nil || run.Divergence != nil || len(run.Done) != 4 {
		t.Fatalf("%+v, %v", run, err)
	}
	healthy, err := impl.Find("bully")
	if err != nil {
		t.Fatal(err)
	}
	deaf := wounds()[0]
	cast, err := newCast(c, cutInto(healthy, &incision{about: "deliver OK", wound: &deaf}))
	if err != nil {
		t.Fatal(err)
	}
	run, err = Follow(c, bullyOfThree(), &Theatre{cast.NewGroup()})
	if err != nil {
		t.Fatal(err)
	}
	d := run.Divergence
	if d == nil || d.Step.Message != "OK" || len(d.Path) != 2 || !strings.Contains(d.Diff, `"waiting for COORDINATOR"`) {
		t.Errorf("the divergence is %v", d)
	}
}

// TestFollowForeign: what is no run of the model is told from what the implementation does wrong.
func TestFollowForeign(t *testing.T) {
	c := bullyWorld(t)
	s := bullyOfThree()
	s.Stem[2].Message = "REJECT"
	stage, err := NewTheatre(c)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Follow(c, s, stage)
	if foreign := (Foreign{}); !errors.As(err, &foreign) || foreign.Index != 2 || !strings.Contains(err.Error(), "P2: deliver OK of P3") {
		t.Errorf("the error is %v", err)
	}
}

// TestFollowCycle: a cycle must end where it began. If it does not, that is the schedule's mistake and not
// the implementation's.
func TestFollowCycle(t *testing.T) {
	c := bullyWorld(t)
	stage, err := NewTheatre(c)
	if err != nil {
		t.Fatal(err)
	}
	s := bullyOfThree()
	_, err = Follow(c, Schedule{Stem: s.Stem[:2], Cycle: s.Stem[2:]}, stage)
	if open := (Open{}); !errors.As(err, &open) || open.Last != 3 {
		t.Errorf("the error is %v", err)
	}
}

// TestFollowCounterexamples: the implementation takes each step of a counterexample.
func TestFollowCounterexamples(t *testing.T) {
	for _, c := range []struct {
		setting
		property string
	}{
		{setting{"bully", ring(3), "-restarts=1", restarts(1)}, "one-leader"},
		{setting{"bully", ring(3), "-timeouts=any", anyTime}, "agreement"},
		{setting{"bully-recovery", ring(3), "-timeouts=any", anyTime}, "one-leader"},
		{setting{"ring", ring(3), "", nil}, "ends"},
		{setting{"chang-roberts", ring(3), "-crashes=1", crashes(1)}, "ends"},
		{setting{"omega-timely", ring(2), "-timely=nothing", untimely}, "eventual-leadership"},
	} {
		w, s := counterexample(t, c.setting, c.property)
		stage, err := NewTheatre(w)
		if err != nil {
			t.Fatal(err)
		}
		run, err := Follow(w, s, stage)
		if err != nil || run.Divergence != nil || len(run.Done) < len(s.Stem)+len(s.Cycle) {
			t.Errorf("%s: %s: %+v, %v", c.name(), c.property, run, err)
		}
	}
}

// untimely has no timely link.
func untimely(c *world.Config) { c.Timely = []world.Pair{} }

// counterexample is what the checker finds of a property in a world.
func counterexample(t *testing.T, in setting, name string) (world.Config, Schedule) {
	t.Helper()
	c, err := in.world()
	if err != nil {
		t.Fatal(err)
	}
	all := c.Algorithm.Usual()
	p := all[slices.IndexFunc(all, func(p spec.Property) bool { return p.Name == name })]
	w, report, err := world.Explore(t.Context(), c, func(w *world.World) []checker.Property { return w.Ask([]spec.Property{p}) }, checker.Options{})
	if err != nil || report.Results[0].Path == nil {
		t.Fatalf("%s: no counterexample of %s: %v", in.name(), name, err)
	}
	story, s := w.Tell(report.Results[0].Path), Schedule{}
	for _, o := range story.Stem {
		s.Stem = append(s.Stem, stepOf(o))
	}
	for _, o := range story.Cycle {
		s.Cycle = append(s.Cycle, stepOf(o))
	}
	return c, s
}

// TestTheatreRefuses: a stage says why it cannot, and is as before.
func TestTheatreRefuses(t *testing.T) {
	stage, err := NewTheatre(bullyWorld(t))
	if err != nil {
		t.Fatal(err)
	}
	before := stage.View()
	for _, c := range []struct {
		step Step
		want string
	}{
		{Step{Action: "start", Process: 9}, "there is no P9"},
		{Step{Action: "restart", Process: 1}, "P1 is alive"},
		{Step{Action: "timeout T", Process: 1}, "timer T of P1 does not run"},
		{Step{Action: "deliver", Process: 1, Peer: 2, Message: "OK"}, "P2 has sent P1 [], and not first OK"},
		{Step{Action: "deliver", Process: 1, Peer: 9, Message: "OK"}, "there is no P9"},
		{Step{Action: "draw 1", Process: 1}, `the implementation has no action "draw 1"`},
		{Step{Action: "detect", Process: 1, Peer: 3}, "P1 does nothing about it"},
		{Step{Action: "start", Process: 2, CrashAfter: 1}, "P2 sends 1 messages and cannot die after 1"},
	} {
		if _, err := stage.Play(c.step); err == nil || err.Error() != c.want {
			t.Errorf("%v: %v, want %s", c.step, err, c.want)
		}
	}
	if diff := Difference(before, stage.View()); diff != "" {
		t.Error(diff)
	}
}
