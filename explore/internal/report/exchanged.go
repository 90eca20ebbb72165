package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/explore/internal/exchange"
	"interrex/model"
	"interrex/model/world"
	"interrex/traces/draw"
)

// runs are the counterexamples with all their states, in the order of the properties.
func (f *Findings) runs() (runs []*exchange.Run) {
	for i := range f.Decided {
		if f.Decided[i].Story == nil {
			continue
		}
		runs = append(runs, f.exchanged(f.Decided[i]))
		for n, other := range f.Decided[i].Others {
			run := f.exchanged(other)
			run.Title += fmt.Sprintf(", run %d", n+2)
			runs = append(runs, run)
		}
	}
	return runs
}

// first is the run that a file with room for one holds: the first counterexample or, where there is
// none, an initial state.
func (f *Findings) first() *exchange.Run {
	if runs := f.runs(); len(runs) > 0 {
		return runs[0]
	}
	var initial checker.State
	f.World.Init(func(s checker.State) {
		if initial == nil {
			initial = slices.Clone(s)
		}
	})
	path := &checker.Path{Initial: initial}
	story := f.World.Tell(path)
	return f.exchanged(Decision{Path: path, Story: &story})
}

// exchanged puts a decision's run together with its states.
func (f *Findings) exchanged(d Decision) *exchange.Run {
	c := f.Request.World
	r := &exchange.Run{
		Title: fmt.Sprintf("%s: %s", c.Algorithm.Name, c.Algorithm.Title), Command: f.command(), Property: d.Name, Violation: d.Violation,
		Ring: c.Algorithm.Topology.IsRing(), Cycle: draw.NoCycle,
	}
	for _, id := range c.IDs {
		r.Processes = append(r.Processes, fmt.Sprintf("P%d", id))
	}
	r.States = append(r.States, f.state(d.Path.Initial))
	for _, t := range slices.Concat(d.Path.Stem, d.Path.Cycle) {
		r.States = append(r.States, f.state(t.To))
	}
	drawn := drawing(c, d)
	r.Cycle = drawn.Cycle
	for i, o := range slices.Concat(d.Story.Stem, d.Story.Cycle) {
		r.Steps = append(r.Steps, f.step(o, drawn.Steps[i].Note))
	}
	if d.Name != "" {
		r.Words = f.explain(d)
	}
	return r
}

// place is where a process stands, Nobody nowhere.
func (f *Findings) place(id model.ID) int {
	if id == model.Nobody {
		return exchange.Nobody
	}
	return slices.Index(f.Request.World.IDs, id)
}

func (f *Findings) step(o world.Occurrence, note string) exchange.Step {
	s := exchange.Step{Action: o.Action, Process: f.place(o.Process), Peer: f.place(o.Peer), Message: o.Message, CrashAfter: o.CrashAfter, Note: note}
	for _, sent := range o.Sends {
		s.Sends = append(s.Sends, exchange.Send{To: f.place(sent.To), Text: sent.Message, Lost: sent.Lost})
	}
	return s
}

func (f *Findings) state(s checker.State) exchange.State {
	var state exchange.State
	snapshot := f.World.Snapshot(s)
	for _, m := range snapshot.Members {
		member := exchange.Member{Dead: !m.Live}
		for _, v := range m.Variables {
			member.Variables = append(member.Variables, exchange.Variable(v))
		}
		state.Members = append(state.Members, member)
	}
	for _, m := range snapshot.InFlight {
		state.Under = append(state.Under, exchange.Message{From: f.place(m.From), To: f.place(m.To), Text: m.Message})
	}
	return state
}

// Exchange writes the findings in one of the formats of other programs, or as a picture.
func (f *Findings) Exchange(format string) func(io.Writer) error {
	switch format {
	case "svg":
		return f.SVG
	case "html":
		return func(w io.Writer) error { return exchange.HTML(w, f.Page()) }
	case "itf":
		return f.first().ITF
	case "shiviz":
		return func(w io.Writer) error { return exchange.ShiViz(w, f.runs()) }
	case "junit":
		return f.JUnit
	}
	return nil
}

// Page is what a page of its own tells.
func (f *Findings) Page() exchange.Page {
	a := f.Request.World.Algorithm
	return exchange.Page{
		Title: fmt.Sprintf("%s: %s", a.Name, a.Title), Command: f.command(), World: f.worldLine(),
		Verdict: strings.TrimPrefix(f.Verdict(), "verdict: "), Runs: f.runs(),
	}
}

// SVG draws the first counterexample; a file holds only one picture. Where there is none, it draws
// the processes at first.
func (f *Findings) SVG(out io.Writer) error { return draw.SVG(out, f.first().Drawing()) }
