package checker

import (
	"context"
	"slices"
)

// PackVectors is the packing of a system that has none of its own.
func PackVectors(s System) Packing { return packVectors(s) }

// SearchAtMost lets no more states be searched for paths of fewest switches than so many, until it is undone.
func SearchAtMost(states int) (undo func()) {
	before := mostSearched
	mostSearched = states
	return func() { mostSearched = before }
}

// CheckListing is Check where a search for cycles is judged by the first state.
func CheckListing(ctx context.Context, s System, properties []Property, o Options) (*Report, error) {
	r := newRun(s, properties, o)
	r.probe = 1
	return r.check(ctx)
}

// FairComponents are, of each liveness property, the components in which a violating run may go round, as states: found as CheckListing
// does, or by a search of the whole graph.
func FairComponents(s System, properties []Property, whole bool) (all [][][]uint32) {
	r := newRun(s, properties, Options{Workers: 1})
	r.probe = 1
	r.hire()
	defer r.store.release()
	defer r.stopWorkers()
	if err := r.explore(context.Background()); err != nil {
		panic(err)
	}
	g := newGraph(r)
	if whole {
		g.allCycles(context.Background())
	}
	for _, p := range properties {
		if !p.IsLiveness() {
			continue
		}
		g.cycles(context.Background())
		var components [][]uint32
		for _, goal := range g.goals(context.Background(), g.automaton(p)).fair {
			var ranks []uint32
			for _, node := range goal.nodes {
				ranks = append(ranks, g.cyclic.nodes[node])
			}
			slices.Sort(ranks)
			components = append(components, ranks)
		}
		slices.SortFunc(components, slices.Compare[[]uint32])
		all = append(all, components)
	}
	return all
}

func init() { sampledRegion = 1 } // small graphs have regions, too

// CheckAndViolations is Check, and returns also what progress would say of violations when everything is decided.
func CheckAndViolations(ctx context.Context, s System, properties []Property, o Options) (*Report, []Violation, error) {
	r := newRun(s, properties, o)
	report, err := r.check(ctx)
	return report, r.violated(), err
}
