package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"interrex/explore/internal/costs"
	"interrex/explore/internal/request"
	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/model"
	"interrex/traces/draw"
)

// pointText writes all that was measured for one number of processes.
func (c *Costs) pointText(w *prose.Writer, p *costs.Point) {
	w.Line("world: %s", c.request.WorldLine())
	w.Line("")
	w.Line("%s", c.effort(p))
	for moment, s := range p.Stretches() {
		w.Line("")
		c.table(w, s, costs.Moment(moment))
	}
	phasesText(w, p)
	c.lockstepText(w, p)
	c.formulaText(w, p)
	for _, moment := range []costs.Moment{costs.Over, costs.Decided} {
		if p.Until[moment].Reached {
			c.runs(w, p, moment)
			break
		}
	}
}

// phasesText writes what happens in each phase at most, if there are any.
func phasesText(w *prose.Writer, p *costs.Point) {
	if len(p.Phases) == 0 {
		return
	}
	w.Line("")
	w.Line("  in a phase, until the election is over, at most    starters   messages of one")
	for k, phase := range p.Phases {
		w.Line("    phase %-38d %14s %17s", k, mostText(phase.Starters), mostText(phase.OfOne))
	}
}

func mostText(m costs.Most) string {
	if m.Unbounded {
		return "unbounded"
	}
	return prose.Grouped(m.Cost)
}

// effort says what was looked at.
func (c *Costs) effort(p *costs.Point) string {
	text := prose.Plural(p.States, "state")
	if c.request.Measure.Orders == request.AllOrders {
		text = fmt.Sprintf("%s of the ids, up to rotation: %s", prose.Plural(p.Orders, "order"), text)
	}
	if p.Bound != "" {
		text += ", bounded by " + c.bound(p.Bound)
	} else {
		text += "; exact, over all runs"
	}
	if p.Runs > 0 {
		text += fmt.Sprintf("; %s drawn at random (-seed=%d)", prose.Plural(p.Runs, "run"), c.request.Measure.Draw.Seed)
	}
	if p.Cut {
		text += "; " + c.cut(p)
	}
	return text
}

// table writes what runs cost until a moment.
func (c *Costs) table(w *prose.Writer, s costs.Summaries, moment costs.Moment) {
	all := c.request.Measure.Orders == request.AllOrders
	head := fmt.Sprintf("  until %-30s %9s %9s", fmt.Sprint(moment), "least", "greatest")
	if all {
		head += fmt.Sprintf(" %11s %14s", "mean least", "mean greatest")
	}
	w.Line("%s   %s", head, "runs drawn: mean, least to greatest")
	for _, cost := range s.Costs {
		line := fmt.Sprintf("    %-34s %9s %9s", cost.Name, extreme(cost, cost.Least), extreme(cost, cost.Greatest))
		if all {
			line += fmt.Sprintf(" %11s %14s", mean(cost, cost.MeanLeast), mean(cost, cost.MeanGreatest))
		}
		w.Line("%s   %s", line, spread(cost.Random))
	}
	switch {
	case !s.Reached && isExact(s):
		w.Line("    No run gets there.")
	case s.Dodge != nil:
		w.Line("    Not every run gets there: after %s it may be too late. The costs are those of the runs that do.", prose.Plural(len(s.Dodge.Stem), "step"))
	}
}

// extreme is a least or greatest cost in a word.
func extreme(s costs.Summary, e costs.Extreme) string {
	switch {
	case !s.Exact:
		return "?"
	case e.Unbounded:
		return "unbounded"
	case !e.Reached:
		return "no run"
	}
	return prose.Grouped(e.Cost)
}

func mean(s costs.Summary, value float64) string {
	switch {
	case !s.Exact:
		return "?"
	case math.IsInf(value, 1):
		return "unbounded"
	}
	return fmt.Sprintf("%.2f", value)
}

// spread is what drawn runs cost.
func spread(s costs.Spread) string {
	if s.Runs == 0 {
		return "none"
	}
	return fmt.Sprintf("%.2f, %s to %s", s.Mean, prose.Grouped(s.Least), prose.Grouped(s.Greatest))
}

// lockstepText writes the run in rounds.
func (c *Costs) lockstepText(w *prose.Writer, p *costs.Point) {
	if p.Lockstep == nil || p.Orders > 1 {
		return
	}
	var sums []string
	for _, n := range p.Lockstep.After {
		sums = append(sums, fmt.Sprint(n))
	}
	w.Line("")
	w.Line("In lockstep (all who may start do so at once, and each message takes one round) the messages")
	more := ""
	if !p.Lockstep.Run.Ended {
		more = fmt.Sprintf(", and on beyond -max-steps=%d", c.request.Measure.Draw.Steps)
	}
	w.Line("sent by the end of each round: %s%s", strings.Join(sums, ", "), more)
}

// formulaText compares with what the lectures say.
func (c *Costs) formulaText(w *prose.Writer, p *costs.Point) {
	formulas := c.formulas()
	if len(formulas) == 0 {
		return
	}
	w.Line("")
	for _, f := range formulas {
		cost, measured := p.Until[costs.Over].Cost(f.Cost)
		if !measured {
			continue
		}
		w.Line("%s, %s: %s %s = %s %s; %s", f.Source, f.Cause, f.Claim, f.Text, number(f.Of(p.N)), f.Cost, judged(f, p.N, cost))
	}
}

// number is a formula's value.
func number(x float64) string {
	if x == math.Trunc(x) {
		return prose.Grouped(int(x))
	}
	return fmt.Sprintf("%.1f", x)
}

// judged says whether what was measured is as the formula has it.
func judged(f model.Formula, n int, cost costs.Summary) string {
	found, what := cost.Greatest, "greatest"
	if f.Claim == model.AtLeast {
		found, what = cost.Least, "least"
	}
	text := fmt.Sprintf("the %s is %s", what, extreme(cost, found))
	switch compare(f, n, cost) {
	case refuted:
		return text + ": REFUTED"
	case attained:
		return text + ": exactly so"
	case respected:
		return text + ": so it is, with room to spare"
	}
	return "undecided"
}

// mostDrawn is the greatest number of steps of a run that is drawn in a text.
const mostDrawn = 40

// runs draws a run that costs least and one that costs most.
func (c *Costs) runs(w *prose.Writer, p *costs.Point, moment costs.Moment) {
	cost, _ := p.Until[moment].Cost(costs.Messages)
	for i, e := range []costs.Extreme{cost.Least, cost.Greatest} {
		if !e.Reached {
			continue
		}
		w.Line("")
		w.Line("%s", c.caption(e, moment, []string{"fewest", "most"}[i]))
		if steps := len(e.Story.Stem) + len(e.Story.Cycle); steps > mostDrawn {
			w.Line("It is too long to be drawn here; -format=json has it.")
			continue
		}
		var picture strings.Builder
		if err := draw.Text(&picture, check.Told(e.World, check.Decision{Story: e.Story})); err != nil {
			w.Err = err
			return
		}
		w.Line("")
		for line := range strings.Lines(picture.String()) {
			w.Line("%s", strings.TrimRight(line, "\n"))
		}
	}
}

// caption says which run is drawn.
func (c *Costs) caption(e costs.Extreme, moment costs.Moment, which string) string {
	text := fmt.Sprintf("A run with the %s messages until %v: %s in %s", which, moment, prose.Grouped(e.Cost), prose.Plural(len(e.Story.Stem), "step"))
	if e.Unbounded {
		text = fmt.Sprintf("The messages until %v are unbounded: %s on the way may be repeated as often as one likes", moment, prose.Plural(len(e.Story.Cycle), "step"))
	}
	if c.request.Measure.Orders == request.AllOrders {
		text += fmt.Sprintf(", on the ring %s", idList(e.World.IDs))
	}
	return text + "."
}

// isExact reports whether all costs of a table are exact.
func isExact(s costs.Summaries) bool {
	return !slices.ContainsFunc(s.Costs, func(c costs.Summary) bool { return !c.Exact })
}
