package checker

import (
	"cmp"
	"context"
	"errors"
	mathbits "math/bits"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"time"
	"unsafe"
)

// A Swarm makes of an exploration a search of a part of what cannot be explored as a whole: one of several independent random
// searches, each in bounded memory (Holzmann, Joshi and Groce, "Swarm Verification Techniques", 2011).
//
// A member goes by Seed and Member alone, so that a swarm can grow: what Of says is how many there are to be. Of the Options, MaxStates
// bounds the visits, to states known already too, MaxDepth the length of a run and MaxMemory all memory, half of which may go to the
// table of what is known. What a member does depends on these, on the system and the properties, and on nothing else, unless
// time, memory or cancellation ends it.
//
// A member makes dives. A dive goes down at random, known states or not, as many steps as it has drawn, and then on to states
// that are not known, the last branch first, until it has found as many as it has drawn. Most dives are short and some are long, so that
// there is as much work in those of each length (Luby, Sinclair and Zuckerman, "Optimal Speedup of Las Vegas Algorithms", 1993). Every
// other dive prefers some steps to others, always the same, such as to let one process wait for as long as possible.
type Swarm struct {
	Member, Of int // from 1; Of is 0 where there is no swarm
	Seed       uint64
}

// A Sample says what a member of a swarm has looked at.
type Sample struct {
	Swarm
	Ended     string // what has ended it: the bound states, time, memory, stop or interrupted, or all: it knew of nothing more to visit
	Visits    int    // states that it has come to, each time counted
	Dives     int
	Recent    int    // of the last visits, so many are remembered
	Fresh     int    // of these, so many were to states not known before
	Forgotten int    // states that the table had no room for: as many may have been counted again
	Sketch    Sketch // of the states met; nil if another process cannot tell them
}

// The bounds of a member that has none.
const (
	usualTable  = 512 << 20 // bytes
	usualLength = 1000      // steps of a run
)

const (
	recently     = 10_000 // visits
	leastFound   = 64     // new states in a dive, unless there are no more
	mostScales   = 8      // times that this may be doubled
	calmest      = 5      // a step that nobody owes may be put off but for one time in two to the power of this
	everySoOften = 1024   // visits between two looks at the clock and the memory
)

// A member is a swarm's member at work.
type member struct {
	*run
	random *rand.PCG
	prints *prints
	seen   *seen
	sample Sample
	recent []bool // of the last visits, whether they were to new states
	width  int
	most   int // steps of a run
	states int // that were new

	initial   []State
	at        *dive
	left      []*dive // that are to be gone on with
	leftBytes int     // that they take
	mostLeft  int     // that they may take
	lost      bool    // some have been lost, or cut off
	deepest   int

	out     out
	order   []ranked
	quiets  []liveness // those that are not violated yet
	paths   []*Path    // of each property
	busy    string
	inSteps bool
}

// measure returns the bytes that the process holds now, and keeps the peak.
func (m *member) measure() uint64 {
	held := BytesHeld() + uint64(m.seen.room.bytes())
	m.peak = max(m.peak, held)
	return held
}

// A dive is a run, and the branches off it that are to be followed.
type dive struct {
	path     trail       // from an initial state to the one at hand
	branches []branching // where they begin, the next last
	cells    []Cell      // the states of those
	down     int         // steps that it goes down yet, to known states too
	taste    uint64      // what it prefers; 0: nothing
	calm     uint64      // a step that nobody owes is put off unless a draw from 0 to this is 0
}

// bytes is about what the dive takes.
func (d *dive) bytes() int {
	return 2*(len(d.path.cells)+len(d.cells)) + int(unsafe.Sizeof(branching{}))*(len(d.path.steps)+len(d.branches))
}

// next takes the next branch. Its state is there until one is added.
func (d *dive) next() (branching, State) {
	n := len(d.branches) - 1
	b, s := d.branches[n], State(d.cells[n*d.path.width:])
	d.branches, d.cells = d.branches[:n], d.cells[:n*d.path.width]
	return b, s
}

// A branching is a step to be taken some time, if what it leads to is not known by then.
type branching struct {
	step  Step
	depth int
	print uint64
}

// A ranked is a step of the state at hand. The least is taken first.
type ranked struct {
	key uint64
	at  int
}

// A trail is a run: states, and the steps between them.
type trail struct {
	width int
	cells []Cell
	steps []Step // steps[0] leads to the initial state
}

func (t *trail) state(i int) State { return t.cells[i*t.width : (i+1)*t.width] }

// cut leaves the first n states.
func (t *trail) cut(n int) { t.steps, t.cells = t.steps[:n], t.cells[:n*t.width] }

func (t *trail) add(step Step, s State) {
	t.steps, t.cells = append(t.steps, step), append(t.cells, s...)
}

// last is the state in which it ends.
func (t *trail) last() State { return t.state(len(t.steps) - 1) }

// isAltered reports whether a bound has altered a step.
func (t *trail) isAltered() bool {
	return slices.ContainsFunc(t.steps, func(s Step) bool { return s.Bound != 0 })
}

// path is a copy of it.
func (t *trail) path() *Path {
	p := &Path{Initial: slices.Clone(t.state(0))}
	for i := 1; i < len(t.steps); i++ {
		p.Stem = append(p.Stem, Transition{t.steps[i], slices.Clone(t.state(i))})
	}
	return p
}

// out is the steps out of the state at hand.
type out struct {
	width   int
	steps   []Step
	blocked []Step
	cells   []Cell
	emit    func(Step, State) // add, made once
}

func (o *out) add(step Step, to State) {
	if to == nil {
		o.blocked = append(o.blocked, step)
		return
	}
	o.steps, o.cells = append(o.steps, step), append(o.cells, to...)
}

func (o *out) state(i int) State { return o.cells[i*o.width : (i+1)*o.width] }

// isQuiet reports whether nothing is owed.
func (o *out) isQuiet() bool {
	owed := func(s Step) bool { return s.Owed != None }
	return !slices.ContainsFunc(o.steps, owed) && !slices.ContainsFunc(o.blocked, owed)
}

// A liveness is a liveness property, by its number, as an automaton.
type liveness struct {
	property int
	automaton[State]
}

// swarm is Check for a member of a swarm.
func swarm(ctx context.Context, system System, properties []Property, options Options) (report *Report, err error) {
	options.Workers = 1
	m := newMember(system, properties, options)
	defer m.seen.room.release()
	err = m.guarded(func() { m.search(ctx) })
	overflow := Overflow{}
	if errors.As(err, &overflow) {
		m.bound = cmp.Or(overflow.What, "overflow")
	} else if err != nil {
		return nil, err
	}
	if err := m.guarded(m.shortenAll); err != nil && !errors.As(err, &overflow) {
		return nil, err
	}
	return m.report(), nil
}

func newMember(system System, properties []Property, options Options) *member {
	width := system.Width()
	m := &member{run: newRun(system, properties, options), width: width, prints: newPrints(system),
		random: rand.NewPCG(options.Swarm.Seed, uint64(options.Swarm.Member)), out: out{width: width}, at: &dive{path: trail{width: width}},
		paths: make([]*Path, len(properties)), recent: make([]bool, 0, recently), most: cmp.Or(options.MaxDepth, usualLength)}
	m.sample.Swarm, m.out.emit = options.Swarm, m.out.add
	bytes := cmp.Or(options.MaxMemory/2, usualTable)
	if most := options.MaxStates; most > 0 { // half as much again, so that buckets are rarely full
		bytes = min(bytes, uint64(most)*12+1<<10)
	}
	m.seen, m.mostLeft = newSeen(bytes), int(cmp.Or(options.MaxMemory, 2*usualTable)/8)
	for n, p := range properties {
		if p.IsLiveness() {
			m.quiets = append(m.quiets, liveness{n, p.automaton()})
		}
	}
	return m
}

// guarded makes an error of what foreign code has panicked with.
func (m *member) guarded(do func()) (err error) {
	defer func() {
		if value := recover(); value != nil {
			if m.inSteps {
				m.busy = "Steps"
			}
			err = (&failure{m.busy, value, debug.Stack()}).explain()
		}
	}()
	do()
	return nil
}

// search makes dives until a bound ends them.
func (m *member) search(ctx context.Context) {
	m.busy = "Init"
	m.system.Init(func(s State) { m.initial = append(m.initial, slices.Clone(s)) })
	m.busy = ""
	if len(m.initial) == 0 {
		panic(brokenLaw("Init emitted no state"))
	}
	for m.sample.Ended == "" {
		m.turn(ctx)
	}
}

// below draws a number from 0 to n-1.
func (m *member) below(n int) int {
	hi, _ := mathbits.Mul64(m.random.Uint64(), uint64(n))
	return int(hi)
}

// turn goes on with a dive until it has found as many new states as it has drawn, or there are no more. Every other one is a new
// one, if there are others left.
func (m *member) turn(ctx context.Context) {
	if at := m.below(max(2*len(m.left), 1)); at < len(m.left) && m.sample.Dives > 0 {
		m.at = m.left[at]
		m.take(at)
	} else {
		m.at = m.plunge()
	}
	d, left := m.at, leastFound<<min(mathbits.TrailingZeros64(m.random.Uint64()), mostScales)
	for len(d.branches) > 0 && left > 0 && m.sample.Ended == "" {
		b, s := d.next()
		goesDown := d.down > 0 && b.depth == len(d.path.steps)
		isNew := m.seen.add(b.print)
		if !goesDown {
			if d.down = 0; !isNew {
				continue
			}
			left--
		}
		d.path.cut(b.depth)
		d.path.add(b.step, s)
		d.down = max(d.down-1, 0)
		m.visit(b.print, isNew)
		m.branch(b)
		m.stop(ctx)
	}
	switch {
	case len(d.branches) > 0:
		m.put(d)
	case len(m.left) == 0 && m.sample.Dives >= len(m.initial) && !m.lost && m.seen.forgotten == 0:
		m.sample.Ended = "all"
	}
}

// plunge begins a dive.
func (m *member) plunge() *dive {
	at := m.sample.Dives // each initial state first
	if m.sample.Dives++; at >= len(m.initial) {
		at = m.below(len(m.initial))
	}
	first := m.initial[at]
	d := &dive{path: trail{width: m.width}, branches: []branching{{print: m.prints.of(first)}}, cells: slices.Clone(first), down: 1 + m.below(m.deepest+1), calm: 1<<m.below(calmest+1) - 1}
	if taste := m.random.Uint64(); taste&1 != 0 {
		d.taste = taste
	}
	return d
}

// take takes a dive from those that are left.
func (m *member) take(at int) {
	d, last := m.left[at], len(m.left)-1
	m.leftBytes -= d.bytes()
	m.left[at] = m.left[last]
	m.left = m.left[:last]
}

// put leaves a dive for later. Where there is no room for all, some that have been left are lost.
func (m *member) put(d *dive) {
	m.left = append(m.left, d)
	for m.leftBytes += d.bytes(); m.leftBytes > m.mostLeft; m.lost = true {
		m.take(m.below(len(m.left)))
	}
}

// visit looks at the state in which the path ends, and expands it.
func (m *member) visit(print uint64, isNew bool) {
	m.count(isNew)
	m.deepest = max(m.deepest, len(m.at.path.steps)-1)
	m.expand(m.at.path.last())
	if !isNew {
		return
	}
	m.states++
	if !m.prints.private {
		m.sample.Sketch.add(print)
	}
	m.judge()
	m.note(m.out.blocked, 0)
	m.note(m.out.steps, 1)
	m.steps += len(m.out.steps)
	if len(m.out.steps) == 0 {
		m.terminal++
	}
}

// count counts a visit.
func (m *member) count(isNew bool) {
	at := m.sample.Visits % recently
	if m.sample.Visits++; at == len(m.recent) {
		m.recent = append(m.recent, false)
	}
	m.sample.Fresh += btoi(isNew) - btoi(m.recent[at])
	m.recent[at] = isNew
}

// expand makes the steps out of a state.
func (m *member) expand(s State) {
	o := &m.out
	o.steps, o.blocked, o.cells = o.steps[:0], o.blocked[:0], o.cells[:0]
	m.inSteps = true
	m.system.Steps(s, o.emit)
	m.inSteps = false
}

// note counts what steps out of a new state say about it.
func (m *member) note(steps []Step, times int) {
	mark := uint32(m.sample.Visits)
	for _, step := range steps {
		if more := int(step.Action) + 1 - len(m.actions); more > 0 {
			m.actions = append(m.actions, make([]activity, more)...)
		}
		a := &m.actions[step.Action]
		if a.last != mark {
			a.enabled++
		}
		a.last = mark
		a.taken += times
		if step.Bound != 0 && !slices.Contains(m.met, step.Bound) {
			m.met = append(m.met, step.Bound)
		}
	}
}

// branch puts down where the dive may go from here: to what is not known and, if it goes down, to what comes first.
func (m *member) branch(at branching) {
	d := m.at
	m.order = m.order[:0]
	for i, step := range m.out.steps {
		key := mix(step.Code ^ d.taste)
		if d.taste == 0 {
			key = m.random.Uint64()
		}
		key >>= 1
		if step.Owed == None && m.random.Uint64()&d.calm != 0 {
			key |= 1 << 63
		}
		m.order = append(m.order, ranked{key, i})
	}
	if at.depth >= m.most {
		m.lost, m.order = m.lost || len(m.order) > 0, m.order[:0]
	}
	slices.SortFunc(m.order, func(a, b ranked) int { return cmp.Compare(b.key, a.key) })
	from := d.path.last()
	for n, r := range m.order {
		to := m.out.state(r.at)
		print := m.prints.moved(at.print, from, to)
		if isFirst := n == len(m.order)-1; d.down > 0 && isFirst || !m.seen.has(print) {
			d.branches = append(d.branches, branching{m.out.steps[r.at], at.depth + 1, print})
			d.cells = append(d.cells, to...)
		}
	}
}

// stop ends the search if a bound has been reached.
func (m *member) stop(ctx context.Context) {
	s := &m.sample
	switch {
	case m.options.StopFirst && m.isViolated():
		s.Ended = "stop"
	case m.options.MaxStates > 0 && s.Visits >= m.options.MaxStates:
		s.Ended = "states"
	case s.Visits%everySoOften == 0:
		held := m.measure()
		if s.Ended = m.outOfTime(ctx); s.Ended == "" && m.options.MaxMemory > 0 && held > m.options.MaxMemory {
			s.Ended = "memory"
		}
		m.tell(held)
	}
}

// tell tells the progress, not more than ten times a second.
func (m *member) tell(held uint64) {
	if now := time.Now(); m.options.Progress != nil && now.Sub(m.spoke) >= 100*time.Millisecond {
		m.spoke = now
		m.options.Progress(Progress{States: m.states, Expanded: m.states, Steps: m.steps, Depth: m.deepest,
			Elapsed: m.elapsed(), Bytes: held, Visits: m.sample.Visits})
	}
}

// judge tries the properties at the state in which the path ends.
func (m *member) judge() {
	s := m.at.path.last()
	for _, q := range m.always {
		needed, sought := q.undecided(m.run)
		if needed|sought|q.counted == 0 {
			continue
		}
		m.busy = q.title
		word := q.tell(s)
		m.busy = ""
		for left := word & q.counted; left != 0; left &= left - 1 {
			m.counts[q.counts[mathbits.TrailingZeros64(left)]]++
		}
		if needed&^word|sought&word == 0 {
			continue
		}
		for _, n := range q.members {
			if p := &m.properties[n]; (word&p.bit != 0) == (p.kind == reachable) {
				m.find(n)
			}
		}
	}
	for _, n := range m.between {
		for i := 0; i < len(m.out.steps) && m.first[n] == nil; i++ {
			if m.breaks(n, s, m.out.state(i)) {
				m.at.path.add(m.out.steps[i], m.out.state(i))
				m.find(n)
				m.at.path.cut(len(m.at.path.steps) - 1)
			}
		}
	}
	if len(m.out.steps)+len(m.out.blocked) == 0 {
		for _, n := range m.rest {
			if m.first[n] == nil && !m.holds(n, s) {
				m.find(n)
			}
		}
	}
	if len(m.quiets) > 0 && m.out.isQuiet() {
		m.quiets = slices.DeleteFunc(m.quiets, func(l liveness) bool {
			if !m.rests(l) {
				return false
			}
			m.find(l.property)
			return true
		})
	}
}

// find keeps the path as that to the first violation of a property, or to its witness.
func (m *member) find(n int) {
	if m.first[n] == nil {
		m.first[n], m.paths[n] = &violation{property: n}, m.at.path.path()
		m.paths[n].Lasso = m.properties[n].IsLiveness()
	}
}

// holds asks a predicate of a state.
func (m *member) holds(n int, s State) bool {
	m.busy = m.properties[n].title()
	holds := m.properties[n].p(s)
	m.busy = ""
	return holds
}

// breaks asks a step invariant.
func (m *member) breaks(n int, before, after State) bool {
	m.busy = m.properties[n].title()
	holds := m.properties[n].between(before, after)
	m.busy = ""
	return !holds
}

// rests reports whether the path violates a liveness property if it rests for ever where it ends, in a state in which nothing is owed.
func (m *member) rests(l liveness) bool {
	m.busy = m.properties[l.property].title()
	defer func() { m.busy = "" }()
	if m.at.path.isAltered() || !l.automaton.rests(m.at.path.last()) {
		return false
	}
	for i := len(m.at.path.steps) - 1; i >= 0 && l.inside(m.at.path.state(i)); i-- {
		if l.arms(m.at.path.state(i), i == 0) {
			return true
		}
	}
	return false
}

// report reports what was found. Nothing holds but what has its witness.
func (m *member) report() *Report {
	m.measure()
	s := m.sample
	s.Recent, s.Forgotten = len(m.recent), m.seen.forgotten
	if m.prints.private {
		s.Sketch = nil
	}
	report := &Report{States: m.states - m.seen.forgotten, Steps: m.steps, Terminal: m.terminal, Depth: m.deepest, Bound: cmp.Or(m.bound, "swarm"),
		Seconds: m.elapsed().Seconds(), PeakBytes: m.peak, RowBytes: 8, Actions: m.activities(m.actions), Sample: &s}
	if numbering, ok := m.system.(Numbering); ok {
		report.NumberBytes = numbering.Bytes()
	}
	for n, p := range m.properties {
		result := Result{Property: p, Verdict: Inconclusive, Count: m.counts[n], Path: m.paths[n]}
		if result.Path != nil {
			result.Verdict = Violated
		}
		if p.kind == reachable {
			result.Verdict = witnessed(result)
		}
		report.Results = append(report.Results, result)
	}
	return report
}
