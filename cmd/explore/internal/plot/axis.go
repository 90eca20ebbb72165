package plot

import (
	"fmt"
	"math"
)

// An axis maps values to parts of a length, from 0 to 1.
type axis struct {
	from, to float64 // logarithms, if log
	log      bool
}

// newAxis has room for all values: from zero or, if it is logarithmic, from a power of ten
// and to ten times that at least.
func newAxis(values []float64, log bool) axis {
	least, greatest := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		least, greatest = min(least, v), max(greatest, v)
	}
	if log {
		from := math.Floor(math.Log10(least))
		return axis{from, max(math.Log10(greatest*1.1), from+1), true}
	}
	return axis{min(0, least), max(greatest*1.05, 1), false}
}

// part is where a value is.
func (a axis) part(v float64) float64 {
	if a.log {
		v = math.Log10(v)
	}
	return (v - a.from) / (a.to - a.from)
}

// ticks are round values along the axis.
func (a axis) ticks() []float64 {
	var ticks []float64
	if a.log {
		for power := math.Floor(a.from); power <= a.to; power++ {
			for _, first := range []float64{1, 2, 5} {
				if v := first * math.Pow(10, power); math.Log10(v) >= a.from-1e-9 && math.Log10(v) <= a.to+1e-9 {
					ticks = append(ticks, v)
				}
			}
		}
		if len(ticks) > 9 { // powers of ten are enough
			var few []float64
			for _, v := range ticks {
				if l := math.Log10(v); math.Abs(l-math.Round(l)) < 1e-9 {
					few = append(few, v)
				}
			}
			return few
		}
		return ticks
	}
	step := roundStep((a.to - a.from) / 8)
	for i := math.Ceil(a.from / step); i*step <= a.to; i++ {
		ticks = append(ticks, i*step)
	}
	return ticks
}

// roundStep is the least of 1, 2, 5, 10, 20, … that is no less than x.
func roundStep(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, first := range []float64{1, 2, 5} {
		if first*power >= x {
			return max(first*power, 1)
		}
	}
	return max(10*power, 1)
}

// spell writes a value of an axis.
func spell(v float64) string { return fmt.Sprintf("%g", math.Round(v*1000)/1000) }
