package measure

import "interrex/spec"

// A Moment is the point up to which a run is measured.
type Moment int

const (
	Decided Moment = iota // everyone has elected the same live process
	Over                  // moreover no message is in transit, and nobody takes part any more
	moments

	// Ended is when nothing more can happen, since all starts are used up. If processes start several times, Over
	// may come before the last election.
	Ended = moments
)

func (m Moment) String() string {
	return [...]string{"everyone has decided", "the election is over", "nothing more can happen"}[m]
}

// Word is the moment's name in JSON.
func (m Moment) Word() string { return [...]string{"decided", "over", "ended"}[m] }

// isTrue reports whether the moment has come. A view cannot tell it for Ended.
func (m Moment) isTrue(v spec.View) bool {
	return v.Trusted() != spec.Nobody && (m == Decided || !v.UnderWay())
}
