package model

// Abilities are what a protocol is able to, by the optional interfaces that it implements. They are
// found, and said nowhere else.
type Abilities struct {
	Timed      bool // has timers, so that timing matters
	Awaiting   bool // says what its timers wait for (Await)
	Clocked    bool // its timers can run by a clock
	Clockwork  bool // runs by the clock only, bears the loss of messages, and never ends
	Suspecting bool // listens to the reports of a failure detector
	Keeping    bool // something survives a crash
}

// Abilities finds them.
func (h handler[L]) Abilities() Abilities {
	var a Abilities
	_, a.Timed = h.protocol.(Timed[L])
	_, a.Awaiting = h.protocol.(Await)
	_, a.Clocked = h.protocol.(Clocked[L])
	_, a.Clockwork = h.protocol.(Clockwork)
	_, a.Suspecting = h.protocol.(Suspecting[L])
	_, a.Keeping = h.protocol.(Keeping[L])
	return a
}

// Abilities are those of the protocol that goes by the name, whatever the variant.
func (a Algorithm) Abilities() Abilities {
	if a.Make == nil {
		return Abilities{}
	}
	return a.Make(Variant{Reading: Repaired}).Abilities()
}

// Timed reports whether it has timers, so that timing matters.
func (a Algorithm) Timed() bool { return a.Abilities().Timed }

// Clockwork reports whether it runs by the clock only, bears the loss of messages, and never ends.
func (a Algorithm) Clockwork() bool { return a.Abilities().Clockwork }

// Stable reports whether something survives a crash.
func (a Algorithm) Stable() bool { return a.Abilities().Keeping }

// Detected reports whether a failure detector tells of deaths: those who listen to its reports, and
// those whose timers do not find out. Nobody is told of one who has no name.
func (a Algorithm) Detected() bool { return a.IsDetected(a.Abilities()) }

// IsDetected is Detected of known abilities.
func (a Algorithm) IsDetected(able Abilities) bool {
	return able.Suspecting || a.Watched || !able.Timed && !a.Anonymous
}
