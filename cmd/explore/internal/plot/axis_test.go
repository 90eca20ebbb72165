package plot

import (
	"slices"
	"strings"
	"testing"
)

// TestTicks: an axis has room for all values, and round ticks of which there are neither too few
// nor too many to read.
func TestTicks(t *testing.T) {
	for _, values := range [][]float64{{4, 5}, {1, 1}, {4, 501_500}, {2, 1000}, {1, 3_111_642}, {10, 14}, {0, 7}, {0.5, 2}} {
		for _, log := range []bool{false, true} {
			if log && values[0] == 0 {
				continue // Chart.Log leaves it out
			}
			a := newAxis(values, log)
			for _, v := range values {
				if part := a.part(v); part < -1e-9 || part > 1+1e-9 {
					t.Errorf("%v, logarithmic %v: %v is at %v", values, log, v, part)
				}
			}
			ticks := a.ticks()
			if len(ticks) < 2 || len(ticks) > 12 || !slices.IsSorted(ticks) {
				t.Errorf("%v, logarithmic %v: ticks %v", values, log, ticks)
			}
			for _, v := range ticks {
				if first := strings.TrimLeft(spell(v), "0."); first == "" && v != 0 {
					t.Errorf("tick %v is spelt %q", v, spell(v))
				}
			}
		}
	}
}

// TestNothingToDraw: a chart without a point says so.
func TestNothingToDraw(t *testing.T) {
	var svg strings.Builder
	if err := SVG(&svg, []Chart{{Title: "a < b", Series: []Series{{Name: "none"}}}}, "nothing"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"nothing to draw", "a &lt; b"} {
		if !strings.Contains(svg.String(), want) {
			t.Errorf("no %q in\n%s", want, svg.String())
		}
	}
}
