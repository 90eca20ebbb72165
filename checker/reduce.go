package checker

import (
	"context"
	"slices"
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
	r.reducer.sees = r.undecided(r.first)
}

// undecided gathers what the properties see of which no violation is among the first.
func (r *run) undecided(first []*violation) (sees Visible) {
	for n, p := range r.properties {
		if p.isOfStates() && first[n] == nil {
			sees |= p.sees()
		}
	}
	return sees
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
	if !w.make(rank, learn, false, 0) {
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
	followed, all, way, asked := w.choose(rank)
	taken := 0
	for i, step := range w.out.Steps {
		if !all && !followed.Has(w.pick.of[i]) {
			continue
		}
		taken++
		w.actions[step.Action].taken++
		w.collect(i)
	}
	w.steps += taken
	w.left[way] += enabled - taken
	for way, isAsked := range asked {
		if isAsked {
			w.tried[way] += enabled
		}
	}
	return true
}

// choose returns those of the operations enabled in a state that are followed, or that all are.
func (w *worker) choose(rank uint32) (followed Operations, all bool, way int, asked [2]bool) {
	tries := w.run.reducer.tries(rank)
	if w.run.reducer.confluence == nil && (tries == [2]bool{} || len(w.out.Steps) == 1) {
		return followed, true, bySets, asked
	}
	w.busy = "Dependencies"
	followed, way, asked = w.pick.choose(rank, tries)
	w.busy = ""
	return followed, followed == w.pick.enabled, way, asked
}

// tries returns the ways that are tried in the state of a rank.
func (r *reducer) tries(rank uint32) [2]bool {
	return [2]bool{
		bySets:       r.stubborn && r.efforts[bySets].isMade(rank),
		byConfluence: r.confluence != nil && r.efforts[byConfluence].isMade(rank),
	}
}

// findIgnoring finds out whether steps may have been put off for ever, which takes a run that can go round by keys alone. It does not
// look for one if a step led back and the whole graph costs little more than the search, or will be needed for liveness anyway.
func (g *graph) findIgnoring(ctx context.Context) (err error) {
	defer g.recoverPanic(&err)
	switch {
	case !g.reducer.loose || g.left == [2]int{} || g.ignores || !g.backward:
	case g.asksLiveness() && g.savesLittle() && !g.partly:
		g.ignores = true
	case !g.keysRecur(ctx):
	case g.partly:
		g.ignores = true
	default:
		g.ignores = g.savesLittle() || !g.cycles(ctx).isEmpty()
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

func newReducer(system System, properties []Property, by Reduction) reducer {
	commuting := system.(Commuting)
	r := reducer{system: commuting, stubborn: by != ByConfluence && commuting.HasKeyTransitions(),
		owed: slices.ContainsFunc(properties, Property.IsLiveness)}
	if confluent, ok := system.(Confluent); ok && by != PartialOrder {
		r.confluence = confluent.Confluence()
	}
	return r
}

// isRefuted reports whether something has been found that was assumed never to happen.
func (r *reducer) isRefuted() bool { return r.confluence != nil && r.confluence.Refine() }

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

// isVain reports whether, where a level ends, it is clear that nothing will be decided.
func (r *run) isVain() bool {
	if r.reducer == nil || r.expanded < r.levelEnd {
		return false
	}
	r.refuted = r.reducer.isRefuted()
	r.ignores = !r.refuted && r.isHopeless()
	return r.refuted || r.ignores
}

// isHopeless reports whether so little has been left out of the first states that the whole graph will have to be explored,
// since there may be cycles.
func (r *run) isHopeless() bool {
	left := r.left[bySets] + r.left[byConfluence]
	return r.reducer.loose && r.backward && r.expanded > aTrial && 40*left < left+r.steps
}

// aTrial is how many states are expanded before a reduction is given up.
const aTrial = 500

// isMade reports whether this way is tried in the state of a rank.
func (e *effort) isMade(rank uint32) bool { return !e.idle || rank%probeEvery == probeEvery-1 }
