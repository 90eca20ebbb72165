package measure

import (
	"fmt"
	"io"
	"strings"

	"interrex/explore/internal/orders"
	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/traces/draw"
)

// Costs is the report of the command measure.
type Costs struct {
	request *asked
	point   *Point // nil: interrupted
}

// Exit is 0 if everything is exact, and all runs were drawn.
func (c *Costs) Exit() int {
	if c.point == nil || c.point.Bound+c.point.Chained != "" || c.point.Cut {
		return check.ExitInconclusive
	}
	return check.ExitHolds
}

// Verdict is the last line.
func (c *Costs) Verdict() string {
	switch {
	case c.point == nil:
		return "verdict: inconclusive: bounded by an interrupt"
	case c.Exit() != check.ExitHolds:
		return "verdict: inconclusive: " + c.reasons()
	}
	return "verdict: measured: exact, over all runs"
}

// reasons lists what prevented exact numbers.
func (c *Costs) reasons() string {
	var words []string
	p := c.point
	if p.Bound != "" {
		words = append(words, "the graph is bounded by "+c.bound(p.Bound))
	}
	if p.Chained != "" && p.Chained != p.Bound {
		words = append(words, "that of message delays by "+c.bound(p.Chained))
	}
	if p.Cut {
		words = append(words, c.cut())
	}
	switch {
	case !p.Explored && p.Runs > 0:
		words = append(words, "the costs are of drawn runs only")
	case p.Explored && p.Bound+p.Chained == "":
		words = append(words, "least and greatest are exact")
	}
	return strings.Join(words, "; ")
}

// cut is the number of requested runs drawn within the steps allowed, as text.
func (c *Costs) cut() string {
	p, drawn := c.point, c.request.Draw
	if p.Runs == 0 {
		return fmt.Sprintf("no run ends within -max-steps=%d", drawn.Steps)
	}
	return fmt.Sprintf("-max-steps=%d allows %s of %s", drawn.Steps, prose.Grouped(p.Runs), prose.Plural(p.Orders*drawn.Runs, "run"))
}

// bound names a bound by its flag.
func (c *Costs) bound(name orNull) string {
	if name == "states" {
		return fmt.Sprintf("-max-states=%d", c.request.Options.MaxStates)
	}
	return c.request.BoundNamed(string(name))
}

// JSON writes one object. A value is null where it is unknown, or does not exist.
func (c *Costs) JSON(out io.Writer) error {
	points := []*Point{}
	if c.point != nil {
		points = append(points, c.point)
	}
	of := check.JSONWorld(c.request.World)
	delete(of, "n")
	delete(of, "ids")
	return prose.JSON(out, struct {
		Interrex  string      `json:"interrex"`
		Algorithm string      `json:"algorithm"`
		World     check.World `json:"world"`
		Orders    string      `json:"orders"`
		Seed      uint64      `json:"seed"`
		Points    []*Point    `json:"points"`
		Reproduce string      `json:"reproduce"`
		Exit      int         `json:"exit"`
	}{check.Version, c.request.World.Algorithm.Name, of, string(c.request.Orders), c.request.Draw.Seed,
		points, c.request.Reproduce(), c.Exit()})
}

// Text writes the numbers for people.
func (c *Costs) Text(w *prose.Writer) {
	a := c.request.World.Algorithm
	w.Line("interrex %s   %s: %s (%s)", check.Version, a.Name, a.Title, a.Source)
	w.Line("world: %s", c.request.WorldLine())
	if c.point != nil {
		c.tables(w)
	}
	w.Line("")
	w.Line("reproduce: %s", c.request.Reproduce())
}

// tables writes what was measured, and draws runs.
func (c *Costs) tables(w *prose.Writer) {
	w.Line("")
	w.Line("%s", c.effort())
	for _, s := range c.point.Until {
		w.Line("")
		c.table(w, s)
	}
	for _, moment := range []Moment{Over, Decided} {
		if s := &c.point.Until[moment]; s.Reached {
			c.runs(w, s)
			break
		}
	}
}

// severalOrders reports whether the costs are of several orders of the ids.
func (c *Costs) severalOrders() bool {
	return c.request.Orders == orders.All || c.request.Orders == orders.Drawn
}

// effort is the amount explored and drawn.
func (c *Costs) effort() string {
	p := c.point
	text := prose.Plural(p.States, "state")
	if c.severalOrders() {
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
		text += "; " + c.cut()
	}
	return text
}

// table writes what runs cost up to a moment.
func (c *Costs) table(w *prose.Writer, s Stretch) {
	head := fmt.Sprintf("  until %-30s %9s %9s", fmt.Sprint(s.Moment), "least", "greatest")
	if c.severalOrders() {
		head += fmt.Sprintf(" %11s %14s", "mean least", "mean greatest")
	}
	w.Line("%s   %s", head, "runs drawn: mean, least to greatest")
	for _, cost := range s.Costs {
		line := fmt.Sprintf("    %-34s %9s %9s", cost.Name, cost.extreme(cost.Least), cost.extreme(cost.Greatest))
		if c.severalOrders() {
			line += fmt.Sprintf(" %11s %14s", cost.meanText(cost.MeanLeast), cost.meanText(cost.MeanGreatest))
		}
		drawn := "none"
		if d := cost.Drawn; d != nil {
			drawn = fmt.Sprintf("%.2f, %s to %s", d.Mean, prose.Grouped(d.Least), prose.Grouped(d.Greatest))
		}
		w.Line("%s   %s", line, drawn)
	}
	switch {
	case !s.Reached && c.point.Explored:
		w.Line("    No run gets there.")
	case s.Dodge != nil:
		w.Line("    Some runs never get there, from %s on. The costs are those of the others.", prose.Plural(len(s.Dodge.Stem), "step"))
	}
}

// extreme writes a least or greatest cost.
func (c *Cost) extreme(e *Extreme) string {
	switch {
	case !c.Exact:
		return "?"
	case e == nil:
		return "no run"
	case e.Unbounded:
		return "unbounded"
	}
	return prose.Grouped(*e.Cost)
}

func (c *Cost) meanText(mean *float64) string {
	switch {
	case !c.Exact:
		return "?"
	case c.Greatest == nil:
		return "no run"
	case mean == nil:
		return "unbounded"
	}
	return fmt.Sprintf("%.2f", *mean)
}

// mostDrawn is the greatest number of steps of a run drawn in a text.
const mostDrawn = 40

// runs draws a run with the fewest and a run with the most messages up to a moment.
func (c *Costs) runs(w *prose.Writer, s *Stretch) {
	messages, delays := s.Cost(Messages), s.Cost(Delays)
	for _, one := range []struct {
		which string
		*Extreme
	}{{"fewest", messages.Least}, {"most", messages.Greatest}} {
		switch {
		case one.Extreme == nil:
		case one.Unbounded:
			c.run(w, one.Extreme, unbounded("messages", s.Moment, one.Extreme))
		default:
			c.run(w, one.Extreme, fmt.Sprintf("A run with the %s messages until %v: %s in %s",
				one.which, s.Moment, prose.Grouped(*one.Cost), prose.Plural(len(one.Run.Stem), "step")))
		}
	}
	if messages.Greatest != nil && !messages.Greatest.Unbounded && delays != nil && delays.Greatest != nil && delays.Greatest.Unbounded {
		c.run(w, delays.Greatest, unbounded("message delays", s.Moment, delays.Greatest))
	}
}

// unbounded describes a cycle with unbounded cost.
func unbounded(what string, moment Moment, e *Extreme) string {
	return fmt.Sprintf("The %s until %v are unbounded: %s on the way may be repeated without bound",
		what, moment, prose.Plural(len(e.Run.Cycle), "step"))
}

// run draws a run beneath its caption.
func (c *Costs) run(w *prose.Writer, e *Extreme, caption string) {
	if c.severalOrders() {
		caption += fmt.Sprintf(", on the ring %s", check.Setting{Value: e.IDs}.Text())
	}
	w.Line("")
	w.Line("%s.", caption)
	if len(e.Run.Stem)+len(e.Run.Cycle) > mostDrawn {
		w.Line("It is too long to be drawn here; -format=json has it.")
		return
	}
	w.Line("")
	run := check.Told(e.world, check.Decision{Story: e.story})
	run.Width = prose.Width(w)
	_ = draw.Text(w, run)
}
