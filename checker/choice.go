package checker

import "slices"

// A picker chooses which steps of a state are followed.
type picker struct {
	run   *run
	rank  uint32       // of the state
	seen  State        // it, if isSeen
	state func() State // it, unpacked when it is first asked for
	all   *Successors  // the steps out of it
	of    []Operation  // of each step

	recent [1 << 8]belonging // codes met, each at one place

	isSeen        bool
	enabled, keys Operations // keys: those whose first step can be a key, for all that its step says
	known         setMemo
	learner       Learner // of confluent steps
	packing       Packing // whose rows the learner knows
}

func newPicker(w *worker) *picker {
	p := &picker{run: w.run, all: &w.out}
	p.state = func() State {
		if !p.isSeen {
			p.seen, p.isSeen = w.look(p.rank), true
		}
		return p.seen
	}
	return p
}

// A set is what is enabled of what a key needs, and the key itself.
type set struct {
	key      Operation
	followed Operations
	n        int // how many these are
}

// choose returns the operations to follow in a state: a confluent one; or, of the sets that a key and all
// that it needs make, the one with the fewest enabled operations; or all, if there is neither. way says which
// it was, and asked which ways were tried. tries says which ways to try.
func (p *picker) choose(rank uint32, tries [2]bool) (best Operations, way int, asked [2]bool) {
	r := p.run.reducer
	p.rank, p.isSeen = rank, false
	p.gather()
	if r.confluence != nil {
		r.confluence.Observe(p.state, p.enabled)
	}
	fewest := p.enabled.Count()
	best, asked[bySets] = p.enabled, tries[bySets] && fewest > 1
	if asked[bySets] {
		if set, ok := p.setIn(p.state()); ok {
			best, fewest = set, set.Count()
		}
	}
	if asked[byConfluence] = tries[byConfluence] && fewest > 1; asked[byConfluence] {
		if op, ok := p.confluent(); ok {
			return Operations{}.With(op), byConfluence, asked
		}
	}
	return best, bySets, asked
}

// confluent returns the first operation whose step is confluent and leads beyond.
func (p *picker) confluent() (op Operation, ok bool) {
	if packing := p.run.store.packing; p.learner == nil || p.packing != packing {
		p.learner, p.packing = learnerOf(p.run.reducer.confluence, packing), packing
	}
	beyond := p.keys
	for left := p.keys; !p.run.reducer.loose && !left.IsEmpty(); {
		op := left.First()
		left = left.Minus(Operations{}.With(op))
		if !p.leadsBeyond(op) {
			beyond = beyond.Minus(Operations{}.With(op))
		}
	}
	return p.learner.First(p.run.store.log.at(p.rank), p.state, beyond, p.run.reducer.sees)
}

// gather finds the operations of the steps.
func (p *picker) gather() {
	p.of = p.of[:0]
	var enabled, keys Operations
	isOwed := p.run.reducer.owed
	for i := range p.all.Steps {
		step := &p.all.Steps[i]
		op := p.operation(step)
		p.of = append(p.of, op)
		word, bit := op/64%Operation(len(enabled)), uint64(1)<<(op%64)
		if enabled[word]&bit == 0 {
			enabled[word] |= bit
			if step.Bound == 0 && (!isOwed || step.Owed != None) {
				keys[word] |= bit
			}
		}
	}
	p.enabled, p.keys = enabled, keys
}

// operation is the operation of a step, remembered.
func (p *picker) operation(step *Step) Operation {
	at := &p.recent[mix(step.Code)%uint64(len(p.recent))]
	if at.code != step.Code || !at.isKnown {
		*at = belonging{step.Code, p.run.reducer.system.Operation(*step), true}
	}
	return at.op
}

// A belonging says to which operation the steps of a code belong.
type belonging struct {
	code    uint64
	op      Operation
	isKnown bool
}

// leadsBeyond reports whether the first step of an operation may be a key for where it leads: to a state that comes after
// the one that is being expanded in the order of ranks, which does not depend on the number of workers: all ranks of the
// level are known when it begins. If a key always leads beyond, nothing is put off for ever.
func (p *picker) leadsBeyond(op Operation) bool {
	if p.run.reducer.loose {
		return true
	}
	place := slices.Index(p.of, op)
	if sp := p.run.spill; sp != nil {
		return sp.leadsBeyond(p.rank, place, p.all.Row(place))
	}
	rank, known := p.run.store.lookUp(p.all.Row(place))
	return !known || rank > p.rank
}

// setIn returns the set to follow in a state, of those that are smaller than all that is enabled: the one with the fewest
// operations whose key leads beyond, and of several the one of the lowest key. ok is false if there is none.
func (p *picker) setIn(s State) (followed Operations, ok bool) {
	sets := p.known.of(p, s)
	for {
		for _, set := range sets.found {
			if set.n > 1 && !sets.untried.IsEmpty() {
				break // there may be a smaller one
			}
			if p.leadsBeyond(set.key) {
				return set.followed, true
			}
		}
		if sets.untried.IsEmpty() {
			return followed, false
		}
		p.seek(s, sets)
	}
}

// Sets are those that keys need in a state, as far as they have been sought.
type sets struct {
	found   []set // that are smaller than all that is enabled, the smallest first, and of several the one of the lowest key
	untried Operations
}

// seek tries keys in their order, until one needs nothing else and leads beyond, which is as good as it gets.
func (p *picker) seek(s State, to *sets) {
	r := p.run.reducer
	for most := p.enabled.Count(); !to.untried.IsEmpty(); {
		op := to.untried.First()
		to.untried = to.untried.Minus(Operations{}.With(op))
		with, visible, ok := r.system.KeyTransition(s, op)
		if !ok || visible&r.sees != 0 {
			continue
		}
		followed := r.close(s, with.With(op), p.enabled).And(p.enabled)
		n := followed.Count()
		if n < most {
			to.found = append(to.found, set{op, followed, n})
		}
		if n == 1 && p.leadsBeyond(op) {
			break
		}
	}
	slices.SortStableFunc(to.found, func(a, b set) int { return a.n - b.n })
}

// close adds to a set everything that its members need, and what that needs in turn. It may stop as soon
// as every enabled operation is in the set.
func (r *reducer) close(s State, set, enabled Operations) Operations {
	for todo := set; !todo.IsEmpty() && !enabled.Minus(set).IsEmpty(); {
		op := todo.First()
		todo = todo.Minus(Operations{}.With(op))
		more := r.system.Dependencies(s, op, set).Minus(set)
		set, todo = set.Or(more), todo.Or(more)
	}
	return set
}

// A setMemo remembers the sets of summaries, though not of all of them.
type setMemo struct {
	sees    Visible
	places  []remembered
	missed  int
	summary []uint64
	other   sets // where there are no summaries
}

// What is remembered of a summary.
type remembered struct {
	summary []uint64
	sets
}

// The memo has so many places at first, and at most.
const fewPlaces, mostPlaces = 1 << 8, 1 << 16

// of returns what is known of the sets in a state.
func (m *setMemo) of(p *picker, s State) *sets {
	isKnown := false
	if summing, ok := p.run.reducer.system.(Summing); ok {
		m.summary = append(m.summary[:0], p.enabled[0], p.enabled[1], p.keys[0], p.keys[1])
		m.summary, isKnown = summing.Summary(s, m.summary)
	}
	if !isKnown {
		m.other = sets{m.other.found[:0], p.keys}
		return &m.other
	}
	if m.places == nil || m.sees != p.run.reducer.sees {
		m.places, m.sees, m.missed = make([]remembered, fewPlaces), p.run.reducer.sees, 0
	}
	at := m.home()
	if slices.Equal(at.summary, m.summary) {
		return &at.sets
	}
	if m.missed++; m.missed > 4*len(m.places) && len(m.places) < mostPlaces {
		m.places, m.missed = make([]remembered, 4*len(m.places)), 0
		at = m.home()
	}
	at.summary = append(at.summary[:0], m.summary...)
	at.sets = sets{at.found[:0], p.keys}
	return &at.sets
}

// home is the place of the summary.
func (m *setMemo) home() *remembered {
	hash := uint64(0)
	for _, word := range m.summary {
		hash = mix(hash ^ word)
	}
	return &m.places[hash>>20&uint64(len(m.places)-1)]
}
