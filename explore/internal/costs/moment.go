package costs

import "interrex/spec"

// A Moment is until when a run is measured.
type Moment int

const (
	Decided Moment = iota // everyone has elected the same live process
	Over                  // moreover nothing is on its way, and nobody takes part any more
	moments

	// Ended is when nothing more can happen: all starts are used up. An election that is over may
	// not be the last one where processes start several times.
	Ended = moments
)

func (m Moment) String() string {
	return [...]string{"everyone has decided", "the election is over", "nothing more can happen"}[m]
}

// Word is its name for programs.
func (m Moment) Word() string { return [...]string{"decided", "over", "ended"}[m] }

// isTrue reports whether the moment has come; of Ended a view does not tell.
func (m Moment) isTrue(v spec.View) bool {
	return v.Trusted() != spec.Nobody && (m == Decided || !v.UnderWay())
}
