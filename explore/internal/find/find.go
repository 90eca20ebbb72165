// Package find is the command find: it finds a shortest run to a state with a given condition.
package find

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

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
		New:   func(p *command.Program) command.Asking { return &asked{Question: p.NewQuestion()} },
	}
}

type asked struct {
	check.Question
	command.Delivery
	world     *world.World
	condition *predicate.Formula
}

// Flags are the flags of a world, and of a report.
func (a *asked) Flags() flags.Table {
	return slices.Concat(a.Question.Flags().Without("property", "fail-on", "stop"),
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
	found, err := runs.Search{World: a.world, Options: a.Options}.To(ctx, a.condition.Holds)
	end()
	if err != nil {
		return c.Panicked(err)
	}
	r := &report{a, found}
	if a.Format == "text" || a.Format == "json" {
		return c.Deliver(r)
	}
	if r.Path == nil {
		return c.Fail(r.Exit(), r.Outcome())
	}
	run := r.drawing()
	return c.Write(map[string]func(io.Writer) error{
		"html": func(w io.Writer) error {
			return stage.HTML(w, stage.Page{Title: r.condition.String(), Verdict: r.Outcome(), Runs: []*stage.Run{r.document()}})
		},
		"svg":     func(w io.Writer) error { return draw.SVG(w, *run) },
		"mermaid": func(w io.Writer) error { return draw.Mermaid(w, *run) },
		"itf":     run.ITF,
	}[a.Format], r.Exit(), r.Verdict)
}

// A report is what a search has found.
type report struct {
	*asked
	runs.Answer
}

// never is what the condition compares with and no state of the world has, with what there is; nil unless all states were searched.
func (r *report) never() []string {
	if r.Path != nil || r.Bound != "" {
		return nil
	}
	return r.condition.Unseen()
}

// The exit codes: of a condition that is true in no state, the one of a violation; of one about a value that no state has, that of
// a wrong flag.
func (r *report) Exit() int {
	switch {
	case r.Path != nil:
		return check.ExitHolds
	case r.Bound != "":
		return check.ExitInconclusive
	case r.never() != nil:
		return check.ExitFlags
	}
	return check.ExitSafety
}

// Outcome is the result in a line.
func (r *report) Outcome() string {
	searched := prose.Plural(r.States, "state") + " searched"
	switch {
	case r.Path != nil:
		return fmt.Sprintf("found after %s: %s", prose.Plural(len(r.Path.Stem), "step"), searched)
	case r.Bound != "":
		return fmt.Sprintf("inconclusive: bounded by %s: %s", r.BoundNamed(r.Bound), searched)
	case r.never() != nil:
		return "refused: " + r.never()[0]
	}
	return "there is none: " + searched
}

// drawing is the run.
func (r *report) drawing() *draw.Run {
	run := check.Walked(r.Question, r.world, r.Path)
	run.Title = r.condition.String()
	return run
}

// document is the run as pages play it.
func (r *report) document() *stage.Run {
	run := check.Staged(r.Question, r.world, r.Path)
	run.Title = r.condition.String()
	return run
}

// Text draws the run.
func (r *report) Text(out io.Writer) error {
	w := &prose.Writer{Out: out}
	if r.Path == nil {
		w.Line("%s %s: no state that was searched has %s", w.Grey("?"), r.InWords(), r.condition)
		for _, unseen := range r.condition.Unseen() {
			if !strings.HasSuffix(r.Outcome(), unseen) {
				w.Line("  %s", unseen)
			}
		}
		w.Line("%s", r.Verdict())
		return w.Err
	}
	run := r.drawing()
	w.Line("%s a shortest run: %s to %s", w.Green("✓"), prose.Plural(len(run.Steps), "step"), r.condition)
	w.Line("")
	run.Width = prose.Width(w)
	_ = draw.Text(w, *run) // a Writer keeps its error
	w.Line("")
	walk := study.Along(r.world, r.Path)
	walk, _ = walk.Go(walk.Length())
	w.Line("go on from here: %s", r.Step()+" -at="+walk.String())
	w.Line("")
	w.Line("%s", r.Verdict())
	return w.Err
}

// Verdict is the last line.
func (r *report) Verdict() string { return fmt.Sprintf("verdict: %s (exit %d)", r.Outcome(), r.Exit()) }

// JSON writes the result as one object. show reads its run.
func (r *report) JSON(out io.Writer) error {
	shown := []check.WatchedJSON{}
	if r.Path != nil {
		shown = append(shown, check.WatchedJSON{About: "found", Run: r.document()})
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
