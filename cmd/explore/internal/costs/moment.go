package costs

import "interrex/spec"

// A Moment is until when a run is measured.
type Moment int

const (
	Decided Moment = iota // everyone has elected the same live process
	Over                  // moreover nothing is on its way, and nobody takes part any more
	moments
)

func (m Moment) String() string {
	return [...]string{"everyone has decided", "the election is over"}[m]
}

// Word is its name for programs.
func (m Moment) Word() string { return [...]string{"decided", "over"}[m] }

// isTrue reports whether the moment has come.
func (m Moment) isTrue(v spec.View) bool {
	return v.Trusted() != spec.Nobody && (m == Decided || !v.UnderWay())
}
