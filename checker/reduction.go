package checker

import (
	"context"
	"time"
)

// A Reduction is by what runs are left out that cannot change a verdict.
type Reduction string

const (
	Whole        Reduction = ""              // the graph is the whole one
	PartialOrder Reduction = "po"            // of steps that commute not every order is tried: stubborn sets
	ByConfluence Reduction = "confluence"    // a step that commutes with all that may come is taken at once
	ByBoth       Reduction = "po,confluence" // a sure step if there is one, else a stubborn set
)

// A reducer chooses, in each state, a set of operations whose steps are enough: a stubborn set. Why
// they are enough stands in docs/reduction.md, whose words these are.
type reducer struct {
	system   Commuting
	stubborn bool       // sets are tried
	sure     Confluence // nil: no step is known to be sure
	minds    Marks      // of the properties asked that are not decided yet
	owed     bool       // a key must be owed: liveness is asked
	efforts  [2]effort  // for sets, and for sure steps
	began    time.Time  // when the first exploration did
	loose    bool       // a key may lead anywhere: that nothing is put off for ever is found out afterwards
}

// mind gathers, when a level begins, what the properties mind that are not decided yet, and judges the
// efforts.
func (r *run) mind() {
	if r.reducer == nil {
		return
	}
	for way := range r.reducer.efforts {
		r.reducer.efforts[way].judge(way, r.expanded, r.left[way], r.tried[way])
	}
	r.reducer.minds = 0
	for n, p := range r.properties {
		if p.isOfStates() && r.first[n] == nil {
			r.reducer.minds |= p.minds()
		}
	}
}

// Minding is the property that minds the given marks only: see the law of Commuting. For Reachable, a
// witness counts as a violation.
func (p Property) Minding(m Marks) Property {
	p.calm = ^m
	return p
}

// minds are the marks that the property minds: all of them, unless it has been said otherwise.
func (p Property) minds() Marks { return ^p.calm }

// A pick is the steps emitted in one state, of which some are to be followed.
type pick struct {
	steps   []Step
	of      []Operation
	to      []int // of each step, where its vector begins in cells, -1 if there is none
	cells   []Cell
	enabled Operations
}

func (p *pick) clear() {
	p.steps, p.of, p.to, p.cells, p.enabled = p.steps[:0], p.of[:0], p.to[:0], p.cells[:0], Operations{}
}

func (p *pick) add(step Step, op Operation, to State) {
	p.steps, p.of = append(p.steps, step), append(p.of, op)
	if to == nil {
		p.to = append(p.to, -1)
		return
	}
	p.to = append(p.to, len(p.cells))
	p.cells = append(p.cells, to...)
	p.enabled = p.enabled.With(op)
}

// at is where step i leads, nil if nowhere.
func (p *pick) at(i, width int) State {
	if p.to[i] < 0 {
		return nil
	}
	return p.cells[p.to[i] : p.to[i]+width]
}

// first is the first step of an enabled operation.
func (p *pick) first(op Operation) int {
	for i, of := range p.of {
		if of == op && p.to[i] >= 0 {
			return i
		}
	}
	panic("checker: the operation is not enabled")
}

// The ways to leave out steps.
const (
	bySets = iota
	bySure
)

// choose returns the operations to follow in a state, and which way they were found: of the sets that a
// key and all that it needs make the one with the fewest enabled; or a sure one; all, if there is none. asked
// are the ways that it was looked for.
// tries says which ways are tried. isBeyond tells of a state whether it comes after s in the order of
// ranks. Where a key always leads beyond, nothing is put off for ever.
func (r *reducer) choose(s State, p *pick, tries [2]bool, isBeyond func(State) bool) (best Operations, way int, asked [2]bool) {
	if r.sure != nil {
		r.sure.Notice(s, p.enabled)
	}
	fewest := p.enabled.Count()
	best, asked[bySets] = p.enabled, tries[bySets] && fewest > 1
	isKey := func(op Operation) bool {
		key := p.first(op)
		return p.steps[key].Bound == 0 && (!r.owed || p.steps[key].Owed != None) && (r.loose || isBeyond(p.at(key, len(s))))
	}
	for left := p.enabled; tries[bySets] && !left.IsEmpty() && fewest > 1; {
		op := left.First()
		left = left.Minus(Operations{}.With(op))
		with, marks, ok := r.system.Key(s, op)
		if !ok || marks&r.minds != 0 || !isKey(op) {
			continue
		}
		set := r.close(s, with.With(op), p.enabled)
		if n := set.And(p.enabled).Count(); n < fewest {
			best, fewest = set.And(p.enabled), n
		}
	}
	asked[bySure] = tries[bySure] && fewest > 1
	for left := p.enabled; tries[bySure] && !left.IsEmpty() && fewest > 1; {
		op := left.First()
		left = left.Minus(Operations{}.With(op))
		if !isKey(op) {
			continue
		}
		if marks, ok := r.sure.Sure(s, op); ok && marks&r.minds == 0 {
			return Operations{}.With(op), bySure, asked
		}
	}
	return best, bySets, asked
}

// close adds to a set all that its members need, and what that needs. It may stop where nothing
// that is enabled would be left out.
func (r *reducer) close(s State, set, enabled Operations) Operations {
	for todo := set; !todo.IsEmpty() && !enabled.Minus(set).IsEmpty(); {
		op := todo.First()
		todo = todo.Minus(Operations{}.With(op))
		more := r.system.Needs(s, op, set).Minus(set)
		set, todo = set.Or(more), todo.Or(more)
	}
	return set
}

// expandReduced is expandOne where the graph is reduced.
func (w *worker) expandReduced(rank uint32) {
	s := w.run.arena.at(rank)
	w.now = expanding{rank: rank, state: s}
	w.pick.clear()
	w.inSteps = true
	w.run.system.Steps(s, w.hold)
	w.inSteps = false
	if rank < lawSample {
		w.checkHeld(s)
	}
	if !w.now.owed {
		w.quiet = append(w.quiet, rank)
	}
	if w.pick.enabled.IsEmpty() {
		w.terminal++
		if !w.now.blocked {
			w.checkRest(rank, s)
		}
		return
	}
	w.busy = "Needs"
	tries := w.run.reducer.tries(rank)
	followed, way, asked := w.run.reducer.choose(s, &w.pick, tries, w.isBeyond)
	w.busy = ""
	enabled, left := 0, 0
	for i, step := range w.pick.steps {
		to := w.pick.at(i, len(s))
		if to == nil {
			continue
		}
		if enabled++; followed.Has(w.pick.of[i]) {
			w.follow(step, to)
		} else {
			left++
		}
	}
	w.left[way] += left
	for way, isAsked := range asked {
		if isAsked {
			w.tried[way] += enabled
		}
	}
}

// tries says which ways are tried in the state of a rank.
func (r *reducer) tries(rank uint32) [2]bool {
	return [2]bool{
		bySets: r.stubborn && r.efforts[bySets].isMade(rank),
		bySure: r.sure != nil && r.efforts[bySure].isMade(rank),
	}
}

// isBeyond reports whether a state comes after the one that is being expanded in the order of ranks,
// which does not depend on the number of workers: all ranks of the level are known when it begins.
func (w *worker) isBeyond(to State) bool {
	rank, known := w.run.lookUp(to)
	return !known || rank > w.now.rank
}

// findIgnoring finds out whether steps may have been put off for ever: only where a run can go round.
// That is not looked for where a step led back, and the whole graph costs little more than to look.
func (g *graph) findIgnoring(ctx context.Context) (err error) {
	defer g.mishaps(&err)
	if g.reducer.loose && g.left != [2]int{} {
		g.ignores = g.backward && g.savesLittle() || len(g.cycles(ctx).nodes) > 0
	}
	return nil
}
