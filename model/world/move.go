package world

import "interrex/checker"

// A moveKind is what kind of step a step is.
type moveKind uint8

const (
	deliver moveKind = iota
	deliverAgain
	timeout
	draw
	recover_
	report
	withdraw
	detect
	suspect
	start
	crash
	restart
	lose
	tick
	stabilise
	mistakesEnd

	moveKinds = iota // how many there are
)

// A move is a step in terms of the world: which process does what. Nothing in it depends on
// the numbers of local states, messages or contents.
type move struct {
	kind       moveKind
	process    int // by places on the ring
	peer       int // the sender, the suspected, the leader
	variant    int // which message of the channel, which armed timer, which of the choices
	crashAfter int // dies after so many messages; 0: does not
}

func (m move) code() uint64 {
	return uint64(m.kind)<<48 | uint64(m.process)<<40 | uint64(m.peer)<<32 | uint64(m.variant)<<16 | uint64(m.crashAfter)
}

func moveOf(code uint64) move {
	return move{
		kind:       moveKind(code >> 48),
		process:    int(code >> 40 & 0xff),
		peer:       int(code >> 32 & 0xff),
		variant:    int(code >> 16 & 0xffff),
		crashAfter: int(code & 0xffff),
	}
}

// isNobodys reports whether no process takes part in such a step: time passes by itself, and detectors
// become perfect.
func (k moveKind) isNobodys() bool { return k == tick || k == stabilise || k == mistakesEnd }

// Actor is part of checker.Attributed: the process that acts or is acted upon, by its place, or -1.
func (w *World) Actor(step checker.Step) int {
	m := moveOf(step.Code)
	if m.kind.isNobodys() {
		return -1
	}
	return m.process
}
