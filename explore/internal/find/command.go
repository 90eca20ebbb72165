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
	"interrex/internal/study"
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
	wanted *Wanted
}

// Flags are the flags of a world, and of a report.
func (a *asked) Flags() flags.Table {
	return slices.Concat(a.Question.Flags().Without("property", "fail-on", "stop", "max-counterexamples"),
		a.Delivered("", "text", "json", "mermaid", "svg", "html", "itf"))
}

// Take reads the condition.
func (a *asked) Take(args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("the condition is missing: write it in quotes, as in find %s 'leaders > 1'", strings.Join(a.Given, " "))
	}
	text := strings.Join(args, " ")
	wanted, err := Read(a.World, text)
	if err != nil {
		return fmt.Errorf("the condition, %w", err)
	}
	a.wanted, a.Given = wanted, append(a.Given, prose.Shell(text))
	return nil
}

// Run searches, and writes what it has found.
func (a *asked) Run(ctx context.Context, c *command.Call) int {
	end := c.Progress(&a.Options)
	found, err := a.wanted.Search(ctx, a.Options)
	end()
	if err != nil {
		return c.Panicked(err)
	}
	r := &report{found, &a.Question}
	if a.Format == "text" || a.Format == "json" {
		return c.Deliver(r)
	}
	if found.Path == nil {
		return c.Fail(r.Exit(), found.Outcome())
	}
	run := r.drawing()
	return c.Write(map[string]func(io.Writer) error{
		"html": func(w io.Writer) error {
			return stage.HTML(w, stage.Page{Title: r.Condition.String(), Verdict: r.Outcome(), Runs: []*stage.Run{r.document()}})
		},
		"svg":     func(w io.Writer) error { return draw.SVG(w, *run) },
		"mermaid": func(w io.Writer) error { return draw.Mermaid(w, *run) },
		"itf":     run.ITF,
	}[a.Format], r.Exit(), r.Verdict)
}

// A report is the report of a result.
type report struct {
	*Result
	request *check.Question
}

// drawing is the run.
func (r *report) drawing() *draw.Run {
	run := check.Walked(*r.request, r.World, r.Path)
	run.Title = r.Condition.String()
	return run
}

// document is the run as pages play it.
func (r *report) document() *stage.Run {
	run := check.Staged(*r.request, r.World, r.Path)
	run.Title = r.Condition.String()
	return run
}

// Text draws the run.
func (r *report) Text(out io.Writer) error {
	w := &prose.Writer{Out: out}
	if r.Path == nil {
		w.Line("%s %s: no state that was searched has %s", w.Grey("?"), r.request.InWords(), r.Condition)
		for _, unseen := range r.Condition.Unseen() {
			if !strings.HasSuffix(r.Outcome(), unseen) {
				w.Line("  %s", unseen)
			}
		}
		w.Line("%s", r.Verdict())
		return w.Err
	}
	run := r.drawing()
	w.Line("%s a shortest run: %s to %s", w.Green("✓"), prose.Plural(len(run.Steps), "step"), r.Condition)
	w.Line("")
	run.Width = prose.Width(w)
	_ = draw.Text(w, *run) // a Writer keeps its error
	w.Line("")
	walk := study.Along(r.World, r.Path)
	walk, _ = walk.Go(walk.Length())
	w.Line("go on from here: %s", r.request.Step()+" -at="+walk.String())
	w.Line("")
	w.Line("%s", r.Verdict())
	return w.Err
}

// Verdict is the last line.
func (r *report) Verdict() string { return fmt.Sprintf("verdict: %s (exit %d)", r.Outcome(), r.Exit()) }

// JSON writes the result as one object. show reads its run.
func (r *report) JSON(out io.Writer) error {
	runs := []check.WatchedJSON{}
	if r.Path != nil {
		runs = append(runs, check.WatchedJSON{About: "found", Run: r.document()})
	}
	return prose.JSON(out, struct {
		Interrex  string              `json:"interrex"`
		Condition string              `json:"condition"`
		Outcome   string              `json:"outcome"`
		States    int                 `json:"states"` // searched
		Runs      []check.WatchedJSON `json:"runs"`
		Reproduce string              `json:"reproduce"`
		Exit      int                 `json:"exit"`
	}{check.Version, r.Condition.String(), r.Outcome(), r.States, runs, r.request.Reproduce(), r.Exit()})
}
