package measure

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"interrex/explore/internal/orders"
	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/traces/draw"
)

// Costs is the report of the command measure.
type Costs struct {
	request     *asked
	points      []*Point
	interrupted bool
	stopped     int // the number of processes that the election does not have, or 0
}

// isSweep reports whether a sweep was asked for.
func (c *Costs) isSweep() bool { return c.request.Sweep != nil }

// Exit is 0 if everything asked for is exact, and all runs were drawn. In a sweep, larger sizes may have drawn runs only.
func (c *Costs) Exit() int {
	inexact := func(p *Point) bool {
		return p.Bound+p.Chained != "" && !c.isSweep() || p.Cut || !p.Explored && p.Runs == 0
	}
	if c.interrupted || c.stopped > 0 || slices.ContainsFunc(c.points, inexact) {
		return check.ExitInconclusive
	}
	return check.ExitHolds
}

// Verdict is the last line.
func (c *Costs) Verdict() string {
	explored, unchained := 0, 0 // unchained: explored ones whose graph for message delays was too large
	for _, p := range c.points {
		if p.Explored {
			explored++
			unchained += map[bool]int{true: 1}[p.Chained != ""]
		}
	}
	verdict := "measured: exact, over all runs"
	switch {
	case c.interrupted:
		verdict = "inconclusive: bounded by an interrupt"
	case c.stopped > 0:
		verdict = fmt.Sprintf("inconclusive: the election has no world of %d processes", c.stopped)
	case c.Exit() != check.ExitHolds:
		verdict = "inconclusive: " + c.reasons()
	case c.isSweep() && explored < len(c.points):
		verdict = fmt.Sprintf("measured: %d of %d sizes exact, over all runs; the others drawn%s", explored, len(c.points), ofDelays(unchained))
	case c.isSweep():
		verdict = fmt.Sprintf("measured: %d sizes, all exact, over all runs%s", explored, ofDelays(unchained))
	}
	return fmt.Sprintf("verdict: %s (exit %d)", verdict, c.Exit())
}

// ofDelays is the number of exact sizes with inexact message delays, as text.
func ofDelays(sizes int) string {
	if sizes == 0 {
		return ""
	}
	return fmt.Sprintf("; but of %d of them message delays are drawn", sizes)
}

// reasons lists what prevented exact numbers.
func (c *Costs) reasons() string {
	var words []string
	for _, p := range c.points {
		isDrawn := c.isSweep() && p.Runs > 0 // larger sizes of a sweep may have drawn runs only
		if p.Bound != "" && !isDrawn {
			words = append(words, "the graph is bounded by "+c.bound(p.Bound))
		}
		if p.Chained != "" && p.Chained != p.Bound && !isDrawn {
			words = append(words, "that of message delays by "+c.bound(p.Chained))
		}
		switch {
		case c.isSweep() && p.Cut:
			words = append(words, fmt.Sprintf("with N = %d %s", p.N, c.cut(p)))
		case p.Cut:
			words = append(words, c.cut(p))
		}
		switch {
		case c.isSweep():
		case !p.Explored && p.Runs > 0:
			words = append(words, "the costs are of drawn runs only")
		case p.Explored && p.Bound+p.Chained == "":
			words = append(words, "least and greatest are exact")
		}
	}
	return strings.Join(slices.Compact(words), "; ")
}

// cut is the number of requested runs drawn within the steps allowed, as text.
func (c *Costs) cut(p *Point) string {
	drawn, asked := c.request.Draw, p.Orders*c.request.Draw.Runs
	if p.Runs == 0 {
		return fmt.Sprintf("no run ends within -max-steps=%d", drawn.Steps)
	}
	return fmt.Sprintf("-max-steps=%d allows %s of %s", drawn.Steps, prose.Grouped(p.Runs), prose.Plural(asked, "run"))
}

// bound names a bound by its flag.
func (c *Costs) bound(name orNull) string {
	if name == "states" {
		return fmt.Sprintf("-max-states=%d", c.request.Options.MaxStates)
	}
	return c.request.BoundNamed(string(name))
}

// Text writes the numbers for people.
func (c *Costs) Text(out io.Writer) error {
	w := &prose.Writer{Out: out}
	a := c.request.World.Algorithm
	w.Line("interrex %s   %s: %s (%s)", check.Version, a.Name, a.Title, a.Source)
	if c.isSweep() {
		c.sweepText(w)
	} else if len(c.points) > 0 {
		c.pointText(w, c.points[0])
	}
	w.Line("")
	w.Line("reproduce: %s", c.request.Reproduce())
	w.Line("%s", c.Verdict())
	return w.Err
}

// pointText writes everything measured for one number of processes.
func (c *Costs) pointText(w *prose.Writer, p *Point) {
	w.Line("world: %s", c.request.WorldLine())
	w.Line("")
	w.Line("%s", c.effort(p))
	for _, s := range p.Until {
		w.Line("")
		c.table(w, s)
	}
	for _, moment := range []Moment{Over, Decided} {
		if p.Until[moment].Reached {
			c.runs(w, p, moment)
			break
		}
	}
}

// effort is the amount explored and drawn.
func (c *Costs) effort(p *Point) string {
	text := prose.Plural(p.States, "state")
	if c.request.Orders == orders.All {
		text = fmt.Sprintf("%s of the ids, up to rotation: %s", prose.Plural(p.Orders, "order"), text)
	}
	if p.Bound != "" {
		text += ", bounded by " + c.bound(p.Bound)
	} else {
		text += "; exact, over all runs"
	}
	if p.Runs > 0 {
		text += fmt.Sprintf("; %s drawn at random (-seed=%d)", prose.Plural(p.Runs, "run"), c.request.Draw.Seed)
	}
	if p.Cut {
		text += "; " + c.cut(p)
	}
	return text
}

// table writes what runs cost up to a moment.
func (c *Costs) table(w *prose.Writer, s Stretch) {
	all := c.request.Orders == orders.All
	head := fmt.Sprintf("  until %-30s %9s %9s", fmt.Sprint(s.Moment), "least", "greatest")
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
		w.Line("    Some runs never get there, from %s on. The costs are those of the others.", prose.Plural(len(s.Dodge.Stem), "step"))
	}
}

// extreme writes a least or greatest cost.
func extreme(s Cost, e Extreme) string {
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

func mean(s Cost, value float64) string {
	switch {
	case !s.Exact:
		return "?"
	case math.IsInf(value, 1):
		return "unbounded"
	}
	return fmt.Sprintf("%.2f", value)
}

// spread writes the costs of drawn runs.
func spread(s Spread) string {
	if s.Runs == 0 {
		return "none"
	}
	return fmt.Sprintf("%.2f, %s to %s", s.Mean, prose.Grouped(s.Least), prose.Grouped(s.Greatest))
}

// mostDrawn is the greatest number of steps of a run drawn in a text.
const mostDrawn = 40

// runs draws a run with the least and a run with the greatest cost.
func (c *Costs) runs(w *prose.Writer, p *Point, moment Moment) {
	messages, _ := p.Until[moment].Cost(Messages)
	delays, _ := p.Until[moment].Cost(Delays)
	caption := func(e Extreme, which string) string {
		return fmt.Sprintf("A run with the %s messages until %v: %s in %s",
			which, moment, prose.Grouped(e.Cost), prose.Plural(len(e.Story.Stem), "step"))
	}
	if messages.Least.Reached {
		c.run(w, messages.Least, caption(messages.Least, "fewest"))
	}
	switch {
	case messages.Greatest.Unbounded:
		c.run(w, messages.Greatest, unbounded("messages", moment, messages.Greatest))
	case messages.Greatest.Reached:
		c.run(w, messages.Greatest, caption(messages.Greatest, "most"))
	}
	if delays.Greatest.Unbounded && !messages.Greatest.Unbounded {
		c.run(w, delays.Greatest, unbounded("message delays", moment, delays.Greatest))
	}
}

// unbounded describes a cycle with unbounded cost.
func unbounded(what string, moment Moment, e Extreme) string {
	return fmt.Sprintf("The %s until %v are unbounded: %s on the way may be repeated without bound",
		what, moment, prose.Plural(len(e.Story.Cycle), "step"))
}

// run draws a run beneath its caption.
func (c *Costs) run(w *prose.Writer, e Extreme, caption string) {
	if c.request.Orders == orders.All {
		caption += fmt.Sprintf(", on the ring %s", check.Setting{Value: e.World.IDs}.Text())
	}
	w.Line("")
	w.Line("%s.", caption)
	if steps := len(e.Story.Stem) + len(e.Story.Cycle); steps > mostDrawn {
		w.Line("It is too long to be drawn here; -format=json has it.")
		return
	}
	w.Line("")
	run := check.Told(e.World, check.Decision{Story: e.Story})
	run.Width = prose.Width(w)
	_ = draw.Text(w, run)
}

// isExact reports whether all costs are exact.
func isExact(s Stretch) bool {
	return !slices.ContainsFunc(s.Costs, func(c Cost) bool { return !c.Exact })
}

// sweepText writes a table for each interesting cost.
func (c *Costs) sweepText(w *prose.Writer) {
	w.Line("world: %s, for N from %d to %d", c.sweepWorld(), c.request.Sweep[0], slices.Max(c.request.Sweep))
	w.Line("orders of the ids on the ring: %s; at each N runs drawn at random, -seed=%d", c.request.Orders, c.request.Draw.Seed)
	for _, name := range c.swept() {
		w.Line("")
		c.sweepTable(w, name)
	}
	w.Line("")
	w.Line("Exact: of all runs. Drawn: N is too large, and ≤ and ≥ say what drawn runs show of the least and")
	w.Line("the greatest. Growth: how many times as much as at the N before.")
	if reason := c.exhausted(); reason != "" {
		w.Line("%s", reason)
	}
}

// sweepWorld describes the world without the number of processes.
func (c *Costs) sweepWorld() string {
	var words []string
	for _, flag := range check.InForce(c.request.World) {
		if flag.Name != "n" && flag.Name != "ids" {
			words = append(words, flag.Name+"="+flag.Text())
		}
	}
	return strings.Join(words, " ")
}

// swept names the costs that get a table: all messages, and message delays.
func (c *Costs) swept() []string {
	names := []string{Messages}
	if c.request.Delays {
		names = append(names, Delays)
	}
	return names
}

// sweepTable writes how one cost grows.
func (c *Costs) sweepTable(w *prose.Writer, name string) {
	w.Line("%s until %v", name, Over)
	head := fmt.Sprintf("  %4s %-9s %9s %8s %8s %6s %11s %6s", "N", "", "states", "least", "greatest", "growth", "mean drawn", "growth")
	w.Line("%s", head)
	before := Cost{}
	for _, p := range c.points {
		cost, measured := p.Until[Over].Cost(name)
		if !measured {
			continue
		}
		line := fmt.Sprintf("  %4d %-9s %9s %8s %8s %6s %11s %6s", p.N, map[bool]string{true: "exact", false: "drawn"}[cost.Exact], states(p),
			bounded(cost, cost.Least, "≤", cost.Random.Least), bounded(cost, cost.Greatest, "≥", cost.Random.Greatest),
			growth(before.Exact && cost.Exact, float64(before.Greatest.Cost), float64(cost.Greatest.Cost)),
			meanDrawn(p, cost.Random), growth(before.Random.Runs > 0 && cost.Random.Runs > 0, before.Random.Mean, cost.Random.Mean))
		w.Line("%s", line)
		before = cost
	}
}

func states(p *Point) string {
	if p.Explored {
		return prose.Grouped(p.States)
	}
	return ""
}

// bounded is an extreme, or a bound on it from drawn runs.
func bounded(cost Cost, e Extreme, sign string, drawn int) string {
	if !cost.Exact && cost.Random.Runs > 0 {
		return sign + prose.Grouped(drawn)
	}
	return extreme(cost, e)
}

// growth is the factor by which a cost has grown.
func growth(known bool, before, now float64) string {
	if !known || before == 0 {
		return ""
	}
	return fmt.Sprintf("×%.2f", now/before)
}

// meanDrawn is the mean cost of drawn runs that reached the moment, if any.
func meanDrawn(p *Point, s Spread) string {
	switch {
	case s.Runs > 0:
		return fmt.Sprintf("%.1f", s.Mean)
	case p.Runs > 0:
		return "no run"
	}
	return "too long"
}

// exhausted is where exploration ended, and why.
func (c *Costs) exhausted() string {
	for _, p := range c.points {
		if !p.Explored {
			reason := "more than one explores"
			if p.Bound != "" {
				reason = "the graph is bounded by " + c.bound(p.Bound)
			}
			return fmt.Sprintf("From N = %d on the numbers are drawn: %s.", p.N, reason)
		}
	}
	return ""
}
