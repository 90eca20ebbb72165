// Package spin asks Spin, a model checker that is none of ours, about models written in Promela
// (spec/twins), and reads its answer strictly.
//
// # What it decides
//
// How many states, steps and terminal states a model has and how deep it is (Counts); whether one
// of its claims is violated (Violates). A search that was cut short, compressed, or ended for any
// other reason than the one asked about is an error and never an answer.
//
// The verifier that Spin generates is exact here: states are stored whole and compared whole, and
// nothing is reduced. Spin is asked to count breadth first, so that its depth is that of a
// shortest run, as ours is.
//
// # What it does not decide
//
// Whether a model says the same as one of ours. The tests compare, one instance at a time.
//
// # Why the counts are comparable
//
// Spin counts the states on the way through init's atomic sequence; they are taken off. What is
// then left of init is one state, before the processes exist, and one step; Counts.AfterInit takes
// them off too. Spin's transitions count each arrival at a state, the beginning included; that one
// is taken off. A terminal state of ours is an invalid end state of Spin's, since no location is
// labelled as an end: asked to go on after errors, it reports as many errors as there are.
//
// # Cost
//
// Half a second of a C compiler for each verifier, and two verifiers for a model: one for counting
// and one for judging. At most 2 GiB of memory and a million steps of depth; a search that needs
// more is an error. The time is the caller's to bound, with the context.
//
// # Reading order
//
// report.go is what a verifier prints; tools.go finds the programs; twin.go makes verifiers;
// verifier.go runs them.
package spin
