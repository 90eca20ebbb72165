package checker

import (
	"context"
	"runtime/debug"
	"slices"
	"time"
)

// A graph is the explored part of a system, its states called by their ranks. It keeps no
// edges: the steps out of a state are made again when they are asked for.
type graph struct {
	*run
	inSteps bool   // the system's Steps is running
	busy    string // other foreign code that is running, "" if ours

	began time.Time // when the deciding of liveness began
	ticks int
	hit   string // the bound that it has hit

	// The steps out of the state that is being looked at, as collect takes them down: the real ones
	// and what else is owed, their states with their tags, and the entries in the homes of these.
	collect func(Step, State) // made once, since a func made anew for each state would be garbage
	found   []edge
	blocked []Duty
	vectors []Cell
	tags    []uint32
	home    []uint32
	sink    uint64 // keeps the compiler from dropping loads

	// cyclic is the part in which runs can go round, made when first needed.
	cyclic *cyclicPart
}

func newGraph(r *run) *graph {
	g := &graph{run: r, began: time.Now()}
	g.collect = g.collectStep
	return g
}

// entry returns the vector that an entry of the visited set stands for.
func (r *run) entry(entry uint32) State {
	if entry == dropped {
		return nil
	}
	if entry&pending == 0 {
		return r.arena.at(entry - 1)
	}
	sequence := entry &^ pending
	for _, w := range r.pool {
		if n := uint32(len(w.successors)); sequence >= n {
			sequence -= n
			continue
		}
		return w.vector(sequence)
	}
	panic("checker: an entry of the visited set points nowhere")
}

// rank returns the rank of a state that the exploration has found.
func (r *run) rank(s State) uint32 {
	rank, known := r.lookUp(s)
	if !known {
		panic(brokenLaw("Steps now emits %v, and did not during the exploration", s))
	}
	return rank
}

// isKnown reports whether a state has been found, and not given up since.
func (r *run) isKnown(s State) bool {
	rank, known := r.lookUp(s)
	return known && int(rank) < r.arena.len
}

// lookUp looks a state up in the visited set.
func (r *run) lookUp(s State) (rank uint32, known bool) {
	return r.lookUpTag(s, uint32(hash(r.seed, s)>>32))
}

func (r *run) lookUpTag(s State, tag uint32) (rank uint32, known bool) {
	slots := r.pool[owner(tag, r.workers)].shard.slots
	mask := uint32(len(slots) - 1)
	for at := tag & mask; ; at = (at + 1) & mask {
		entry := uint32(slots[at])
		if entry == 0 {
			return 0, false
		}
		if uint32(slots[at]>>32) == tag && text(r.entry(entry)) == text(s) {
			return entry - 1, true
		}
	}
}

// isExpanded reports whether all steps out of a state are part of the graph.
func (g *graph) isExpanded(rank uint32) bool { return int(rank) < g.expanded }

// An edge is a step between two states of the graph.
type edge struct {
	to   uint32
	step Step
}

// edges appends the real steps out of an expanded state: those that no bound has altered and that,
// in a reduced graph, lead to a state that has been found. blocked appends what else is owed there.
func (g *graph) edges(rank uint32, edges []edge, blocked []Duty) ([]edge, []Duty) {
	g.vectors, g.tags = g.vectors[:0], g.tags[:0]
	g.found, g.blocked = edges, blocked
	g.inSteps = true
	g.system.Steps(g.arena.at(rank), g.collect)
	g.inSteps = false
	return g.resolve(g.found, len(edges), g.blocked)
}

// collectStep is called by the system for each step out of a state.
func (g *graph) collectStep(step Step, to State) {
	g.inSteps = false
	if step.Bound == 0 {
		if len(to) != g.arena.width {
			panic(brokenLaw("Steps now emits a state of %d cells; Width is %d", len(to), g.arena.width))
		}
		g.found = append(g.found, edge{step: step})
		g.vectors = append(g.vectors, to...)
		g.tags = append(g.tags, uint32(hash(g.seed, to)>>32))
	} else if step.Owed != None {
		g.blocked = append(g.blocked, step.Owed)
	}
	g.inSteps = true
}

// firstEdge returns the first real step out of a state that is as wanted. There has been one.
func (g *graph) firstEdge(rank uint32, wanted func(edge) bool) edge {
	edges, _ := g.edges(rank, nil, nil)
	i := slices.IndexFunc(edges, wanted)
	if i < 0 {
		panic(brokenLaw("Steps of %v no longer emits what it did", g.arena.at(rank)))
	}
	return edges[i]
}

// resolve looks up the ranks of the vectors just collected, to which the edges from the first on lead. Edges that
// the reduced graph does not have are taken out. As in insert, everything that the look-ups need is loaded
// before the first of them waits for it.
func (g *graph) resolve(edges []edge, first int, blocked []Duty) ([]edge, []Duty) {
	g.home = g.home[:0]
	for _, tag := range g.tags {
		slots := g.pool[owner(tag, g.workers)].shard.slots
		g.home = append(g.home, uint32(slots[tag&uint32(len(slots)-1)]))
	}
	for _, entry := range g.home {
		vector := g.arena.at(min(entry-1, uint32(g.arena.len-1)))
		g.sink += uint64(vector[0]) + uint64(vector[len(vector)-1])
	}
	width, found := g.arena.width, edges[:first]
	for i, e := range edges[first:] {
		s := State(g.vectors[i*width : (i+1)*width])
		rank, known := g.lookUpTag(s, g.tags[i])
		switch {
		case g.reducer == nil && !known:
			panic(brokenLaw("Steps now emits %v, and did not during the exploration", s))
		case known && (g.reducer == nil || int(rank) < g.arena.len):
			found = append(found, edge{rank, e.step})
		case e.step.Owed != None:
			blocked = append(blocked, e.step.Owed)
		}
	}
	return found, blocked
}

// initialRanks lists the initial states.
func (g *graph) initialRanks() []uint32 {
	var ranks []uint32
	for rank := uint32(0); int(rank) < g.arena.len && g.arena.parent(rank) == rank; rank++ {
		ranks = append(ranks, rank)
	}
	return ranks
}

// A Graph is the explored part of a system: its states, called by their ranks, and the steps
// between them. Ranks go from 0, are those of a breadth first search, and are the same for any
// number of workers.
type Graph struct{ graph *graph }

// Explore explores the system as Check does and keeps the graph, for questions about runs that no
// Property asks. The Report has no Results.
func Explore(ctx context.Context, system System, options Options) (*Graph, *Report, error) {
	if system.Width() < 1 {
		panic(brokenLaw("Width is %d", system.Width()))
	}
	run := newRun(system, nil, options)
	run.startWorkers()
	defer run.stopWorkers()
	if err := run.explore(ctx); err != nil {
		return nil, nil, err
	}
	report := run.finish()
	return &Graph{newGraph(run)}, report, nil
}

// States is the number of states.
func (g *Graph) States() int { return g.graph.arena.len }

// State returns the state of a rank. It must not be changed.
func (g *Graph) State(rank uint32) State { return g.graph.arena.at(rank) }

// Initial lists the ranks of the initial states.
func (g *Graph) Initial() []uint32 { return g.graph.initialRanks() }

// Walk visits each state that was expanded, in the order of ranks, and then each of its steps, in
// the order of Steps. It leaves out steps that a bound has altered or disabled, which are not real.
// It ends early when ctx is cancelled. The error is a *ModelPanic if the system panics.
func (g *Graph) Walk(ctx context.Context, enter func(rank uint32), step func(from uint32, step Step, to uint32)) (err error) {
	defer func() {
		if g.graph.inSteps {
			g.graph.inSteps = false
			err = (&failure{"Steps", recover(), debug.Stack()}).explain()
		}
	}()
	var edges []edge
	for rank := uint32(0); g.graph.isExpanded(rank) && ctx.Err() == nil; rank++ {
		enter(rank)
		edges, _ = g.graph.edges(rank, edges[:0], nil)
		for _, e := range edges {
			step(rank, e.step, e.to)
		}
	}
	return ctx.Err()
}

// StepsFrom lists the real steps out of an expanded state and the ranks that they lead to.
func (g *Graph) StepsFrom(rank uint32) (steps []Step, to []uint32) {
	edges, _ := g.graph.edges(rank, nil, nil)
	for _, e := range edges {
		steps, to = append(steps, e.step), append(to, e.to)
	}
	return steps, slices.Clip(to)
}

// Components finds the strongly connected components of a directed graph whose vertices are the
// numbers below n, as far as the roots reach. It visits each component once, after all those it leads to.
// successors appends to its second argument.
func Components(n int, roots []uint32, successors func(v uint32, to []uint32) []uint32, visit func(component []uint32)) {
	components(n, roots, successors, func(component []uint32, _ bool) { visit(component) })
}
