package checker

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// A Reduction is a way to leave out runs that cannot change a verdict.
type Reduction string

const (
	Whole        Reduction = ""              // the graph is the whole one
	PartialOrder Reduction = "po"            // steps that commute are not tried in every order: stubborn sets
	ByConfluence Reduction = "confluence"    // a step that commutes with all that may come is taken at once
	ByBoth       Reduction = "po,confluence" // a confluent step if there is one, else a stubborn set
)

// A reducer chooses, in each state, a set of operations whose steps are enough: a stubborn set.
// docs/reduction.md proves that they are enough, in the same terms.
type reducer struct {
	system     Commuting
	stubborn   bool       // sets are tried
	confluence Confluence // nil: no step is known to be confluent
	sees       Visible    // of the properties asked that are not decided yet
	owed       bool       // a key must be owed: liveness is asked
	efforts    [2]effort  // for sets, and for confluent steps
	began      time.Time  // when the first exploration did
	loose      bool       // a key may lead anywhere: that nothing is put off for ever is found out afterwards
}

// see is called when a level begins. It gathers what the undecided properties see, and reviews the efforts.
func (r *run) see() {
	if r.reducer == nil {
		return
	}
	for way := range r.reducer.efforts {
		r.reducer.efforts[way].review(way, r.expanded, r.left[way], r.tried[way])
	}
	r.reducer.sees = 0
	for n, p := range r.properties {
		if p.isOfStates() && r.first[n] == nil {
			r.reducer.sees |= p.sees()
		}
	}
}

// Seeing is the same property, known to see the given changes only: see the law of Commuting. For Reachable,
// a witness counts as a violation.
func (p Property) Seeing(m Visible) Property {
	p.blind = ^m
	return p
}

// sees is what the property sees: everything, unless Seeing has said otherwise.
func (p Property) sees() Visible { return ^p.blind }

// The ways to leave out steps.
const (
	bySets = iota
	byConfluence
)

// expandReduced is expandOne where the graph is reduced.
func (w *worker) expandReduced(rank uint32, learn bool) bool {
	if !w.make(rank, learn) {
		return false
	}
	w.now = expanding{rank: rank}
	if w.isSample(rank) {
		w.checkLaws(rank)
	}
	w.now.blocked = len(w.out.Blocked) > 0
	w.note(w.out.Blocked, 0)
	w.note(w.out.Steps, 0)
	enabled := len(w.out.Steps)
	if !w.now.owed {
		w.quiet = append(w.quiet, rank)
	}
	if enabled == 0 {
		w.terminal++
		if !w.now.blocked {
			w.checkRest(rank)
		}
		return true
	}
	way, asked := w.choose(rank)
	for i, step := range w.out.Steps {
		w.actions[step.Action].taken++
		w.collect(i)
	}
	w.steps += len(w.out.Steps)
	w.left[way] += enabled - len(w.out.Steps)
	for way, isAsked := range asked {
		if isAsked {
			w.tried[way] += enabled
		}
	}
	return true
}

// choose leaves only those of the steps out of a state that are followed.
func (w *worker) choose(rank uint32) (way int, asked [2]bool) {
	tries := w.run.reducer.tries(rank)
	if w.run.reducer.confluence == nil && (tries == [2]bool{} || len(w.out.Steps) == 1) {
		return bySets, asked
	}
	w.busy = "Dependencies"
	followed, way, asked := w.pick.choose(w.look(rank), rank, tries)
	w.busy = ""
	if followed != w.pick.enabled {
		w.out.keep(func(i int) bool { return followed.Has(w.pick.of[i]) })
	}
	return way, asked
}

// tries returns the ways that are tried in the state of a rank.
func (r *reducer) tries(rank uint32) [2]bool {
	return [2]bool{
		bySets:       r.stubborn && r.efforts[bySets].isMade(rank),
		byConfluence: r.confluence != nil && r.efforts[byConfluence].isMade(rank),
	}
}

// findIgnoring finds out whether steps may have been put off for ever, which takes a run that can go round.
// It does not look if a step led back and the whole graph costs little more than the search.
func (g *graph) findIgnoring(ctx context.Context) (err error) {
	defer g.recoverPanic(&err)
	if g.reducer.loose && g.left != [2]int{} && !g.ignores {
		g.ignores = g.backward && g.savesLittle() || len(g.cycles(ctx).nodes) > 0
	}
	return nil
}

// unfit says why the graph cannot be reduced for what is asked; "" if it can.
func unfit(system System, properties []Property) string {
	commuting, ok := system.(Commuting)
	switch {
	case !ok || commuting.Operations() == 0:
		return "nothing is known to commute here"
	case commuting.Operations() > MostOperations:
		return "there are too many operations"
	}
	for _, p := range properties {
		if p.kind == stepInvariant {
			return p.title() + " is about steps"
		}
	}
	return ""
}

// reduced is Check with a reduction. However often the graph is explored, one limit of time covers it all.
func reduced(ctx context.Context, system System, properties []Property, options Options) (*Report, error) {
	began, why := time.Now(), unfit(system, properties)
	var r reducer
	if why == "" {
		r = newReducer(system, properties, options.Reduce)
		r.began = began
		if !r.stubborn && r.confluence == nil {
			why = "nothing is known to commute here"
		}
	}
	shown, known := make([]Result, len(properties)), knowledge{}
	for _, loose := range []bool{true, false} {
		if why != "" {
			break
		}
		r.loose = loose
		run, report, err := r.explore(ctx, properties, options, known)
		known = run.knowledge()
		if err != nil {
			return nil, err
		}
		report.learn(shown)
		if why = run.open; why != "" || run.ignores {
			if loose && run.savesLittle() {
				why = cmp.Or(why, "too little is left out here")
			}
			continue
		}
		if options.Shortest {
			err = report.shorten(ctx, system, options)
		}
		return report, err
	}
	options.Reduce = Whole
	run := newRun(system, properties, options)
	run.started, run.learnt = began, known
	report, err := run.check(ctx)
	if err == nil {
		report.Unreduced = why
		report.learn(shown)
	}
	return report, err
}

// learn takes over what an earlier graph has shown, where a bound has left it open: a finite path of a reduced graph
// is one of the whole graph, even if that reduced graph decides nothing else. What the report itself shows goes into
// shown.
func (r *Report) learn(shown []Result) {
	for i, result := range r.Results {
		switch {
		case result.Path == nil && shown[i].Path != nil && result.Verdict == Inconclusive:
			r.Results[i] = shown[i]
		case result.Path != nil && !result.Path.Lasso && !result.Property.counted && shown[i].Path == nil:
			shown[i] = result
		}
	}
}

func newReducer(system System, properties []Property, by Reduction) reducer {
	r := reducer{system: system.(Commuting), stubborn: by != ByConfluence && system.(Commuting).HasKeyTransitions(), owed: slices.ContainsFunc(properties, Property.IsLiveness)}
	if confluent, ok := system.(Confluent); ok && by != PartialOrder {
		r.confluence = confluent.Confluence()
	}
	return r
}

// explore explores the reduced graph, again and again until nothing is found that was assumed never to
// happen.
func (r reducer) explore(ctx context.Context, properties []Property, options Options, known knowledge) (run *run, report *Report, err error) {
	for {
		run, now := newRun(r.system, properties, options), r
		run.reducer, run.started, run.learnt = &now, r.began, known
		if report, err = run.check(ctx); !run.refuted {
			return run, report, err
		}
		known = run.knowledge()
	}
}

// Knowledge is what an exploration has found out about a system that another one need not find out again.
type knowledge struct {
	packing Packing // with all the numbers that it has given out
	sampled int     // states in which the laws have been tried
}

func (r *run) knowledge() knowledge {
	return knowledge{r.store.packing, max(r.learnt.sampled, r.expanded)}
}

// isRefuted reports whether something has been found that was assumed never to happen.
func (r *reducer) isRefuted() bool { return r != nil && r.confluence != nil && r.confluence.Refine() }

// by names the reductions in use.
func (r *reducer) by() Reduction {
	switch {
	case r.confluence == nil:
		return PartialOrder
	case r.stubborn:
		return ByBoth
	}
	return ByConfluence
}

// An effort says whether a way to leave out steps is worth its cost. It is reviewed when a level begins, so
// it does not depend on the number of workers. A way that leaves out too little costs more than it saves.
// Then it is idle, except in a few states: what does not pay while somebody may come back may pay later.
type effort struct {
	idle        bool
	left, tried int // steps left out, and steps of the states in which it was tried, when last judged
}

const (
	aWindow    = 1_000 // steps of the states in which it was tried, from one judgement to the next
	probeEvery = 16    // an idle way is tried in one state of so many
	atFirst    = 2_000 // states until which little is enough: small graphs are over before it matters
)

// least is the share of steps that must be left out, in twentieths, at first and later: by sets, and by
// confluent steps.
var least = [2][2]int{bySets: {2, 8}, byConfluence: {1, 4}}

// review takes how many steps have been left out so far, and out of how many.
func (e *effort) review(way, expanded, left, tried int) {
	if tried-e.tried < aWindow {
		return
	}
	enough := least[way][0]
	if expanded > atFirst {
		enough = least[way][1]
	}
	*e = effort{20*(left-e.left) < enough*(tried-e.tried), left, tried}
}

// savesLittle reports whether less than a fifth of all steps has been left out. Then, if there is any doubt
// about whether they may be, the whole graph is explored at once.
func (t *tally) savesLittle() bool {
	left := t.left[bySets] + t.left[byConfluence]
	return 5*left < left+t.steps
}

// isHopeless reports whether so little has been left out of the first states that the whole graph will have to be explored,
// since there may be cycles.
func (r *run) isHopeless() bool {
	left := r.left[bySets] + r.left[byConfluence]
	return r.reducer != nil && r.reducer.loose && r.bound == "" && r.backward && r.left != [2]int{} && r.expanded > aTrial && 40*left < left+r.steps
}

// aTrial is how many states are expanded before a reduction is given up.
const aTrial = 2_500

// isMade reports whether this way is tried in the state of a rank.
func (e *effort) isMade(rank uint32) bool { return !e.idle || rank%probeEvery == probeEvery-1 }
