// Package spec is the election problem: what an election must do, as small pure predicates over
// what an outsider may know of a state. The pages next to it (*.md) are its larger half. They say
// what the world is like, what each algorithm does in numbered rules, what its author promises,
// and where our rules deviate from the print. The modules (*.tla) say the same again in TLA+, for
// a checker other than ours; instances/ has the worlds in which the two are compared.
//
// # What it decides
//
// Whether one View, the step from one View to another, or a final View is in order. For each process a View has its id,
// its rank in the election criterion, and whether it lives, is fresh from a restart, takes part in an election and has
// been suspected as the leader; also its elected and its decision. A View further says whether a message is on its way to a
// live process, a call for an election or an announcement, and whether two processes have led in one term. So the same
// predicates judge a model and an implementation.
//
// A Property of whole runs has parts: Premise leads to Goal; it Settles on a value; a predicate Lasts; what is true Once
// is followed by what is true Again and again. world.Properties makes a checker.Property of each.
//
// # What it does not decide
//
// Whether an algorithm has a property, whether a process takes part, and which property is promised where. A property may
// be stricter or more lenient than in a lecture: section 2 of election.md says why. Default lists what is asked if
// no property is named, Named what is asked by name.
//
// A predicate takes time quadratic in the number of processes at most, and allocates nothing.
//
// # Reading order
//
// election.md; then view.go, property.go and consensus.go; then ring.md and the others in the order of README.md.
package spec
