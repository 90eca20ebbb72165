package impl_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"interrex/impl"
)

// copy is a world of its own. States need no copy: they do not change.
func (w *world) copy() *world {
	c := *w
	c.nodes, c.queues = map[impl.ID]*node{}, map[link][]impl.Message{}
	for id, n := range w.nodes {
		one := *n
		one.due = maps.Clone(n.due)
		c.nodes[id] = &one
	}
	for l, q := range w.queues {
		c.queues[l] = slices.Clone(q)
	}
	c.callers, c.sent = slices.Clone(w.callers), nil
	return &c
}

// key is equal for two worlds that are in the same state.
func (w *world) key() string {
	key := fmt.Sprint(w, w.callers)
	for _, from := range w.members {
		for _, to := range w.members {
			if q := w.queues[link{from, to}]; len(q) > 0 {
				key += fmt.Sprint(from, to, q)
			}
		}
	}
	return key
}

// reach counts the states of a world without crashes, breadth first, the steps between them, and the
// levels. Once a step has begun an election, only a guarded algorithm is asked for another.
func reach(w *world, guarded bool) (states, steps, depth int) {
	seen := map[string]bool{w.key(): true}
	for level := []*world{w}; ; depth++ {
		if len(seen) > mostSteps {
			w.Fatalf("%s on %v has more than %d states", w.algorithm.Name, w.members, mostSteps)
		}
		var beyond []*world
		for _, w := range level {
			for _, e := range w.events() {
				next := w.copy()
				next.give(e)
				if _, start := e.in.(impl.Start); start {
					next.callers = nil
					if guarded {
						next.callers = w.callers
					}
				}
				steps++
				if key := next.key(); !seen[key] {
					seen[key] = true
					beyond = append(beyond, next)
				}
			}
		}
		if len(beyond) == 0 {
			return len(seen), steps, depth
		}
		level = beyond
	}
}

// TestReach explores the steps themselves, without a crash, and compares with independent programs
// on as many worlds as fit into a moment. All counts are those of explore -crashes=0 on the models,
// which share no code with this package and are themselves compared with TLC on the modules of spec/.
func TestReach(t *testing.T) {
	for _, test := range []struct {
		algorithm               string
		guarded                 bool // by its own variables; else one election is begun
		n, states, steps, depth int
	}{
		{"chang-roberts", true, 3, 25, 48, 7},
		{"chang-roberts", true, 4, 63, 165, 9},
		{"chang-roberts", true, 5, 161, 540, 11},
		{"lelann", true, 2, 10, 14, 5},
		{"lelann", true, 3, 38, 75, 10},
		{"lelann", true, 4, 152, 380, 17},
		{"hirschberg-sinclair", true, 1, 5, 4, 4},
		{"hirschberg-sinclair", true, 2, 33, 45, 11},
		{"hirschberg-sinclair", true, 3, 467, 1057, 24},
		{"hirschberg-sinclair", true, 4, 2412, 7592, 29},
		{"ring", false, 3, 10, 11, 7},
		{"ring", false, 4, 13, 15, 9},
		{"ring-accept", false, 3, 10, 11, 7},
		{"ring-accept", false, 4, 13, 15, 9},
		{"ring-maxid", false, 3, 16, 17, 7},
		{"ring-maxid", false, 4, 25, 27, 9},
		{"ring-watch", false, 3, 22, 23, 7},
		{"ring-watch", false, 4, 37, 39, 9},
		{"ring-detector", false, 3, 25, 24, 9},
		{"ring-detector", false, 4, 43, 42, 12},
	} {
		w := newWorld(t, find(t, test.algorithm), nil, ring(test.n)...)
		w.callers = w.members
		states, steps, depth := reach(w, test.guarded)
		if states != test.states || steps != test.steps || depth != test.depth {
			t.Errorf("%s, n=%d: %d states, %d steps, depth %d; want %d, %d, %d",
				test.algorithm, test.n, states, steps, depth, test.states, test.steps, test.depth)
		}
	}
}
