package world

import (
	"slices"

	"interrex/checker"
)

var _ checker.Learning = (*confluence)(nil)

// What has been found out of one nominee is true of many others. From more local states and messages more may come, so:
//
//   - if a nominee is confluent, and some other state has no local state and no message that is not among its futures, then
//     it is confluent there too, as long as the messages are there that keep timers quiet;
//   - if it is not, then neither is it where the few local states and messages are that this has come from; or, if a timer
//     is to blame, which more messages might keep quiet, where exactly the same are.
//
// All else that is looked at is the same where a lesson is remembered: the circumstances.

// An origin says whence a local state or a message among the futures has come: from a local state of a process and, if it
// is not negative, a message on one of its links, by the order in which the futures have them; or from no others.
type origin struct {
	kind                          originKind
	process, local, link, message int16
}

type originKind uint8

const (
	derived originKind = iota
	found              // the state has it
	given              // so the circumstances want it
)

// A lesson is what is known of a nominee in all states that have what it needs and nothing beyond.
type lesson struct {
	is     bool // confluent
	needs  []trace
	within *traces // nil: there may be anything
}

// A trace is a local state of a process or, if the link is not negative, a message on its way.
type trace struct {
	process, link int
	place         uint8
}

// Traces are local states of each process, and messages on each link.
type traces struct{ locals, messages []placeSet }

// Local states and messages have places in sets, in the order in which they are met. There are so many at most for one
// process, and for messages; of a state that has others nothing is learnt.
const mostPlaces = 192

const noPlace = 255 // of what has none

type placeSet [mostPlaces / 64]uint64

func (s *placeSet) add(place uint8) {
	if place != noPlace {
		s[place/64] |= 1 << (place % 64)
	}
}

func (s *placeSet) has(place uint8) bool { return s[place/64]>>(place%64)&1 != 0 }

func (s *placeSet) isWithin(other *placeSet) bool {
	return s[0]&^other[0]|s[1]&^other[1]|s[2]&^other[2] == 0
}

// Places are those given out so far, by number, and one; 0: none yet.
type places struct {
	of    []uint8
	given uint8
}

// at returns the place of a number.
func (l *places) at(n int) uint8 {
	if n >= len(l.of) {
		l.of = append(l.of, make([]uint8, n+1-len(l.of))...)
	}
	if l.of[n] == 0 {
		if l.given == mostPlaces {
			return noPlace
		}
		l.given++
		l.of[n] = l.given
	}
	return l.of[n] - 1
}

// A learner tells which steps are confluent, and remembers why. It is one worker's own.
type learner struct {
	*confluence
	futures *futures
	minded  checker.Visible
	lessons map[circumstances]*[]lesson
	count   int      // of lessons
	gallery *gallery // where rows are of views

	asked, answered int      // how often lessons have been asked, and have answered
	dull            bool     // they seldom do: everything is found out
	locals          []places // of each process
	messages        places
	contents        []*placeSet // what each content has, nil: not known yet

	common  circumstances // of the state at hand, what is the same for all its steps
	here    []uint8       // the local states
	loads   []*placeSet   // and what is on each link
	strange bool          // something of it has no place
}

// Circumstances are all that matters of a state besides local states and messages: the operation with its message and
// the local state that this finds; who is dead and, if no tick may pass, whose death may be known; how many may die, and
// what else may happen. They are bits of two words, so that they are soon looked up: no more processes than
// mostApproximated have lessons.
type circumstances [2]uint64

// commonTo is what is the same for all steps of a state.
func (l *learner) commonTo(s checker.State) (at circumstances) {
	at[1] = l.mask(s) | uint64(l.deathsLeft(s))<<32 | bit(l.mayReturn(s))<<40 | bit(l.budgets.starts.has(s))<<41 | bit(l.config.Restarts != 0 && l.anyFresh(s))<<42
	return at
}

func (l *learner) circumstances(s checker.State, c nominee) circumstances {
	_, p, _ := l.which(c.op)
	at, ticks := l.common, l.mayTick(s, c.at)
	at[0] = c.first(s[p])
	at[1] |= bit(ticks)<<43 | bit(l.mustBeMute(s, c.at.link))<<44
	if l.channels.clocked && !ticks {
		now := situation{World: l.World, state: s}
		for q := range l.n {
			at[1] |= bit(now.mayDetect(q)) << (16 + q)
		}
	}
	return at
}

// first is the first word of the circumstances of a nominee whose process has a local state.
func (c *nominee) first(local checker.Cell) uint64 {
	return uint64(c.op) | uint64(local)<<8 | uint64(c.at.message)<<24
}

const (
	mostAlike   = 64      // lessons for the same circumstances
	mostLessons = 1 << 15 // in all; then everything is forgotten
	aWhile      = 1 << 12 // questions, of which lessons must answer three in four
)

// Learner is part of checker.Learning.
func (w *confluence) Learner(rows checker.Packing) checker.Learner {
	if w.wide {
		return nil
	}
	l := &learner{
		confluence: w, futures: w.newFutures(), lessons: map[circumstances]*[]lesson{},
		locals: make([]places, w.n), here: make([]uint8, w.n), loads: make([]*placeSet, len(w.links)),
	}
	if views, ok := rows.(*packing); ok && !w.config.IsClocked() {
		l.gallery = newGallery(l, views)
	}
	return l
}

// First is part of checker.Learner.
func (l *learner) First(row checker.Row, state func() checker.State, ops checker.Operations, minded checker.Visible) (op checker.Operation, ok bool) {
	if l.minded != minded || l.count > mostLessons {
		l.minded, l.count = minded, 0
		clear(l.lessons)
		if l.gallery != nil {
			l.gallery.clear()
		}
	}
	if l.gallery != nil && !l.dull {
		return l.gallery.first(row, state, ops)
	}
	s := state()
	for looked := false; !ops.IsEmpty(); ops = ops.Minus(checker.Operations{}.With(op)) {
		op = ops.First()
		c, may := l.nominee(s, op)
		if !may {
			continue
		}
		if l.dull {
			if l.findOut(s, &c) {
				return op, true
			}
			continue
		}
		if !looked {
			l.look(s)
			looked = true
		}
		if l.isConfluent(state, &c, l.about(l.circumstances(s, c))) {
			return op, true
		}
	}
	return 0, false
}

// look finds the places of what a state has.
func (l *learner) look(s checker.State) {
	l.strange, l.common = false, l.commonTo(s)
	for p := range l.here {
		l.here[p] = l.locals[p].at(int(s[p]))
		l.strange = l.strange || l.here[p] == noPlace
	}
	for link := range l.loads {
		l.loads[link] = l.loadOf(l.content(s, link))
		l.strange = l.strange || l.loads[link] == nil
	}
}

// loadOf is load, remembered.
func (l *learner) loadOf(content number) *placeSet {
	if more := int(content) + 1 - len(l.contents); more > 0 {
		l.contents = append(l.contents, make([]*placeSet, more)...)
	}
	if l.contents[content] == nil {
		l.contents[content] = l.load(content)
	}
	return l.contents[content]
}

// load is what a content has, nil if something of it has no place.
func (l *learner) load(content number) *placeSet {
	load := &placeSet{}
	for _, m := range l.channels.at(content).messages {
		place := l.messages.at(int(l.channels.plain(m)))
		if place == noPlace {
			return nil
		}
		load.add(place)
	}
	return load
}

// about returns the lessons for circumstances.
func (l *learner) about(at circumstances) *[]lesson {
	lessons := l.lessons[at]
	if lessons == nil {
		lessons = new([]lesson)
		l.lessons[at] = lessons
	}
	return lessons
}

// isConfluent looks up whether a nominee is confluent or, if none of the lessons says anything of it, finds out.
func (l *learner) isConfluent(state func() checker.State, c *nominee, about *[]lesson) bool {
	if l.asked++; l.asked > aWhile {
		l.dull = 4*l.answered < 3*l.asked
		l.asked, l.answered = 0, 0
	}
	_, p, _ := l.which(c.op)
	lessons := *about
	for i := 0; i < len(lessons) && !l.strange; i++ {
		if is := lessons[i].is; l.applies(&lessons[i], c.at.link, p) {
			if i > 0 { // what is often asked for comes to the front
				lessons[i-1], lessons[i] = lessons[i], lessons[i-1]
			}
			l.answered++
			return is
		}
	}
	is := l.findOut(state(), c)
	if l.strange {
		return is
	}
	if learnt, ok := l.learn(is, c.at.link); ok {
		*about = append(lessons[:min(len(lessons), mostAlike-1)], learnt)
		l.count++
	}
	return is
}

// findOut finds out whether a nominee is confluent.
func (l *learner) findOut(s checker.State, c *nominee) bool {
	if !l.futures.foresee(s, *c) {
		return false
	}
	_, is := l.futures.isConfluent(l.minded)
	return is
}

// applies reports whether a lesson is about the state at hand, in which process p leaves alone what is on a link.
func (l *learner) applies(is *lesson, left, p int) bool {
	for _, need := range is.needs {
		if need.link >= 0 && !l.loads[need.link].has(need.place) || need.link < 0 && l.here[need.process] != need.place {
			return false
		}
	}
	if is.within == nil {
		return true
	}
	for q, place := range l.here {
		if q != p && !is.within.locals[q].has(place) {
			return false
		}
	}
	for link, load := range l.loads {
		if link != left && !load.isWithin(&is.within.messages[link]) {
			return false
		}
	}
	return true
}

// learn makes a lesson of what the futures have just shown. It reports false if something that it needs has no place.
func (l *learner) learn(is bool, left int) (learnt lesson, ok bool) {
	f := l.futures
	learnt.is = is
	switch {
	case is:
		learnt.within = l.future()
		for _, m := range f.helpful {
			learnt.needs = append(learnt.needs, trace{link: m.link, place: l.messages.at(int(m.message))})
		}
	case f.timed:
		learnt.needs, learnt.within = l.everything(left), l.present()
	case f.isTooMuch():
		learnt.needs = l.everything(left)
	default:
		b := blame{learner: l}
		b.put(f.blame)
		learnt.needs = b.needs
	}
	return learnt, !slices.ContainsFunc(learnt.needs, func(n trace) bool { return n.place == noPlace })
}

// isTooMuch reports whether the futures have been given up for that.
func (f *futures) isTooMuch() bool {
	return !f.disagree && (f.handled > mostHandled || slices.ContainsFunc(f.locals, func(l []checker.Cell) bool { return len(l) > mostLocals }))
}

// future is what may come of the state at hand. What has no place is left out: less is within it then. A process that is dead,
// which is part of the circumstances, is within it.
func (l *learner) future() *traces {
	t := l.noTraces()
	for p, locals := range l.futures.locals {
		t.locals[p].add(l.locals[p].at(dead))
		for _, local := range locals {
			t.locals[p].add(l.locals[p].at(int(local)))
		}
	}
	for link, messages := range l.futures.messages {
		for _, m := range messages {
			t.messages[link].add(l.messages.at(int(m)))
		}
	}
	return t
}

// present is what the state at hand has.
func (l *learner) present() *traces {
	t := l.noTraces()
	for p, place := range l.here {
		t.locals[p].add(place)
	}
	for link, load := range l.loads {
		t.messages[link] = *load
	}
	return t
}

func (l *learner) noTraces() *traces {
	return &traces{make([]placeSet, l.n), make([]placeSet, len(l.links))}
}

// everything is all that the state at hand has, but for what is on the link that is left alone.
func (l *learner) everything(left int) (all []trace) {
	for p, place := range l.here {
		all = append(all, trace{process: p, link: -1, place: place})
	}
	for link, load := range l.loads {
		for place := uint8(0); link != left && place < mostPlaces; place++ {
			if load.has(place) {
				all = append(all, trace{link: link, place: place})
			}
		}
	}
	return all
}

// A blame gathers what of the state at hand something among its futures has come from.
type blame struct {
	*learner
	needs []trace
	seen  []origin
}

// put puts the blame on an origin: a local state and, if there is one, a message.
func (b *blame) put(on origin) {
	if slices.Contains(b.seen, on) {
		return
	}
	b.seen = append(b.seen, on)
	f, p := b.futures, on.process
	local := trace{process: int(p), link: -1, place: b.locals[p].at(int(f.locals[p][on.local]))}
	b.trace(f.came[p][on.local], local)
	if on.message >= 0 {
		message := trace{link: int(on.link), place: b.messages.at(int(f.messages[on.link][on.message]))}
		b.trace(f.sent[on.link][on.message], message)
	}
}

// trace takes down a trace that the state has, or goes back to what it has come from.
func (b *blame) trace(from origin, is trace) {
	switch from.kind {
	case derived:
		b.put(from)
	case found:
		b.needs = append(b.needs, is)
	}
}
