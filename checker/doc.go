// Package checker explores a transition system exhaustively and decides properties of its runs.
//
// A System has states and steps between them. Check finds every state that can be reached, breadth first, and decides each
// Property: it holds, or it is violated and a counterexample shows how, or a bound has left it inconclusive.
//
// The algorithm of Peterson lets one of two processes at a time into a critical section:
//
//	type state struct {
//		process [2]string // "", "wants", "waits" or "inside"
//		turn    int       // the process that goes first if both wait
//	}
//	peterson := checker.Values([]state{{}}, func(s state, emit func(step string, fairness checker.FairnessClass, to state)) {
//		for i := range 2 {
//			to := s
//			switch s.process[i] {
//			case "":
//				to.process[i] = "wants"
//				emit("want", checker.None, to)
//			case "wants":
//				to.process[i], to.turn = "waits", 1-i
//				emit("give way", checker.Weak(i), to)
//			case "waits":
//				to.process[i] = "inside"
//				if s.process[1-i] == "" || s.turn == i {
//					emit("enter", checker.Weak(i), to)
//				}
//			case "inside":
//				to.process[i] = ""
//				emit("leave", checker.Weak(i), to)
//			}
//		}
//	})
//	excludes := func(s state) bool { return s.process != [2]string{"inside", "inside"} }
//	wants := func(s state) bool { return s.process[0] == "wants" }
//	enters := func(s state) bool { return s.process[0] == "inside" }
//	report, err := checker.Check(ctx, peterson, []checker.Property{
//		checker.Invariant("mutual exclusion", peterson.On(excludes)),
//		checker.LeadsTo("progress", peterson.On(wants), peterson.On(enters)),
//	}, checker.Options{})
//
// Values makes a System of Go values. A System of one's own has vectors of small integers as states, and is faster. In a test,
// Require fails unless all properties hold.
//
// # Fairness
//
// A step may belong to a class (Step.Fairness). A fair run takes steps of a class under weak fairness again and again if the class is
// enabled from some moment on, and of a class under strong fairness if it is enabled again and again. Steps without a class, as
// "want" above, may be ignored forever. Liveness properties are about fair runs. A run may rest in a state in which no class has
// a step.
//
// # Counterexamples
//
// Invariant, StepInvariant, AtRest and Reachable have a shortest path as a counterexample or witness. Eventually,
// EventuallyAlways, AlwaysEventually, LeadsTo, Settles and Recurs have a lasso: a stem, and a cycle that is repeated forever. The
// stem is a shortest path to a place where a violating run may go on forever. The cycle is short and meets all fairness
// constraints. It is empty if the run rests.
//
// # Promises
//
// The visited set is exact: it compares states, not hashes. A violation does not stop the exploration, unless Options.StopFirst
// is set. The report is the same for any number of workers. Times, rates and memory are exempt, and runs that time, memory or
// cancellation cut. If a System numbers values in the order of discovery, as a ValueSystem does, the cells in paths may differ. The
// values for which they stand are the same.
//
// If a bound ends the exploration, or a step carries a bound of the System's (Step.Bound), Report.Bound names one. A property is
// then inconclusive unless it is violated. A lasso has no steps that a bound has altered.
//
// A System must be a pure function of its states. States are expanded twice to check this: the first 512, or the first 128 and 128 others
// of a Composed system. A successor that appears after the exploration is detected, too. Subtler impurities are not.
//
// # Limits
//
// A cell is a number of 32 bits. There are at most 2^31-3 states, 32767 classes of each kind, 65535 actions, and 2047 bits in a
// state, counted by the values that its cells take. A System with larger numbers panics with an Overflow; the report is then
// inconclusive. A state takes its bits, rounded up to words, and 5 to 11 bytes in the hash table. Liveness stores the edges on
// cycles, too, and 8 bytes a state for each liveness property. Properties of the same Facts share them; those of NewShownFacts need
// none. Package levels explores systems that do not fit into memory. Part, Tally, Found, Explored and Spelling are for that package.
package checker
