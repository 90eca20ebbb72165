// Package find is the command find: it finds a shortest run to a state with a given condition.
package find

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/predicate"
	"interrex/internal/prose"
	"interrex/internal/runs"
	"interrex/internal/study"
	"interrex/model/world"
	"interrex/traces/draw"
	"interrex/traces/stage"
)

// Command is the command.
func Command() *command.Command {
	return &command.Command{
		Name: "find", Group: command.Look, Usage: "-algo=NAME -n=N [flags] 'CONDITION'", Args: "CONDITION",
		Short: "finds the shortest run to a state with a condition, as in 'leader(4) & dead(2)'",
		Long: `! binds first, then comparisons, then &, then |. Numbers compare as numbers, other values without regard to case, spaces,
dashes and underscores. Only numbers have an order. A dead process has no variables, and no comparison with them is true. A value alone
is true unless it is 0, no, empty or nobody.`,
		Words: predicate.Words,
		Codes: []string{"0 a run was found", "12 there is none", "151 the condition compares with a value that no state has", "152 a bound was hit before one was found, or Ctrl-C"},
		New:   func(p *command.Program) command.Asking { return &asked{Question: p.NewQuestion(), count: 1} },
	}
}

type asked struct {
	check.Question
	command.Delivery
	world     *world.World
	condition *predicate.Formula
	count     int // of runs
}

// Flags are the flags of a world, and of a report.
func (a *asked) Flags() flags.Table {
	return slices.Concat(a.Question.Flags().Without("property", "fail-on", "stop"),
		flags.Table{flags.Flag{Name: "count", Group: "The search", Help: "different runs: no two take the same actions"}.Count(&a.count, 1000)},
		a.Delivered("", "text", "json", "mermaid", "svg", "html", "itf"))
}

// Take reads the condition.
func (a *asked) Take(args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("the condition is missing: write it in quotes, as in find %s 'leaders > 1'", strings.Join(a.Given, " "))
	}
	text := strings.Join(args, " ")
	a.world = world.New(a.World)
	condition, err := predicate.Parse(text, a.world)
	if err != nil {
		return fmt.Errorf("the condition, %w", err)
	}
	a.condition, a.Given = condition, append(a.Given, prose.Shell(text))
	return nil
}

// Run searches, and writes what it has found.
func (a *asked) Run(ctx context.Context, c *command.Call) int {
	end := c.Progress(&a.Options)
	found, err := runs.Search{World: a.world, Options: a.Options}.Several(ctx, a.condition.Holds, a.count)
	end()
	if err != nil {
		return c.Panicked(err)
	}
	r := &report{a, found[len(found)-1], nil}
	for _, one := range found {
		if one.Path != nil {
			r.paths = append(r.paths, one.Path)
		}
	}
	if a.Format == "text" || a.Format == "json" {
		return c.Deliver(r)
	}
	if r.paths == nil {
		return c.Fail(r.Exit(), r.Outcome())
	}
	run := r.drawing(0)
	return c.DeliverBy(map[string]func(io.Writer) error{
		"html": func(w io.Writer) error {
			return stage.HTML(w, stage.Page{Title: r.condition.String(), Verdict: r.Outcome(), Runs: r.documents()})
		},
		"svg":     func(w io.Writer) error { return draw.SVG(w, *run) },
		"mermaid": func(w io.Writer) error { return draw.Mermaid(w, *run) },
		"itf":     run.ITF,
	}[a.Format], r)
}

// A report is what a search has found.
type report struct {
	*asked
	runs.Answer                 // the last
	paths       []*checker.Path // of all
}

// unseen lists the values that the condition compares with and no state has, each with the values that there are. It is nil unless all
// states were searched.
func (r *report) unseen() []string {
	if r.paths != nil || r.Bound != "" {
		return nil
	}
	return r.condition.Unseen()
}

// Exit is the exit code. A condition that is true in no state has that of a violation, and one about a value that no state has, that
// of a wrong flag.
func (r *report) Exit() int {
	switch {
	case r.paths != nil:
		return check.ExitHolds
	case r.Bound != "":
		return check.ExitInconclusive
	case r.unseen() != nil:
		return check.ExitFlags
	}
	return check.ExitSafety
}

// Outcome is the result in a line.
func (r *report) Outcome() string {
	searched := prose.Plural(r.States, "state") + " searched"
	switch {
	case r.paths != nil && r.count == 1:
		return fmt.Sprintf("found after %s: %s", prose.Plural(len(r.Path.Stem), "step"), searched)
	case r.paths != nil && r.Path == nil && r.Bound == "":
		return fmt.Sprintf("found: %s, and there is no other: %s", prose.Plural(len(r.paths), "run"), searched)
	case r.paths != nil:
		return fmt.Sprintf("found: %s: %s", prose.Plural(len(r.paths), "run"), searched)
	case r.Bound != "":
		return fmt.Sprintf("inconclusive: bounded by %s: %s", r.BoundNamed(r.Bound), searched)
	case r.unseen() != nil:
		return "refused: " + r.unseen()[0]
	}
	return "there is none: " + searched
}

// title is that of a run.
func (r *report) title(i int) string {
	if i == 0 {
		return r.condition.String()
	}
	return fmt.Sprintf("%s, run %d", r.condition, i+1)
}

// drawing is a run.
func (r *report) drawing(i int) *draw.Run {
	run := check.Walked(r.Question, r.world, r.paths[i])
	run.Title = r.title(i)
	return run
}

// documents are the runs as pages play them.
func (r *report) documents() (all []*stage.Run) {
	for i, path := range r.paths {
		run := check.Staged(r.Question, r.world, path)
		run.Title = r.title(i)
		all = append(all, run)
	}
	return all
}

// Text draws the runs.
func (r *report) Text(w *prose.Writer) {
	if r.paths == nil {
		w.Line("%s %s: no state that was searched has %s", w.Grey("?"), r.InWords(), r.condition)
		if unseen := r.unseen(); unseen != nil { // the first is in the verdict
			for _, more := range unseen[1:] {
				w.Line("  %s", more)
			}
		}
	}
	for i, path := range r.paths {
		run, what := r.drawing(i), "a shortest run"
		if i > 0 {
			what = fmt.Sprintf("run %d", i+1)
		}
		w.Line("%s %s: %s to %s", w.Green("✓"), what, prose.Plural(len(run.Steps), "step"), r.condition)
		w.Line("")
		run.Width = prose.Width(w)
		_ = draw.Text(w, *run) // a Writer keeps its error
		w.Line("")
		walk := study.Along(r.world, path)
		walk, _ = walk.Go(walk.Length())
		w.Line("go on from here: %s", r.Step()+" -at="+walk.String())
		w.Line("")
	}
}

// Verdict is the last line.
func (r *report) Verdict() string { return "verdict: " + r.Outcome() }

// JSON writes the result as one object. show reads its runs.
func (r *report) JSON(out io.Writer) error {
	shown := []check.WatchedJSON{}
	for _, run := range r.documents() {
		shown = append(shown, check.WatchedJSON{About: "found", Run: run})
	}
	return prose.JSON(out, struct {
		Interrex  string              `json:"interrex"`
		Condition string              `json:"condition"`
		Outcome   string              `json:"outcome"`
		States    int                 `json:"states"` // searched
		Runs      []check.WatchedJSON `json:"runs"`
		Reproduce string              `json:"reproduce"`
		Exit      int                 `json:"exit"`
	}{check.Version, r.condition.String(), r.Outcome(), r.States, shown, r.Reproduce(), r.Exit()})
}
