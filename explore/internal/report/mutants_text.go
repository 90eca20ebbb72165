package report

import (
	"io"
	"strings"

	"interrex/checker"
	"interrex/explore/internal/request"
	"interrex/model/mutants"
)

// Text writes the table of the trials, or all about one that was asked for by name.
func (m *Mutants) Text(out io.Writer) error {
	w := &writer{out: out}
	w.line("interrex %s   mutants: election algorithms with one small wound each", Version)
	w.line("")
	if m.request.Alone && len(m.tried) == 1 {
		m.one(w, m.tried[0])
	} else {
		m.table(w)
	}
	w.line("%s", m.Verdict())
	return w.err
}

// table has a paragraph for each algorithm, and in it for each mutant: which rule is wounded, what
// it breaks, in how many steps, what else; then what it does instead, and who did so before.
func (m *Mutants) table(w *writer) {
	w.line("Each has the rule that is wounded, the property that this breaks and the length of a shortest")
	w.line("counterexample (of a lasso: way in + cycle), then what else it breaks. Without the wound all")
	w.line("these properties hold.")
	w.line("")
	for _, algorithm := range mutants.Algorithms() {
		score := m.score(algorithm)
		if score.All() == 0 {
			continue
		}
		w.line("%s, whose rules are in spec/%s.md: %s", algorithm, algorithm, tally(score))
		w.line("")
		for _, t := range m.tried {
			if t.Mutant.Of == algorithm {
				row(w, t)
			}
		}
		w.line("")
	}
}

func row(w *writer, t *mutants.Trial) {
	what := fate(t)
	if others := also(t); len(others) > 0 {
		what += "; also " + strings.Join(others, " ")
	}
	w.line("  %-5s %-21s %s", t.Mutant.Rule, t.Mutant.Name, what)
	w.line("        %s", sentence(t.Mutant))
}

// sentence says what is wrong with a mutant, and where that has been seen.
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

// one tells all about one mutant: both worlds, the verdicts, and the counterexample.
func (m *Mutants) one(w *writer, t *mutants.Trial) {
	a := t.World.Config().Algorithm
	healthy := &Findings{Request: &request.Request{World: t.Mutant.Healthy()}}
	wounded := wounds(t)
	w.line("%s of %s: %s (%s)", t.Mutant.Name, a.Name, a.Title, a.Source)
	w.line("wound of %s in spec/%s.md: %s", t.Mutant.Rule, a.Name, sentence(t.Mutant))
	if line := healthy.worldLine(); line != wounded.worldLine() {
		w.line("healthy world: %s", line)
		w.line("wounded world: %s", wounded.worldLine())
	} else {
		w.line("world: %s", line)
	}
	w.line("")
	w.line("without the wound: %s; %s", counted(t.Healthy), healthyBound(t))
	w.line("with the wound:    %s; %s", counted(t.Report), wounded.completeness())
	w.line("")
	for i, d := range wounded.Decided {
		w.line("  %-9s %-20s %-13s %s without the wound", d.kind(), d.Name, loud(d.Verdict), loud(t.Healthy.Results[i].Verdict))
	}
	wounded.counterexamples(w)
	w.line("")
	w.line("%s %s.", t.Mutant.Name, fate(t))
	w.line("")
	w.line("reproduce: %s", strings.Replace((&Findings{Request: m.request}).command(), "explore", "explore mutants", 1))
}

func counted(c *checker.Report) string {
	return plural(c.States, "state") + ", " + plural(c.Steps, "step") + ", " + grouped(c.Terminal) + " terminal"
}

func healthyBound(t *mutants.Trial) string {
	return (&Findings{Request: &request.Request{World: t.Mutant.Healthy()}, Counts: t.Healthy}).completeness()
}

// wounds are the findings for the wounded world. Of the runs only that of the property is told
// that the mutant names.
func wounds(t *mutants.Trial) *Findings {
	f := &Findings{Request: &request.Request{World: t.World.Config()}, World: t.World, Counts: t.Report}
	for i, p := range t.Mutant.Asked() {
		result := t.Report.Results[i]
		d := Decision{Property: p, Verdict: result.Verdict, Path: result.Path, Shortest: result.Shortest}
		if named := t.Named(); named != nil && named.Property.Name == p.Name {
			story := t.World.Tell(named.Path)
			d.Story, d.Ended = &story, isTerminal(t.World, named.Path)
		}
		f.Decided = append(f.Decided, d)
	}
	return f
}
