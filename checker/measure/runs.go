package measure

import (
	"slices"

	"interrex/checker"
	"interrex/checker/internal/scc"
)

// Runs are the runs of a graph until a goal.
//
// Their states are the numbers below n: a rank, or a rank plus the number of states. The latter are the states of runs in
// which the goal has been true since the initial state. Such a run has not ended yet.
type Runs struct {
	*Weighing
	goal  []bool // of each rank
	n     int
	roots []uint32

	order    []uint32 // the states by components, each after all that it leads to
	ends     []int    // end of each component in order
	reaches  []bool   // of each state: the goal is reached, or can still be reached
	together []int    // component of each state
}

// Until returns the runs of the graph until a goal.
func (w *Weighing) Until(goal checker.Predicate) *Runs {
	r := &Runs{Weighing: w, n: w.graph.States(), goal: make([]bool, w.graph.States())}
	for rank := range r.goal {
		r.goal[rank] = goal(w.graph.State(uint32(rank)))
	}
	for _, rank := range w.graph.Initial() {
		if r.goal[rank] {
			rank += uint32(len(r.goal))
			r.n = 2 * len(r.goal)
		}
		r.roots = append(r.roots, rank)
	}
	r.reaches, r.together = make([]bool, r.n), make([]int, r.n)
	r.divide()
	return r
}

// divide divides the states into strongly connected components.
func (r *Runs) divide() {
	edges, all := &scc.Digraph{First: []int{0}}, make([]uint32, r.n)
	for v := range uint32(r.n) {
		all[v] = v
		r.each(v, func(_ int, to uint32) { edges.To = append(edges.To, to) })
		edges.First = append(edges.First, len(edges.To))
	}
	edges.Components(all, func(component []uint32) {
		number := len(r.ends)
		r.order = append(r.order, component...)
		r.ends = append(r.ends, len(r.order))
		reaches := false
		for _, v := range component {
			r.together[v] = number
			reaches = reaches || r.isDone(v)
			r.each(v, func(_ int, to uint32) { reaches = reaches || r.reaches[to] })
		}
		for _, v := range component {
			r.reaches[v] = reaches
		}
	})
}

// isDone reports whether a run ends in a state.
func (r *Runs) isDone(v uint32) bool { return int(v) < len(r.goal) && r.goal[v] }

// rank is the rank of the state.
func (r *Runs) rank(v uint32) uint32 { return v % uint32(len(r.goal)) }

// each visits the steps out of v.
func (r *Runs) each(v uint32, visit func(step int, to uint32)) {
	if r.isDone(v) {
		return
	}
	rank := r.rank(v)
	for step := r.first[rank]; step < r.first[rank+1]; step++ {
		visit(step, r.follow(v, step))
	}
}

// follow is the target of a step out of v.
func (r *Runs) follow(v uint32, step int) uint32 {
	to := r.to[step]
	if int(v) >= len(r.goal) && r.goal[to] {
		to += uint32(len(r.goal)) // the goal is still true
	}
	return to
}

// Least is the least cost.
func (r *Runs) Least(c Cost) Extreme {
	least := make([]int, r.n) // from an initial state, plus 1; 0 means unknown
	var queues [][]uint32     // by cost
	enter := func(v uint32, cost int) {
		for len(queues) <= cost {
			queues = append(queues, nil)
		}
		if least[v] == 0 || least[v] > cost+1 {
			least[v] = cost + 1
			queues[cost] = append(queues[cost], v)
		}
	}
	for _, v := range r.roots {
		enter(v, 0)
	}
	for cost := 0; cost < len(queues); cost++ {
		for i := 0; i < len(queues[cost]); i++ {
			v := queues[cost][i]
			if r.isDone(v) {
				return Extreme{Cost: cost, Path: r.finding(route{
					may:  func(from uint32, step int, to uint32) bool { return c.and(least[from]-1, r.of(c, step)) <= least[to]-1 },
					done: func(v uint32) bool { return r.isDone(v) && least[v] == cost+1 },
				})}
			}
			if least[v] == cost+1 {
				r.each(v, func(step int, to uint32) { enter(to, c.and(cost, r.of(c, step))) })
			}
		}
	}
	return Extreme{}
}

// unbounded is greater than any cost.
const unbounded = int(^uint(0) >> 1)

// Greatest is the greatest cost of the runs that reach the goal.
func (r *Runs) Greatest(c Cost) Extreme {
	greatest := make([]int, r.n) // from each state to the goal
	begin := 0
	for number, end := range r.ends {
		component := r.order[begin:end]
		begin = end
		cost := 0
		for _, v := range component {
			r.each(v, func(step int, to uint32) {
				switch inside := r.together[to] == number; {
				case !r.reaches[to]:
				case inside && !c.Peak && r.of(c, step) > 0, !inside && greatest[to] == unbounded:
					cost = unbounded
				case inside:
					cost = max(cost, r.of(c, step))
				default:
					cost = max(cost, c.and(greatest[to], r.of(c, step)))
				}
			})
		}
		for _, v := range component {
			greatest[v] = cost
		}
	}
	worst, reached := 0, false
	for _, v := range r.roots {
		if r.reaches[v] {
			worst, reached = max(worst, greatest[v]), true
		}
	}
	onward := func(_ uint32, _ int, to uint32) bool { return r.reaches[to] }
	switch {
	case !reached:
		return Extreme{}
	case worst == unbounded:
		return Extreme{Unbounded: true, Path: func() *checker.Path { return r.round(c) }}
	case c.Peak:
		return Extreme{Cost: worst, Path: r.finding(route{may: onward, done: r.isDone,
			marked: worst > 0, marks: func(step int) bool { return r.of(c, step) == worst }})}
	}
	return Extreme{Cost: worst, Path: r.finding(route{done: r.isDone,
		from: func(v uint32) bool { return greatest[v] == worst },
		may: func(from uint32, step int, to uint32) bool {
			return r.reaches[to] && r.of(c, step)+greatest[to] == greatest[from]
		}})}
}

// Dodge is a shortest run after which the goal can no longer be reached. It is nil if there is none.
func (r *Runs) Dodge() *checker.Path {
	isLost := func(v uint32) bool { return int(v) < len(r.goal) && !r.reaches[v] }
	if !slices.ContainsFunc(r.order, isLost) {
		return nil
	}
	return r.path(route{done: isLost})
}
