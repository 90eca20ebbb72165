package checker

import (
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
	for _, w := range r.crew {
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
	slots := r.crew[owner(tag, r.workers)].shard.slots
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

// resolve looks up where the edges from the first on lead: to the vectors just collected. Those that
// the reduced graph does not have are taken out. As in insert, what the look-ups will need is loaded for
// all of them before the first waits for it.
func (g *graph) resolve(edges []edge, first int, blocked []Duty) ([]edge, []Duty) {
	g.home = g.home[:0]
	for _, tag := range g.tags {
		slots := g.crew[owner(tag, g.workers)].shard.slots
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
