package checker

import (
	"context"
	mathbits "math/bits"
	"runtime"
	"runtime/debug"
	"slices"
	"time"
)

// A graph is the explored part of a system, its states called by their ranks. It keeps no
// edges: the steps out of a state are made again when they are asked for.
type graph struct {
	*run
	busy string // foreign code that is running, but for Steps; "" if ours

	began time.Time // when the deciding of liveness began
	ticks int
	hit   string // the bound that it has hit

	found  []uint32 // ranks that the steps of a state lead to
	hashes []uint64
	late   []uint64 // ranks of states that steps have lately been found to lead to, by the hashes of their rows: half of that, and the rank
	next   uint32   // behind all that have been found so

	groups  []*predicateGroup // that answer properties of liveness alone
	told    told              // last
	insides []inside
	asked   bits // the states that insides have been asked about

	// cyclic is the part in which runs can go round, made when first needed.
	cyclic *cyclicPart
}

func newGraph(r *run) *graph { return &graph{run: r, began: time.Now()} }

// look returns a state, until the next look.
func (g *graph) look(rank uint32) State { return g.pool[0].look(rank) }

// rank returns the rank of a state that the exploration has found.
func (r *run) rank(s State) uint32 {
	row := make(Row, r.store.words)
	if r.store.packing.Pack(s, row) {
		if rank, known := r.store.lookUp(row); known {
			return rank
		}
	}
	panic(brokenLaw("Steps now emits %v, and did not during the exploration", s))
}

// isKnown reports whether a row has been found, and not given up since.
func (r *run) isKnown(row Row) bool {
	rank, known := r.store.lookUp(row)
	return known && int(rank) < r.store.log.len
}

// parent returns the state from which another one that is not initial was first reached.
func (r *run) parent(rank uint32) uint32 {
	parent, exact := r.store.parents.near(rank)
	for w := r.pool[0]; !exact; parent++ {
		w.again(parent)
		row := r.store.log.at(rank)
		for i := range w.out.Steps {
			if equal(w.out.Row(i), row) {
				return parent
			}
		}
	}
	return parent
}

// isExpanded reports whether all steps out of a state are part of the graph.
func (g *graph) isExpanded(rank uint32) bool { return int(rank) < g.expanded }

// An edge is a step between two states of the graph.
type edge struct {
	to   uint32
	step Step
}

// edges appends the real steps out of an expanded state: those that no bound has altered. blocked appends what else is owed there.
func (g *graph) edges(rank uint32, edges []edge, blocked []Duty) ([]edge, []Duty) {
	return g.recurring(anyStep{}, nil, rank, edges, blocked)
}

// recurring appends those of the edges that may be part of a cycle in a region, which nil means to be everywhere. What is owed for
// other steps is appended to blocked.
func (g *graph) recurring(r Recurrence, region bits, rank uint32, edges []edge, blocked []Duty) ([]edge, []Duty) {
	w, row := g.pool[0], g.store.log.at(rank)
	w.again(rank)
	owe := func(steps ...Step) {
		for _, step := range steps {
			if step.Owed != None {
				blocked = append(blocked, step.Owed)
			}
		}
	}
	owe(w.out.Blocked...)
	w.out.keep(func(i int) bool {
		mayRecur := w.out.Steps[i].Bound == 0 && r.Recurs(row, w.out.Row(i))
		if !mayRecur {
			owe(w.out.Steps[i])
		}
		return mayRecur
	})
	for i, to := range g.find(&w.out) {
		if step := w.out.Steps[i]; to != nowhere && (region == nil || region.has(int(to))) {
			edges = append(edges, edge{to, step})
		} else {
			owe(step)
		}
	}
	return edges, blocked
}

// find looks up where the steps lead that have been made of a state, and lists these ranks: nowhere for what has not been found, which may be
// if the graph is a part. Many are those of states that have been found lately or, where states are asked about in the order of
// ranks, of the next one: these take no look into the table. What is looked at is loaded for all of them before the first waits for it.
func (g *graph) find(out *Successors) []uint32 {
	if g.late == nil {
		g.late = make([]uint64, min(1<<mathbits.Len(uint(g.store.log.len)), lateRanks))
	}
	s, sink := g.store, uint64(0)
	g.found, g.hashes = g.found[:0], g.hashes[:0]
	for i := range out.len() {
		hash := s.hash(out.Row(i))
		rank, isLate := g.guess(hash)
		switch {
		case isLate:
			sink += s.log.at(rank)[0]
		case int(g.next) < s.log.len && equal(s.log.at(g.next), out.Row(i)):
			rank = g.next
			g.remember(hash, rank)
		default:
			rank = nowhere
			sink += uint64(s.table.slots[s.table.home(hash)])
		}
		g.found, g.hashes = append(g.found, rank), append(g.hashes, hash)
	}
	for i, hash := range g.hashes {
		if g.found[i] == nowhere {
			entry := s.table.slots[s.table.home(hash)]
			if number := s.table.numberOf(entry); entry != 0 && number != s.table.dropped && s.table.isTagged(entry, s.table.tag(hash)) {
				sink += s.log.at(number - 1)[0]
			}
		}
	}
	for i, hash := range g.hashes {
		if rank := g.found[i]; rank == nowhere || !equal(s.log.at(rank), out.Row(i)) {
			g.found[i] = g.lookUp(out.Row(i), hash)
		}
	}
	g.pool[0].sink += sink
	return g.found
}

// guess is the rank of a state that has been found lately whose row has that hash, by half of it: the row is still to be compared.
func (g *graph) guess(hash uint64) (rank uint32, isLate bool) {
	late := *g.lateAt(hash)
	return uint32(late), (late^hash)>>32 == 0
}

// remember notes that a state has been found.
func (g *graph) remember(hash uint64, rank uint32) {
	*g.lateAt(hash), g.next = hash&^(1<<32-1)|uint64(rank), max(g.next, rank+1)
}

// lateAt is where the rank is kept of a state whose row has that hash. There is a power of two of such places.
func (g *graph) lateAt(hash uint64) *uint64 { return &g.late[hash>>8&uint64(len(g.late)-1)] }

// lookUp looks a row up in the table.
func (g *graph) lookUp(row Row, hash uint64) uint32 {
	rank, known := g.store.find(row, hash)
	switch {
	case g.isPart && (!known || int(rank) >= g.store.log.len):
		return nowhere
	case !known:
		g.store.packing.Unpack(row, g.pool[0].two)
		panic(brokenLaw("Steps now emits %v, and did not during the exploration", g.pool[0].two))
	}
	g.remember(hash, rank)
	return rank
}

// lateRanks is how many ranks are kept, at most, of states that have been found lately: as many as fit a core's own cache.
const lateRanks = 1 << 15

// firstEdge returns the first real step out of a state that is as wanted. There has been one.
func (g *graph) firstEdge(rank uint32, wanted func(edge) bool) edge {
	edges, _ := g.edges(rank, nil, nil)
	i := slices.IndexFunc(edges, wanted)
	if i < 0 {
		panic(brokenLaw("Steps of %v no longer emits what it did", g.state(rank)))
	}
	return edges[i]
}

// initialRanks lists the initial states.
func (g *graph) initialRanks() []uint32 {
	var ranks []uint32
	for rank := range g.initials {
		ranks = append(ranks, uint32(rank))
	}
	return ranks
}

// A Graph is the explored part of a system: its states, called by their ranks, and the steps
// between them. Ranks go from 0, are those of a breadth first search, and are the same for any
// number of workers.
type Graph struct{ explored exploredGraph }

// An exploredGraph makes the steps of a state when it is asked for them.
type exploredGraph interface {
	states() int
	state(rank uint32) State
	initialRanks() []uint32
	isExpanded(rank uint32) bool

	// real appends the steps out of an expanded state that no bound has altered or disabled. They panic as the system does.
	real(rank uint32, to []edge) []edge

	// explain makes an error of what the system has panicked with.
	explain(value any, stack []byte) error
}

// Explore explores the system as Check does and keeps the graph, for questions about runs that no
// Property asks. The Report has no Results.
func Explore(ctx context.Context, system System, options Options) (*Graph, *Report, error) {
	if system.Width() < 1 {
		panic(brokenLaw("Width is %d", system.Width()))
	}
	if composed := asComposed(system); composed != nil {
		return exploreComposed(ctx, composed, options)
	}
	run := newRun(system, nil, options)
	run.hire()
	defer run.stopWorkers()
	if err := run.explore(ctx); err != nil {
		run.store.release()
		return nil, nil, err
	}
	report, g := run.finish(), &Graph{newGraph(run)}
	runtime.AddCleanup(g, (*store).release, run.store)
	return g, report, nil
}

func (g *graph) states() int { return g.store.log.len }

func (g *graph) real(rank uint32, to []edge) []edge {
	to, _ = g.edges(rank, to, nil)
	return to
}

func (g *graph) explain(value any, stack []byte) error {
	if w := g.pool[0]; w.inSteps {
		w.inSteps = false
		return (&failure{"Steps", value, stack}).explain()
	}
	panic(value)
}

// States is the number of states.
func (g *Graph) States() int { return g.explored.states() }

// State returns the state of a rank, made for the caller.
func (g *Graph) State(rank uint32) State {
	defer runtime.KeepAlive(g)
	return g.explored.state(rank)
}

// Initial lists the ranks of the initial states.
func (g *Graph) Initial() []uint32 { return g.explored.initialRanks() }

// Walk visits each state that was expanded, in the order of ranks, and then each of its steps, in
// the order of Steps. It leaves out steps that a bound has altered or disabled, which are not real.
// It ends early when ctx is cancelled. The error is a *ModelPanic if the system panics.
func (g *Graph) Walk(ctx context.Context, enter func(rank uint32), step func(from uint32, step Step, to uint32)) (err error) {
	defer runtime.KeepAlive(g)
	defer func() {
		if v := recover(); v != nil {
			err = g.explored.explain(v, debug.Stack())
		}
	}()
	var edges []edge
	for rank := uint32(0); g.explored.isExpanded(rank) && ctx.Err() == nil; rank++ {
		enter(rank)
		edges = g.explored.real(rank, edges[:0])
		for _, e := range edges {
			step(rank, e.step, e.to)
		}
	}
	return ctx.Err()
}

// StepsFrom lists the real steps out of an expanded state and the ranks that they lead to.
func (g *Graph) StepsFrom(rank uint32) (steps []Step, to []uint32) {
	defer runtime.KeepAlive(g)
	for _, e := range g.explored.real(rank, nil) {
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
