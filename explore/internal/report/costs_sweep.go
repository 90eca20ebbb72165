package report

import (
	"fmt"
	"slices"
	"strings"

	"interrex/explore/internal/costs"
	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/model"
)

// sweepText writes a table for each cost that is of interest.
func (c *Costs) sweepText(w *prose.Writer) {
	w.Line("world: %s, for N from %d to %d", c.sweepWorld(), c.request.Measure.Sweep[0], slices.Max(c.request.Measure.Sweep))
	w.Line("orders of the ids on the ring: %s; at each N runs drawn at random, -seed=%d", c.request.Measure.Orders, c.request.Measure.Draw.Seed)
	for _, name := range c.swept() {
		w.Line("")
		c.sweepTable(w, name)
	}
	w.Line("")
	w.Line("Exact: of all runs. Simulated: N is too large, and ≤ and ≥ say what drawn runs show of the least and")
	w.Line("the greatest. Growth: how many times as much as at the N before. Of the lectures' formulas = is")
	w.Line("attained by some run and exceeded by none, ! is refuted.")
	if reason := c.exhausted(); reason != "" {
		w.Line("%s", reason)
	}
}

// sweepWorld is the world without the number of processes.
func (c *Costs) sweepWorld() string {
	var words []string
	for _, flag := range check.InForce(c.request.World) {
		if flag.Name != "n" && flag.Name != "ids" {
			words = append(words, flag.Name+"="+flag.Text())
		}
	}
	return strings.Join(words, " ")
}

// swept names the costs of which there is a table: all messages, message delays, and those of
// which a formula speaks.
func (c *Costs) swept() []string {
	names := []string{costs.Messages}
	for _, f := range c.formulas() {
		if !slices.Contains(names, f.Cost) && f.Cost != costs.Delays {
			names = append(names, f.Cost)
		}
	}
	if c.request.Measure.Delays {
		names = append(names, costs.Delays)
	}
	return names
}

// formulasOf are the formulas that speak of a cost.
func (c *Costs) formulasOf(name string) []model.Formula {
	return slices.DeleteFunc(c.formulas(), func(f model.Formula) bool { return f.Cost != name })
}

// sweepTable writes how one cost grows.
func (c *Costs) sweepTable(w *prose.Writer, name string) {
	w.Line("%s until %v", name, costs.Over)
	head := fmt.Sprintf("  %4s %-9s %9s %8s %8s %6s %11s %6s %11s", "N", "", "states", "least", "greatest", "growth", "mean drawn", "growth", "in lockstep")
	for _, f := range c.formulasOf(name) {
		head += "  " + title(f)
	}
	w.Line("%s", head)
	before := costs.Summary{}
	for _, p := range c.points {
		cost, measured := p.Until[costs.Over].Cost(name)
		if !measured {
			continue
		}
		line := fmt.Sprintf("  %4d %-9s %9s %8s %8s %6s %11s %6s %11s", p.N, kindOf(cost), states(p),
			bounded(cost, cost.Least, "≤", cost.Random.Least), bounded(cost, cost.Greatest, "≥", cost.Random.Greatest),
			growth(before.Exact && cost.Exact, float64(before.Greatest.Cost), float64(cost.Greatest.Cost)),
			meanDrawn(p, cost.Random), growth(before.Random.Runs > 0 && cost.Random.Runs > 0, before.Random.Mean, cost.Random.Mean), inLockstep(p, name))
		for _, f := range c.formulasOf(name) {
			line += fmt.Sprintf("  %*s%s", len(title(f))-2, number(f.Of(p.N)), verdictOf(f, p.N, cost))
		}
		w.Line("%s", line)
		before = cost
	}
}

// title heads the column of a formula.
func title(f model.Formula) string { return fmt.Sprintf("%9s", fmt.Sprintf("%s %s", f.Claim, f.Text)) }

// kindOf says where the numbers of a row come from.
func kindOf(cost costs.Summary) string {
	if cost.Exact {
		return "exact"
	}
	return "simulated"
}

func states(p *costs.Point) string {
	if p.Explored() {
		return prose.Grouped(p.States)
	}
	return ""
}

// bounded is an extreme, or what drawn runs show of it.
func bounded(cost costs.Summary, e costs.Extreme, sign string, drawn int) string {
	if !cost.Exact && cost.Random.Runs > 0 {
		return sign + prose.Grouped(drawn)
	}
	return extreme(cost, e)
}

// growth is how many times as much it is.
func growth(known bool, before, now float64) string {
	if !known || before == 0 {
		return ""
	}
	return fmt.Sprintf("×%.2f", now/before)
}

// inLockstep is what the run in rounds has cost, where there is only one order of the ids.
func inLockstep(p *costs.Point, name string) string {
	if p.Lockstep == nil || p.Orders > 1 {
		return ""
	}
	cost, reached := p.Lockstep.Cost(costs.Over, name)
	if !reached {
		return "no end"
	}
	return prose.Grouped(cost)
}

// meanDrawn is what drawn runs cost that got there, if any did.
func meanDrawn(p *costs.Point, s costs.Spread) string {
	switch {
	case s.Runs > 0:
		return fmt.Sprintf("%.1f", s.Mean)
	case p.Runs > 0:
		return "no run"
	}
	return "too long"
}

// verdictOf marks a formula: = where it is attained, ! where it is refuted.
func verdictOf(f model.Formula, n int, cost costs.Summary) string {
	switch compare(f, n, cost) {
	case attained:
		return " ="
	case refuted:
		return " !"
	}
	return "  "
}

// exhausted says where exploration ended, and why.
func (c *Costs) exhausted() string {
	for _, p := range c.points {
		if !p.Explored() {
			reason := "more than one explores"
			if p.Bound != "" {
				reason = "the graph is bounded by " + c.bound(p.Bound)
			}
			return fmt.Sprintf("From N = %d on the numbers are simulated: %s.", p.N, reason)
		}
	}
	return ""
}
