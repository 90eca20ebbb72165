package world_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// takenInAll follows every run of a world to its end, and counts the messages of a kind that are
// taken on the way: the different totals, ascending. It is for worlds without a cycle.
func takenInAll(c world.Config, kind model.Kind) []int {
	type place struct {
		state string
		taken int
	}
	w, totals, known := world.New(c), map[int]bool{}, map[place]bool{}
	var follow func(at checker.State, taken int)
	follow = func(at checker.State, taken int) {
		here := place{fmt.Sprint(at), taken}
		if known[here] {
			return
		}
		known[here] = true
		rests := true
		w.Steps(at, func(step checker.Step, to checker.State) {
			rests = false
			next := taken
			if strings.Contains(w.PlainStep(at, step), " takes "+kind.String()+"(") {
				next++
			}
			follow(slices.Clone(to), next)
		})
		if rests {
			totals[taken] = true
		}
	}
	w.Init(func(s checker.State) { follow(slices.Clone(s), 0) })
	return slices.Sorted(maps.Keys(totals))
}

// TestEveryIDGoesRoundOnce: lecture 001 says that each of LeLann's N processes causes N messages,
// N² in all. It is so in every run, whether one starts, or several, or all.
func TestEveryIDGoesRoundOnce(t *testing.T) {
	for n := 1; n <= 5; n++ {
		for starters := range n {
			c := config(t, "lelann", ids(n), func(c *world.Config) { c.Initiators = ids(starters + 1) })
			if got, want := takenInAll(c, model.ELECT), []int{n * n}; !slices.Equal(got, want) {
				t.Errorf("n=%d, of whom %d may start: ELECT is taken %v times, want %v", n, starters+1, got, want)
			}
		}
	}
}

// TestToAskIsToLearn is lecture 001's recovered process, which need not start: the first that knows
// answers, and the answer comes home.
func TestToAskIsToLearn(t *testing.T) {
	known := func(c *world.Config) { c.Initial, c.Crashes, c.Restarts = world.LeaderElected, 1, 1 }
	w := begin(t, config(t, "lelann", some(4, 8, 9, 3), known))
	w.take("8 crash; 8 restart; 8 recover; 9 takes ASK(8,⊥) of 8; 3 takes ASK(8,9) of 9; 4 takes ASK(8,9) of 3; 8 takes ASK(8,9) of 4")
	for _, p := range w.world.View(w.at).Processes {
		if p.Elected != 9 || p.Fresh {
			t.Errorf("%d has elected %d, fresh %v", p.ID, p.Elected, p.Fresh)
		}
	}
	if got := w.enabled(); len(got) > 0 {
		t.Errorf("and nothing is left to do but %v", got)
	}
}

// TestOldAnswer: a process whose list is open answers with the leader of before, so that 3, which
// has come back, believes that it still leads, while the others elect 2 without it.
func TestOldAnswer(t *testing.T) {
	known := func(c *world.Config) { c.Initial, c.Crashes, c.Restarts = world.LeaderElected, 1, 1 }
	w := begin(t, config(t, "lelann", ids(3), known))
	w.take("3 crash; 1 detect 3; 2 takes ELECT(1) of 1; 3 restart; 3 recover; 1 takes ASK(3,⊥) of 3; 2 takes ASK(3,⊥) of 1")
	if got, want := w.channels(), "2>1 ELECT(2) ELECT(1); 2>3 ASK(3,3)"; got != want {
		t.Errorf("on the way: %s, want %s", got, want)
	}
	w.take("1 takes ELECT(2) of 2; 2 takes ELECT(2) of 1; 1 takes ELECT(1) of 2; 3 takes ASK(3,3) of 2")
	for i, want := range []model.ID{2, 2, 3} {
		if p := w.world.View(w.at).Processes[i]; p.Elected != want {
			t.Errorf("%d has elected %d, want %d", p.ID, p.Elected, want)
		}
	}
}

// unguarded lets a process start that has elected somebody already.
type unguarded struct{ model.Handler }

func (u unguarded) Status(local model.Local) model.Status {
	s := u.Handler.Status(local)
	s.MayStart = s.Idle
	return s
}

// TestOneElectionBehindAnother: safety does not rest on the guard of LL1. Who starts again has its
// new id behind all that is left of the former election. In a bag it may overtake that, too.
func TestOneElectionBehindAnother(t *testing.T) {
	for n := 2; n <= 4; n++ {
		c := config(t, "lelann", ids(n), func(c *world.Config) { c.Starts = 3 })
		whole := c.Algorithm.Make
		guarded := world.New(c)
		c.Algorithm.Make = func(v model.Variant) model.Handler { return unguarded{whole(v)} }
		w := world.New(c)
		report, err := checker.Check(t.Context(), w, w.Properties(spec.Default()), checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range report.Results {
			if r.Verdict != checker.Holds {
				t.Errorf("n=%d: %s is %v", n, r.Property.Name, r.Verdict)
			}
		}
		if usual, err := checker.Check(t.Context(), guarded, nil, checker.Options{}); err != nil || report.States <= usual.States {
			t.Errorf("n=%d: nobody starts again: %d states, and %d with the guard; %v", n, report.States, usual.States, err)
		}
	}
}

// TestOvertaken: without FIFO one starter is enough. Its id overtakes those that it has woken at
// each hop, and is home after one start and N deliveries; it is not the highest.
func TestOvertaken(t *testing.T) {
	for n := 2; n <= 4; n++ {
		c := config(t, "lelann", ids(n), func(c *world.Config) { c.Channels, c.Initiators = world.Bag, ids(1) })
		w := world.New(c)
		report, err := checker.Check(t.Context(), w, w.Properties([]spec.Property{spec.ElectedIsMax}), checker.Options{StopFirst: true})
		if err != nil {
			t.Fatal(err)
		}
		if r := report.Results[0]; r.Verdict != checker.Violated || len(r.Path.Stem) != 1+n {
			t.Errorf("n=%d: %v, want violated after %d steps; %+v", n, r.Verdict, 1+n, r.Path)
		}
	}
}

// TestPrintedElectsItself: the starter's own id is the first that it receives. It sends it twice;
// one of them ends the election, the other begins the next, where the starter meets nobody.
func TestPrintedElectsItself(t *testing.T) {
	w := begin(t, config(t, "lelann", ids(2), func(c *world.Config) { c.Reading = model.Printed }))
	w.take("1 start; 2 takes ELECT(1) of 1; 1 takes ELECT(1) of 2")
	if got, want := w.channels(), "1>2 ELECT(1) ELECT(1); 2>1 ELECT(2)"; got != want {
		t.Errorf("on the way: %s, want %s", got, want)
	}
	w.take("2 takes ELECT(1) of 1; 2 takes ELECT(1) of 1; 1 takes ELECT(2) of 2; 2 takes ELECT(2) of 1; 1 takes ELECT(1) of 2")
	for _, p := range w.world.View(w.at).Processes {
		if p.Elected != 2 || p.TakesPart {
			t.Errorf("the first election is over, and %d has elected %d", p.ID, p.Elected)
		}
	}
	w.take("1 takes ELECT(1) of 2; 2 takes ELECT(1) of 1; 1 takes ELECT(1) of 2")
	for _, p := range w.world.View(w.at).Processes {
		if !p.Leads() {
			t.Errorf("%d has elected %d, and should lead", p.ID, p.Elected)
		}
	}
}
