package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"interrex/cmd/explore/internal/costs"
	"interrex/cmd/explore/internal/plot"
)

// SVG draws how the costs grow, a panel for each table of the text.
func (c *Costs) SVG(out io.Writer) error {
	var charts []plot.Chart
	for _, name := range c.swept() {
		charts = append(charts, c.chart(name))
	}
	return plot.SVG(out, charts, c.alternative())
}

// chart is one cost over the number of processes. The axes are logarithmic where the sizes differ
// greatly: there what grows like a power of N is a straight line.
func (c *Costs) chart(name string) plot.Chart {
	var least, greatest, drawn plot.Series
	least.Name, greatest.Name, drawn.Name = "least", "greatest", "mean of drawn runs"
	for _, p := range c.points {
		cost, _ := p.Until[costs.Over].Cost(name)
		n := float64(p.N)
		if cost.Exact && cost.Least.Reached {
			least.Points = append(least.Points, plot.Point{X: n, Y: float64(cost.Least.Cost)})
		}
		if cost.Exact && cost.Greatest.Reached && !cost.Greatest.Unbounded {
			greatest.Points = append(greatest.Points, plot.Point{X: n, Y: float64(cost.Greatest.Cost)})
		}
		if cost.Random.Runs > 0 {
			drawn.Points = append(drawn.Points, plot.Point{X: n, Y: cost.Random.Mean, Rough: true})
		}
	}
	sizes := c.request.Measure.Sweep
	chart := plot.Chart{
		Title: fmt.Sprintf("%s: %s until %v", c.request.World.Algorithm.Name, name, costs.Over),
		X:     "N, processes", Y: name, Log: slices.Max(sizes) >= 16*slices.Min(sizes),
		Series: []plot.Series{greatest, drawn, least},
	}
	for _, f := range c.formulasOf(name) {
		claim := plot.Series{Name: fmt.Sprintf("%s %s", f.Claim, f.Text), Claim: true}
		for _, n := range sizes {
			claim.Points = append(claim.Points, plot.Point{X: float64(n), Y: f.Of(n)})
		}
		chart.Series = append(chart.Series, claim)
	}
	return chart
}

// alternative says in words what is to be seen: the tables.
func (c *Costs) alternative() string {
	var text strings.Builder
	w := &writer{out: &text}
	for _, name := range c.swept() {
		c.sweepTable(w, name)
	}
	w.line("%s", c.Verdict())
	return text.String()
}
