package drive

import (
	"slices"
	"testing"

	"interrex/checker"
	"interrex/impl"
	"interrex/internal/testlevel"
	"interrex/model/world"
)

// A trail is the graph of a world, breadth first, with the edge that led to each state first.
type trail struct {
	*graph
	from map[*state]*state
	by   map[*state]edge
}

// walk explores a world until a state is one that is looked for.
func walk(c world.Config, isIt func(View) bool) (*trail, *state) {
	w := &trail{newGraph(c), map[*state]*state{}, map[*state]edge{}}
	w.Init(func(s checker.State) { w.state(s) })
	for at := 0; at < len(w.states); at++ {
		s := w.states[at]
		if isIt(w.view(s.vector)) {
			return w, s
		}
		known := len(w.states)
		for _, e := range w.edges(s) {
			if e.to != nil && e.to.number >= known && w.from[e.to] == nil {
				w.from[e.to], w.by[e.to] = s, e
			}
		}
	}
	return w, nil
}

// path is the shortest way to a state.
func (w *trail) path(to *state) (steps []edge) {
	for ; w.from[to] != nil; to = w.from[to] {
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
		{"ring", ring(3), "-restarts=1 -crashes=1", restarts(1)},
		{"ring-detector", ring(3), "-restarts=1 -repair=lost", restarts(1)},
		{"raft", ring(3), "-timeouts=any -crashes=0", all(anyTime, crashes(0), elections(1))},
	} {
		t.Run(s.name(), func(t *testing.T) {
			c, err := s.world()
			if err != nil {
				t.Fatal(err)
			}
			w, at := walk(c, twoLead)
			if at == nil {
				t.Fatal("never do two lead")
			}
			if err := gatesFor(t, c).follow(w.path(at)); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// cover makes paths in which each step of a world is taken: the shortest way to one that has not been,
// and on from there as long as there are more.
func (w *trail) cover() (all [][]edge, edges int) {
	taken := map[int]bool{}
	fresh := func(at *state) *edge {
		for i, e := range at.edges {
			if e.to != nil && !taken[e.number] {
				return &at.edges[i]
			}
		}
		return nil
	}
	for _, at := range w.states {
		for e := fresh(at); e != nil; e = fresh(at) {
			steps := w.path(at)
			for ; e != nil; e = fresh(e.to) {
				taken[e.number] = true
				steps = append(steps, *e)
			}
			all = append(all, steps)
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
		settings = append(settings, setting{"ring", ring(3), "-repair=resent -crashes=1", resent})
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
			for _, path := range all {
				g := gatesFor(t, c)
				err := g.follow(path)
				g.close()
				if err != nil {
					t.Fatal(err)
				}
				steps += len(path)
			}
			t.Logf("%d states, %d edges, in %d runs of %d steps", len(w.states), edges, len(all), steps)
		})
	}
}

// TestGatesTell: nodes that do what they should not are told from those that do.
func TestGatesTell(t *testing.T) {
	c, err := setting{"bully", ring(3), "", nil}.world()
	if err != nil {
		t.Fatal(err)
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
	g := gatesFor(t, c)
	g.group = cast.NewGroup() // which should be as the nodes are
	for i, s := range []Step{
		{Action: "start", Process: 2},
		{Action: "deliver", Process: 3, Peer: 2, Message: "ELECTION(2)"},
		{Action: "deliver", Process: 2, Peer: 3, Message: "OK"},
	} {
		if _, err := g.play(s); (err != nil) != (s.Message == "OK") {
			t.Fatalf("step %d: %v", i+1, err)
		} else if err != nil {
			return
		}
	}
	t.Error("nobody has noticed")
}
