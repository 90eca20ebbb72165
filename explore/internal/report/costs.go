package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"interrex/explore/internal/costs"
	"interrex/explore/internal/request"
	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/model"
	"interrex/model/world"
)

// Costs are what the command measure has found.
type Costs struct {
	request     *request.Request
	points      []*costs.Point
	interrupted bool
	stopped     int // the number of processes that could be neither explored nor simulated, or 0
}

// NewCosts has nothing measured yet.
func NewCosts(r *request.Request) *Costs { return &Costs{request: r} }

// Add adds what was measured for one number of processes.
func (c *Costs) Add(p *costs.Point) { c.points = append(c.points, p) }

// Interrupt says that not all was measured.
func (c *Costs) Interrupt() { c.interrupted = true }

// Stop says that n processes can be neither explored nor simulated.
func (c *Costs) Stop(n int) { c.stopped = n }

// isSweep reports whether several numbers of processes were asked for.
func (c *Costs) isSweep() bool { return c.request.Measure.Sweep != nil }

// Exit is 0 if all that was asked for is exact, and all runs were drawn. In a sweep larger sizes may be simulated.
func (c *Costs) Exit() int {
	inexact := func(p *costs.Point) bool {
		return p.Bound+p.Chained != "" && !c.isSweep() || p.Cut || !p.Explored() && p.Runs == 0
	}
	if c.interrupted || c.stopped > 0 || slices.ContainsFunc(c.points, inexact) {
		return check.ExitInconclusive
	}
	return check.ExitHolds
}

// Verdict is the last line.
func (c *Costs) Verdict() string {
	explored, unchained := 0, 0 // and those of which the graph for message delays was too large
	for _, p := range c.points {
		if p.Explored() {
			explored++
			unchained += map[bool]int{true: 1}[p.Chained != ""]
		}
	}
	verdict := "measured: exact, over all runs"
	switch {
	case c.interrupted:
		verdict = "inconclusive: bounded by an interrupt"
	case c.stopped > 0:
		verdict = fmt.Sprintf("inconclusive: %d processes can be neither explored nor simulated", c.stopped)
	case c.Exit() != check.ExitHolds:
		verdict = "inconclusive: " + c.reasons()
	case c.isSweep() && explored < len(c.points):
		verdict = fmt.Sprintf("measured: %d of %d sizes exact, over all runs; the others simulated%s", explored, len(c.points), ofDelays(unchained))
	case c.isSweep():
		verdict = fmt.Sprintf("measured: %d sizes, all exact, over all runs%s", explored, ofDelays(unchained))
	}
	return fmt.Sprintf("verdict: %s (exit %d)", verdict, c.Exit())
}

// ofDelays says of how many sizes that are exact the message delays are not.
func ofDelays(sizes int) string {
	if sizes == 0 {
		return ""
	}
	return fmt.Sprintf("; but of %d of them message delays are simulated", sizes)
}

// reasons says what was in the way of exact numbers.
func (c *Costs) reasons() string {
	var words []string
	for _, p := range c.points {
		isSimulated := c.isSweep() && p.Runs > 0 // as larger sizes of a sweep may be
		if p.Bound != "" && !isSimulated {
			words = append(words, "the graph is bounded by "+c.bound(p.Bound))
		}
		if p.Chained != "" && p.Chained != p.Bound && !isSimulated {
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
		case !p.Explored() && p.Runs > 0:
			words = append(words, "the costs are of drawn runs only")
		case p.Explored() && p.Bound+p.Chained == "":
			words = append(words, "least and greatest are exact")
		}
	}
	return strings.Join(slices.Compact(words), "; ")
}

// cut says how many of the runs asked for the steps allowed to be drawn.
func (c *Costs) cut(p *costs.Point) string {
	drawn, asked := c.request.Measure.Draw, p.Orders*c.request.Measure.Draw.Runs
	switch {
	case p.Runs == 0:
		return fmt.Sprintf("no run ends within -max-steps=%d", drawn.Steps)
	case p.Runs < asked:
		return fmt.Sprintf("-max-steps=%d allows %s of %s", drawn.Steps, prose.Grouped(p.Runs), prose.Plural(asked, "run"))
	}
	return fmt.Sprintf("the run in lockstep does not end within -max-steps=%d", drawn.Steps)
}

// bound names a bound by its flag.
func (c *Costs) bound(name string) string {
	if name == "states" {
		return fmt.Sprintf("-max-states=%d", c.request.Options.MaxStates)
	}
	return c.request.BoundNamed(name)
}

// formulas are those that speak of such elections as were measured.
func (c *Costs) formulas() []model.Formula {
	w := c.request.World
	detects := w.Initial == world.LeaderElected && w.Crashes == 1 && w.Restarts == 0 && w.Starts == 0 &&
		slices.Equal(w.Initiators, []model.ID{slices.Min(w.IDs)})
	harmless := w.Crashes == 0 && w.Restarts == 0 && w.Channels == world.FIFO && w.Initial == world.NobodyElected
	var meant []model.Formula
	for _, f := range w.Algorithm.Formulas {
		switch f.Cause {
		case model.OneStarter:
			if !harmless || w.Starts != 1 {
				continue
			}
		case model.AnyStarters:
			if !harmless {
				continue
			}
		case model.LowestDetects:
			if !detects {
				continue
			}
		}
		known := func(g model.Formula) bool { return g.Cost == f.Cost && g.Claim == f.Claim }
		if !slices.ContainsFunc(meant, known) { // the narrower cause comes first
			meant = append(meant, f)
		}
	}
	return meant
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
	w.Line("reproduce: %s", c.command())
	w.Line("%s", c.Verdict())
	return w.Err
}
