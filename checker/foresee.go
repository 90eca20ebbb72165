package checker

import (
	"math"
	"slices"
)

// A Forecast says how many states there may be in the end.
type Forecast struct {
	States float64 // the best guess

	// In nine of ten worlds of the catalogue, and moments of their exploration, there were no fewer and no more:
	// explore/internal/estimate has the test that measures it.
	Least, Most float64
}

// Foresee makes a forecast from the widths of the levels so far, the last of which is complete. It reports false as long as levels
// more than double, or grow faster than can be told where that ends, unless they are few beside the widest.
//
// Levels grow, and shrink in the end, by a factor that itself shrinks from level to level, as in a normal distribution: its logarithm
// is near a line for a while. That line, through the last four factors, is followed until a level would have no state.
func Foresee(widths []int) (f Forecast, ok bool) {
	const (
		factors  = 4
		farthest = 64 // times what is known; a guess beyond that is worth nothing
	)
	known, last := 0.0, len(widths)-1
	for _, width := range widths {
		known += float64(width)
	}
	if last < factors {
		return f, false
	}
	growth, slope := line(widths[last-factors:])
	if slope = min(slope, 0); growth > math.Ln2 || growth >= 0 && slope > -1e-3 {
		return ending(widths, known)
	}
	f.States = known
	for width := float64(widths[last]); width >= 1 && f.States < farthest*known; {
		growth += slope
		width *= math.Exp(growth)
		f.States += width
	}
	switch more := f.States / known; {
	case more >= farthest:
		return ending(widths, known)
	case more < math.Sqrt2:
		f.Least, f.Most = max(known, 0.9*f.States), 2*f.States
	default:
		f.Least, f.Most = max(known, 0.5*f.States), 20*f.States
	}
	return f, true
}

// ending is the forecast for levels that go up and down, or shrink too slowly to follow: where the last has less than a sixteenth of the
// widest, and no more than some before it, little is left. In the worlds of the catalogue it was at most a fortieth of what was known.
func ending(widths []int, known float64) (f Forecast, ok bool) {
	const few, before, most = 16, 4, 1.05
	last := len(widths) - 1
	if few*widths[last] >= slices.Max(widths) || widths[last] > widths[last-before] {
		return f, false
	}
	return Forecast{States: known, Least: known, Most: most * known}, true
}

// line fits a line to the logarithms of the factors from one width to the next. It returns its value at the last of them, and its
// slope.
func line(widths []int) (value, slope float64) {
	n := float64(len(widths) - 1)
	var sum, weighted, squares float64
	for i := 1; i < len(widths); i++ {
		x, y := float64(i)-(n+1)/2, math.Log(float64(widths[i])/float64(widths[i-1]))
		sum, weighted, squares = sum+y, weighted+x*y, squares+x*x
	}
	slope = weighted / squares
	return sum/n + slope*(n-1)/2, slope
}
