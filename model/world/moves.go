package world

import (
	"slices"

	"interrex/checker/component"
	"interrex/model"
)

// A kind is the kind of a step. Reports list the kinds in this order: starts, steps of elections, detectors, the clock, and faults.
type kind uint8

const (
	start kind = iota
	detect
	suspect
	draw
	deliver
	deliverAgain
	timeout
	detectorReport
	withdraw
	recovery
	mistakesEnd
	passTick
	stabilize
	crash
	restart
	lose
)

// isHandled reports whether a process handles an event in a step of the kind.
func (k kind) isHandled() bool { return k <= recovery }

// hasNoProcess reports whether steps of the kind belong to the detectors or the clock.
func (k kind) hasNoProcess() bool { return k >= mistakesEnd && k <= stabilize }

// isOfChannel reports whether steps of the kind take a message from the channel between a process and a peer.
func (k kind) isOfChannel() bool { return k == deliver || k == deliverAgain || k == lose }

// isOfDetector reports whether the detector of a process reports a peer, or withdraws the report, in steps of the kind.
func (k kind) isOfDetector() bool { return k == detectorReport || k == withdraw }

// kinds has the names of the kinds in reports, sentences, and the events that processes handle. In a sentence A is the process, B the
// other one, M the message, and W the timer or the value drawn.
var kinds = [...]struct {
	name, sentence string
	event          model.EventKind
}{
	start:          {"start", "A starts an election", model.Start},
	detect:         {"detect", "A finds out that B is dead", model.Detect},
	suspect:        {"suspect", "A believes that B is dead, which lives", model.Detect},
	draw:           {"draw", "A draws W", model.Choose},
	deliver:        {"deliver", "A takes M from B", model.Receive},
	deliverAgain:   {"deliver and keep", "A takes M from B, and the channel keeps another", model.Receive},
	timeout:        {"timeout", "A times out on W", model.Timeout},
	detectorReport: {"report", "A hears from its detector that B is dead", model.Report},
	withdraw:       {"withdraw", "A hears from its detector that B lives after all", model.Withdraw},
	recovery:       {"recover", "A recovers", model.Recover},
	mistakesEnd:    {name: "mistakes end", sentence: "the detector makes no mistakes from now on"},
	passTick:       {name: "tick", sentence: "a tick of the clock passes"},
	stabilize:      {name: "bounds hold", sentence: "the bounds of the clock begin to hold"},
	crash:          {name: "crash", sentence: "A dies"},
	restart:        {name: "restart", sentence: "A comes back"},
	lose:           {name: "lose", sentence: "M from B is lost on its way to A"},
}

// possibleKinds returns which kinds of steps the config allows. An exploration may reach fewer.
func (s *system) possibleKinds() [len(kinds)]bool {
	c, able := s.config, s.able
	has := func(b budget) bool { return s.whole[b] != 0 }
	untimely := func(l link) bool { return !s.isTimely(l.from, l.to) }
	canDrop := s.clock >= 0 && able.Clockwork && (c.GST != 0 || slices.ContainsFunc(s.links(), untimely))
	canDetect := !s.startsDetect() && !able.Termed // else starts or timers detect
	return [len(kinds)]bool{
		start:          has(starts) || has(restarts), // a restarted process may start
		detect:         canDetect && has(crashes) && !able.Clockwork,
		suspect:        canDetect && (has(mistakes) || s.firesEarly()),
		draw:           able.Choosing,
		deliver:        true,
		deliverAgain:   has(duplicates),
		timeout:        able.Timed,
		detectorReport: able.Suspecting && (has(crashes) || has(mistakes)),
		withdraw:       able.Suspecting && (has(restarts) || has(mistakes)),
		recovery:       has(restarts) && able.Recovering,
		mistakesEnd:    c.Detector == EventuallyPerfect && has(mistakes),
		passTick:       c.IsClocked(),
		stabilize:      c.IsClocked() && c.GST != 0,
		crash:          has(crashes),
		restart:        has(restarts),
		lose:           has(losses) || canDrop,
	}
}

// listClasses fixes the order of steps: by kind, then by process, then by channel. Of several shortest counterexamples the check
// chooses one with early deliveries and late crashes.
func (s *system) listClasses() {
	order := []kind{deliver, start, passTick, stabilize, mistakesEnd, crash, restart, lose}
	if s.clock >= 0 {
		order = []kind{deliver, start, passTick, stabilize, lose, mistakesEnd, crash, restart}
	}
	add := func(m move) {
		s.classes = append(s.classes, component.Class{Component: s.componentOf(m), Index: len(s.moves)})
		s.moves = append(s.moves, m)
	}
	for _, of := range order {
		switch {
		case !s.may[of] && of != start: // other steps without a message are in the class of the starts
		case of.hasNoProcess():
			add(move{kind: of})
		case of.isOfChannel():
			for _, l := range s.links() {
				add(move{kind: of, process: l.to, peer: l.from})
			}
		default:
			for p := range s.n {
				add(move{kind: of, process: p})
			}
		}
	}
	s.own = s.ownKinds()
}

// componentOf returns the component to which the steps of a move belong.
func (s *system) componentOf(m move) int {
	switch {
	case m.kind == mistakesEnd:
		return s.adversary
	case m.kind.hasNoProcess():
		return s.clock
	}
	return m.process
}

// Classes implements component.System.
func (s *system) Classes() []component.Class { return s.classes }

// Steps implements component.System.
func (s *system) Steps(class component.Class, v component.Value, ask component.Ask) (steps []component.Step) {
	a := s.actor(ask, class.Component, v)
	for _, m := range a.movesOf(s.moves[class.Index]) {
		if a.guard(m) == nil {
			steps = append(steps, a.steps(m)...)
		}
	}
	return steps
}

// movesOf lists the moves of a class, in their order. Their guards decide which of them have steps.
func (a *actor) movesOf(class move) (all []move) {
	list := []kind{class.kind}
	switch class.kind {
	case deliver:
		list = []kind{deliver, deliverAgain}
	case start:
		list = a.own
	}
	for _, of := range list {
		m := class
		m.kind = of
		switch {
		case of.isOfDetector():
			for m.peer = range a.n {
				all = append(all, m)
			}
		case of == detect || of == suspect:
			m.peer = a.elected(a.v)
			all = append(all, m)
		default:
			for m.variant = range a.variants(m) {
				all = append(all, m)
			}
		}
	}
	return all
}

// ownKinds lists the kinds of steps that a process of the world may have without a message, in their order.
func (s *system) ownKinds() (all []kind) {
	for _, of := range []struct {
		kind   kind
		isAble bool
	}{
		{draw, s.able.Choosing}, {timeout, s.able.Timed}, {recovery, true}, {detectorReport, s.able.Suspecting}, {withdraw, s.able.Suspecting},
		{detect, !s.startsDetect()}, {suspect, !s.startsDetect()}, {start, true},
	} {
		if of.isAble {
			all = append(all, of.kind)
		}
	}
	return all
}

// variants is the number of moves that differ only in their variant. A process receives the first message of a channel, or any one of
// a bag. Without a clock any message can be lost.
func (a *actor) variants(m move) int {
	switch {
	case m.kind == draw:
		return len(a.choices())
	case m.kind == timeout:
		return len(a.v.timers)
	case !m.kind.isOfChannel():
		return 1
	case a.config.Channels == Bag || m.kind == lose && a.clock < 0:
		return len(a.v.inbox.places(m.peer))
	}
	return min(1, a.v.inbox.channel(m.peer).len())
}

// Part implements component.Divided. The part of a process has only those of its messages that the steps of the class read without a
// question.
func (s *system) Part(class component.Class, v component.Value) (part component.Value, isShared bool) {
	p, isProcess := v.(process)
	if !isProcess {
		return v, false
	}
	m := s.moves[class.Index]
	switch first, end := s.read(m, p); {
	case first == end && m.kind.isOfChannel():
		return nil, false
	case s.sendsOn(m.kind):
		return v, false
	default:
		return process{p.local, inbox{p.inbox.letters[first:end], p.inbox.mail}}, true
	}
}

// Whole implements component.Divided.
func (s *system) Whole(class component.Class, v, next component.Value) component.Value {
	p, isProcess := v.(process)
	after, _ := next.(process)
	if !isProcess || !after.isLive() {
		return next
	}
	first, end := s.read(s.moves[class.Index], p)
	letters := p.inbox.letters
	return process{after.local, inbox{letters[:first] + after.inbox.letters + letters[end:], p.inbox.mail}}
}

// read returns where the letters begin and end that steps of a class read: those of their channel, or its first one if the order
// counts; all, if a crash sends them on. Steps of a channel without letters are not possible, and read none.
func (s *system) read(class move, p process) (first, end int) {
	if class.kind.isOfChannel() {
		if first, end = p.inbox.channelEnds(class.peer); first == end {
			return first, end
		}
	}
	switch {
	case s.sendsOn(class.kind):
		return 0, len(p.inbox.letters)
	case class.kind == deliver && s.config.Channels != Bag:
		return first, first + letterSize
	}
	return first, end
}

// sendsOn reports whether a process may crash in steps of a class, and all messages to it are then sent on.
func (s *system) sendsOn(class kind) bool {
	isInside := s.config.Crashes != 0 && s.config.CrashPoints == AtSends && (class == deliver || class == start)
	return s.config.Repair == Resent && (class == crash || isInside)
}

// An actor is a component in a state, with access to the others: a process, the clock or the adversary.
type actor struct {
	*system
	ask   component.Ask
	p     int             // the number of the component: for a process, its index in ring order
	value component.Value // or a part of it
	v     process         // value, of a process
	took  int             // the sender of the message that a process takes in the step; -1 for none
}

func (s *system) actor(ask component.Ask, c int, value component.Value) *actor {
	v, _ := value.(process)
	return &actor{s, ask, c, value, v, -1}
}

// actorIn returns a process of a state.
func (s *system) actorIn(values component.Values, p int) *actor { return s.actor(values, p, values[p]) }

// actorOf returns the component of a move in a state.
func (s *system) actorOf(values component.Values, m move) *actor {
	return s.actorIn(values, s.componentOf(m))
}

// is answers a question about a process. About its own local part the actor need not ask.
func (a *actor) is(p int, q component.Question) bool {
	switch q.(type) {
	case isDead, takesPart, recovers, hasElected, hasBeenDead:
		if p == a.p {
			return q.Holds(a.v)
		}
	}
	return a.ask.Is(p, q)
}

// some reports whether the answer is yes for some process.
func (a *actor) some(q component.Question) bool {
	for p := range a.n {
		if a.is(p, q) {
			return true
		}
	}
	return false
}

func (a *actor) id() model.ID { return a.config.IDs[a.p] }

// A move identifies a step of a state. Its code does not depend on numbers of values or messages.
type move struct {
	kind       kind
	process    int // index
	peer       int // index of the sender, the suspected process or the leader
	variant    int // index of the message in the channel, of the armed timer, or of the draw
	crashAfter int // number of messages before the crash; 0 means no crash
}

func (m move) code() uint64 {
	return uint64(m.kind)<<48 | uint64(m.process)<<40 | uint64(m.peer)<<32 | uint64(m.variant)<<16 | uint64(m.crashAfter)
}

func (m move) isCrash() bool { return m.kind == crash || m.crashAfter > 0 }

func moveOf(code uint64) move {
	return move{kind(code >> 48), int(code >> 40 & 0xff), int(code >> 32 & 0xff), int(code >> 16 & 0xffff), int(code & 0xffff)}
}

// A fairnessClass identifies a class of fairness. There is one for each channel, for each process and timer, and for each detection,
// recovery, draw, report and withdrawal. There is one each for the end of mistakes, the ticks and the stabilization of the clock. A
// bag has one for each channel and message, since its messages have no order.
type fairnessClass struct {
	kind          kind
	process, peer int
	of            any // the message in a bag, or the timer; nil for other classes
}

// timerName identifies a timer of a process.
type timerName struct {
	name string
	slot int
}

// timeoutClass is the class of the timeouts of a timer.
func timeoutClass(p int, t model.Timer) component.Fairness {
	return component.Fairness{Class: fairnessClass{kind: timeout, process: p, of: timerName{t.Name, t.Slot}}}
}
