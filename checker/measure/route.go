package measure

import (
	"slices"

	"interrex/checker"
)

// A route is a set of paths. A nil function allows everything.
type route struct {
	from func(v uint32) bool                         // initial states in which a path may begin
	may  func(from uint32, step int, to uint32) bool // steps that it may take
	done func(v uint32) bool                         // states in which it may end

	// If marked is set, a path must take a step for which marks is true.
	marks  func(step int) bool
	marked bool
}

// A stop is a node of a search: a state, and whether the path to it is marked.
type stop struct {
	at     uint32
	marked bool
}

// An arrival is the step by which a search came to a stop.
type arrival struct {
	from stop
	step int // -1 means that the search began there
}

// path is the first of the shortest paths along a route, in the order of steps. It is nil if there is none.
func (r *Runs) path(along route) *checker.Path {
	begin := make([]uint32, 0, len(r.roots))
	for _, v := range r.roots {
		if along.from == nil || along.from(v) {
			begin = append(begin, v)
		}
	}
	steps, start, found := r.search(begin, along)
	if !found {
		return nil
	}
	path := &checker.Path{Initial: r.graph.State(r.rank(start))}
	path.Stem = r.transitions(start, steps)
	return path
}

// finding returns a function that finds such a path.
func (r *Runs) finding(along route) func() *checker.Path {
	return func() *checker.Path { return r.path(along) }
}

// search searches breadth first for a path along the route. It returns its steps and its first state.
func (r *Runs) search(begin []uint32, along route) (steps []int, start uint32, found bool) {
	came := map[stop]arrival{}
	var queue []stop
	enter := func(s stop, how arrival) {
		if _, seen := came[s]; !seen {
			came[s] = how
			queue = append(queue, s)
		}
	}
	for _, v := range begin {
		enter(stop{v, !along.marked}, arrival{step: -1})
	}
	for i := 0; i < len(queue); i++ {
		s := queue[i]
		if s.marked && along.done(s.at) {
			for how := came[s]; how.step >= 0; how = came[s] {
				steps = append(steps, how.step)
				s = how.from
			}
			slices.Reverse(steps)
			return steps, s.at, true
		}
		r.each(s.at, func(step int, to uint32) {
			if along.may == nil || along.may(s.at, step, to) {
				enter(stop{to, s.marked || along.marks(step)}, arrival{s, step})
			}
		})
	}
	return nil, 0, false
}

// transitions converts steps to transitions of the checker.
func (r *Runs) transitions(at uint32, steps []int) []checker.Transition {
	var transitions []checker.Transition
	for _, step := range steps {
		rank := r.rank(at)
		known, _ := r.graph.StepsFrom(rank)
		at = r.follow(at, step)
		transitions = append(transitions, checker.Transition{Step: known[step-r.first[rank]], To: r.graph.State(r.rank(at))})
	}
	return transitions
}

// round is a lasso with a step of a cost above zero on its cycle, from which the goal can be reached. It has a shortest way
// to such a step, and a shortest way back. There must be such a cycle.
func (r *Runs) round(c Cost) *checker.Path {
	costly := func(v uint32) (found int) {
		found = -1
		r.each(v, func(step int, to uint32) {
			if found < 0 && r.reaches[to] && r.together[to] == r.together[v] && r.of(c, step) > 0 {
				found = step
			}
		})
		return found
	}
	steps, start, _ := r.search(r.roots, route{done: func(v uint32) bool { return costly(v) >= 0 }})
	path := &checker.Path{Initial: r.graph.State(r.rank(start)), Stem: r.transitions(start, steps), Lasso: true}
	at := start
	for _, step := range steps {
		at = r.follow(at, step)
	}
	step := costly(at)
	back, _, _ := r.search([]uint32{r.follow(at, step)}, route{
		may:  func(_ uint32, _ int, to uint32) bool { return r.together[to] == r.together[at] },
		done: func(v uint32) bool { return v == at },
	})
	path.Cycle = r.transitions(at, append([]int{step}, back...))
	return path
}
