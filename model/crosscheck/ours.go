package crosscheck

import (
	"context"
	"fmt"

	"interrex/checker"
	"interrex/model/world"
)

// Counts is what both sides count.
type Counts struct {
	States   int // distinct, reachable
	Steps    int // one for each state and each way to leave it
	Terminal int // states without a step
	Depth    int // steps on the way to the farthest state
}

// ours is what our checker says of a world.
type ours struct {
	world *world.World
	Counts
	formulas []formula        // what both sides are asked
	results  []checker.Result // of each
}

// asBuilt is a world whose bounds (elections, capacity) are a part of it, as they are in the
// modules: what a bound of ours has disabled is simply no step.
type asBuilt struct{ *world.World }

func (w asBuilt) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	w.World.Steps(s, func(step checker.Step, to checker.State) {
		if to != nil {
			step.Bound = 0
			emit(step, to)
		}
	})
}

// explore asks our checker everything. An exploration that is cut short is an error: there is
// nothing to compare.
func explore(ctx context.Context, c world.Config, o checker.Options) (*ours, error) {
	w := world.New(c)
	asked := formulasOf(c)
	report, err := checker.Check(ctx, asBuilt{w}, w.Properties(properties(asked)), o)
	if err != nil {
		return nil, err
	}
	if !report.Complete {
		return nil, fmt.Errorf("our exploration was ended by a bound (%s) and found %d states", report.Bound, report.States)
	}
	for _, r := range report.Results {
		if r.Verdict != checker.Holds && r.Verdict != checker.Violated {
			return nil, fmt.Errorf("we have no verdict on %s: %v", r.Property.Name, r.Verdict)
		}
	}
	counts := Counts{report.States, report.Steps, report.Terminal, report.Depth}
	return &ours{world: w, Counts: counts, formulas: asked, results: report.Results}, nil
}

// digest goes through all states of a world, without the checker, and sums them up.
func digest(ctx context.Context, w *world.World) (*Digest, error) {
	sum, known := new(Digest), map[string]bool{}
	var frontier []checker.State
	visit := func(s checker.State) {
		text := fmt.Sprint(s)
		if !known[text] {
			known[text] = true
			frontier = append(frontier, append(checker.State(nil), s...))
			sum.Add(stateOf(w, s))
		}
	}
	w.Init(visit)
	for len(frontier) > 0 {
		s := frontier[0]
		frontier = frontier[1:]
		w.Steps(s, func(_ checker.Step, to checker.State) {
			if to != nil {
				visit(to)
			}
		})
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return sum, nil
}
