package report

import (
	"fmt"

	"interrex/checker"
	"interrex/explore/internal/request"
	"interrex/model/world"
	"interrex/spec"
	"interrex/traces/draw"
)

// A Shown is a counterexample as a page shows it.
type Shown struct {
	Decision
	Number int    // among those of its property, from 1
	Shape  string // what kind of run it is
	Run    *draw.Run
}

// Counterexamples are all that there are, in the order of the properties.
func (f *Findings) Counterexamples() (all []Shown) {
	for _, d := range f.Decided {
		if d.Story == nil {
			continue
		}
		for i, run := range append([]Decision{d}, d.Others...) {
			all = append(all, Shown{run, i + 1, f.shape(run), f.exchanged(run)})
		}
	}
	return all
}

// Walked is a run that somebody walks through a world: what it shows of itself, and no verdict.
func Walked(r *request.Request, w *world.World, p *checker.Path) *draw.Run {
	story := w.Tell(p)
	return (&Findings{Request: r, World: w}).exchanged(Decision{Path: p, Story: &story})
}

// Kind is "safety" or "liveness".
func (d Decision) Kind() string { return d.kind() }

// PremiseIn says in how many states the premise is true.
func (f *Findings) PremiseIn(d Decision) string {
	return premise(d.Premise, f.Counts.Complete || d.Vacuous)
}

// Said are the warnings in words.
func (f *Findings) Said() (said []string) {
	for _, w := range f.Warnings {
		said = append(said, w.text())
	}
	return said
}

// WorldLine is the world in one line: every flag in force.
func WorldLine(r *request.Request) string { return (&Findings{Request: r}).worldLine() }

// Command is the command that asks the same.
func Command(r *request.Request) string { return (&Findings{Request: r}).command() }

// Grouped spells a number with commas.
func Grouped(n int) string { return grouped(n) }

// Title is what an algorithm is called, and where it is from.
func Title(r *request.Request) string {
	a := r.World.Algorithm
	return fmt.Sprintf("%s: %s (%s)", a.Name, a.Title, a.Source)
}

// Explain says in words how a run that somebody has walked violates a property. A cycle that is not
// fair violates nothing, and that is said instead.
func Explain(r *request.Request, w *world.World, p *checker.Path, property spec.Property) (words []string, fair bool) {
	f, story := &Findings{Request: r, World: w}, w.Tell(p)
	if owed, unfair := w.Overdue(p); unfair {
		return []string{fmt.Sprintf("It is not fair: in the cycle it stays possible that %s; that is owed, and never happens.", f.deed(owed))}, false
	}
	return f.explain(Decision{Property: property, Path: p, Story: &story, Ended: isTerminal(w, p)}), true
}
