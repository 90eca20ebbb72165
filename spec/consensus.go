package spec

// OfConsensus lists the properties of a consensus that rests on an election. They apply to a consensus only,
// by name or by default.
func OfConsensus() []Property { return []Property{SameDecision, AllDecide, NeverZero, NeverOne} }

// The properties of a consensus in section 2 of election.md.
var (
	SameDecision = Property{
		Name: "same-decision", Of: Decisions,
		Statement: "no two live processes have decided differently",
		Violation: "two live processes have decided differently",
		Because:   decisions(func(Decision) bool { return true }),
		Witness:   func(v View) bool { return v.decided(Zero)+v.decided(One) > 1 },
		Always:    func(v View) bool { return v.decided(Zero) == 0 || v.decided(One) == 0 },
	}
	AllDecide = Property{
		Name: "all-decide", Of: Decisions,
		Statement: "an election that is alive leads to every live process having decided, or dies out",
		Violation: "a live process never decides, though an election stays alive",
		Because:   neverDecide, Witness: View.Alive, Premise: View.Alive,
		Goal: func(v View) bool { return v.decided(Undecided) == 0 || !v.Alive() },
	}
	NeverZero = never(Zero)
	NeverOne  = never(One)
)

// never states that a bit is never decided. A counterexample is a run that decides it; a consensus is not
// constant if both bits have one.
func never(d Decision) Property {
	return Property{
		Name: "never-" + d.String(), Of: Decisions,
		Statement: "no live process ever decides " + d.String(),
		Violation: "a process has decided " + d.String(),
		Because:   decisions(func(other Decision) bool { return other == d }),
		Witness:   func(v View) bool { return v.decided(Zero)+v.decided(One) > 0 },
		Always:    func(v View) bool { return v.decided(d) == 0 },
	}
}
