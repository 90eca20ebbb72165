package checker

import (
	"fmt"
	mathbits "math/bits"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// A predicateGroup is the properties of states that one word answers, asked once a state: those of the
// same Facts, or a single one that has a Predicate of its own.
type predicateGroup struct {
	facts   *Facts // nil: a Predicate
	tell    func(State) uint64
	title   string  // of the first property, for messages
	members []int   // properties
	counted uint64  // the bits that are counted
	counts  [64]int // and of each the property that it is counted for
	kept    *kept   // nil: the words are not kept
}

// predicateGroups gathers the properties of states.
func predicateGroups(properties []Property) []*predicateGroup {
	var all []*predicateGroup
	for n := range properties {
		if p := &properties[n]; p.isOfStates() {
			all = gather(all, n, p)
		}
	}
	return all
}

// gather adds property n to the first group that answers it. A group that already counts the same bit for
// another property does not.
func gather(all []*predicateGroup, n int, p *Property) []*predicateGroup {
	for _, q := range all {
		if p.facts != nil && q.facts == p.facts && (!p.counted || q.counted&p.bit == 0) {
			q.add(n, p)
			return all
		}
	}
	q := &predicateGroup{facts: p.facts, title: p.title()}
	if q.facts != nil {
		q.tell = p.facts.tell
	} else {
		q.tell = p.p.word
	}
	if q.facts != nil && q.facts.once {
		q.kept = &kept{}
	}
	q.add(n, p)
	return append(all, q)
}

func (q *predicateGroup) add(n int, p *Property) {
	q.members = append(q.members, n)
	if p.counted {
		q.counted |= p.bit
		q.counts[mathbits.TrailingZeros64(p.bit)] = n
	}
}

// word is a predicate as bit 0.
func (p Predicate) word(s State) uint64 {
	if p(s) {
		return 1
	}
	return 0
}

// undecided returns the bits of the members that have no violation and no witness yet: those
// that an invariant needs, and those that a Reachable seeks.
func (q *predicateGroup) undecided(r *run) (needed, sought uint64) {
	for _, n := range q.members {
		switch p := &r.properties[n]; {
		case r.first[n] != nil:
		case p.kind == reachable:
			sought |= p.bit
		default:
			needed |= p.bit
		}
	}
	return needed, sought
}

// checkStates tries the invariants, looks for witnesses and counts, in the states of [from, to).
func (w *worker) checkStates(from, to uint32) {
	for _, q := range w.run.always {
		w.busy = q.title
		w.ask(q, from, to)
		w.busy = ""
	}
}

// ask evaluates a group of predicates in the states of [from, to).
func (w *worker) ask(q *predicateGroup, from, to uint32) {
	var glances [batch]uint64
	needed, sought := q.undecided(w.run)
	for rank := from; rank < to && needed|sought|q.counted != 0; {
		some := glances[:min(to-rank, batch)]
		glanced := w.glance(q, rank, some)
		for i := range some {
			word := uint64(0)
			switch {
			case glanced:
				word = w.recall(q, rank, some[i])
			case q.kept != nil:
				word = w.evalOnce(q, rank)
			default:
				word = q.tell(w.look(rank))
			}
			if decided := needed&^word | sought&word; decided != 0 {
				w.decide(q, rank, word)
				needed, sought = needed&word, sought&^word
			}
			for left := word & q.counted; left != 0; left &= left - 1 {
				w.counts[q.counts[mathbits.TrailingZeros64(left)]]++
			}
			rank++
		}
	}
}

// glance glances at the states from a rank on. It reports false if the group of predicates needs a look at them.
func (w *worker) glance(q *predicateGroup, rank uint32, glances []uint64) bool {
	if w.glancing == nil || q.facts == nil || q.facts.once {
		return false
	}
	words := w.run.store.words
	return w.glancing.Glance(w.run.store.log.rows.all[int(rank)*words:(int(rank)+len(glances))*words], glances)
}

// tell returns what Facts say of a state.
func (w *worker) tell(q *predicateGroup, rank uint32) uint64 {
	var one [1]uint64
	if w.glance(q, rank, one[:]) {
		return w.recall(q, rank, one[0])
	}
	if q.kept != nil {
		return w.evalOnce(q, rank)
	}
	return q.tell(w.look(rank))
}

// kept holds the words of states by rank, in pages. Only a search in memory keeps them: there a rank stands for one state.
type kept struct{ pages sync.Map } // uint32 -> *[keptPage]atomic.Uint64

const (
	keptPage  = 1 << 12
	evaluated = 1 << 63 // marks a word that is kept; Facts that are kept have 63 predicates at most
)

func (k *kept) at(rank uint32) *atomic.Uint64 {
	page, known := k.pages.Load(rank / keptPage)
	if !known {
		page, _ = k.pages.LoadOrStore(rank/keptPage, new([keptPage]atomic.Uint64))
	}
	return &page.(*[keptPage]atomic.Uint64)[rank%keptPage]
}

// evalOnce returns what Facts say of a state, and asks only the first time.
func (w *worker) evalOnce(q *predicateGroup, rank uint32) uint64 {
	if w.run.isPart {
		return q.tell(w.look(rank))
	}
	at := q.kept.at(rank)
	word := at.Load()
	if word == 0 {
		word = q.tell(w.look(rank)) | evaluated
		at.Store(word)
	}
	return word &^ evaluated
}

// holds reports whether a property of states is true in the state of a rank.
func (r *run) holds(p Property, rank uint32) bool {
	for _, q := range r.always {
		if q.kept != nil && q.facts == p.facts {
			return r.pool[0].evalOnce(q, rank)&p.bit != 0
		}
	}
	return p.p(r.pool[0].look(rank))
}

// recall returns what Facts say of a state with that glance, which it remembers.
func (w *worker) recall(q *predicateGroup, rank uint32, glance uint64) uint64 {
	if len(w.glances) == 0 {
		w.glances = make([]glanced, 1<<glanceBits)
	}
	at := &w.glances[mix(glance)>>(64-glanceBits)]
	if at.of != q || at.glance != glance {
		*at = glanced{q, glance, q.tell(w.look(rank))}
	}
	return at.word
}

// A glanced is what a group of predicates says of all states that look alike at a glance.
type glanced struct {
	of     *predicateGroup
	glance uint64
	word   uint64
}

// glanceBits is how many are remembered, as a binary logarithm.
const glanceBits = 12

// A told is what Facts have said of a state.
type told struct {
	by   *predicateGroup
	rank uint32
	word uint64
}

// factsOf are the questions of a liveness property that Facts answer, asked of states by their ranks.
func (g *graph) factsOf(p Property) questions[uint32] {
	by, lowest := g.groupOf(p), mathbits.TrailingZeros64(p.bit)
	reached := func(rank uint32) bool { return g.tell(by, rank)&p.goal != 0 }
	for i := range g.insides {
		if in := &g.insides[i]; in.by == by && in.goal == p.goal {
			reached = func(rank uint32) bool {
				if !g.asked.has(int(rank)) {
					g.askInside(rank)
				}
				return !in.states.has(int(rank))
			}
		}
	}
	return questions[uint32]{p.kind,
		func(rank uint32) bool { return g.tell(by, rank)&p.bit != 0 }, reached,
		func(rank uint32) int { return int(g.tell(by, rank) & p.goal >> lowest) },
	}
}

// tell returns what Facts say of a state.
func (g *graph) tell(by *predicateGroup, rank uint32) uint64 {
	if g.told.by != by || g.told.rank != rank {
		g.busy = by.title
		g.told = told{by, rank, g.pool[0].tell(by, rank)}
		g.busy = ""
	}
	return g.told.word
}

// groupOf is a group that answers a property: one that has been asked before, if there is any.
func (g *graph) groupOf(p Property) *predicateGroup {
	for _, q := range g.always {
		if q.facts == p.facts {
			return q
		}
	}
	for _, q := range g.groups {
		if q.facts == p.facts {
			return q
		}
	}
	g.groups = append(g.groups, &predicateGroup{facts: p.facts, tell: p.facts.tell, title: p.title()})
	return g.groups[len(g.groups)-1]
}

// decide files what the word of the state called rank says of the members: violations and
// witnesses. Of several of one property the first counts.
func (w *worker) decide(q *predicateGroup, rank uint32, word uint64) {
	for _, n := range q.members {
		p := &w.run.properties[n]
		if w.run.first[n] == nil && (word&p.bit != 0) == (p.kind == reachable) {
			w.violations = append(w.violations, violation{property: n, rank: rank})
		}
	}
}

// Facts are up to 64 predicates that are evaluated together, as the bits of one word. However many
// properties of states use them, the checker asks once a state.
type Facts struct {
	tell func(State) uint64
	once bool
}

// NewFacts makes Facts of a pure function: bit i of its word is predicate i.
func NewFacts(tell func(State) uint64) *Facts { return &Facts{tell: tell} }

// Once makes Facts that are expensive, or that depend on more of a state than Glancing shows. They have 63 predicates at most. A check in
// memory evaluates them once a state and keeps the word, and does not glance.
func (f *Facts) Once() *Facts { return &Facts{f.tell, true} }

// Predicate is predicate i by itself.
func (f *Facts) Predicate(i int) Predicate {
	return func(s State) bool { return f.tell(s)>>i&1 != 0 }
}

// Invariant is the property Invariant of predicate i.
func (f *Facts) Invariant(name string, i int) Property {
	return f.told(Invariant(name, f.Predicate(i)), i)
}

// AtRest is the property AtRest of predicate i.
func (f *Facts) AtRest(name string, i int) Property { return AtRest(name, f.Predicate(i)) }

// Counted is the property Counted of predicate i.
func (f *Facts) Counted(name string, i int) Property {
	return f.told(Counted(name, f.Predicate(i)), i)
}

// Eventually is the property Eventually of predicate i.
func (f *Facts) Eventually(name string, i int) Property {
	p := f.told(Eventually(name, f.Predicate(i)), i)
	p.goal = 1 << i
	return p
}

// LeadsTo is the property LeadsTo of predicates i and k.
func (f *Facts) LeadsTo(name string, i, k int) Property {
	p := f.told(LeadsTo(name, f.Predicate(i), f.Predicate(k)), i)
	p.goal = 1 << k
	return p
}

// EventuallyAlways is the property EventuallyAlways of predicate i.
func (f *Facts) EventuallyAlways(name string, i int) Property {
	return f.told(EventuallyAlways(name, f.Predicate(i)), i)
}

// Recurs is the property Recurs of predicates i and k.
func (f *Facts) Recurs(name string, i, k int) Property {
	p := f.told(Recurs(name, f.Predicate(i), f.Predicate(k)), i)
	p.goal = 1 << k
	return p
}

// Settles is the property Settles of a value that so many predicates, from i on, are the binary digits of.
func (f *Facts) Settles(name string, i, digits int) Property {
	mask := uint64(1)<<digits - 1
	p := f.told(Settles(name, func(s State) int { return int(f.tell(s) >> i & mask) }), i)
	p.goal = mask << i
	return p
}

func (f *Facts) told(p Property, i int) Property {
	p.facts, p.bit = f, 1<<i
	return p
}

// A violation is where property number property is first violated: at state rank.
type violation struct {
	property int
	rank     uint32
	step     *Transition // for a step invariant: the step out of state rank
}

// checkStep tries the step invariants across one step.
func (w *worker) checkStep(rank uint32, s State, step Step, to State) {
	for _, n := range w.run.between {
		if w.run.first[n] != nil {
			continue
		}
		property := &w.run.properties[n]
		w.busy = property.title()
		if !property.between(s, to) {
			after := append(State(nil), to...)
			w.violations = append(w.violations, violation{n, rank, &Transition{step, after}})
		}
		w.busy = ""
	}
}

// checkRest tries the properties of states at rest in one that has no step.
func (w *worker) checkRest(rank uint32) {
	if len(w.run.rest) == 0 {
		return
	}
	s := w.look(rank)
	for _, n := range w.run.rest {
		if w.run.first[n] != nil {
			continue
		}
		property := &w.run.properties[n]
		w.busy = property.title()
		if !property.p(s) {
			w.violations = append(w.violations, violation{property: n, rank: rank})
		}
		w.busy = ""
	}
}

// lawSample is how many states, by rank, are expanded twice to catch a System that is not pure: first all their steps are made.
const lawSample = 512

// isSample reports whether a state is one of these.
func (w *worker) isSample(rank uint32) bool {
	return w.run.base+int(rank) < lawSample
}

// checkInit lets Init emit once more and compares with the states that it has emitted first.
func (w *worker) checkInit(states []State) {
	again := 0
	w.busy = "Init"
	w.run.system.Init(func(s State) {
		if again >= len(states) || !slices.Equal(s, states[again]) {
			panic(brokenLaw("Init emitted something else the second time, %v as state %d", s, again))
		}
		again++
	})
	w.busy = ""
	if again != len(states) {
		panic(brokenLaw("Init emitted %d states the first time and %d the second", len(states), again))
	}
}

// checkLaws lets the System make the steps out of the state called rank once more and compares with those that have
// just been made of its row.
func (w *worker) checkLaws(rank uint32) {
	s, packing := w.look(rank), w.run.store.packing
	whole, first := slices.Clone(s), make(State, len(s))
	again, blocked := 0, 0
	isChanged := func() {
		if !slices.Equal(s, whole) {
			panic(brokenLaw("Steps has changed the state that it was given, to %v", s))
		}
	}
	w.busy = "Steps"
	w.run.system.Steps(s, func(step Step, to State) {
		isChanged()
		if to == nil {
			blocked++
			return
		}
		if again < len(w.out.Steps) {
			packing.Unpack(w.out.Row(again), first)
			if !slices.Equal(to, first) || step != w.out.Steps[again] {
				panic(brokenLaw("Steps of %v emitted %v (%+v) the first time and %v (%+v) the second, as step %d",
					s, first, w.out.Steps[again], to, step, again))
			}
		}
		again++
	})
	w.busy = ""
	isChanged()
	if again != len(w.out.Steps) || blocked != len(w.out.Blocked) {
		panic(brokenLaw("Steps of %v emitted %d steps the first time and %d the second", s, len(w.out.Steps), again))
	}
}

// A BrokenLaw is what Check panics with when a System breaks one of the laws on its interface.
type BrokenLaw struct{ What string }

func (b BrokenLaw) Error() string { return b.What }

func brokenLaw(format string, args ...any) BrokenLaw {
	return BrokenLaw{"checker: a law of System is broken (the usual culprits: the order of a map, " +
		"a clock, state kept between calls): " + fmt.Sprintf(format, args...)}
}

// A ModelPanic is the error of a run in which the model or a property panicked.
type ModelPanic struct {
	During string // "Steps", "Init" or the name of a property
	Value  any
	Stack  []byte
}

// Unwrap is the value, if it is an error.
func (p *ModelPanic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

func (p *ModelPanic) Error() string {
	return fmt.Sprintf("%s panicked: %s", p.During, strings.Join(strings.Fields(fmt.Sprint(p.Value)), " "))
}
