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
//   - Eventually, EventuallyAlways, AlwaysEventually, LeadsTo, Settles, Recurs: over all fair runs. A
//     counterexample is a lasso. Its stem is a shortest path into a fair component, or a state of
//     rest, that violates the property. Its cycle is a short closed walk that meets every
//     obligation; it is empty where the run rests.
//
// Fairness is weak or strong, by the duties that steps carry (Step.Owed). A weak duty may outlast its
// enabled steps (Outlasting). None is owed by
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
// # What it does not decide
//
// A system that is infinite, or does not fit into memory (package levels keeps states elsewhere). A bound then ends the exploration, or a bound of the System's own has acted (Step.Bound), and
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
// A cell is 0 to 2^32-1; a System whose numbers outgrow it panics with an Overflow, and the run ends
// inconclusive. There are at most 2^31-3 states and 32767 duties. A state is kept as a row of bit
// fields, which are as wide as the numbers met so far need: often one machine word. Beside it a state takes, in the hash
// table, 5 to 8 bytes where there are more than twelve million states, up to 11 from three million on, and up to 22 where
// there are fewer, for a small table grows fourfold and has 4 KiB at least; and a sixteenth of a byte for its parent. Report.RowBytes and Report.Overhead say what it was; edges are not kept. A system may bring
// a packing of its own, whose rows are smaller still and know their steps (Packing). Time is in
// proportion to the steps. Liveness makes the steps again: once for all properties together, to
// find the part in which runs can go round and to keep its edges, and once for each property
// that has somewhere to go wrong. Within that part weak fairness takes one search for
// components, and strong fairness at most one more for each strong duty, or weak one that lasts.
//
// # Files
//
// In the order in which to read them. The tests try all small graphs, and a slow twin decides each of them too.
//
// What is explored, asked and answered:
//
//	system.go       what is explored: states, steps, and the laws of a System
//	property.go     what is asked
//	report.go       what is answered
//	check.go        the front door: Options, and Check
//	values.go       a System of any comparable Go value
//	require.go      to fail a test with the counterexample
//
// The exploration:
//
//	explore.go      its levels and rounds, its bounds, and what it counts
//	crew.go         the workers as a crew: each does its part of a phase, and all wait for all
//	worker.go       one worker: how it expands states
//	stretch.go      the part of a round that one worker expands at a time, and how what is new in it gets its rank
//	packing.go      how states become rows of bit fields, and what a packing may do besides
//	store.go        where rows are kept: a log, the table over it, and parents
//	predicates.go   what the properties say of states and steps
//	sleep.go        steps that are not made because where they lead is found without them
//
// Liveness, and paths, on the explored graph:
//
//	graph.go        the graph, whose edges are made again when they are asked for
//	liveness.go     a liveness property as an automaton, and how it is decided
//	cycles.go       the part of the graph in which a run can go round or rest
//	aside.go        questions aside: answered from the places where a run may stay
//	digraph.go      how its edges are listed first, where most states are on cycles
//	fairness.go     its components, and those that are fair
//	lasso.go        the counterexample: a stem and a cycle
//	shortest.go     shortest paths, and of these the one that is easiest to read
//
// Large arrays:
//
//	room_linux.go   large arrays that grow in place
//	room_other.go   the same where there are none
//
// For states that others keep (package levels):
//
//	part.go         judges and expands states that are kept elsewhere
//	staying.go      where runs may stay for ever, of such states
//	pursuit.go      the stem of a lasso as a run of another System, so that it is found where the states are
//	spelling.go     what the numbers in states stand for, for other processes
package checker
