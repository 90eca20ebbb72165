// Package step is the command step: an explorer in the terminal.
package step

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"

	"interrex/checker"
	"interrex/explore/internal/command"
	"interrex/explore/internal/study"
	"interrex/explore/internal/terminal"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/prose"
	"interrex/model/world"
	"interrex/spec"
)

// Command is the command.
func Command() *command.Command {
	return &command.Command{
		Name: "step", Group: command.Look, Usage: "-algo=NAME -n=N [flags]",
		Short: "explores step by step in the terminal: what is enabled, what is not and why, undo, whether it can still elect",
		Long: `It steps through the counterexample, or from the initial state, by keys; -at=WALK returns to a step. The check that it
runs before it opens has these default bounds: -max-states=500000 -max-time=20s.`,
		Codes: []string{"0 it was left", "152 Ctrl-C before it opened"},
		New:   func(p *command.Program) command.Asking { return &asked{Question: p.NewQuestion()} },
	}
}

// The default bounds: for the check before step opens, and for the question whether an election can still succeed.
// They keep the waiting short.
const (
	stepStates    = 500_000
	stepTime      = 20 * time.Second
	outlookStates = 200_000
	outlookTime   = 10 * time.Second
)

type asked struct {
	check.Question
	command.Delivery
	At string // the walk that it begins with, or ""
}

// Flags are the flags of a check, without those for a report.
func (a *asked) Flags() flags.Table {
	delivered := a.Delivered("", "text").Without("format", "o")
	return slices.Concat(a.Question.Flags().Without("fail-on"), flags.Table{
		flags.Flag{Name: "at", Takes: "0.3.1", Group: check.Asked, Usual: true,
			Help: "where to begin: the numbers of the steps, as step prints them at its end and as links of the browser explorer hold them",
			Then: func(given bool) error {
				if a.Options.MaxStates == 0 {
					a.Options.MaxStates = stepStates
				}
				if a.Options.MaxTime == 0 {
					a.Options.MaxTime = stepTime
				}
				if !given {
					return nil
				}
				if _, err := study.Decode(world.New(a.World), a.At); err != nil {
					return fmt.Errorf("-at=%s: %w", a.At, err)
				}
				return nil
			}}.Text(&a.At),
	}, delivered)
}

// outlook are the bounds for the question whether an election can still succeed.
func (a *asked) outlook() checker.Options {
	return checker.Options{
		Workers: a.Options.Workers, MaxMemory: a.Options.MaxMemory,
		MaxStates: min(a.Options.MaxStates, outlookStates), MaxTime: min(a.Options.MaxTime, outlookTime),
	}
}

// Run explores in the terminal, from the first counterexample if there is one.
func (a *asked) Run(ctx context.Context, c *command.Call) int {
	if screen, ok := c.Stdout.(*os.File); ok && term.IsTerminal(screen.Fd()) && term.IsTerminal(os.Stdin.Fd()) {
		return stepOn(ctx, a, terminals{os.Stdin, screen, c.Stderr})
	}
	return c.Refuse(errors.New("step needs a terminal, as its input and its output; explore check writes a report anywhere"))
}

// terminals are the files from which step reads keys, on which it shows the explorer, and on which it reports
// errors.
type terminals struct {
	keys, screen *os.File
	stderr       io.Writer
}

func stepOn(ctx context.Context, r *asked, t terminals) int {
	subject, err := subjectOf(r)
	if err == nil && r.At == "" {
		meter := command.NewMeter(t.stderr, command.IsTerminal(t.stderr)).Heed(r.Options).Announcing()
		if !r.Quiet {
			r.Options.Progress = meter.Report
		}
		subject.Decided, err = subject.Decide(ctx)
		r.Options.Progress = nil
		meter.Close()
	}
	if err != nil {
		return (&command.Call{Stderr: t.stderr}).Panicked(err)
	}
	if ctx.Err() != nil {
		fmt.Fprintf(t.stderr, "explore: interrupted (exit %d)\n", check.ExitInconclusive)
		return check.ExitInconclusive
	}
	explorer := terminal.New(ctx, subject)
	_, err = tea.NewProgram(explorer, tea.WithContext(ctx), tea.WithInput(t.keys), tea.WithOutput(t.screen)).Run()
	switch {
	case errors.Is(err, tea.ErrProgramPanic): // it printed the panic after it restored the screen
		return check.ExitBug
	case err != nil && !errors.Is(err, tea.ErrInterrupted) && ctx.Err() == nil:
		fmt.Fprintf(t.stderr, "explore: the terminal: %v (exit %d)\n", err, check.ExitError)
		return check.ExitError
	}
	fmt.Fprintln(t.screen, comeBack(r, explorer.Walk()))
	return check.ExitHolds
}

// subjectOf is the subject that a question asks to explore.
func subjectOf(r *asked) (terminal.Subject, error) {
	w := world.New(r.World)
	begin := study.Begin(w)
	if r.At != "" {
		var err error
		if begin, err = study.Decode(w, r.At); err != nil {
			return terminal.Subject{}, err
		}
	}
	return terminal.Subject{
		Title:      strings.Join(worldFlags(r), " "),
		Properties: r.Properties,
		Begin:      begin,
		Decide:     func(ctx context.Context) (*terminal.Decided, error) { return decideFor(ctx, r, w) },
		Outlook:    r.outlook(),
	}, nil
}

// decideFor decides the properties. It explores in a separate world, whose tables grow large, and transfers the
// counterexamples into the world of the walk.
func decideFor(ctx context.Context, r *asked, w *world.World) (*terminal.Decided, error) {
	ask := func(w *world.World) []checker.Property { return w.Properties(r.Properties) }
	large, counts, err := world.Explore(ctx, r.World, ask, r.Options)
	if err != nil {
		return nil, err
	}
	decided := &terminal.Decided{Words: fmt.Sprintf("no property is violated in any of the %s states", prose.Grouped(counts.States))}
	switch {
	case !counts.Complete:
		decided.Words = fmt.Sprintf("no property is violated in the %s up to the bound on %s", prose.Plural(counts.States, "state"), counts.Bound)
	case counts.States == 1:
		decided.Words = "no property is violated in its one state"
	}
	for i, result := range counts.Results {
		if result.Path == nil {
			continue
		}
		walk, err := study.Decode(w, study.Along(large, result.Path).String())
		if err != nil {
			panic(err)
		}
		decided.Cases = with(decided.Cases, r.Properties[i], walk)
	}
	return decided, nil
}

// with adds a counterexample: a new one, or one more property that a known one violates. If a run violates several
// properties, the last one about its end is named first: a run that never ends never decides, but not the other
// way round.
func with(cases []terminal.Case, p spec.Property, walk *study.Walk) []terminal.Case {
	i := slices.IndexFunc(cases, func(c terminal.Case) bool { return c.Walk.String() == walk.String() })
	switch {
	case i < 0:
		return append(cases, terminal.Case{Property: p, Walk: walk})
	case cases[i].Property.IsLiveness():
		cases[i].Property, p = p, cases[i].Property
	}
	cases[i].Also = append(cases[i].Also, p.Name)
	return cases
}

// comeBack is the command that begins at the position of a walk.
func comeBack(r *asked, w *study.Walk) string {
	return "to come back: " + r.Program + " step " + strings.Join(worldFlags(r), " ") + " -at=" + w.String()
}

// worldFlags are the given flags, without the walk and those that do not affect the world.
func worldFlags(r *asked) []string {
	return slices.DeleteFunc(slices.Clone(r.Given), func(flag string) bool {
		name, _, _ := strings.Cut(flag, "=")
		return slices.Contains([]string{"-at", "-quiet", "-workers"}, name)
	})
}
