package spec

import "slices"

// A Subject is what a property speaks of and not every election has. Of an election without it the
// property has no meaning: nothing could violate it, so that it is refused and never holds.
type Subject uint8

const (
	Leaders       Subject = iota // which every election has
	Ranks                        // a criterion by which one process outranks another
	Rounds                       // elections that begin and end
	Announcements                // messages that announce a result
	Terms                        // terms, in which leaders lead
	Decisions                    // a value that is decided
)

// All lists every property: those asked by default, those asked by name, those of a consensus.
func All() []Property { return slices.Concat(Default(), Named(), OfConsensus()) }
