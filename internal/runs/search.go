package runs

import (
	"context"
	"slices"
	"sync"

	"interrex/checker"
	"interrex/model/world"
)

// A Search looks for shortest paths in a world.
type Search struct {
	World   *world.World
	May     func(checker.State, checker.Step) bool                  // which steps they may take; nil: all
	Options checker.Options                                         // its bounds; StopFirst is set
	mark    func(m mark, step *checker.Step, to checker.State) mark // of a path after a step, nil at its beginning. A nil function: paths have no marks
}

// A mark is what a path has met so far. Of equal states, paths with different marks are kept apart.
type mark = checker.Cell

// An Answer is what a search has found.
type Answer struct {
	Path   *checker.Path // nil: none
	States int           // searched
	Bound  string        // that has stopped the search before a path was found; "": none

	mark mark // of the path
	goal int  // which one it reaches
}

// To finds a shortest path to a state in which the goal is true, with the fewest changes of the acting process. The goal is asked by several
// goroutines. The error is a *checker.ModelPanic.
func (s Search) To(ctx context.Context, goal func(checker.State) bool) (Answer, error) {
	return s.nearest(ctx, 1, func(_ mark, at checker.State) int { return one(goal(at)) })
}

// Several finds up to count paths to states in which the goal is true, shorter ones first. No two take the same set of actions; of those
// with the same set, a shortest one is found. If there are fewer, the last answer has no path.
func (s Search) Several(ctx context.Context, goal func(checker.State) bool, count int) ([]Answer, error) {
	next, err := s.To(ctx, goal)
	answers, found := []Answer{next}, map[mark]bool{}
	s.mark = (&actionSets{sets: []string{""}, numbers: map[string]mark{}}).after
	for err == nil && next.Path != nil && len(answers) < count {
		if len(answers) == 1 { // the first search had no marks
			for _, t := range next.Path.Stem {
				next.mark = s.mark(next.mark, &t.Step, nil)
			}
		}
		found[next.mark] = true
		next, err = s.nearest(ctx, 1, func(m mark, at checker.State) int { return one(!found[m] && goal(at)) })
		answers = append(answers, next)
	}
	return answers, err
}

// actionSets numbers the sets of actions that paths have taken. A set is a text with a letter for each action, in order.
type actionSets struct {
	mu      sync.Mutex
	sets    []string
	numbers map[string]mark
}

// after is the number of the set of a path after a step, nil at its beginning.
func (t *actionSets) after(m mark, step *checker.Step, _ checker.State) mark {
	if step == nil {
		return 0
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	letters := []rune(t.sets[m])
	at, is := slices.BinarySearch(letters, rune(step.Action))
	if is {
		return m
	}
	set := string(slices.Insert(letters, at, rune(step.Action)))
	number, known := t.numbers[set]
	if !known {
		number = mark(len(t.sets))
		t.sets, t.numbers[set] = append(t.sets, set), number
	}
	return number
}

// one is the best of one goal.
func one(isReached bool) int {
	if isReached {
		return 0
	}
	return 1
}

// nearest finds a shortest path to the first goal, which ends the search; or else to the next goal that some state reaches. best is the first of the goals that a state with a mark reaches, and with it all later ones; or the number of goals.
func (s Search) nearest(ctx context.Context, goals int, best func(mark, checker.State) int) (Answer, error) {
	var system checker.System = s.World
	parts := func(at checker.State) (mark, checker.State) { return 0, at }
	if s.mark != nil || s.May != nil {
		if s.mark == nil {
			s.mark = func(mark, *checker.Step, checker.State) mark { return 0 }
		}
		system = &searched{s}
		parts = func(at checker.State) (mark, checker.State) { return at[len(at)-1], at[:len(at)-1] }
	}
	s.Options.StopFirst = true
	// One look at a state decides all goals. Bit 0: the first goal is not reached; bit i: goal i is.
	facts := checker.NewFacts(func(at checker.State) uint64 { return ^uint64(0)<<best(parts(at)) ^ 1 })
	properties := []checker.Property{facts.Property(checker.Invariant, "not yet", 0)}
	for i := 1; i < goals; i++ {
		properties = append(properties, facts.Property(checker.Reachable, "nearly", i))
	}
	report, err := checker.Check(ctx, system, properties, s.Options)
	if err != nil {
		return Answer{}, err
	}
	found := Answer{States: report.States}
	for i, result := range report.Results {
		if p := result.Path; p != nil {
			found.Path, found.goal = p, i
			found.mark, p.Initial = parts(p.Initial)
			for n, t := range p.Stem {
				found.mark, p.Stem[n].To = parts(t.To)
			}
			return found, nil
		}
	}
	found.Bound = report.Bound
	return found, nil
}

// A searched world is the part of one that a search goes through: its states have one more cell, the mark.
type searched struct{ Search }

func (x *searched) Width() int { return x.World.Width() + 1 }

func (x *searched) Init(emit func(checker.State)) {
	x.World.Init(func(s checker.State) { emit(append(slices.Clone(s), x.mark(0, nil, s))) })
}

func (x *searched) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	at, next := s[:len(s)-1], make(checker.State, len(s))
	x.World.Steps(at, func(step checker.Step, to checker.State) {
		switch {
		case x.May != nil && !x.May(at, step):
		case to == nil:
			emit(step, nil)
		default:
			next[copy(next, to)] = x.mark(s[len(s)-1], &step, to)
			emit(step, next)
		}
	})
}

func (x *searched) Actor(step checker.Step) int    { return x.World.Actor(step) }
func (x *searched) Actions() []checker.NamedAction { return x.World.Actions() }
func (x *searched) Bounds() []string               { return x.World.Bounds() }
