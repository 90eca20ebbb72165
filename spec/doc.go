// Package spec defines the election problem: its properties, as small pure predicates over the
// observable part of a state. The pages (*.md) define the world, the numbered rules of each algorithm,
// its author's promises, and the deviations from the print. The modules (*.tla) state the same in TLA+,
// for a second checker; instances.txt has the worlds in which the two checkers are compared.
//
// # What it decides
//
// It judges one View, the step from one View to another, or a final View. View lists the observable
// part of a state. So the same predicates judge a model and an implementation.
//
// A Property of whole runs has parts: Premise leads to Goal; it Settles on a value; a predicate Lasts;
// what is true Once is true Again and again. world.Properties makes a checker.Property of each.
//
// # What it does not decide
//
// It does not decide whether an algorithm has a property, whether a process takes part, and which
// property is promised in which world. A property may be stricter or more lenient than in a lecture:
// section 2 of election.md gives the reasons. Default lists the properties asked by default, Named
// those asked by name.
//
// A predicate takes at most quadratic time in the number of processes and allocates nothing.
//
// # Reading order
//
// election.md; then view.go and property.go; then ring.md and the others in the order of README.md.
package spec
