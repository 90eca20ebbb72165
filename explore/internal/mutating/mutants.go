// Package mutating is the command mutants: mutated algorithms, and the property that each must violate.
package mutating

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/prose"
	"interrex/model/mutants"
)

// Command is the command.
func Command() *command.Command {
	return &command.Command{
		Name: "mutants", Group: command.Research, Usage: "[-algo=NAME [-mutant=NAME]]",
		Short: "checks that each mutant, an algorithm with one rule broken, violates its property",
		Codes: map[int]string{0: "each mutant is as claimed", 12: "one is not", 152: "one is undecided, or Ctrl-C"},
		New: func(p *command.Program) command.Asking {
			return &asked{Question: p.NewQuestion(), all: p.Mutants}
		},
	}
}

type asked struct {
	check.Question
	command.Delivery
	all     []mutants.Mutant
	Mutants []mutants.Mutant // the mutants asked for
	Alone   bool             // only one was asked for, by name
}

// Flags select all mutants, those of one algorithm, or one.
func (a *asked) Flags() flags.Table {
	algorithm, mutant := "", ""
	return slices.Concat(flags.Table{
		{Name: "algo", Takes: "NAME", Group: check.TheElection, Usual: true, Help: "the mutants of one algorithm", Words: a.algorithms,
			Set: func(text string) error {
				name, found := flags.Among(text, a.algorithms())
				if !found {
					return &flags.Choice{What: "-algo=" + text, Reason: "there is no such algorithm", Word: text, Those: "the algorithms are", Words: a.algorithms()}
				}
				algorithm = name
				return nil
			}},
		flags.Flag{Name: "mutant", Takes: "NAME", Group: check.Asked, Usual: true, Help: "one mutant",
			Words: func() []string { return mutants.Names(a.all, algorithm) },
			Then:  func(given bool) error { a.Alone = given; return a.choose(algorithm, mutant) }}.Text(&mutant),
		a.Crew(),
	}, a.Delivered("", "text", "json"))
}

// choose selects the mutants asked for.
func (a *asked) choose(algorithm, mutant string) error {
	if a.Alone && algorithm == "" {
		return errors.New("-algo is missing: -mutant=" + mutant + " is of one algorithm; the algorithms are " + strings.Join(a.algorithms(), ", "))
	}
	for _, m := range a.all {
		if (algorithm == "" || m.Of == algorithm) && (!a.Alone || m.Name == mutant) {
			a.Mutants = append(a.Mutants, m)
		}
	}
	if len(a.Mutants) > 0 || !a.Alone {
		return nil
	}
	return &flags.Choice{What: "-mutant=" + mutant, Reason: "there is no such mutant of " + algorithm, Word: mutant, Those: "its mutants are", Words: mutants.Names(a.all, algorithm)}
}

// algorithms are the algorithms that have mutants.
func (a *asked) algorithms() (names []string) {
	for _, m := range a.all {
		if !slices.Contains(names, m.Of) {
			names = append(names, m.Of)
		}
	}
	return names
}

// Run tries the mutants asked for.
func (a *asked) Run(ctx context.Context, c *command.Call) int {
	defer c.Progress(&a.Options)()
	found := &Mutants{request: a}
	for _, m := range a.Mutants {
		if ctx.Err() != nil {
			break
		}
		trial, err := mutants.Try(ctx, m, a.Options)
		if err != nil {
			return c.Panicked(err)
		}
		found.tried = append(found.tried, trial)
	}
	return c.Deliver(found)
}

// Mutants are the trials of mutants.
type Mutants struct {
	request *asked
	tried   []*mutants.Trial
}

// Exit is 0 if every trial ended as its mutant claims: killed by the property that it names, or shown to be
// equivalent. A mutant that survives is a hole in the properties, as bad as a violated safety property.
func (m *Mutants) Exit() int {
	if len(m.unclaimed()) > 0 {
		return check.ExitSafety
	}
	if m.score("")[mutants.Undecided] > 0 || len(m.tried) < len(m.request.Mutants) {
		return check.ExitInconclusive
	}
	return check.ExitHolds
}

// unclaimed lists the trials that were decided otherwise than their mutants claim.
func (m *Mutants) unclaimed() (names []string) {
	for _, t := range m.tried {
		if t.Outcome != mutants.Undecided && !t.AsClaimed() {
			names = append(names, fmt.Sprintf("%s of %s (%s)", t.Mutant.Name, t.Mutant.Of, t.Outcome))
		}
	}
	return names
}

// score counts the outcomes for one algorithm, or for all.
func (m *Mutants) score(algorithm string) map[mutants.Outcome]int {
	score := map[mutants.Outcome]int{}
	for _, t := range m.tried {
		if algorithm == "" || t.Mutant.Of == algorithm {
			score[t.Outcome]++
		}
	}
	return score
}

// tally counts the killed mutants among those that could be killed, and the others by fate.
func tally(score map[mutants.Outcome]int) string {
	killed, survived, undecided := score[mutants.Killed], score[mutants.Survived], score[mutants.Undecided]
	text := fmt.Sprintf("%d of %d killed", killed, killed+survived+undecided)
	for _, other := range []struct {
		n    int
		what string
	}{{survived, "survived"}, {undecided, "undecided"}, {score[mutants.Equivalent], "more shown to be equivalent"}} {
		if other.n > 0 {
			text += fmt.Sprintf("; %d %s", other.n, other.what)
		}
	}
	return text
}

// Verdict is the last line.
func (m *Mutants) Verdict() string {
	verdict := tally(m.score(""))
	switch unclaimed := m.unclaimed(); {
	case len(unclaimed) > 0:
		verdict += "; not as claimed: " + strings.Join(unclaimed, ", ")
	case m.Exit() == check.ExitInconclusive:
		verdict = fmt.Sprintf("inconclusive: an interrupt or a bound, after %s; %s", prose.Plural(len(m.tried), "mutant"), verdict)
	default:
		verdict += "; each as claimed"
	}
	return "verdict: " + verdict
}

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
