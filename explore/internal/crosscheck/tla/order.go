package tla

import (
	"cmp"
	"slices"
	"strings"
)

// Equal reports whether a and b are the same value. Values of different kinds are never equal
// (TLC refuses to compare most of them).
func Equal(a, b Value) bool { return Compare(a, b) == 0 }

// Compare orders all values: negative if a comes first, 0 if they are equal. Kinds come in the order of their
// constants. Numbers ascend, FALSE precedes TRUE, and names are ordered by their bytes. Of two sets or functions
// the smaller comes first. If they are equally large, the first difference decides, of functions first among
// arguments and then among values.
func Compare(a, b Value) int {
	if a.kind != b.kind {
		return cmp.Compare(a.kind, b.kind)
	}
	switch a.kind {
	case Boolean, Integer:
		return cmp.Compare(a.number, b.number)
	case Text, ModelValue:
		return strings.Compare(a.name, b.name)
	case Mapping:
		if c := compareDomains(a, b); c != 0 {
			return c
		}
	}
	if c := cmp.Compare(len(a.members), len(b.members)); c != 0 {
		return c
	}
	return slices.CompareFunc(a.members, b.members, Compare)
}

func compareDomains(a, b Value) int {
	if c := cmp.Compare(len(a.members), len(b.members)); c != 0 || a.arguments == nil && b.arguments == nil {
		return c
	}
	for i := range a.members {
		if c := Compare(a.argument(i), b.argument(i)); c != 0 {
			return c
		}
	}
	return 0
}
