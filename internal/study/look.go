package study

import (
	"context"
	"slices"

	"interrex/checker"
	"interrex/checker/component"
	"interrex/model/world"
	"interrex/spec"
)

// Around are the snapshots before the last step and after it; at the beginning, both are that of the initial state.
func (w *Walk) Around() (before, now world.Snapshot) {
	return w.world.Snapshot(w.states[max(w.at-1, 0)]), w.world.Snapshot(w.State())
}

// Ticks is how many ticks of the clock have passed.
func (w *Walk) Ticks() (n int) {
	for _, t := range w.steps[:w.at] {
		if w.world.IsTick(t.Step) {
			n++
		}
	}
	return n
}

// An Answer is whether a state can lead to an election: a state in which all live processes have elected the
// same live one.
type Answer string

const (
	Elected Answer = "elected" // this state is one
	Always  Answer = "always"  // every fair run from here leads to one
	Begun   Answer = "begun"   // some run does, and each election that is alive from here on does or dies out; none has to begin
	Can     Answer = "can"     // some run does, and some fair run does not
	Maybe   Answer = "maybe"   // some run does; a bound left the others open
	Never   Answer = "never"   // no run does: no such state is reachable
	Unknown Answer = "unknown" // a bound was hit before one was found
)

// An Outlook answers whether the election can still succeed from a position.
type Outlook struct {
	Answer Answer
	Bound  string // the one that was hit; "" if the exploration was complete
	States int    // reachable from here, or explored until the bound
	Alive  bool   // an election is alive here, as the property decides understands it
	Run    *Walk  // continued to a nearest election, at the current position; nil: none found
	Dodge  *Walk  // for Begun, Can and Never: continued along a fair run that never elects
}

// Outlook explores what the present state can lead to, within bounds: set at least one of states and time. The
// error is a *checker.ModelPanic.
func (w *Walk) Outlook(ctx context.Context, o checker.Options) (*Outlook, error) {
	if w.hasElected(w.State()) {
		return &Outlook{Answer: Elected, Run: w}, nil
	}
	alive := func(s checker.State) bool { return spec.Decides.Premise(w.world.View(s)) }
	decided := func(s checker.State) bool { return spec.Decides.Goal(w.world.View(s)) }
	asked := []checker.Property{checker.Reachable("it can elect", w.hasElected), checker.Eventually("it elects", w.hasElected), checker.LeadsTo(spec.Decides.Name, alive, decided)}
	report, err := checker.Check(ctx, from{w.world, w.State()}, asked, o)
	if err != nil {
		return nil, err
	}
	found := &Outlook{Bound: report.Bound, States: report.States, Alive: alive(w.State())}
	can, always, decides := report.Results[0], report.Results[1], report.Results[2]
	if can.Path != nil {
		found.Run = w.Follow(can.Path)
	}
	if always.Path != nil {
		found.Dodge = w.Follow(always.Path)
	}
	found.Answer = answer(can.Verdict, always.Verdict, decides.Verdict)
	return found, nil
}

// answer draws the conclusion from what was decided: whether a run elects, whether all fair runs do, and whether each election that is
// alive does or dies out.
func answer(can, always, decides checker.Verdict) Answer {
	switch {
	case always == checker.Holds:
		return Always
	case can == checker.Holds && always == checker.Violated && decides == checker.Holds:
		return Begun
	case can == checker.Holds && always == checker.Violated:
		return Can
	case can == checker.Holds:
		return Maybe
	case can == checker.Violated:
		return Never
	}
	return Unknown
}

// Follow is the walk up to its position, continued along a path. The position stays.
func (w *Walk) Follow(p *checker.Path) *Walk {
	whole := w.SoFar()
	whole.Stem, whole.Cycle, whole.Lasso = slices.Concat(whole.Stem, p.Stem), p.Cycle, p.Lasso
	walk := Along(w.world, whole)
	walk.at = w.at
	return walk
}

// A from is a world with another initial state.
type from struct {
	*world.World
	state checker.State
}

// Components is part of checker.Composed: the steps are those of the world.
func (f from) Components(checker.System) component.System { return f.World.Components(f.World) }

// Init is part of checker.System.
func (f from) Init(emit func(checker.State)) { emit(slices.Clone(f.state)) }

// A Standing is how a property stands at the present position.
type Standing struct {
	spec.Property
	Premise bool // the premise is true in the present state
	Broken  bool // here: by the state, by the step that led to it, or for ever by the cycle
	Since   int  // the first position, up to this one, at which it is broken, or Unfair; -1: none
	Unfair  bool // of liveness: the cycle would break it if it were fair
	Pending bool // of liveness: the premise has come true, and the goal was not reached since
}

// Standings lists how each property stands at the present position.
func (w *Walk) Standings(properties []spec.Property) []Standing { return w.Course(properties)[w.at] }

// Course lists how each property stands, at each position of the path.
func (w *Walk) Course(properties []spec.Property) [][]Standing {
	views := make([]spec.View, len(w.states))
	for i, s := range w.states {
		views[i] = w.world.View(s)
	}
	course, unfair := make([][]Standing, len(w.states)), false
	if w.cycle != NoCycle {
		_, unfair = w.world.Overdue(w.Path())
	}
	for _, p := range properties {
		since := -1
		for at := range w.states {
			s := w.standing(p, views, at)
			if s.Broken && since < 0 {
				since = at
			}
			if s.Since = since; unfair && since >= 0 && p.IsLiveness() {
				s.Broken, s.Unfair = false, true
			}
			course[at] = append(course[at], s)
		}
	}
	return course
}

// standing is how a property stands at a position, apart from the ones before. One of the user that panics is broken.
func (w *Walk) standing(p spec.Property, views []spec.View, at int) (s Standing) {
	defer func() {
		if value := recover(); value != nil && !p.Own {
			panic(value)
		} else if value != nil {
			s = Standing{Property: p, Broken: true}
		}
	}()
	s = Standing{Property: p, Premise: p.Witness(views[at]), Broken: w.breaks(p, views, at)}
	if p.Goal != nil {
		s.Pending = pending(p, views[:at+1])
		s.Premise = s.Premise || s.Pending
	}
	return s
}

// breaks reports whether a property is broken at a position; a cycle is taken as fair.
func (w *Walk) breaks(p spec.Property, views []spec.View, at int) bool {
	switch {
	case p.Always != nil:
		return !p.Always(views[at])
	case p.Between != nil:
		return at > 0 && !p.Between(views[at-1], views[at])
	case p.Rest != nil:
		there := *w
		there.at = at
		return !p.Rest(views[at]) && there.lacks(func(checker.Step) bool { return true })
	case w.cycle == NoCycle || at < w.cycle:
		return false
	case p.Goal != nil:
		return !slices.ContainsFunc(views[w.cycle:], p.Goal) && pending(p, views)
	case p.Lasts != nil:
		return slices.ContainsFunc(views[w.cycle:], func(v spec.View) bool { return !p.Lasts(v) })
	case p.Reaches != nil:
		return !slices.ContainsFunc(views, p.Reaches)
	case p.Again != nil:
		return slices.ContainsFunc(views, p.Once) && !slices.ContainsFunc(views[w.cycle:], p.Again)
	}
	return w.neverSettled(p, views)
}

// pending reports whether the premise was true at some time and the goal was not reached since.
func pending(p spec.Property, views []spec.View) bool {
	for i := len(views) - 1; i >= 0 && !p.Goal(views[i]); i-- {
		if p.Premise(views[i]) {
			return true
		}
	}
	return false
}

// neverSettled reports whether the cycle never settles, or settles on Nobody.
func (w *Walk) neverSettled(p spec.Property, views []spec.View) bool {
	first := p.Settles(views[w.cycle])
	return first == spec.Nobody || slices.ContainsFunc(views[w.cycle:], func(v spec.View) bool { return p.Settles(v) != first })
}

// hasElected reports whether the election has succeeded: all live processes have elected the same live one.
func (w *Walk) hasElected(s checker.State) bool { return w.world.View(s).Trusted() != spec.Nobody }

// A Step is an enabled step at the present position.
type Step struct {
	Number int // the argument for Take
	world.Occurrence
	Text  string // in one line: "P3 takes ELECTION(2) from P2, dies after 1 of 2 messages"
	Owed  bool   // false: optional, a move of the adversary or a start
	Bound string // of ours, which has altered the step; or ""
	Next  bool   // the path takes it here
}

// Steps lists the enabled steps in the world's order, which depends only on the meaning of the state.
func (w *Walk) Steps() []Step {
	var steps []Step
	next, goesOn := w.Next()
	for i, t := range w.choices() {
		told := w.world.Tell(&checker.Path{Initial: w.State(), Stem: []checker.Transition{t}})
		step := Step{Number: i, Occurrence: told.Stem[0], Text: w.world.DescribeStep(w.State(), t.Step), Owed: t.Step.Fairness != checker.None}
		if t.Step.Bound != 0 {
			step.Bound = w.world.Bounds()[t.Step.Bound-1]
		}
		step.Next = goesOn && w.numbers[next-1] == i
		steps = append(steps, step)
	}
	return steps
}

// Disabled lists the disabled steps, and the guards that disable them.
func (w *Walk) Disabled() []world.Disabled { return w.world.Disabled(w.State()) }

// lacks reports whether the present state has no such step, and the election does not panic in it. A step that a bound of ours disables
// counts as one.
func (w *Walk) lacks(is func(checker.Step) bool) bool {
	found := false
	fault := w.world.Try(w.State(), func(step checker.Step, _ checker.State) { found = found || is(step) })
	return !found && fault == nil
}
