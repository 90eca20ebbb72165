// Package spec is the election problem: what an election must do, as small pure predicates over
// what an outsider may know of a state. The pages next to it (*.md) are its larger half. They say
// what the world is like, what each algorithm does in numbered rules, what its author promises,
// and where our rules deviate from the print. The modules (*.tla) say the same again in TLA+, for
// a checker other than ours; instances/ has the worlds in which the two are compared.
//
// # What it decides
//
// Whether one View, the step from one View to another, or a final View is in order. For each process
// a View shows its id, its rank in the election criterion, whether it lives, whether it is fresh from
// a restart, whom it has elected, what it has decided, whether it takes part in an election, and
// whether it has been suspected as the leader. It also shows whether a message is on its way to a live
// process, a call for an election, or the announcement of a result, and whether two processes have led
// in one term. It shows no other variable, no channel and no other history, so the same predicates can
// judge a model and an implementation.
//
// A Property about whole runs is given by its parts: Premise leads to Goal; it Settles on a
// value; a predicate Lasts; or what is true Once is followed by what is true Again and again. Which runs exist, and which of them are fair, is for a checker to say: world.Properties turns
// each into a checker.Property.
//
// # What it does not decide
//
// Whether an algorithm has a property: that takes a search, and this package does none, nor any
// input or output. Whether a process takes part in an election: its algorithm says so, in the
// words of its page. Which property is promised in which world: the authors say so, on the pages
// and in the catalogue of package model.
//
// A property may be stricter or more lenient than in a lecture. Section 2 of election.md says where
// each comes from and what it excuses. Default lists what is asked when no property is named, Named
// what is asked by name. strict-pmax, strict-agreement and strict-decides are among the latter: they
// fail, in this order, whenever a process that outranks the leader comes back, in every re-election,
// and wherever an election dies out. Only the last excuses anything: a run that leaves no process live.
//
// # Cost
//
// A predicate takes time quadratic in the number of processes at most, and allocates nothing.
//
// # Reading order
//
// election.md; then view.go, property.go and consensus.go; then ring.md, the shortest algorithm, and the others
// in the order of README.md, which also has an order for the modules.
package spec
