package find

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/predicate"
	"interrex/internal/prose"
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
	Count  int
	wanted *Wanted
}

// Flags are the flags of a world, and of the search.
func (a *asked) Flags() flags.Table {
	a.Count = 1
	return slices.Concat(flags.Table{
		flags.Flag{Name: "count", Takes: "1", Group: check.Asked, Usual: true, Help: "the number of runs to find, shorter ones first. No two take the same set of actions"}.Count(&a.Count, mostRuns),
	}, a.Question.Flags().Without("property", "fail-on", "stop"),
		a.Delivered("svg, mermaid and itf have the first run", "text", "json", "mermaid", "svg", "html", "itf"))
}

// mostRuns is the most that -count may be.
const mostRuns = 100

// Take reads the condition.
func (a *asked) Take(args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("the condition is missing: write it in quotes, as in find %s 'leaders > 1'", strings.Join(a.Given, " "))
	}
	if a.Count == 0 {
		return errors.New("-count=0: it finds no run; allowed are 1 to 100")
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
	found, err := a.wanted.Search(ctx, a.Count, a.Options)
	end()
	if err != nil {
		return c.Panicked(err)
	}
	r := &report{found, &a.Question}
	if a.Format == "text" || a.Format == "json" {
		return c.Deliver(r)
	}
	if len(found.Paths) == 0 {
		return c.Fail(r.Exit(), found.Outcome())
	}
	all := r.drawings()
	return c.Write(map[string]func(io.Writer) error{
		"html":    func(w io.Writer) error { return stage.HTML(w, r.page()) },
		"svg":     func(w io.Writer) error { return draw.SVG(w, *all[0]) },
		"mermaid": func(w io.Writer) error { return draw.Mermaid(w, *all[0]) },
		"itf":     all[0].ITF,
	}[a.Format], r.Exit(), r.Verdict)
}
