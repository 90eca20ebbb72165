package world

import (
	"fmt"
	"slices"

	"interrex/checker"
	"interrex/model"
)

// A situation is a state as the conditions of timers see it.
type situation struct {
	*World
	state checker.State

	// If it is masked, nothing is on its way except in one channel, and only one process takes part.
	masked       bool
	link, active int

	recorder *recorder // of what is asked; nil: nobody takes it down, and then no fact is made, which would take longer than to answer
}

// hides reports whether a channel is masked.
func (s *situation) hides(link int) bool { return s.masked && link != s.link }

func (s *situation) Live(id model.ID) bool {
	p := s.group.Index(id)
	if s.recorder != nil {
		s.recorder.note(fact{kind: lives, process: p}, s.state[p] != dead)
	}
	return s.state[p] != dead
}

func (s *situation) TakesPart(id model.ID) bool {
	is := s.status(id).TakesPart
	if s.recorder != nil {
		s.recorder.note(fact{kind: takesPart, process: s.group.Index(id)}, is)
	}
	return is
}

func (s *situation) Recovering(id model.ID) bool {
	is := s.status(id).Recovering
	if s.recorder != nil {
		s.recorder.note(fact{kind: recovers, process: s.group.Index(id)}, is)
	}
	return is
}

func (s *situation) Cut(from, to model.ID) bool { return s.config.isCut(from, to) }

func (s *situation) Status(id model.ID) model.Status {
	status := s.status(id)
	if s.recorder != nil {
		s.recorder.noteStatus(s.group.Index(id), status)
	}
	return status
}

func (s *situation) status(id model.ID) model.Status {
	p := s.group.Index(id)
	status := s.traits(p, s.state[p]).status
	if s.masked && p != s.active {
		status.TakesPart, status.Recovering = false, false
	}
	return status
}

// OnItsWay looks at the channels between two processes, model.Anyone being all of them.
func (s *situation) OnItsWay(kind model.Kind, from, to model.ID) bool {
	is := s.isOnItsWay(kind, from, to)
	if s.config.Algorithm.Own {
		s.asksOf.LoadOrStore(kind, true)
	}
	if s.recorder != nil {
		s.recorder.note(fact{kind: onItsWay, of: kind, from: from, to: to}, is)
	}
	return is
}

func (s *situation) isOnItsWay(kind model.Kind, from, to model.ID) bool {
	var what sought
	isSought := false // as a rule there is nothing to seek in
	for i, link := range s.links {
		c := s.content(s.state, i)
		if c == 0 || s.hides(i) || !s.isBetween(link, from, to) {
			continue
		}
		if !isSought {
			what, isSought = s.channels.seek(kind), true
		}
		if s.channels.carries(c, what) {
			return true
		}
	}
	return false
}

// Unsent are the kinds that OnItsWay has been asked about and that no step has sent, and the kinds that have been sent, both in
// alphabetical order. It says nothing of the catalogue, in which variants of an election share what their timers wait for.
func (w *World) Unsent() (asked, sent []model.Kind) {
	for _, m := range *w.channels.messages.values.Load() {
		if m != nil && !slices.Contains(sent, model.KindOf(m)) {
			sent = append(sent, model.KindOf(m))
		}
	}
	for kind := range w.asksOf.Range {
		if !slices.Contains(sent, kind.(model.Kind)) {
			asked = append(asked, kind.(model.Kind))
		}
	}
	slices.Sort(asked)
	slices.Sort(sent)
	return asked, sent
}

// isBetween reports whether a link leads from one process to another, model.Anyone being all of them.
func (w *World) isBetween(l link, from, to model.ID) bool {
	return (from == model.Anyone || from == w.config.IDs[l.from]) && (to == model.Anyone || to == w.config.IDs[l.to])
}

func (s *situation) Circulates(m model.Message) bool {
	is := s.isCirculating(m)
	if s.recorder != nil {
		s.recorder.note(fact{kind: circulates, message: m}, is)
	}
	return is
}

func (s *situation) isCirculating(m model.Message) bool {
	for i := range s.links {
		if c := s.content(s.state, i); c != 0 && !s.hides(i) && s.channels.holds(c, m) {
			return true
		}
	}
	return false
}

// holds reports whether this very message is in a content.
func (c *channels) holds(n number, m model.Message) bool {
	return c.carries(n, c.seek(model.KindOf(m))) && c.has(n, func(other model.Message) bool { return model.Plain(other) == m })
}

// silent reports whether nothing that process p has sent is on its way.
func (s *situation) silent(p int) bool {
	is := true
	for i, link := range s.links {
		is = is && (link.from != p || s.content(s.state, i) == 0)
	}
	if s.recorder != nil {
		s.recorder.note(fact{kind: isHeard, process: p}, !is)
	}
	return is
}

// timerGuard returns the first guard of timer t of process p that is false, "" if it may fire. Any: at any time, if it
// has occasion to. Perfect: when what it waits for can no longer come. Sync: when, in addition, the dead processes
// that concern it have fallen silent.
func (s *situation) timerGuard(p int, t model.Timer) Guard {
	switch {
	case !s.hasOccasion(p, t):
		return Occasion
	case s.canCome(p, t):
		return CannotCome
	case s.unheard(p, t) >= 0:
		return Silence
	}
	return ""
}

// hasOccasion reports whether timer t of process p could change something by firing.
func (s *situation) hasOccasion(p int, t model.Timer) bool {
	return s.occasional == nil || s.occasional.HasOccasion(s, s.group, s.config.IDs[p], t)
}

// canCome reports whether timer t of process p must wait because what it waits for can still come.
func (s *situation) canCome(p int, t model.Timer) bool {
	return s.config.Timeouts != Any && s.await.CanCome(s, s.group, s.config.IDs[p], t)
}

// unheard returns a dead process whose silence timer t of process p must still wait for, or -1.
func (s *situation) unheard(p int, t model.Timer) int {
	if s.config.Timeouts != Sync {
		return -1
	}
	for q, other := range s.config.IDs {
		if s.await.Concerns(s.group, s.config.IDs[p], t, other) && !s.Live(other) && !s.silent(q) {
			return q
		}
	}
	return -1
}

// mayDetect reports whether the death of process q can be known by now.
func (s *situation) mayDetect(q int) bool {
	if s.state[q] != dead {
		return false
	}
	switch {
	case s.config.IsClocked():
		return s.deadFor(s.state, q) >= s.config.Clock.T
	case s.able.Timed && s.config.Timeouts == Sync:
		return s.silent(q)
	}
	return true
}

// suspicions is a record of who has been suspected since it last became the leader: by a process whose
// detector has reported it or whose timer has given it up, or that has detected the death of its leader,
// rightly or not. It has a cell only if it is asked for. The cell holds the number of a set of places; the
// empty set is 0.
type suspicions struct {
	cell    int // -1: no record is kept
	sets    *table[uint64, uint64]
	numbers *memo[checker.Cell] // by set
}

func newSuspicions() suspicions {
	s := suspicions{cell: -1, sets: newTable("suspicions", narrow, func(set uint64) uint64 { return set }), numbers: newMemo[checker.Cell]()}
	s.number(0)
	return s
}

// known returns the number of a set, if it has one already.
func (r *suspicions) known(set uint64) (n checker.Cell, known bool) {
	if n := r.numbers.get(set); n != nil {
		return *n, true
	}
	return 0, false
}

// number returns the number of a set.
func (r *suspicions) number(set uint64) checker.Cell {
	if n, known := r.known(set); known {
		return n
	}
	return *r.numbers.put(set, checker.Cell(r.sets.number(set)))
}

// of returns the places of the processes that have been suspected.
func (r *suspicions) of(s checker.State) uint64 {
	if r.cell < 0 {
		return 0
	}
	return *r.sets.at(number(s[r.cell]))
}

// forget takes process p out of the record.
func (r *suspicions) forget(s checker.State, p int) {
	if r.cell >= 0 {
		s[r.cell] = r.number(r.of(s) &^ (1 << p))
	}
}

// remember records what event e of process p, which has led to state to, means for leaders: whom p suspects,
// and whether p has become one.
func (x *expansion) remember(to checker.State, p int, e event) {
	if x.suspected.cell < 0 {
		return
	}
	set := x.suspected.of(to)
	for _, q := range x.accused(p, x.from[p], e) {
		if x.leads(x.from, q) {
			set |= 1 << q
		}
	}
	if x.leads(to, p) && !x.leads(x.from, p) {
		set &^= 1 << p
	}
	to[x.suspected.cell] = x.suspected.number(set)
}

func (w *World) leads(s checker.State, p int) bool { return w.leadsAs(p, s[p]) }

// leadsAs reports whether process p has elected itself in a local state. The dead have elected nobody.
func (w *World) leadsAs(p int, local checker.Cell) bool { return w.traits(p, local).elected == p }

// accused lists the places of the processes that p suspects when it handles event e in a local state. A start without a
// cause suspects nobody, unless it also stands for a detection, which may be mistaken.
func (w *World) accused(p int, local checker.Cell, e event) []int {
	t := w.traits(p, local)
	switch e.kind {
	case model.Report:
		return []int{e.peer}
	case model.Detect:
		return []int{t.elected}
	case model.Start:
		if w.startsDetect() && t.status.Idle && t.elected >= 0 && w.config.Timeouts == Any {
			return []int{t.elected}
		}
	case model.Timeout:
		timer := t.timers[e.peer]
		if timer.Of != model.Nobody {
			return w.places([]model.ID{timer.Of})
		}
		if accusing := w.handler.Accusing(); accusing != nil {
			return w.places(accusing.Accuses(w.group, w.config.IDs[p], t.status, timer))
		}
	}
	return nil
}

// Counters and message numbers, for algorithms that have them.

// MostCounters is how far a counter can count.
const MostCounters = 100

const defaultCounters = 3

// mostNumbers is the largest count of numbers: the ages of messages are the bits of a byte.
const mostNumbers = 8

// numbers is how many numbers the messages of one process need.
func (c Config) numbers() int {
	numbering := c.Algorithm.Numbering()
	if numbering == nil {
		return 0
	}
	hop := c.Clock.Tm + c.Clock.Tp
	if c.GST != 0 || c.Timely != nil {
		hop = max(hop, c.Late)
	}
	return numbering.Numbering(len(c.IDs), hop, c.Clock.Eta)
}

// suffices reports whether the links that become timely are enough for an Ω: all of them, or those that the
// algorithm can work with.
func (c Config) suffices() bool {
	if c.Timely == nil {
		return true
	}
	relying, is := c.protocol().(model.Relying)
	return is && relying.Suffices(c.IDs, c.Crashes, c.isTimely)
}

// validateCounters refuses counters and numbers that the world cannot have.
func (c Config) validateCounters() error {
	a := c.Algorithm
	if a.Counting && (c.Counters < 1 || c.Counters > MostCounters) {
		return fmt.Errorf("counters %d: out of range; allowed are 1 to %d", c.Counters, MostCounters)
	}
	if a.Numbering() == nil {
		return nil
	}
	if c.Restarts != 0 {
		return fmt.Errorf("restarts: a restarted process of %s would reuse its message numbers; allowed is 0", a.Name)
	}
	if c.numbers() > mostNumbers {
		return fmt.Errorf("eta %d: a message may take %d periods; allowed are %d, with a longer eta or faster messages", c.Clock.Eta, c.numbers()-2, mostNumbers-2)
	}
	return nil
}
