package world_test

import (
	"slices"
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// whoLeads is a process that leads after a step and had elected nobody, or another, before.
func whoLeads(before, after spec.View) (model.ID, bool) {
	for i, p := range after.Processes {
		if p.Leads() && before.Processes[i].Elected != p.ID {
			return p.ID, true
		}
	}
	return 0, false
}

// TestAllKnow: lecture 004 says that the leader declares itself when the highest id has been all
// round the ring, and all its members know the result. So it is with one starter, in every
// arrangement. A second one may start behind the highest id, and be accepted in its place.
func TestAllKnow(t *testing.T) {
	for _, test := range []struct {
		ids    []model.ID
		starts int
		want   checker.Verdict
		steps  int // of a shortest run that says otherwise
	}{
		{some(1, 2, 3), 1, checker.Holds, 0},
		{some(2, 1, 3), 1, checker.Holds, 0},
		{some(1, 2, 4, 3), 1, checker.Holds, 0},
		{some(1, 3, 2, 4), 1, checker.Holds, 0},
		{some(1, 3, 4, 2), 1, checker.Holds, 0},
		{some(1, 4, 2, 3), 1, checker.Holds, 0},
		{some(1, 4, 3, 2), 1, checker.Holds, 0},
		{some(1, 2, 3), 2, checker.Holds, 0}, // nobody is lower than the one before it but the one after 3
		// Two starts; ELECTION(3) is taken three times, ELECTION(2), which 1 must accept, once.
		{some(2, 1, 3), 2, checker.Violated, 6},
	} {
		c := config(t, "ring-accept", test.ids, func(c *world.Config) { c.Crashes, c.Starts = 0, test.starts })
		w := world.New(c)
		allKnow := checker.StepInvariant("all know", func(b, a checker.State) bool {
			leader, declares := whoLeads(w.View(b), w.View(a))
			return !declares || w.View(a).Trusted() == leader
		})
		report, err := checker.Check(t.Context(), w, []checker.Property{allKnow}, checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, steps := report.Results[0], 0
		if got.Path != nil {
			steps = len(got.Path.Stem)
		}
		if got.Verdict != test.want || steps != test.steps {
			t.Errorf("ring %v, %d starts: %v in %d steps, want %v in %d", test.ids, test.starts, got.Verdict, steps, test.want, test.steps)
		}
	}
}

// TestMessagesOfTheRing: to accept costs no message. With one starter it is 2N, where the starter is
// the future leader, to 3N - 1, where it is the leader's successor, as on lecture 000's ring.
func TestMessagesOfTheRing(t *testing.T) {
	for n := 2; n <= 5; n++ {
		for place, starter := range ids(n) { // the ids ascend; N, the last, is the leader
			c := config(t, "ring-accept", ids(n), func(c *world.Config) { c.Crashes, c.Initiators = 0, some(starter) })
			elections, announcements := takenInAll(c, model.ELECTION), takenInAll(c, model.ELECTED)
			want := n + n - 1 - place // to the leader, and then round the ring
			if len(elections) != 1 || elections[0] != want || len(announcements) != 1 || announcements[0] != n {
				t.Errorf("n=%d, %d starts: ELECTION %v times, want %d; ELECTED %v times, want %d", n, starter, elections, want, announcements, n)
			}
		}
	}
}

// quiet does not announce its victory.
type quiet struct{ model.Handler }

func (q quiet) Handle(self model.Self, e model.Event) model.Outcome {
	out := q.Handler.Handle(self, e)
	out.Sends = slices.DeleteFunc(slices.Clone(out.Sends), func(s model.Send) bool { return model.KindOf(s.Message) == model.ELECTED })
	return out
}

// TestAnnouncementIsNotNeeded: whoever has accepted a lower process has let its ELECTION go on to
// the highest, which sends its own round in its place. So in the end all have accepted the highest,
// and ELECTED tells nobody anything new.
func TestAnnouncementIsNotNeeded(t *testing.T) {
	for _, ring := range [][]model.ID{some(1, 2, 3), some(2, 1, 3), some(1, 2, 4, 3), some(1, 4, 3, 2)} {
		c := config(t, "ring-accept", ring, func(c *world.Config) { c.Crashes, c.Starts = 0, 3 })
		promised, whole := c.Algorithm.Promised, c.Algorithm.Make
		c.Algorithm.Make = func(v model.Variant) model.Handler { return quiet{whole(v)} }
		w := world.New(c)
		properties := slices.DeleteFunc(spec.Default(), func(p spec.Property) bool { return !slices.Contains(promised, p.Name) })
		report, err := checker.Check(t.Context(), w, w.Properties(properties), checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range report.Results {
			if r.Verdict != checker.Holds {
				t.Errorf("ring %v: %s is %v", ring, r.Property.Name, r.Verdict)
			}
		}
		if len(report.Results) != len(promised) {
			t.Errorf("%d properties are asked, of %d promised", len(report.Results), len(promised))
		}
	}
}
