package world

import (
	"interrex/checker/component"
	"interrex/model"
)

// A kind is the kind of a step.
type kind uint8

const (
	deliver kind = iota
	deliverAgain
	timeout
	draw
	recovery
	detectorReport
	withdraw
	detect
	suspect
	start
	crash
	restart
	lose
	passTick
	stabilize
	mistakesEnd
	kinds = iota // how many there are
)

// A part is one class of steps of a component, by what it does.
type part struct {
	of   kind // deliver, start for all that a process does on its own, or another kind
	from int  // the sender, for deliver and lose
}

// listClasses fixes the order of steps: by kind, then by process, then by channel. Where several counterexamples are
// shortest, deliveries come first and crashes late.
func (s *system) listClasses() {
	add := func(c int, p part) {
		s.classes = append(s.classes, component.Class{Component: c, Part: len(s.parts)})
		s.parts = append(s.parts, p)
	}
	each := func(of kind) {
		for p := range s.n {
			add(p, part{of: of})
		}
	}
	channels := func(of kind) {
		for from := range s.n {
			for to := range s.n {
				if s.isLinked(from, to) {
					add(to, part{of, from})
				}
			}
		}
	}
	channels(deliver)
	each(start)
	if s.clock >= 0 {
		add(s.clock, part{of: passTick})
		add(s.clock, part{of: stabilize})
		channels(lose)
	}
	add(s.adversary, part{of: mistakesEnd})
	if s.config.Crashes != 0 {
		each(crash)
	}
	if s.config.Restarts != 0 {
		each(restart)
	}
	if s.clock < 0 && s.config.Channels == Lossy {
		channels(lose)
	}
}

// Classes is part of component.System.
func (s *system) Classes() []component.Class { return s.classes }

// Steps is part of component.System.
func (s *system) Steps(class component.Class, v component.Value, ask component.Ask) []component.Step {
	part := s.parts[class.Part]
	if v, isProcess := v.(process); isProcess {
		a := &actor{system: s, ask: ask, p: class.Component, v: v}
		switch part.of {
		case deliver:
			return a.deliveries(part.from)
		case start:
			return a.own()
		case lose:
			return a.losses(part.from)
		case crash:
			return a.crashes()
		}
		return a.restarts()
	}
	switch part.of {
	case passTick:
		return s.tick(v.(clockValue), ask)
	case stabilize:
		return s.stabilizations(v.(clockValue))
	}
	return s.endOfMistakes(v.(adversary))
}

// An acting is a process that may act, in a state that it asks about.
type actor struct {
	*system
	ask component.Ask
	p   int     // its place on the ring
	v   process // its value
}

// is asks about a process. About itself it looks.
func (a *actor) is(p int, q component.Question) bool {
	if p == a.p {
		return q.Holds(a.v)
	}
	return a.ask.Is(p, q)
}

func (a *actor) id() model.ID { return a.config.IDs[a.p] }

// A move is a step in terms of the world. Its code does not depend on numbers of values or messages.
type move struct {
	kind       kind
	process    int // by its place on the ring
	peer       int // the sender, the suspected, the leader
	variant    int // which message of the channel, which armed timer, which of the draws
	crashAfter int // the number of messages after which it dies; 0: it lives
}

func (m move) code() uint64 {
	return uint64(m.kind)<<48 | uint64(m.process)<<40 | uint64(m.peer)<<32 | uint64(m.variant)<<16 | uint64(m.crashAfter)
}

func moveOf(code uint64) move {
	return move{kind(code >> 48), int(code >> 40 & 0xff), int(code >> 32 & 0xff), int(code >> 16 & 0xffff), int(code & 0xffff)}
}

// actor returns the process that takes a step, by its place; -1 where time passes or detectors become perfect.
func actorOf(code uint64) int {
	m := moveOf(code)
	if m.kind.hasNoProcess() {
		return -1
	}
	return m.process
}

// isNobodys reports whether no process takes part in such a step.
func (k kind) hasNoProcess() bool { return k == passTick || k == stabilize || k == mistakesEnd }

// A fair is the name of a class of fairness: one per channel, per process and timer, per detection, recovery, draw, report
// and withdrawal; one for the end of mistakes, the passing of time and the moment at which the bounds of the clock hold. In a
// bag, where no message is ahead of another, there is one per channel and message.
type fairnessClass struct {
	kind          kind
	process, peer int
	of            any // the message in a bag, or the timer
}

// weak returns a class under weak fairness.
func weak(f fairnessClass) component.Fairness { return component.Fairness{Class: f} }

// timerName tells the timers of a process apart.
type timerName struct {
	name string
	slot int
}

// timing is the class of the firing of a timer.
func timeoutClass(p int, t model.Timer) component.Fairness {
	return weak(fairnessClass{kind: timeout, process: p, of: timerName{t.Name, t.Slot}})
}

// delivery is the class of the deliveries of a channel. Where messages may be lost, one that is sent again and again gets
// through: strong fairness.
func (s *system) deliveryClass(from, to int, m model.Message) component.Fairness {
	f := fairnessClass{kind: deliver, process: to, peer: from}
	if s.config.Channels == Bag {
		f.of = m
	}
	return component.Fairness{Class: f, Strong: s.config.Channels == Lossy}
}
