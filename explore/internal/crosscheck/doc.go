// Package crosscheck compares our results with those of other checkers.
//
// The algorithms and their world are written twice, by hand and from the same pages: in Go (packages model and
// world), and in TLA+ (the modules of spec/). TLC explores the second, our checker the first, and all results that
// both have must be equal: the number of states, of steps and of terminal states, the depth, the set of states
// itself if it is small enough, and the verdict on every property, safety and liveness. Each of our counterexamples is
// given to TLC, which must find that it is a fair run of the module and violates the property.
//
// An instance is a world with the command that explores it. TLC's configuration file is written from it. The
// instances that are always checked are in spec/instances.txt.
//
// The numbers are made comparable as follows. TLC's "states generated" counts the initial states and each way to
// satisfy the next-state action, so that every crash prefix and every channel counts separately. Our steps are
// TLC's generated states less the initial states. TLC's depth counts states, ours steps. Terminal states are no
// error for either (-deadlock). TLC stores a fingerprint of 64 bits for each state, so with a tiny probability it
// misses a state. It estimates that probability, and the result repeats it.
package crosscheck
