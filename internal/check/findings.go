package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/internal/prose"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// Version is the version of Interrex that reports name.
const Version = "0.1.0"

// Findings are all results of a check.
type Findings struct {
	Question Question
	World    *world.World
	Counts   *checker.Report
	Decided  []Decision

	Mishap *Mishap // the panic of the election, if any; then Decided has the run to it, and the other results are empty

	Watched *Watched // the run to watch, if Watch has found one; nil: the counterexamples

	NoLeader *NoLeader // a run that may end without a leader, though decides and ends hold; nil: none found

	Warnings []Warning
	Exit     int
}

// A Decision is the verdict on one property.
type Decision struct {
	spec.Property
	Unasked  bool // it is evaluated, and counts for no exit code
	Promised bool // by the author, in such a world
	Verdict  checker.Verdict
	Premise  int  // states in which its premise is true
	Vacuous  bool // there is none
	Path     *checker.Path
	Story    *world.Story
	Ended    bool       // Story ends where nothing more can happen, owed or not
	Others   []Decision // the same decision, with other runs
}

// New puts together what the checker has decided: the verdicts on the properties asked, then how
// often the premise of each was true.
func New(r Question, w *world.World, counts *checker.Report) *Findings {
	f := &Findings{Question: r, World: w, Counts: counts}
	n := len(r.Properties)
	for i, property := range r.Properties {
		result, witness := counts.Results[i], counts.Results[n+i]
		d := Decision{Property: property, Unasked: !r.IsAsked(property.Name), Verdict: result.Verdict, Path: result.Path}
		d.Promised = r.World.Promises(property.Name)
		d.Premise = witness.Count
		d.Vacuous = d.Verdict == checker.Holds && witness.Verdict == checker.Violated
		if result.Path != nil {
			story := w.Tell(result.Path)
			d.Story, d.Ended = &story, IsTerminal(w, result.Path)
		}
		for _, path := range result.Others {
			other, story := d, w.Tell(path)
			other.Path, other.Story, other.Ended, other.Others = path, &story, IsTerminal(w, path), nil
			d.Others = append(d.Others, other)
		}
		f.Decided = append(f.Decided, d)
	}
	if len(counts.Results) > 2*n {
		f.NoLeader = f.noLeader(counts.Results[2*n].Path)
	}
	f.Warnings = f.warnings()
	f.Exit = f.exit()
	return f
}

// IsTerminal reports whether no step is possible after a path without a cycle.
func IsTerminal(w *world.World, p *checker.Path) bool {
	last := p.Initial
	if n := len(p.Stem); n > 0 {
		last = p.Stem[n-1].To
	}
	terminal := len(p.Cycle) == 0
	fault := w.Try(last, func(_ checker.Step, to checker.State) { terminal = terminal && to == nil })
	return terminal && fault == nil
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
	worst := f.worst()
	switch {
	case worst != nil:
		return worst.exit()
	case f.Question.Vacuous && len(f.Warnings) > 0:
		return ExitError
	case !f.Counts.Complete:
		return ExitInconclusive
	}
	return ExitHolds
}

// Kind is "safety" or "liveness".
func (d Decision) Kind() string {
	if d.IsLiveness() {
		return "liveness"
	}
	return "safety"
}

// rate is how many the exploration did in a second.
func rate(n int, c *checker.Report) int {
	if c.Seconds <= 0 {
		return 0
	}
	return int(float64(n) / c.Seconds)
}

// A Warning is a part that a complete exploration has not exercised: a property with a premise that is never
// true, or an action that is never taken.
type Warning struct {
	About string // "property", "action", or "kind": a kind of message that a timer waits for and that is never sent
	Name  string
	Sent  string // of a kind: those that are sent, "Alive, Elected"
}

// warnings lists them, properties first. An action that is never taken is a warning only if the world includes
// all of the author's world: otherwise it may be missing on purpose.
func (f *Findings) warnings() []Warning {
	var all []Warning
	for _, d := range f.asked() {
		if d.Vacuous {
			all = append(all, Warning{About: "property", Name: d.Name})
		}
	}
	if !f.Counts.Complete {
		return all
	}
	unsent, sent := f.World.Unsent()
	for _, kind := range unsent {
		all = append(all, Warning{About: "kind", Name: kind.String(), Sent: listed(sent)})
	}
	if f.Question.World.LeavesOut() {
		return all
	}
	for _, a := range f.Counts.Actions {
		if a.Taken == 0 {
			all = append(all, Warning{About: "action", Name: a.Action})
		}
	}
	return all
}

// Text is the warning in one sentence.
func (w Warning) Text() string {
	switch w.About {
	case "action":
		return w.Name + " is never taken"
	case "kind":
		return fmt.Sprintf("OnItsWay asks for %s, which no step of this world sends; sent are %s", w.Name, cmp.Or(w.Sent, "none"))
	}
	return w.Name + " is vacuous: its premise is true in no state"
}

// Reproach counts the warnings: "2 properties are vacuous, 1 action is never taken".
func Reproach(warnings []Warning) string {
	number := map[string]int{}
	for _, w := range warnings {
		number[w.About]++
	}
	var words []string
	for _, c := range []struct{ about, subject, is string }{{"property", "property", "vacuous"}, {"action", "action", "never taken"}, {"kind", "kind of message", "asked for and never sent"}} {
		if n := number[c.about]; n > 0 {
			words = append(words, prose.Verb(n, c.subject)+" "+c.is)
		}
	}
	return strings.Join(words, ", ")
}

// Misspelt writes the warnings about kinds of messages that are never sent, which may be misspelt.
func (f *Findings) Misspelt(w *prose.Writer) {
	alarm(w, slices.DeleteFunc(slices.Clone(f.Warnings), func(w Warning) bool { return w.About != "kind" }))
}

// Unexercised writes the warnings about vacuous properties and about kinds of messages that are never sent.
func (f *Findings) Unexercised(w *prose.Writer) {
	alarm(w, slices.DeleteFunc(slices.Clone(f.Warnings), func(w Warning) bool { return w.About == "action" }))
}

// alarm writes the warnings, one line for each kind.
func alarm(w *prose.Writer, warnings []Warning) {
	if len(warnings) > 0 {
		w.Line("")
	}
	for _, text := range joined(warnings) {
		w.Line("warning: %s", text)
	}
}

// joined are the warnings in words, one sentence for each kind.
func joined(warnings []Warning) (texts []string) {
	names := map[string][]string{}
	for _, w := range warnings {
		if names[w.About] = append(names[w.About], w.Name); w.About == "kind" {
			texts = append(texts, w.Text())
		}
	}
	if vacuous := names["property"]; len(vacuous) > 0 {
		texts = append(texts, "vacuous, with a premise that is never true: "+strings.Join(vacuous, ", "))
	}
	if idle := names["action"]; len(idle) > 0 {
		texts = append(texts, "never taken: "+strings.Join(idle, ", "))
	}
	return texts
}

func listed(kinds []model.Kind) string {
	var all []string
	for _, k := range kinds {
		all = append(all, k.String())
	}
	return strings.Join(all, ", ")
}
