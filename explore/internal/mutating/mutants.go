// Package mutating is the command mutants: mutated algorithms, and the property that each must violate.
package mutating

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

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
		Codes: []string{"0 each mutant is as claimed", "12 one is not", "152 one is undecided, or Ctrl-C"},
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
