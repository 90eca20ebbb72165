package world_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model/world"
	"interrex/spec"
)

// A place is an operation that is enabled in a state, by its number.
type place struct {
	state int
	op    checker.Operation
}

// An arc is a step to a state.
type arc struct {
	code   uint64
	op     checker.Operation
	to     int
	isTick bool
}

// A confluent is the whole graph of a world, and the greatest set of steps each of which commutes with
// all others, or is absorbed by them, and is still in the set after each that it commutes with.
type confluent struct {
	states []checker.State
	arcs   [][]arc
	set    map[place]bool
}

// only is where an operation leads that has one step in a state.
func (c *confluent) only(at place) (to int, ok bool) {
	for _, a := range c.arcs[at.state] {
		if a.op == at.op {
			if ok {
				return 0, false
			}
			to, ok = a.to, true
		}
	}
	return to, ok
}

// closes reports whether a step of another operation is followed or preceded by the one at a place alike. A
// tick may be none any more that made nothing older but the message that is taken.
func (c *confluent) closes(at place, to int, other arc) bool {
	end, ok := c.only(place{other.to, at.op})
	for _, again := range c.arcs[to] {
		if again.code == other.code {
			return again.to == other.to || c.set[place{other.to, at.op}] && ok && end == again.to
		}
	}
	return other.isTick && c.set[place{other.to, at.op}] && ok && end == to
}

// confluence finds the set: it begins with all steps and throws out those that do not belong to it.
func confluence(w *world.World, states []checker.State) *confluent {
	c := &confluent{states: states, set: map[place]bool{}}
	number := map[string]int{}
	for i, s := range states {
		number[fmt.Sprint(s)] = i
	}
	for i, s := range states {
		var arcs []arc
		for _, n := range strides(w, s) {
			if n.to != nil {
				arcs = append(arcs, arc{n.step.Code, n.op, number[fmt.Sprint(n.to)], w.IsTick(n.step)})
				c.set[place{i, n.op}] = true
			}
		}
		c.arcs = append(c.arcs, arcs)
	}
	for again := true; again; {
		again = false
		for at := range c.set {
			to, belongs := c.only(at)
			for _, other := range c.arcs[at.state] {
				belongs = belongs && (other.op == at.op || c.closes(at, to, other))
			}
			if !belongs {
				delete(c.set, at)
				again = true
			}
		}
	}
	return c
}

// sureSteps counts the steps of a world that are said to be sure, and those that could be: all where each
// commutes or is absorbed, and nothing is left of it when others have acted. One that is said to be sure and
// could not be is a failure. A world that is too large has none.
func sureSteps(t *testing.T, f fataler, c world.Config) (isConfluent, most int) {
	w := world.New(c)
	knows := w.Confluence()
	if knows == nil || w.Operations() > checker.MostOperations {
		return 0, 0
	}
	report, states := explored(t, f, w, checker.Options{MaxStates: 800})
	if !report.Complete {
		return 0, 0
	}
	whole := confluence(w, states)
	seeAll(w, knows, states)
	for i, s := range states {
		for _, a := range whole.arcs[i] {
			if _, ok := knows.Confluent(s, a.op); !ok {
				continue
			}
			if isConfluent++; !whole.set[place{i, a.op}] {
				f.Fatalf("%s:\nin %s\noperation %d is not sure", told(c), w.DescribeState(s), a.op)
			}
		}
	}
	return isConfluent, len(whole.set)
}

// TestSureSteps: what is said to be sure is, on the whole graph of a world.
func TestSureSteps(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) { sureSteps(t, r, drawReducible(r)) })
}

// TestLessons: a learner says of each step what is found out anew, whatever is minded.
func TestLessons(t *testing.T) {
	testlevel.Alone(t)
	sure := 0
	for seed := range 300 {
		c := rapid.Custom(drawReducible).Example(seed)
		w := world.New(c)
		knows := w.Confluence()
		if knows == nil || w.Operations() > checker.MostOperations {
			continue
		}
		_, states := explored(t, t, w, checker.Options{MaxStates: 600})
		for round := range 3 { // with more and more that may happen
			sure += learns(t, w, knows, states, seed+round)
			seeAll(w, knows, states[:len(states)*(round+1)/3])
		}
	}
	t.Logf("%d steps are sure", sure)
	if sure < 1000 {
		t.Errorf("only %d steps are sure", sure)
	}
}

// learns compares what two new learners say, one of vectors and one of rows, with what is found out anew, and counts the steps that
// are sure.
func learns(t *testing.T, w *world.World, knows checker.Confluence, states []checker.State, seed int) (sure int) {
	packing, rows := packed(w, states)
	learners := []checker.Learner{knows.(checker.Learning).Learner(nil), knows.(checker.Learning).Learner(packing)}
	if learners[0] == nil {
		return 0
	}
	for i, s := range states {
		minded := []checker.Visible{^checker.Visible(0), 0, checker.Visible(spec.FromLive)}[(seed+i*5/len(states))%3]
		for _, n := range strides(w, s) {
			if n.to == nil {
				continue
			}
			visible, want := knows.Confluent(s, n.op)
			want = want && visible&minded == 0
			for _, learner := range learners {
				if _, got := learner.First(rows[i], func() checker.State { return s }, checker.Operations{}.With(n.op), minded); got != want {
					t.Fatalf("%s:\nin %s\noperation %d is learnt to be sure: %t, and is: %t", told(w.Config()), w.DescribeState(s), n.op, got, want)
				}
			}
			if want {
				sure++
			}
		}
	}
	return sure
}

// packed packs states in the world's own rows, if it has any.
func packed(w *world.World, states []checker.State) (packing checker.Packing, rows []checker.Row) {
	rows = make([]checker.Row, len(states))
	if packing = w.Packing(w); packing == nil {
		return nil, rows
	}
	for _, s := range states {
		packing.See(s)
	}
	if !widen(packing) {
		return nil, rows
	}
	for i, s := range states {
		rows[i] = make(checker.Row, packing.Layout().Words)
		if !packing.Pack(s, rows[i]) {
			panic("what has been seen is not known")
		}
	}
	return packing, rows
}

// TestSureStepsAreFound: of the steps that could be sure most are found to be.
func TestSureStepsAreFound(t *testing.T) {
	testlevel.Alone(t)
	found, all := 0, 0
	for seed := range 200 {
		isConfluent, most := sureSteps(t, t, rapid.Custom(drawReducible).Example(seed))
		found, all = found+isConfluent, all+most
	}
	t.Logf("%d steps are sure, of %d at most", found, all)
	if 3*found < 2*all {
		t.Errorf("only %d steps of %d are found to be sure", found, all)
	}
}

// seeAll refutes whatever is assumed that is not so.
func seeAll(w *world.World, knows checker.Confluence, states []checker.State) {
	for _, s := range states {
		var enabled checker.Operations
		for _, a := range strides(w, s) {
			if a.to != nil {
				enabled = enabled.With(a.op)
			}
		}
		knows.Observe(func() checker.State { return s }, enabled)
	}
	knows.Refine()
}

// TestMarks: what a confluent step takes back, when others have acted and come back, its changes say.
func TestMarks(t *testing.T) {
	testlevel.Slow(t, "hundreds of random worlds; TestReductionOfRandomWorlds draws some")
	testlevel.Alone(t)
	taken, back := 0, 0
	for seed := range 2000 {
		if !testlevel.OneOf(5, seed) || !testlevel.Sample(t, 3, seed) {
			continue
		}
		c := rapid.Custom(drawReducible).Example(seed)
		c.Crashes, c.Restarts = 1, 1
		w := world.New(c)
		knows := w.Confluence()
		if knows == nil || w.Operations() > checker.MostOperations {
			continue
		}
		report, states := explored(t, t, w, checker.Options{MaxStates: 300})
		if !report.Complete {
			continue
		}
		seeAll(w, knows, states)
		for _, s := range states {
			for _, a := range strides(w, s) {
				marks, ok := checker.Visible(0), false
				if a.to != nil {
					marks, ok = knows.Confluent(s, a.op)
				}
				if !ok {
					continue
				}
				outside(w, s, checker.Operations{}.With(a.op), func(path []checker.Step, s1 checker.State) {
					after := replays(w, s1, []checker.Step{a.step})
					if after == nil {
						return // its process has died
					}
					for _, p := range everyProperty(c) {
						if p.Always == nil || !p.Always(w.View(s)) || p.Always(w.View(s1)) || !p.Always(w.View(after)) {
							continue
						}
						taken++
						if minded := checker.Visible(p.Minds); marks&(minded|world.Uncharted) == 0 {
							t.Fatalf("%s:\nin %s\nafter %v\n%s takes back that %s is violated", told(c), w.DescribeState(s), words(w, s, path), w.DescribeStep(s, a.step), p.Name)
						} else if marks&minded == 0 {
							back++
						}
					}
				})
			}
		}
	}
	t.Logf("%d times a violation was taken back, %d times since others had come back", taken, back)
	if taken == 0 || back == 0 {
		t.Error("never both")
	}
}

// A rash world takes steps for sure that are not.
type rash struct {
	*world.World
	unrevised bool // what is assumed is never revised; else whatever it knows of may be sure
}

// A rashness is what a rash world knows.
type rashness struct {
	checker.Confluence
	rash
}

func (r rash) Confluence() checker.Confluence { return rashness{r.World.Confluence(), r} }

func (r rashness) Refine() bool { return r.Confluence.Refine() && !r.unrevised }

func (r rashness) Confluent(s checker.State, op checker.Operation) (marks checker.Visible, ok bool) {
	if r.unrevised {
		return r.Confluence.Confluent(s, op)
	}
	return 0, int(op) < r.World.Operations() && r.IsDelivery(op)
}

// TestRashness: assumption that are not revised, or deliveries taken for sure, are caught by a comparison
// with the whole graph.
func TestRashness(t *testing.T) {
	testlevel.Slow(t, "hundreds of random worlds; TestSureStepsAreFound draws some")
	testlevel.Alone(t)
	for _, unrevised := range []bool{false, true} {
		caught := 0
		for seed := range 3000 {
			c := rapid.Custom(drawReducible).Example(seed)
			w := world.New(c)
			if w.Confluence() == nil || w.Operations() > checker.MostOperations {
				continue
			}
			check := func(system checker.System, by checker.Reduction) *checker.Report {
				report, err := checker.Check(t.Context(), system, w.Properties(safe(c)), checker.Options{Reduce: by, MaxStates: 1500, Workers: 1})
				if err != nil {
					t.Fatal(err)
				}
				return report
			}
			whole := check(w, checker.Whole)
			if whole.Bound == "states" {
				continue
			}
			reduced := check(rash{w, unrevised}, checker.ByConfluence)
			different := whole.Terminal != reduced.Terminal || whole.Bound != reduced.Bound
			for i, result := range whole.Results {
				different = different || result.Verdict != reduced.Results[i].Verdict
			}
			if different {
				caught++
				break
			}
		}
		if caught == 0 {
			t.Errorf("unrevised %v: never caught", unrevised)
		}
	}
}
