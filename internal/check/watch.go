package check

import (
	"context"
	"fmt"

	"interrex/checker"
	"interrex/internal/runs"
	"interrex/internal/study"
	"interrex/model/world"
	"interrex/traces/draw"
	"interrex/traces/stage"
)

// A Show is which run a report shows: one of runs.Kinds, or the counterexamples; without one, an election or, if the check is
// inconclusive, the deepest path. The empty one is ShowCounterexample.
type Show string

// ShowCounterexample shows the counterexamples.
const ShowCounterexample Show = "counterexample"

// Values lists the kinds of runs that may be asked for.
func (Show) Values() []Show {
	all := []Show{ShowCounterexample}
	for _, kind := range runs.Kinds() {
		all = append(all, Show(kind))
	}
	return all
}

// deepest is what is shown of an inconclusive check.
const deepest Show = "deepest"

// A Watched is a run to watch that is no counterexample.
type Watched struct {
	Decision
	About Show   // what kind of run it is
	Note  string // what it is, in one sentence
	of    *Findings
}

// Walk is the run as a walk.
func (w *Watched) Walk() *study.Walk { return study.Along(w.of.World, w.Path) }

// Run puts it together with its states.
func (w *Watched) Run() *draw.Run {
	run := w.of.Run(w.Decision)
	run.Words = []string{w.Note}
	return run
}

// Document is its document.
func (w *Watched) Document() *stage.Run {
	run := w.of.Document(w.Decision)
	run.Note = w.Note
	return run
}

// Watch finds the run that the question asks to show, unless it is the counterexamples and there are some. The error is a *checker.ModelPanic.
func (f *Findings) Watch(ctx context.Context) error {
	show, note := f.Question.Show, ""
	isAny := show == "" || show == ShowCounterexample
	switch {
	case f.Mishap != nil || isAny && f.worst() != nil:
		return nil
	case isAny && f.Counts.Deepest != nil:
		f.watch(f.World, f.Counts.Deepest, deepest, fmt.Sprintf("The exploration ended at the bound on %s. This is a shortest run to one of the deepest states that it found.", f.Counts.Bound))
		return nil
	}
	if isAny {
		show = Show(runs.Election)
	}
	found, err := f.find(ctx, runs.Kind(show))
	if err == nil && found.Path == nil {
		show, note = Show(runs.Election), found.Note+" "
		found, err = f.find(ctx, runs.Election)
	}
	if err != nil {
		return err
	}
	f.watch(found.World, found.Path, show, note+found.Note)
	return nil
}

// find finds a run of a kind, in a world that has been explored.
func (f *Findings) find(ctx context.Context, kind runs.Kind) (runs.Found, error) {
	o := checker.Options{Workers: f.Question.Options.Workers, MaxMemory: f.Question.Options.MaxMemory}
	if kind == runs.Fewest || kind == runs.Most {
		o.MaxStates = max(runs.MostStates, f.Counts.States)
	}
	return runs.Find(ctx, f.Question.World, runs.Wish{Kind: kind, Seed: uint64(f.Question.Seed), Options: o})
}

func (f *Findings) watch(w *world.World, p *checker.Path, about Show, note string) {
	if p == nil { // the search was interrupted
		return
	}
	story := w.Tell(p)
	of := &Findings{Question: f.Question, World: w}
	f.Watched = &Watched{Decision{Path: p, Story: &story, Ended: IsTerminal(w, p)}, about, note, of}
}

// watching is the command that makes a page of the run.
func (q Question) watching() string {
	return fmt.Sprintf("%s -format=html -o=%s.html", q.Reproduce(), q.World.Algorithm.Name)
}
