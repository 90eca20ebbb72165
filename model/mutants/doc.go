// Package mutants shows what the properties are good for.
//
// Its mutants are election algorithms with one small wound each, of the kind that people really
// make. Each names the rule that it wounds and the property that this must break, in a world in
// which the healthy algorithm keeps it: a property that no wound can break proves nothing. A trial
// explores both worlds, so every verdict is the machine's. A mutant that breaks nothing is a hole
// in the properties, unless a walk in lockstep shows that its world equals the healthy one.
//
// Its witnesses are the situations that a property is about: a property that holds because its
// situation never arises proves nothing either.
package mutants
