package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/model"
	"interrex/traces/draw"
)

// runs are the counterexamples with all their states, in the order of the properties.
func (f *Findings) runs() (runs []*draw.Run) {
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
func (f *Findings) first() *draw.Run {
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
func (f *Findings) exchanged(d Decision) *draw.Run {
	c, r := f.Request.World, drawing(f.Request.World, d)
	r.Title, r.Command = fmt.Sprintf("%s: %s", c.Algorithm.Name, c.Algorithm.Title), f.command()
	r.Property, r.Violation, r.Ring = d.Name, d.Violation, c.Algorithm.Topology.IsRing()
	r.States = append(r.States, f.state(d.Path.Initial))
	for _, t := range slices.Concat(d.Path.Stem, d.Path.Cycle) {
		r.States = append(r.States, f.state(t.To))
	}
	if d.Name != "" {
		r.Words = f.explain(d)
	}
	return &r
}

func (f *Findings) state(s checker.State) (state draw.State) {
	snapshot := f.World.Snapshot(s)
	for _, m := range snapshot.Members {
		member := draw.Member{Dead: !m.Live}
		for _, v := range m.Variables {
			member.Variables = append(member.Variables, draw.Variable(v))
		}
		state.Members = append(state.Members, member)
	}
	place := func(id model.ID) int { return slices.Index(f.Request.World.IDs, id) }
	for _, m := range snapshot.InFlight {
		state.Under = append(state.Under, draw.Message{From: place(m.From), To: place(m.To), Text: m.Message})
	}
	return state
}

// Exchange writes the findings in one of the formats of other programs, or as a picture.
func (f *Findings) Exchange(format string) func(io.Writer) error {
	switch format {
	case "svg":
		return f.SVG
	case "html":
		return func(w io.Writer) error { return draw.HTML(w, f.Page()) }
	case "itf":
		return f.first().ITF
	case "shiviz":
		return func(w io.Writer) error { return draw.ShiViz(w, f.runs()) }
	case "junit":
		return f.JUnit
	}
	return nil
}

// Page is what a page of its own tells.
func (f *Findings) Page() draw.Page {
	a := f.Request.World.Algorithm
	return draw.Page{
		Title: fmt.Sprintf("%s: %s", a.Name, a.Title), Command: f.command(), World: f.worldLine(),
		Verdict: strings.TrimPrefix(f.Verdict(), "verdict: "), Runs: f.runs(),
	}
}

// SVG draws the first counterexample; a file holds only one picture. Where there is none, it draws
// the processes at first.
func (f *Findings) SVG(out io.Writer) error { return draw.SVG(out, *f.first()) }
