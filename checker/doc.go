// Package checker explores a transition system exhaustively and decides properties of its runs. It operates on
// vectors of small integers, steps and fairness duties. It has no domain knowledge.
//
// # What it decides
//
// Check explores every reachable state of a System, breadth first, and then decides each Property:
//
//   - Invariant, StepInvariant, AtRest, Reachable: a counterexample (for Reachable: a witness) is a shortest path.
//   - Eventually, EventuallyAlways, AlwaysEventually, LeadsTo, Settles, Recurs: over all fair runs. A counterexample
//     is a lasso. Its stem is a shortest path to a fair component, or to a state of rest, that violates the property.
//     Its cycle is a short closed walk that meets every fairness constraint; it is empty if the run rests.
//
// Steps carry fairness duties, weak or strong (Step.Owed). A weak duty may outlast its enabled steps (Outlasting).
// Steps without a duty may be ignored forever, so a run may rest in any state without a duty.
//
// The visited set is exact: rows are compared. A violation does not stop the exploration, unless Options.StopFirst is
// set. Counts, verdicts and paths are the same for any number of workers. Exempt are times, memory, and runs that
// time, memory or cancellation cut.
//
// A report counts, for each Counted property, the states where its predicate is true, and for each action (Acting) the
// states where it is enabled and its steps. Facts evaluate many predicates at once.
//
// A packing may leave out steps if their targets are found without them (Sleeping). They are counted, and change no
// state, count, verdict or path.
//
// # What it does not decide
//
// A system that is infinite, or does not fit into memory (package levels keeps states elsewhere). If a bound ends the
// exploration, or a bound of the System acts (Step.Bound), Report.Bound names it. Then a property is Inconclusive
// unless it is violated. A lasso counts only if its states are expanded and no bound altered its steps.
//
// Any other system than the given one: there is no abstraction and no symmetry.
//
// Whether a System is pure. The first 512 states are expanded twice, and a successor that was missing in the
// exploration is found when liveness or a path needs it. Subtler impurities are not detected.
//
// # Limits and cost
//
// A cell is 0 to 2^32-1; a System with larger numbers panics with an Overflow, and the run is inconclusive. There are
// at most 2^31-3 states and 32767 duties. A state is a row of bit fields, often one machine word, beside 5 to 22 bytes
// in the hash table. Report.RowBytes and Report.Overhead give the sizes. Edges are not kept. A System may have a
// Packing of its own with smaller rows. Time is proportional to the steps. Liveness makes the steps again: once for all
// properties, to find the cycles, and once for each property that may be violated. Each strong duty, or weak one that
// outlasts its steps, takes at most one more search for components.
//
// # Reading order
//
// system.go, property.go, report.go, check.go, values.go, require.go: what is explored, asked and answered. explore.go,
// crew.go, worker.go, stretch.go, packing.go, store.go, predicates.go, sleep.go: the exploration. graph.go, liveness.go,
// cycles.go, aside.go, digraph.go, fairness.go, lasso.go, shortest.go: liveness and paths. part.go, staying.go,
// pursuit.go, spelling.go: the same for states that package levels keeps.
package checker
