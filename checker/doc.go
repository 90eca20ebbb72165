// Package checker explores a transition system, all of it, and decides properties of its runs.
// It knows vectors of small integers, steps and what is owed, and nothing of what they stand for.
//
// # What it decides
//
// Check explores every reachable state of a System, breadth first, and then decides each
// Property:
//
//   - Invariant, StepInvariant, AtRest, Reachable: a counterexample (for Reachable: a witness)
//     is a shortest path.
//   - Eventually, EventuallyAlways, AlwaysEventually, LeadsTo, Settles: over all fair runs. A
//     counterexample is a lasso. Its stem is a shortest path into a fair component, or a state of
//     rest, that violates the property. Its cycle is a short closed walk that meets every
//     obligation; it is empty where the run rests.
//
// Fairness is weak or strong, by the duties that steps carry (Step.Owed). None is owed by
// nobody: a run may leave such steps undone for ever. Hence it may also rest for ever in any
// state in which nothing is owed, even one that has steps.
//
// The visited set is exact: rows are compared, and a hash only says where to look. A
// violation does not stop the exploration, so counts do not depend on verdicts (but see
// Options.StopFirst). Counts, verdicts and paths are the same for any number of workers. Times
// and memory may differ, and so may runs that are cut by time, memory or cancellation.
//
// # What it counts
//
// For a property made with Counted: the states found in which its predicate is true. For each
// action that the System names (Acting, Step.Action): the expanded states in which it is enabled,
// and its steps. About an action that is never taken, or a predicate that is never true, an
// exploration says nothing, however much holds. Facts let the checker ask once a state, however many
// predicates there are.
//
// # What it may leave out
//
// Steps whose ends are found without them, if the packing of a system tells (Sleeping). They are counted; no state, count, verdict or path
// depends on it.
//
// With Options.Reduce, and a Commuting or Confluent system: runs that differ from others only in the order of
// steps that commute. Verdicts are the same, counts are those of the reduced graph, and a path is real but
// perhaps not shortest. docs/reduction.md proves it; Report says whether it was done.
//
// # What it does not decide
//
// A system that is infinite, or fits neither into memory nor, with Options.Disk, on disk; liveness in one that does
// not fit into memory. A bound then ends the exploration, or a bound of the System's own has acted (Step.Bound), and
// Report.Bound names it. Nothing Holds any more, except a Reachable that has its witness. A violation found is still one:
// a lasso counts only if it consists of expanded states and of steps that no bound has altered. The rest is Inconclusive.
//
// Any other system than the one given: there is no abstraction, no symmetry, and no step from one
// size to the next.
//
// Whether a System is pure. The first few hundred states are expanded twice, and a successor
// that was not there during the exploration is noticed when liveness or a path asks again. A
// System that is impure in a quieter way may pass for another one.
//
// # Limits and cost
//
// A cell is 0 to 65535; a System that needs more panics with an Overflow, and the run ends
// inconclusive. There are at most 2^31-3 states and 32767 duties. A state is kept as a row of bit
// fields, which are as wide as the numbers met so far need: often one machine word. Beside it a state takes
// 5 to 11 bytes in the hash table, and a sixteenth of one for its parent; edges are not kept. A system may bring
// a packing of its own, whose rows are smaller still and know their steps (Packing). Time is in
// proportion to the steps. Liveness makes the steps again: once for all properties together, to
// find the part in which runs can go round and to keep its edges, and once for each property
// that has somewhere to go wrong. Within that part weak fairness takes one search for
// components, and strong fairness at most one more for each strong duty.
//
// # Reading order
//
// system.go is what is explored, property.go what is asked, report.go what is answered, check.go
// the front door; values.go makes a System of any comparable value, and require.go fails a test with
// the counterexample. The exploration: explore.go has its levels, rounds and bounds, worker.go the phases
// of a round and how workers keep step, packing.go how states become rows, store.go where rows are kept, predicates.go what the
// properties say of them and of their steps. graph.go is the explored graph, whose edges are made again when they are needed.
// Liveness: liveness.go is the question, fairness.go the fair components, lasso.go the counterexample.
// reduce.go leaves steps out, by what commuting.go asks of a system; shortest.go finds shortest paths after
// all. The tests try all small graphs, and a slow twin decides each of them too.
package checker
