package simulate

import "slices"

// Shrink looks for few of a plan's faults with which the run still fails, and gives their numbers: not
// one of them can be left out. It is delta debugging (A. Zeller and R. Hildebrandt, Simplifying and
// isolating failure-inducing input, 2002): pieces are left out, smaller ones when no large one can be.
func Shrink(p Plan, fails func(Plan) bool) []int {
	kept := make([]int, len(p.Faults))
	for i := range kept {
		kept[i] = i
	}
	for pieces := 2; len(kept) > 0; {
		smaller, found := without(p, kept, pieces, fails)
		switch {
		case found:
			kept, pieces = smaller, max(2, pieces-1)
		case pieces >= len(kept):
			return kept
		default:
			pieces = min(2*pieces, len(kept))
		}
	}
	return kept
}

// without leaves out the first of so many pieces that the failure can do without.
func without(p Plan, kept []int, pieces int, fails func(Plan) bool) (smaller []int, found bool) {
	size := (len(kept) + pieces - 1) / pieces
	for piece := range slices.Chunk(kept, max(1, size)) {
		rest := slices.DeleteFunc(slices.Clone(kept), func(n int) bool { return slices.Contains(piece, n) })
		if fails(p.Only(rest)) {
			return rest, true
		}
	}
	return nil, false
}
