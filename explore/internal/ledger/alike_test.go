package ledger

import (
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/mutants"
	"interrex/model/world"
)

// pairs are worlds of two processes, and whether a run without 1 is alike to 2.
var pairs = []struct {
	algorithm, mutant string
	timely            []world.Pair
	found             bool
	right, other      bool // eventual-leadership in R, and in R'
	why               string
}{
	{"omega-timely", "", []world.Pair{}, true, false, true, "2 must go on without 1, which may live"},
	{"omega-minimal", "", []world.Pair{}, true, false, true, "so must it here"},
	{"omega-timely", "blind-trust", []world.Pair{}, true, true, false, "who waits for 1 for ever waits for the dead"},
	{"omega-timely", "", nil, false, false, false, "2 hears from 1 again and again, so that 1 lives"},
	{"omega-minimal", "", []world.Pair{{From: 1, To: 2}}, false, false, false, "the link to 2 is enough for that"},
	{"omega-minimal", "", []world.Pair{{From: 2, To: 1}}, true, true, true, "Property 1: 2 reaches 1, and need not know of it"},
	{"omega-timely", "", []world.Pair{{From: 2, To: 1}}, true, false, true, "but 1 trusts itself, being the lower"},
}

// TestPairs: what is found is fair in the world and alike to 2; and what comes of it.
func TestPairs(t *testing.T) {
	for _, test := range pairs {
		c := config(test.algorithm, test.mutant)
		c.Timely = test.timely
		p, err := findPair(t.Context(), c, 2, checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		where := test.algorithm + " " + test.mutant + ", " + test.why
		if p == nil || !test.found {
			if (p != nil) != test.found {
				t.Errorf("%s: found %v", where, p != nil)
			}
			continue
		}
		if p.dead != 1 || !p.alike() || p.isBounded() {
			t.Errorf("%s: %d is dead, alike %v, bounded %v", where, p.dead, p.alike(), p.isBounded())
		}
		for name, run := range map[string]fairRun{"R": p.run, "R'": p.other} {
			if owed := neglected(p.world, run.Path); owed != 0 {
				t.Errorf("%s: %s is not fair: class %d is always enabled and never discharged", where, name, owed)
			}
		}
		if right, other := p.isRight(p.run), p.isRight(p.other); right != test.right || other != test.other {
			t.Errorf("%s: right in R %v, in R' %v", where, right, other)
		}
	}
}

// config is the default world of two, with a mutant in the algorithm's place if it names one.
func config(algorithm, mutant string) world.Config {
	a, _ := model.Find(algorithm)
	for _, m := range mutants.Mutants() {
		if m.Of == algorithm && m.Name == mutant {
			a = m.Wounded().Algorithm
		}
	}
	return world.Faulty(a, []model.ID{1, 2})
}

// neglected finds a class that lasts in all states of a run's cycle, is enabled in some, and is discharged in none of
// its steps, step by step in the plain world; 0: there is none. A class that is enabled lasts.
func neglected(w *world.World, path *checker.Path) checker.FairnessClass {
	lasting, enabled, discharged := map[checker.FairnessClass]int{}, map[checker.FairnessClass]bool{}, map[checker.FairnessClass]bool{}
	for _, t := range path.Cycle {
		discharged[t.Step.Fairness] = true
		here := map[checker.FairnessClass]bool{}
		w.Steps(t.To, func(step checker.Step, to checker.State) {
			if to != nil && step.Fairness != checker.None {
				here[step.Fairness], enabled[step.Fairness] = true, true
			}
		})
		w.Lasts(t.To, func(class checker.FairnessClass) { here[class] = true })
		for class := range here {
			lasting[class]++
		}
	}
	for class, states := range lasting {
		if states == len(path.Cycle) && enabled[class] && !discharged[class] {
			return class
		}
	}
	return 0
}

// TestUnlike: runs of which one goes on differently are not alike.
func TestUnlike(t *testing.T) {
	c := config("omega-timely", "")
	c.Timely = []world.Pair{}
	p, err := findPair(t.Context(), c, 2, checker.Options{})
	if err != nil || p == nil {
		t.Fatal(err)
	}
	p.other.Cycle = append(p.other.Cycle, sight{"timeout", "nothing"})
	if p.alike() {
		t.Error("another cycle, and alike")
	}
}
