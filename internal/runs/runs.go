// Package runs finds runs of an election to watch: a shortest one, one with a crash, one with the fewest messages, one at random;
// and shortest runs to a state with a given condition.
package runs

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"interrex/checker"
	"interrex/checker/measure"
	"interrex/internal/prose"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// A Kind is what kind of run to watch.
type Kind string

// The kinds of runs.
const (
	Election Kind = "election" // a shortest election, without faults if there is one
	Fewest   Kind = "fewest"   // an election with the fewest messages
	Most     Kind = "most"     // one with the most
	Crash    Kind = "crash"    // a shortest election with a crash
	Random   Kind = "random"   // a fair random run
)

// Kinds are all kinds of runs.
func Kinds() []Kind { return []Kind{Election, Fewest, Most, Crash, Random} }

// A Wish is a run to be found.
type Wish struct {
	Kind    Kind
	Seed    uint64          // of Random
	Options checker.Options // bounds of the search; MaxStates 0: MostStates
}

// The default bounds.
const (
	MostStates = 500_000
	MostSteps  = 300
)

// A Found is a run of a world.
type Found struct {
	World *world.World
	Path  *checker.Path // nil: there is none
	Note  string        // what it is, or why there is none, in one sentence
}

// Over reports whether an election has succeeded and is over: all live processes have elected the same live one, no election message is
// on the way, and no process takes part.
func Over(v spec.View) bool { return v.Trusted() != spec.Nobody && !v.UnderWay() }

// Find finds a run. The error is a *checker.ModelPanic, or that of an invalid world.
func Find(ctx context.Context, c world.Config, wish Wish) (Found, error) {
	if err := c.Validate(); err != nil {
		return Found{}, err
	}
	wish.Options.MaxStates = cmp.Or(wish.Options.MaxStates, MostStates)
	switch {
	case wish.Kind == Fewest || wish.Kind == Most:
		return extreme(ctx, c, wish)
	case wish.Kind == Random:
		return random(ctx, world.New(c), wish), nil
	case wish.Kind == Crash && c.Crashes == 0:
		return Found{Note: "There is no run with a crash, since no process may crash (-crashes=0)."}, nil
	}
	return election(ctx, world.New(c), wish)
}

// What a path has met, as marks of a search.
const (
	open    mark = 1 << iota // a state in which no election was over
	crashed                  // a crash
)

// stages are goals of an election, the best one first. A state that reaches one reaches all later ones.
var stages = []string{
	"the election is over, and no message is on the way",
	"the election is over, and messages that are no part of it are on the way",
	"all live processes have elected the same one, and the election goes on",
	"a process leads, and in no state that was found do all agree",
}

// stage is the best of the stages that a state reaches, or their number.
func stage(w *world.World, s checker.State) int {
	switch v := w.View(s); {
	case Over(v) && len(w.Snapshot(s).InFlight) == 0:
		return 0
	case Over(v):
		return 1
	case v.Trusted() != spec.Nobody:
		return 2
	case slices.ContainsFunc(v.Processes, spec.Process.Leads):
		return 3
	}
	return len(stages)
}

// election finds a shortest election, without faults if there is one, or one with a crash.
func election(ctx context.Context, w *world.World, wish Wish) (Found, error) {
	withCrash, needed := wish.Kind == Crash, mark(0)
	w.Init(func(s checker.State) {
		if Over(w.View(s)) { // else every path has met open
			needed = open
		}
	})
	if withCrash {
		needed = open | crashed
	}
	best := func(m mark, s checker.State) int {
		if needed&^m != 0 {
			return len(stages)
		}
		return stage(w, s)
	}
	search := Search{World: w, Options: wish.Options}
	if needed != 0 {
		search.mark = progress(w)
	}
	calm := search
	calm.May = func(s checker.State, step checker.Step) bool { return !w.IsFault(s, step) }
	attempts, found, bound := []Search{calm, search}, Answer{goal: len(stages)}, ""
	if withCrash || !faulty(w) {
		attempts = attempts[1:]
	}
	for _, attempt := range attempts {
		it, err := attempt.nearest(ctx, len(stages), best)
		if err != nil {
			return Found{World: w}, err
		}
		if it.Path != nil && it.goal < found.goal {
			found = it
		}
		if bound = cmp.Or(bound, it.Bound); found.goal == 0 {
			break
		}
	}
	if found.Path != nil {
		return Found{w, found.Path, said(w, found, withCrash)}, nil
	}
	drawn, why := random(ctx, w, wish), "No process is elected in any state of this world."
	if bound != "" {
		why = fmt.Sprintf("The bound on %s was hit before an election was found.", bound)
	}
	drawn.Note = why + " " + drawn.Note
	return drawn, nil
}

// faulty reports whether the world may have faults.
func faulty(w *world.World) bool {
	c := w.Config()
	return c.Crashes != 0 || c.Restarts != 0 || c.Channels == world.Lossy || c.Channels == world.Duplicating || c.Errs() ||
		c.Timeouts == world.Any && c.Algorithm.Timed() || c.IsClocked()
}

// progress marks the paths of an election.
func progress(w *world.World) func(m mark, step *checker.Step, to checker.State) mark {
	return func(m mark, step *checker.Step, to checker.State) mark {
		if step != nil && w.Dies(*step) != model.Nobody {
			m |= crashed
		}
		if m&open == 0 && !Over(w.View(to)) {
			m |= open
		}
		return m
	}
}

// said puts an election into a sentence.
func said(w *world.World, found Answer, withCrash bool) string {
	what, last := "The shortest election", found.Path.Initial
	if withCrash {
		what += " with a crash"
	}
	isFaulty := false
	for _, t := range found.Path.Stem {
		isFaulty = isFaulty || w.IsFault(last, t.Step)
		last = t.To
	}
	if faulty(w) && !isFaulty {
		what += " without faults"
	}
	who := ""
	if leader := w.View(last).Trusted(); leader != spec.Nobody {
		who = fmt.Sprintf("; P%d is elected", leader)
	}
	return fmt.Sprintf("%s, in %s: %s%s.", what, prose.Plural(len(found.Path.Stem), "step"), stages[found.goal], who)
}

// extreme finds an election with the fewest or the most messages, of the whole graph.
func extreme(ctx context.Context, c world.Config, wish Wish) (Found, error) {
	w, g, counts, err := world.Graph(ctx, c, wish.Options)
	if err != nil {
		return Found{}, err
	}
	if !slices.Contains([]string{"", "elections", "capacity", "elections, capacity"}, counts.Bound) { // the last three are the modeller's: part of the world
		return Found{World: w, Note: fmt.Sprintf("The election with the %s messages is not known: the bound on %s was hit.", wish.Kind, counts.Bound)}, nil
	}
	weighing, err := measure.Weigh(ctx, g, 1, func(from checker.State, step checker.Step, costs []int) {
		w.Sent(from, step, func(model.Message, bool) { costs[0]++ })
	})
	if err != nil {
		return Found{}, err
	}
	all := weighing.Until(func(s checker.State) bool { return Over(w.View(s)) })
	found := all.Least(measure.Cost{})
	if wish.Kind == Most {
		found = all.Greatest(measure.Cost{})
	}
	switch {
	case found.Path == nil:
		return Found{World: w, Note: "No run of this world comes to the end of an election."}, nil
	case found.Unbounded:
		return Found{w, found.Path(), "There is no greatest number of messages: this run repeats its cycle as often as it likes, before an election ends."}, nil
	}
	p := found.Path()
	return Found{w, p, fmt.Sprintf("An election with the %s messages, %d, in %s.", wish.Kind, found.Cost, prose.Plural(len(p.Stem), "step"))}, nil
}

// random draws a run from the initial state.
func random(ctx context.Context, w *world.World, wish Wish) Found {
	var at checker.State
	w.Init(func(s checker.State) { at = slices.Clone(s) }) // a world has one
	p, over := Draw(ctx, w, at, rand.New(rand.NewPCG(wish.Seed, 0)), MostSteps)
	how := "no step is possible any more"
	switch {
	case over:
		how = "the election is over"
	case len(p.Stem) == MostSteps:
		how = "its length is limited"
	}
	return Found{w, p, fmt.Sprintf("A random run of %s (-seed=%d): %s.", prose.Plural(len(p.Stem), "step"), wish.Seed, how)}
}

// Choose takes one of the steps out of a state, all with the same probability, and copies the state after it to next.
func Choose(w *world.World, at, next checker.State, draw *rand.Rand) (chosen checker.Step, found bool) {
	possible := 0
	w.Steps(at, func(step checker.Step, to checker.State) {
		if to == nil { // a bound disables it
			return
		}
		if possible++; draw.IntN(possible) == 0 { // reservoir sampling
			chosen = step
			copy(next, to)
		}
	})
	return chosen, possible > 0
}

// Calm is a run from a state without faults and starts: of the required steps always the one that was taken longest ago. It ends like that of Draw.
func Calm(ctx context.Context, w *world.World, from checker.State, most int) *checker.Path {
	p, taken := &checker.Path{Initial: slices.Clone(from)}, map[checker.FairnessClass]int{}
	for at := p.Initial; len(p.Stem) < most && ctx.Err() == nil && !Over(w.View(at)); at = p.Stem[len(p.Stem)-1].To {
		var next checker.Transition
		w.Steps(at, func(step checker.Step, to checker.State) {
			if to != nil && step.Fairness != checker.None && (next.To == nil || taken[step.Fairness] < taken[next.Step.Fairness]) {
				next = checker.Transition{Step: step, To: slices.Clone(to)}
			}
		})
		if next.To == nil {
			break
		}
		p.Stem = append(p.Stem, next)
		taken[next.Step.Fairness] = len(p.Stem)
	}
	return p
}

// Draw is a random run from a state: until an election is over that was not over before, until no step is possible, or for at
// most so many steps. In each state all steps are equally likely, so an infinite run would be fair. Over: the election is over.
func Draw(ctx context.Context, w *world.World, from checker.State, draw *rand.Rand, most int) (p *checker.Path, over bool) {
	p = &checker.Path{Initial: slices.Clone(from)}
	begun := false
	for at := p.Initial; len(p.Stem) < most && ctx.Err() == nil; at = p.Stem[len(p.Stem)-1].To {
		isOver := Over(w.View(at))
		if begun = begun || !isOver; begun && isOver {
			return p, true
		}
		next := make(checker.State, len(at))
		step, found := Choose(w, at, next, draw)
		if !found {
			return p, false
		}
		p.Stem = append(p.Stem, checker.Transition{Step: step, To: next})
	}
	return p, false
}
