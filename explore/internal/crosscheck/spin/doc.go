// Package spin asks Spin, an independent model checker, about models written in Promela (spec/twins), and reads
// its answer strictly.
//
// # What it decides
//
// It decides how many states, steps and terminal states a model has, and its depth (Counts), and whether one of
// its claims is violated (Violates). A search that was cut short, compressed, or ended for any other reason than
// the one asked about is an error, never an answer.
//
// The verifier that Spin generates is exact here: it stores and compares whole states, without reduction. Spin
// counts breadth first, so that its depth is that of a shortest run, as ours is.
//
// # What it does not decide
//
// It does not decide whether a model agrees with one of ours. The tests compare them, one instance at a time.
//
// # Why the counts are comparable
//
// Spin counts the states within init's atomic sequence; they are subtracted. One state of init remains, before the
// processes exist, and one step; Counts.AfterInit subtracts them too. Spin's transitions count each arrival at a
// state, including the beginning, which is subtracted. A terminal state of ours is an invalid end state for Spin,
// since no location is labelled as an end. If Spin continues after errors, it reports each such state as one
// error.
//
// # Cost
//
// Each verifier takes a C compiler half a second, and each model needs two of them: one for counting and one for
// judging. Memory is limited to 2 GiB and depth to a million steps; a search that needs more is an error. The
// caller bounds the time with the context.
//
// # Reading order
//
// report.go reads what a verifier prints; tools.go finds the programs; twin.go makes verifiers; verifier.go runs
// them.
package spin
