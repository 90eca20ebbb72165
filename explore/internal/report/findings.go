package report

import (
	"slices"

	"interrex/checker"
	"interrex/explore/internal/request"
	"interrex/model/world"
	"interrex/spec"
)

// Version is the version of Interrex that reports name.
const Version = "0.1.0"

// Findings are all that is known after a check.
type Findings struct {
	Request *request.Request
	World   *world.World
	Counts  *checker.Report
	Decided []Decision

	Warnings []Warning
	Exit     int
}

// A Decision is the verdict on one property.
type Decision struct {
	spec.Property
	Promised bool // by the author, in such a world
	Verdict  checker.Verdict
	Premise  int  // states that it says anything about
	Vacuous  bool // there is none
	Path     *checker.Path
	Shortest bool // Path is a shortest one, or its way in is
	Story    *world.Story
	Ended    bool       // Story ends where nothing more can happen, owed or not
	Others   []Decision // the same with other runs
}

// New puts together what the checker has decided: the verdicts on the properties asked, then how
// often the premise of each was true.
func New(r *request.Request, w *world.World, counts *checker.Report) *Findings {
	f := &Findings{Request: r, World: w, Counts: counts}
	n := len(r.Properties)
	for i, property := range r.Properties {
		result, witness := counts.Results[i], counts.Results[n+i]
		d := Decision{Property: property, Verdict: result.Verdict, Path: result.Path, Shortest: result.Shortest}
		d.Promised = r.World.Promises(property.Name)
		d.Premise = witness.Count
		d.Vacuous = d.Verdict == checker.Holds && witness.Verdict == checker.Violated
		if result.Path != nil {
			story := w.Tell(result.Path)
			d.Story, d.Ended = &story, isTerminal(w, result.Path)
		}
		for _, path := range result.Others {
			other, story := d, w.Tell(path)
			other.Path, other.Story, other.Ended, other.Others = path, &story, isTerminal(w, path), nil
			d.Others = append(d.Others, other)
		}
		f.Decided = append(f.Decided, d)
	}
	f.Warnings = f.warnings()
	f.Exit = f.exit()
	return f
}

// isTerminal reports whether no step is possible after a path, which is no cycle.
func isTerminal(w *world.World, p *checker.Path) bool {
	last := p.Initial
	if n := len(p.Stem); n > 0 {
		last = p.Stem[n-1].To
	}
	terminal := len(p.Cycle) == 0
	w.Steps(last, func(_ checker.Step, to checker.State) { terminal = terminal && to == nil })
	return terminal
}

// The exit codes of the design; TLC's where TLC has one.
const (
	ExitHolds        = 0
	ExitStuck        = 11
	ExitSafety       = 12
	ExitLiveness     = 13
	ExitError        = 75  // a model or property panicked, or there are warnings under -fail-on=vacuous
	ExitInput        = 150 // an input file is wrong
	ExitFlags        = 151
	ExitInconclusive = 152
	ExitBug          = 255
)

// exit is the code by verdict: the worst wins.
func (f *Findings) exit() int {
	violated := func(of func(d Decision) bool) bool {
		return slices.ContainsFunc(f.Decided, func(d Decision) bool { return d.Verdict == checker.Violated && of(d) })
	}
	isStuck := func(d Decision) bool { return d.Rest != nil }
	switch {
	case violated(func(d Decision) bool { return !d.IsLiveness() && !isStuck(d) }):
		return ExitSafety
	case violated(isStuck):
		return ExitStuck
	case violated(func(d Decision) bool { return d.IsLiveness() }):
		return ExitLiveness
	case f.Request.Vacuous && len(f.Warnings) > 0:
		return ExitError
	case !f.Counts.Complete:
		return ExitInconclusive
	}
	return ExitHolds
}

// kind is the word of the JSON.
func (d Decision) kind() string {
	if d.IsLiveness() {
		return "liveness"
	}
	return "safety"
}
