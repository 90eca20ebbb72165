package mutating

import (
	"fmt"
	"io"

	"interrex/checker"
	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/model/mutants"
)

// Text writes the trials by algorithm, and the counterexample of the one asked for by name.
func (m *Mutants) Text(w *prose.Writer) {
	w.Line("interrex %s   mutants: election algorithms with one rule changed each", check.Version)
	w.Line("")
	w.Line("Each line has the changed rule, the property that the mutant breaks and the length of a shortest")
	w.Line("counterexample (of a lasso: stem + cycle). Then come the other broken properties. The original")
	w.Line("algorithm has all these properties.")
	w.Line("")
	for _, algorithm := range m.request.algorithms() {
		score := m.score(algorithm)
		if len(score) == 0 {
			continue
		}
		w.Line("%s (rules in spec/%s.md): %s", algorithm, algorithm, tally(score))
		w.Line("")
		for _, t := range m.tried {
			if t.Mutant.Of == algorithm {
				row(w, t)
			}
		}
		w.Line("")
	}
	if m.request.Alone && len(m.tried) == 1 {
		draw(w, m.tried[0])
		w.Line("reproduce: %s", m.request.Reproduce())
	}
}

// row writes the rule changed, the property violated, in how many steps, and the other properties; then what the mutant
// does instead, and which real program did the same.
func row(w *prose.Writer, t *mutants.Trial) {
	what, also := fate(t), ""
	for _, b := range t.Broken {
		if b.Property.Name != t.Mutant.Breaks {
			also += " " + b.Property.Name
		}
	}
	if also != "" {
		what += "; also" + also
	}
	w.Line("  %-5s %-21s %s", t.Mutant.Rule, t.Mutant.Name, what)
	w.Line("        %s", sentence(t.Mutant))
}

// sentence describes a mutation, and where it was seen in practice.
func sentence(m mutants.Mutant) string {
	text := m.Wound
	if m.OfWorld() {
		text = "the world " + text
	}
	if m.Known != "" {
		text += " [" + m.Known + "]"
	}
	return text
}

// fate describes the end of a trial.
func fate(t *mutants.Trial) string {
	switch named := t.Named(); {
	case named != nil:
		return "breaks " + named.Property.Name + " in " + length(t, *named)
	case t.Outcome == mutants.Killed && t.Mutant.Breaks == "":
		return "killed, and claimed to break nothing"
	case t.Outcome == mutants.Killed:
		return "killed, but keeps " + t.Mutant.Breaks
	case t.Outcome == mutants.Equivalent:
		return fmt.Sprintf("equivalent: in lockstep with the original through all %s", prose.Plural(t.Likeness.Pairs, "state"))
	case t.Outcome == mutants.Survived:
		return "survived: breaks no property, and the two worlds are not equivalent"
	}
	return t.Outcome.String()
}

// length gives the length of a counterexample: the steps of the stem and of the cycle. If the world was not
// explored wholly, a shorter lasso may exist.
func length(t *mutants.Trial, b mutants.Breakage) string {
	text := prose.Plural(b.Length(), "step")
	if n := len(b.Path.Cycle); n > 0 {
		text = fmt.Sprintf("%d + %s", len(b.Path.Stem), prose.Plural(n, "step"))
	}
	if !t.IsShortest(b) {
		text = "at most " + text
	}
	return text
}

// draw writes the world of a mutant, and the counterexample to the property that the mutant names.
func draw(w *prose.Writer, t *mutants.Trial) {
	f := &check.Findings{Question: check.Question{World: t.World.Config()}, World: t.World, Counts: t.Report}
	w.Line("world: %s", f.Question.WorldLine())
	w.Line("original: %s", counted(t.Healthy))
	w.Line("mutant:   %s; %s", counted(t.Report), f.Completeness())
	if named := t.Named(); named != nil {
		f.Decided = []check.Decision{check.Decision{Property: named.Property, Verdict: checker.Violated}.Along(t.World, named.Path)}
	}
	f.Draw(w)
	w.Line("")
}

func counted(c *checker.Report) string {
	return prose.Plural(c.States, "state") + ", " + prose.Plural(c.Steps, "step") + ", " + prose.Grouped(c.Terminal) + " terminal"
}

// mutant is a trial in JSON. The ledger reads it, too.
type mutant struct {
	Algorithm string      `json:"algorithm"`
	Name      string      `json:"name"`
	World     check.World `json:"world"`
	Outcome   string      `json:"outcome"`
	AsClaimed bool        `json:"as_claimed"`
	Broken    []breakage  `json:"broken"` // the properties that the mutant violates and the original keeps
	Wounded   size        `json:"wounded"`
}

type breakage struct {
	Property string `json:"property"`
	Stem     int    `json:"stem"`
	Cycle    int    `json:"cycle"`
	Shortest bool   `json:"shortest"`
}

// size is the explored part of the mutant's world.
type size struct {
	States   int  `json:"states"`
	Steps    int  `json:"steps"`
	Complete bool `json:"complete"`
}

// JSON writes the trials as one object.
func (m *Mutants) JSON(out io.Writer) error {
	all := []mutant{}
	for _, t := range m.tried {
		one := mutant{t.Mutant.Of, t.Mutant.Name, check.JSONWorld(t.World.Config()), t.Outcome.String(), t.AsClaimed(),
			[]breakage{}, size{t.Report.States, t.Report.Steps, t.Report.Complete}}
		for _, b := range t.Broken {
			one.Broken = append(one.Broken, breakage{b.Property.Name, len(b.Path.Stem), len(b.Path.Cycle), t.IsShortest(b)})
		}
		all = append(all, one)
	}
	return prose.JSON(out, struct {
		Interrex string   `json:"interrex"`
		Mutants  []mutant `json:"mutants"`
		Exit     int      `json:"exit"`
	}{check.Version, all, m.Exit()})
}
