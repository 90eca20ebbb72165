// Package crosscheck asks checkers that are not ours whether we are right.
//
// The algorithms and their world are written twice: in Go (packages model and world), and in
// TLA+ (the modules of spec/), by hand and from the same pages. TLC explores the second, our
// checker the first, and everything that both can say must be the same: the number of states, of
// steps and of terminal states, the depth, the very set of states where it is small enough, and
// the verdict on every property, safety and liveness. Each counterexample of TLC's is followed
// step by step in our world, and each of ours is given to TLC, which must find that it is a fair
// run of the module and violates the property.
//
// An instance is a world.Config, and TLC's configuration file of the same world: one can be made
// of the other. Those that are checked always lie in spec/instances.
//
// How the numbers are made comparable. TLC's "states generated" counts the initial states and
// each way to satisfy the next-state action, so that every crash prefix and every channel is one
// of its own: steps are generated less initial states. TLC's depth counts states, ours steps.
// Terminal states are no error to either (-deadlock). TLC keeps a fingerprint of 64 bits of each
// state, so that it misses one with a tiny probability, which it estimates; the result repeats it.
package crosscheck
