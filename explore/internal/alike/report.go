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

// Run looks for two runs that a process cannot tell apart.
func (a *asked) Run(ctx context.Context, c *command.Call) int {
	pair, err := Find(ctx, a.World, slices.Max(a.World.IDs), a.Options)
	if err != nil {
		return c.Panicked(err)
	}
	return c.Deliver(&report{&a.Question, pair})
}

// A report has two runs that one process cannot tell apart, side by side.
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

// Text writes what is particular to each run on the left and on the right, and what the process sees in both in
// the middle.
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
		a.judge(w, "R ", a.pair.Run)
		a.judge(w, "R'", a.pair.Other)
	}
	w.Line("")
	w.Line("%s", a.Verdict())
	return w.Err
}

// JSON writes what the ledger reads.
func (a *report) JSON(out io.Writer) error {
	properties := []map[string]string{}
	judge := func(name string, one Run) {
		verdict := "violated"
		if a.pair.IsRight(one) {
			verdict = "holds"
		}
		properties = append(properties, map[string]string{"name": "eventual-leadership in " + name, "verdict": verdict})
	}
	if a.pair != nil {
		judge("R", a.pair.Run)
		judge("R'", a.pair.Other)
	}
	return prose.JSON(out, map[string]any{"n": len(a.asked.World.IDs), "complete": a.pair != nil && !a.pair.IsBounded(), "properties": properties, "exit": a.Exit()})
}

// judge says whom the process trusts for ever in a run, and whether all processes settle.
func (a *report) judge(w *prose.Writer, name string, run Run) {
	verdict := "is violated"
	if a.pair.IsRight(run) {
		verdict = "holds"
	}
	var trust []string
	for _, id := range a.asked.World.IDs {
		if trusted := a.pair.Trusts(run, id); len(trusted) > 0 {
			trust = append(trust, fmt.Sprintf("P%d trusts %s", id, names(trusted)))
		} else {
			trust = append(trust, fmt.Sprintf("P%d is dead", id))
		}
	}
	w.Line("for ever in %s: %s: eventual-leadership %s", name, strings.Join(trust, ", "), verdict)
}

func names(ids []model.ID) string {
	var all []string
	for _, id := range ids {
		all = append(all, model.Spell(id))
	}
	return strings.Join(all, ", then ")
}

// columns writes the runs side by side, up to where both begin to repeat themselves.
func (a *report) columns(w *prose.Writer) {
	p := a.pair
	left, right := a.tell(p.Run), a.tell(p.Other)
	w.Line("")
	row := func(l, m, r string) { w.Line("  %-52s│ %-44s│ %s", l, m, r) }
	row("R: nobody dies", fmt.Sprintf("what P%d sees in both", p.To), fmt.Sprintf("R': P%d dies", p.Dead))
	ahead := max(len(p.Run.Stem), len(p.Other.Stem))
	for i := range ahead + len(p.Run.Cycle)*len(p.Other.Cycle) {
		if i == ahead {
			row("╌╌ from here on again and again", "", "")
		}
		l, r := left.before(i), right.before(i)
		for j := range max(len(l), len(r)) {
			row(nth(l, j), "", nth(r, j))
		}
		row("", left.sight(i), "")
	}
}

func nth(words []string, i int) string {
	if i < len(words) {
		return words[i]
	}
	return ""
}

// A telling is a run in words, divided at each sight of the process.
type telling struct {
	parts  [][]string // what it does not see, before each sight
	sights []string
	stem   int // sights of the stem
}

// tell puts a run into words. What follows the last sight of the cycle is told before its first sight, in the next
// round.
func (a *report) tell(run Run) telling {
	p, t := a.pair, telling{stem: len(run.Stem)}
	at, unseen := run.Path.Initial, []string{}
	for round := range 2 { // the second round tells what happens at the seam
		steps := run.Path.Cycle
		if round == 0 {
			steps = append(run.Path.Stem[:len(run.Path.Stem):len(run.Path.Stem)], run.Path.Cycle...)
		}
		for _, step := range steps {
			text := p.World.DescribeStep(at, step.Step)
			if p.World.Sees(p.To, at, step.Step) == "" {
				unseen = append(unseen, text)
			} else {
				t.parts, t.sights, unseen = append(t.parts, unseen), append(t.sights, text), nil
			}
			at = step.To
		}
	}
	return t
}

// before is what happens unseen before sight i; sight is what the process sees then.
func (t telling) before(i int) []string { return t.parts[t.place(i)] }
func (t telling) sight(i int) string    { return t.sights[t.place(i)] }

// place maps sight i to its index in the stem and a first round; later sights repeat the second round.
func (t telling) place(i int) int {
	cycle := (len(t.sights) - t.stem) / 2
	if i < t.stem+cycle {
		return i
	}
	return t.stem + cycle + (i-t.stem)%cycle
}

// Verdict is the last line of the text.
func (a *report) Verdict() string {
	p := a.pair
	switch a.Exit() {
	case check.ExitInconclusive:
		return fmt.Sprintf("verdict: inconclusive: found no two such runs within the bounds (exit %d)", check.ExitInconclusive)
	case check.ExitBug:
		return fmt.Sprintf("verdict: a bug of Interrex: the runs are not alike (exit %d)", check.ExitBug)
	}
	wrong := "both are right"
	switch right, other := p.IsRight(p.Run), p.IsRight(p.Other); {
	case !right && !other:
		wrong = "both are wrong"
	case !right:
		wrong = "wrong in R"
	case !other:
		wrong = "wrong in R'"
	}
	return fmt.Sprintf("verdict: P%d cannot tell R from R': %s (exit %d)", p.To, wrong, check.ExitHolds)
}
