// Package mutants tests the properties.
//
// A mutant is an election algorithm with one small, realistic mistake. It names the mutated rule, and a
// property that the mutation must violate in a world in which the original keeps it. A trial explores
// both worlds. A mutant that violates nothing is a gap in the properties, unless a walk in lockstep
// shows that its world equals the original.
//
// A witness shows that the premise of a property can become true, so that the property does not hold
// vacuously.
package mutants
