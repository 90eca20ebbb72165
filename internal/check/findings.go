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
	World    *world.World // nil if it was dropped to save memory: then runs have fewer words
	Counts   *checker.Report
	Decided  []Decision

	Mishap   *Mishap   // the panic of the election, if any; then Decided has the run to it, and the other results are empty
	Watched  *Shown    // the run to watch, if Watch has found one; nil: the counterexamples
	NoLeader *noLeader // a run that may end without a leader, though decides and ends hold; nil: none found
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
	Ended    bool // no step is possible after Story, required or not
}

// findings puts together what the checker has decided: the verdicts on the properties asked, then how
// often the premise of each was true.
func findings(r Question, w *world.World, counts *checker.Report) *Findings {
	f := &Findings{Question: r, World: w, Counts: counts}
	n := len(r.Properties)
	for i, property := range r.Properties {
		result, witness := counts.Results[i], counts.Results[n+i]
		d := Decision{Property: property, Unasked: !r.IsAsked(property.Name), Promised: r.World.Promises(property.Name),
			Verdict: result.Verdict, Premise: witness.Count}
		d.Vacuous = d.Verdict == checker.Holds && witness.Verdict == checker.Violated
		if result.Path != nil {
			d = d.Along(w, result.Path)
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

// Along is the decision with a run.
func (d Decision) Along(w *world.World, p *checker.Path) Decision {
	story, states := w.Tell(p), p.States()
	d.Path, d.Story, d.Ended = p, &story, len(p.Cycle) == 0
	fault := w.Try(states[len(states)-1], func(_ checker.Step, to checker.State) { d.Ended = d.Ended && to == nil })
	d.Ended = d.Ended && fault == nil
	return d
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

// worst is the violated property that decides the exit code; nil if no asked property is violated.
func (f *Findings) worst() (worst *Decision) {
	severity := []int{ExitSafety, ExitStuck, ExitLiveness}
	for _, d := range f.asked() {
		if d.Story != nil && (worst == nil || slices.Index(severity, d.exit()) < slices.Index(severity, worst.exit())) {
			worst = &d
		}
	}
	return worst
}

// exit is the exit code of a violation.
func (d Decision) exit() int {
	switch {
	case d.IsLiveness():
		return ExitLiveness
	case d.Rest != nil:
		return ExitStuck
	}
	return ExitSafety
}

// asked are the decisions that count for the exit code.
func (f *Findings) asked() []Decision {
	return slices.DeleteFunc(slices.Clone(f.Decided), func(d Decision) bool { return d.Unasked })
}

// Kind is "safety" or "liveness".
func (d Decision) Kind() string {
	if d.IsLiveness() {
		return "liveness"
	}
	return "safety"
}

func rate(n int, c *checker.Report) int {
	if c.Seconds <= 0 {
		return 0
	}
	return int(float64(n) / c.Seconds)
}

// A Warning is a part that a complete exploration has not exercised: a property with a premise that is never
// true, an action that is never taken, or a kind of message that a timer waits for and that is never sent.
type Warning struct {
	// The property or action concerned.
	About string `json:"about"`
	// The property or the action.
	Name string `json:"name"`
	// The warning in words for people.
	Text string `json:"text"`
}

// warnings lists them, properties first. An action that is never taken is a warning only if the world includes
// all of the author's world: otherwise it may be missing on purpose.
func (f *Findings) warnings() []Warning {
	all := []Warning{}
	add := func(about, name, words string) { all = append(all, Warning{about, name, words}) }
	for _, d := range f.asked() {
		if d.Vacuous {
			add("property", d.Name, d.Name+" is vacuous: its premise is true in no state")
		}
	}
	if !f.Counts.Complete {
		return all
	}
	unsent, sent := f.World.Unsent()
	kinds := cmp.Or(strings.Join(each(sent, model.Kind.String), ", "), "none")
	for _, kind := range unsent {
		add("kind", kind.String(), fmt.Sprintf("OnItsWay asks for %s, which no step of this world sends; sent are %s", kind, kinds))
	}
	for _, a := range f.Counts.Actions {
		if a.Taken == 0 && !f.Question.World.LeavesOut() {
			add("action", a.Action, a.Action+" is never taken")
		}
	}
	return all
}

// Reproach counts the warnings: "2 properties are vacuous, 1 action is never taken".
func Reproach(warnings []Warning) string {
	var words []string
	for _, c := range [][3]string{{"property", "property", "vacuous"}, {"action", "action", "never taken"},
		{"kind", "kind of message", "asked for and never sent"}} {
		verb := " are "
		n := len(about(warnings, c[0]))
		if n == 1 {
			verb = " is "
		}
		if n > 0 {
			words = append(words, prose.Plural(n, c[1])+verb+c[2])
		}
	}
	return strings.Join(words, ", ")
}

func about(warnings []Warning, kind string) (names []string) {
	for _, w := range warnings {
		if w.About == kind {
			names = append(names, w.Name)
		}
	}
	return names
}

// Alarm writes the warnings about some kinds, without any about all: a line for each kind.
func (f *Findings) Alarm(w *prose.Writer, kinds ...string) {
	warnings := slices.DeleteFunc(slices.Clone(f.Warnings), func(w Warning) bool {
		return kinds != nil && !slices.Contains(kinds, w.About)
	})
	for i, text := range joined(warnings) {
		if i == 0 {
			w.Line("")
		}
		w.Line("warning: %s", text)
	}
}

func joined(warnings []Warning) (texts []string) {
	for _, w := range warnings {
		if w.About == "kind" {
			texts = append(texts, w.Text)
		}
	}
	if vacuous := about(warnings, "property"); vacuous != nil {
		texts = append(texts, "vacuous, with a premise that is never true: "+strings.Join(vacuous, ", "))
	}
	if idle := about(warnings, "action"); idle != nil {
		texts = append(texts, "never taken: "+strings.Join(idle, ", "))
	}
	return texts
}

// Said are the warnings in words, and a run that may end without a leader.
func (f *Findings) Said() (said []string) {
	said = joined(f.Warnings)
	if f.NoLeader != nil {
		said = append(said, f.NoLeader.Text)
	}
	return said
}
