package alike

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/prose"
	"interrex/model"
)

// Probe is what the ledger runs for C28. It takes the flags of a world, and -mutant=NAME for a mutant of the algorithm. The process to
// which the runs look the same is the one with the highest id.
func Probe() *command.Command {
	return &command.Command{Name: "alike", New: func(p *command.Program) command.Asking { return &asked{Question: p.NewQuestion(), program: p} }}
}

type asked struct {
	check.Question
	command.Delivery
	program *command.Program
}

// Flags are the flags of a world, and of a mutant.
func (a *asked) Flags() flags.Table {
	mutant := ""
	own := flags.Flag{Name: "mutant", Takes: "NAME", Then: func(given bool) error {
		for _, m := range a.program.Mutants {
			if m.Of == a.World.Algorithm.Name && m.Name == mutant {
				a.World.Algorithm = m.Wounded().Algorithm
				return nil
			}
		}
		if given {
			return fmt.Errorf("-mutant=%s: unknown", mutant)
		}
		return nil
	}}.Text(&mutant)
	return slices.Concat(a.Question.Flags().Without("property", "crashes", "fail-on", "stop"), flags.Table{own}, a.Delivered("", "text", "json"))
}

// Run looks for two runs with equal views of a process.
func (a *asked) Run(ctx context.Context, c *command.Call) int {
	pair, err := Find(ctx, a.World, slices.Max(a.World.IDs), a.Options)
	if err != nil {
		return c.Panicked(err)
	}
	return c.Deliver(&report{&a.Question, pair})
}

// A report has two runs with equal views of one process, side by side.
type report struct {
	asked *check.Question
	pair  *Pair // nil: none was found
}

// Exit is 0 if two such runs were found.
func (a *report) Exit() int {
	switch {
	case a.pair == nil || a.pair.IsBounded():
		return check.ExitInconclusive
	case !a.pair.Alike():
		return check.ExitBug
	}
	return check.ExitHolds
}

// Text writes the steps of each run on the left and on the right, and the common view of the process in the
// middle.
func (a *report) Text(out io.Writer) error {
	w := &prose.Writer{Out: out}
	algorithm := a.asked.World.Algorithm
	w.Line("interrex %s   alike: two runs that one process cannot tell apart, of %s", check.Version, algorithm.Name)
	world := a.asked.World
	world.Crashes = 1
	w.Line("world: %s", check.Question{World: world}.WorldLine())
	if a.pair != nil {
		a.columns(w)
		w.Line("")
		for i, run := range []Run{a.pair.Run, a.pair.Other} {
			verdict := map[bool]string{true: "holds", false: "is violated"}[a.pair.IsRight(run)]
			w.Line("for ever in %s: %s: eventual-leadership %s", []string{"R ", "R'"}[i], a.trust(run), verdict)
		}
	}
	w.Line("")
	w.Line("%s", a.Verdict())
	return w.Err
}

// JSON writes what the ledger reads.
func (a *report) JSON(out io.Writer) error {
	properties := []map[string]string{}
	if a.pair != nil {
		for i, run := range []Run{a.pair.Run, a.pair.Other} {
			verdict := map[bool]string{true: "holds", false: "violated"}[a.pair.IsRight(run)]
			properties = append(properties, map[string]string{"name": "eventual-leadership in " + []string{"R", "R'"}[i], "verdict": verdict})
		}
	}
	return prose.JSON(out, map[string]any{"n": len(a.asked.World.IDs), "complete": a.pair != nil && !a.pair.IsBounded(), "properties": properties, "exit": a.Exit()})
}

// trust lists the process that each process trusts for ever in a run.
func (a *report) trust(run Run) string {
	var all []string
	for _, id := range a.asked.World.IDs {
		var names []string
		for _, trusted := range a.pair.Trusts(run, id) {
			names = append(names, model.Spell(trusted))
		}
		if names == nil {
			all = append(all, fmt.Sprintf("P%d is dead", id))
		} else {
			all = append(all, fmt.Sprintf("P%d trusts %s", id, strings.Join(names, ", then ")))
		}
	}
	return strings.Join(all, ", ")
}

// columns writes the runs side by side, up to where both begin to repeat themselves.
func (a *report) columns(w *prose.Writer) {
	p := a.pair
	left, right := p.Sights(p.Run, p.whole()), p.Sights(p.Other, p.whole())
	w.Line("")
	row := func(l, m, r string) { w.Line("  %-52s│ %-44s│ %s", l, m, r) }
	row("R: nobody dies", fmt.Sprintf("what P%d sees in both", p.To), fmt.Sprintf("R': P%d dies", p.Dead))
	for i, seen := range left {
		if i == max(p.Run.Stem, p.Other.Stem) {
			row("╌╌ from here on again and again", "", "")
		}
		l, r := seen.Unseen, right[i].Unseen
		n := max(len(l), len(r))
		l, r = append(l, make([]string, n-len(l))...), append(r, make([]string, n-len(r))...)
		for j := range n {
			row(l[j], "", r[j])
		}
		row("", seen.Text, "")
	}
}

// Verdict is the last line of the text.
func (a *report) Verdict() string {
	p := a.pair
	switch code := a.Exit(); code {
	case check.ExitInconclusive:
		return fmt.Sprintf("verdict: inconclusive: found no two such runs within the bounds (exit %d)", code)
	case check.ExitBug:
		return fmt.Sprintf("verdict: a bug of Interrex: the runs are not alike (exit %d)", code)
	}
	wrong := map[[2]bool]string{{true, true}: "both are right", {false, true}: "wrong in R", {true, false}: "wrong in R'", {}: "both are wrong"}[[2]bool{p.IsRight(p.Run), p.IsRight(p.Other)}]
	return fmt.Sprintf("verdict: P%d cannot tell R from R': %s (exit %d)", p.To, wrong, check.ExitHolds)
}
