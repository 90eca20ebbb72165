package model

// A Clock is how long things take in a world with discrete time: all in ticks.
type Clock struct {
	Tm int // a message is delivered within so many ticks of leaving
	Tp int // and handled within so many of its delivery

	T   int // for how long a process waits for an answer, or for news of one that it watches
	T2  int // T': and for an announcement
	Eta int // how often a process says that it lives
}

// Clocked is implemented by a Timed protocol whose timers can run by a clock.
type Clocked[L comparable] interface {
	// Ticks is for how long a timer runs that a rule has armed, leaving the local state l: at
	// least one tick.
	Ticks(l L, t Timer, c Clock) int
}

// Rearm lets an armed timer run anew from the beginning. One that was not armed before, or that
// has just fired, does so anyway.
func (p *Process[L]) Rearm(t Timer) { p.rearmed = append(p.rearmed, t) }

func (h handler[L]) Ticks(local Local, t Timer, c Clock) int {
	return h.protocol.(Clocked[L]).Ticks(local.(L), t, c)
}
