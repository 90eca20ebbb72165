package liveness

import (
	"slices"

	"interrex/checker/internal/graph"
)

// fairComponents returns the largest fair components within a region, each in ascending order.
//
// A component is fair if each class under weak fairness is taken in it, or does not last in one of its states, or has no step
// in it. If a class has a step in each state and is never taken, no smaller component is fair either. A class under strong
// fairness that has a step somewhere and is never taken cannot have a step on a fair cycle: the states in which it has are
// taken away and the rest is searched again (Emerson and Lei, "Modalities for model checking", 1987). A class under weak
// fairness that lasts in each state of a component is treated alike. The rests of all components are searched together: what
// was apart stays apart.
func fairComponents(g graph.Graph, region []uint32) (found [][]uint32) {
	for len(region) > 0 {
		all, of := components(g, region)
		sums := summarizer{Graph: g, of: of, enabled: newSet(g), lasts: newSet(g)}
		region = nil
		for i, c := range all {
			sum := sums.sum(c, uint32(i+1))
			switch starved := sum.starved(g); {
			case sum.isHopeless(g):
			case len(starved) == 0:
				slices.Sort(c)
				found = append(found, c)
			default:
				region = append(region, without(g, c, starved)...)
			}
		}
	}
	return found
}

// A summary is what the states of a component have together.
type summary struct {
	throughout set // classes with a step in each state
	somewhere  set // classes with a step in some state
	lasting    set // classes that last in each state
	taken      set // classes with a step between two states
}

// A summarizer makes summaries of components.
type summarizer struct {
	graph.Graph
	of             []uint32 // of each state, the number of its component
	enabled, lasts set      // of one state
	steps          []graph.Step
}

// sum summarizes the component with a number.
func (z *summarizer) sum(states []uint32, number uint32) *summary {
	sum := &summary{somewhere: newSet(z.Graph), taken: newSet(z.Graph)}
	for i, id := range states {
		clear(z.enabled)
		z.steps = z.Steps(id, z.steps[:0])
		for _, s := range z.steps {
			z.enabled.add(s.Class)
			if int(s.To) < len(z.of) && z.of[s.To] == number {
				sum.taken.add(s.Class)
			}
		}
		copy(z.lasts, z.enabled)
		z.Lasting(id, z.lasts.add)
		sum.somewhere.unite(z.enabled)
		if i == 0 {
			sum.throughout, sum.lasting = slices.Clone(z.enabled), slices.Clone(z.lasts)
		}
		sum.throughout.intersect(z.enabled)
		sum.lasting.intersect(z.lasts)
	}
	return sum
}

// isHopeless reports whether a class under weak fairness has a step in each state and is never taken.
func (s *summary) isHopeless(g graph.Graph) bool {
	return slices.ContainsFunc(s.throughout.list(), func(c graph.Class) bool { return !s.taken.has(c) && !g.IsStrong(c) })
}

// starved lists the classes that have a step in some state, must be taken, and are not.
func (s *summary) starved(g graph.Graph) (starved []graph.Class) {
	for _, c := range s.somewhere.list() {
		if !s.taken.has(c) && (g.IsStrong(c) || s.lasting.has(c)) {
			starved = append(starved, c)
		}
	}
	return starved
}

// without returns the states in which no class of a list has a step.
func without(g graph.Graph, states []uint32, classes []graph.Class) (left []uint32) {
	var steps []graph.Step
	for _, id := range states {
		steps = g.Steps(id, steps[:0])
		if !slices.ContainsFunc(steps, func(s graph.Step) bool { return slices.Contains(classes, s.Class) }) {
			left = append(left, id)
		}
	}
	return left
}

// A set is a set of classes. Class 0 is never in it.
type set []uint64

func newSet(g graph.Graph) set { return make(set, g.Classes()/64+1) }

func (s set) has(c graph.Class) bool { return s[c/64]>>(c%64)&1 == 1 }

func (s set) add(c graph.Class) {
	if c != 0 {
		s[c/64] |= 1 << (c % 64)
	}
}

func (s set) unite(other set) {
	for i := range s {
		s[i] |= other[i]
	}
}

func (s set) intersect(other set) {
	for i := range s {
		s[i] &= other[i]
	}
}

func (s set) isEmpty() bool {
	return !slices.ContainsFunc(s, func(word uint64) bool { return word != 0 })
}

func (s set) list() (classes []graph.Class) {
	for i, word := range s {
		for c := graph.Class(i * 64); word != 0; c, word = c+1, word>>1 {
			if word&1 == 1 {
				classes = append(classes, c)
			}
		}
	}
	return classes
}
