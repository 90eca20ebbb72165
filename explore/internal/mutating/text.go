package mutating

import (
	"io"
	"strings"

	"interrex/checker"
	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/model/mutants"
)

// Text writes the table of the trials, or all about the one asked for by name.
func (m *Mutants) Text(out io.Writer) error {
	w := &prose.Writer{Out: out}
	w.Line("interrex %s   mutants: election algorithms with one rule changed each", check.Version)
	w.Line("")
	if m.request.Alone && len(m.tried) == 1 {
		m.one(w, m.tried[0])
	} else {
		m.table(w)
	}
	w.Line("%s", m.Verdict())
	return w.Err
}

// table writes a paragraph for each algorithm. For each mutant it has the rule changed, the property violated, in
// how many steps, and the other properties; then what the mutant does instead, and which real program did the
// same.
func (m *Mutants) table(w *prose.Writer) {
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
}

func row(w *prose.Writer, t *mutants.Trial) {
	what := fate(t)
	if others := also(t); len(others) > 0 {
		what += "; also " + strings.Join(others, " ")
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

// one writes all about one mutant: both worlds, the verdicts, and the counterexample.
func (m *Mutants) one(w *prose.Writer, t *mutants.Trial) {
	a := t.World.Config().Algorithm
	healthy := &check.Findings{Question: check.Question{World: t.Mutant.Healthy()}}
	wounded := wounds(t)
	w.Line("%s of %s: %s (%s)", t.Mutant.Name, a.Name, a.Title, a.Source)
	w.Line("change of %s in spec/%s.md: %s", t.Mutant.Rule, a.Name, sentence(t.Mutant))
	if line := healthy.Question.WorldLine(); line != wounded.Question.WorldLine() {
		w.Line("healthy world: %s", line)
		w.Line("wounded world: %s", wounded.Question.WorldLine())
	} else {
		w.Line("world: %s", line)
	}
	w.Line("")
	w.Line("original: %s; %s", counted(t.Healthy), healthyBound(t))
	w.Line("mutant:   %s; %s", counted(t.Report), wounded.Completeness())
	w.Line("")
	for i, d := range wounded.Decided {
		w.Line("  %-9s %-26s %-13s original: %s", d.Kind(), d.Name, check.Loud(d.Verdict), check.Loud(t.Healthy.Results[i].Verdict))
	}
	wounded.Draw(w)
	w.Line("")
	w.Line("%s %s.", t.Mutant.Name, fate(t))
	w.Line("")
	w.Line("reproduce: %s", m.request.Reproduce())
}

func counted(c *checker.Report) string {
	return prose.Plural(c.States, "state") + ", " + prose.Plural(c.Steps, "step") + ", " + prose.Grouped(c.Terminal) + " terminal"
}

func healthyBound(t *mutants.Trial) string {
	return (&check.Findings{Question: check.Question{World: t.Mutant.Healthy()}, Counts: t.Healthy}).Completeness()
}

// wounds are the findings for the mutant's world. They keep only the counterexample to the property that the
// mutant names.
func wounds(t *mutants.Trial) *check.Findings {
	f := &check.Findings{Question: check.Question{World: t.World.Config()}, World: t.World, Counts: t.Report}
	for i, p := range t.Mutant.Asked() {
		result := t.Report.Results[i]
		d := check.Decision{Property: p, Verdict: result.Verdict, Path: result.Path}
		if named := t.Named(); named != nil && named.Property.Name == p.Name {
			d = d.Along(t.World, named.Path)
		}
		f.Decided = append(f.Decided, d)
	}
	return f
}
