package drive

import (
	"encoding/binary"
	"slices"
	"testing"

	"interrex/checker"
	"interrex/impl"
	"interrex/internal/testlevel"
	"interrex/model/world"
)

// A trail is the states of a world, breadth first, each with the step that led there first.
type trail struct {
	twin
	states []checker.State
	from   []int
	by     []Step
	out    [][]branch
}

// A branch is a step out of a state, to another.
type branch struct {
	step Step
	to   int
}

// walk explores a world until a state is one that is looked for.
func walk(c world.Config, isIt func(View) bool) (*trail, int) {
	w := &trail{twin: newTwin(world.New(c))}
	known := map[string]int{}
	meet := func(s checker.State, from int, by Step) int {
		var b []byte
		for _, cell := range s {
			b = binary.AppendUvarint(b, uint64(cell))
		}
		key := string(b)
		at, seen := known[key]
		if !seen {
			at = len(w.states)
			known[key] = at
			w.states, w.from, w.by = append(w.states, slices.Clone(s)), append(w.from, from), append(w.by, by)
		}
		return at
	}
	w.Init(func(s checker.State) { meet(s, -1, Step{}) })
	for at := 0; at < len(w.states); at++ {
		if isIt(w.view(w.states[at])) {
			return w, at
		}
		var out []branch
		w.Steps(w.states[at], func(step checker.Step, to checker.State) {
			if step.Bound == 0 {
				by := stepOf(w.Occurrence(w.states[at], step))
				out = append(out, branch{by, meet(to, at, by)})
			}
		})
		w.out = append(w.out, out)
	}
	return w, -1
}

// path is the shortest way to a state.
func (w *trail) path(to int) (steps []Step) {
	for ; w.from[to] >= 0; to = w.from[to] {
		steps = append(steps, w.by[to])
	}
	slices.Reverse(steps)
	return steps
}

// twoLead reports whether two that live have elected themselves.
func twoLead(v View) bool {
	leaders := 0
	for _, m := range v.Members {
		for _, x := range m.Variables {
			if m.Live && x.Name == "elected" && x.Value == impl.ID(m.ID).String() {
				leaders++
			}
		}
	}
	return leaders > 1
}

// TestGatesShowCounterexamples: nodes over TCP do what a shortest run of the model does in which two lead.
func TestGatesShowCounterexamples(t *testing.T) {
	anyTime := func(c *world.Config) { c.Timeouts = world.Any }
	for _, s := range []setting{
		{"bully", ring(3), "-timeouts=any", anyTime},
		{"bully", ring(3), "-restarts=1", restarts(1)},
		{"ring", ring(3), "-restarts=1", restarts(1)},
		{"ring-detector", ring(3), "-restarts=1", restarts(1)},
		{"raft", ring(3), "-timeouts=any -crashes=0", all(anyTime, crashes(0), elections(1))},
	} {
		t.Run(s.name(), func(t *testing.T) {
			c, err := s.world()
			if err != nil {
				t.Fatal(err)
			}
			w, at := walk(c, twoLead)
			if at < 0 {
				t.Fatal("never do two lead")
			}
			run, err := Follow(c, Schedule{Stem: w.path(at)}, gatesFor(t, c))
			if err != nil || run.Divergence != nil || len(run.Done) == 0 {
				t.Fatalf("%+v, %v", run, err)
			}
		})
	}
}

// cover makes schedules in which each step of a world is taken: the shortest way to one that has not been,
// and on from there as long as there are more.
func (w *trail) cover() (all []Schedule, edges int) {
	taken := map[[2]int]bool{}
	fresh := func(at int) int {
		return slices.IndexFunc(w.out[at], func(b branch) bool { return !taken[[2]int{at, slices.Index(w.out[at], b)}] })
	}
	for at := range w.out {
		for i := fresh(at); i >= 0; i = fresh(at) {
			steps := w.path(at)
			for now := at; i >= 0; i = fresh(now) {
				taken[[2]int{now, i}] = true
				steps, now = append(steps, w.out[now][i].step), w.out[now][i].to
			}
			all = append(all, Schedule{Stem: steps})
		}
	}
	return all, len(taken)
}

// TestGatesTakeEveryStep: nodes over TCP take each step of a small world, as the model does; INTERREX_TESTS=all tries a
// larger one, too.
func TestGatesTakeEveryStep(t *testing.T) {
	settings := []setting{{"chang-roberts", ring(3), "", nil}}
	if !testlevel.Short() && !testlevel.Quick() { // with the race detector these take minutes
		settings = append(settings, setting{"bully", ring(3), "", nil})
	}
	if testlevel.All() {
		settings = append(settings, setting{"ring", ring(3), "-repair=resent", resent})
	}
	for _, s := range settings {
		t.Run(s.name(), func(t *testing.T) {
			c, err := s.world()
			if err != nil {
				t.Fatal(err)
			}
			w, _ := walk(c, func(View) bool { return false })
			all, edges := w.cover()
			steps := 0
			for _, schedule := range all {
				g := gatesFor(t, c)
				run, err := Follow(c, schedule, g)
				g.close()
				if err != nil || run.Divergence != nil {
					t.Fatalf("%v: %v, %v", schedule.Stem, run.Divergence, err)
				}
				steps += len(run.Done)
			}
			t.Logf("%d states, %d edges, in %d runs of %d steps", len(w.states), edges, len(all), steps)
		})
	}
}

// TestGatesTell: nodes that do what they should not are told from those that do.
func TestGatesTell(t *testing.T) {
	c := bullyWorld(t)
	healthy, err := impl.Find("bully")
	if err != nil {
		t.Fatal(err)
	}
	deaf := wounds()[0]
	cast, err := newCast(c, cutInto(healthy, &incision{about: "deliver OK", wound: &deaf}))
	if err != nil {
		t.Fatal(err)
	}
	g := gatesFor(t, c)
	g.Theatre = &Theatre{cast.NewGroup()} // which should be as the nodes are
	for i, s := range bullyOfThree().Stem {
		if _, err := g.Play(s); (err != nil) != (s.Message == "OK") {
			t.Fatalf("step %d: %v", i+1, err)
		} else if err != nil {
			return
		}
	}
	t.Error("nobody has noticed")
}
