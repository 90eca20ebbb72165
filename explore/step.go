package explore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"

	"interrex/checker"
	"interrex/explore/internal/progress"
	"interrex/explore/internal/request"
	"interrex/explore/internal/study"
	"interrex/explore/internal/terminal"
	"interrex/internal/check"
	"interrex/model/world"
)

// step explores in the terminal, from the first counterexample if there is one.
func step(ctx context.Context, r *request.Request, stdout, stderr io.Writer) int {
	if screen, ok := stdout.(*os.File); ok && term.IsTerminal(screen.Fd()) && term.IsTerminal(os.Stdin.Fd()) {
		return stepOn(ctx, r, terminals{os.Stdin, screen, stderr})
	}
	return refuse(stderr, errors.New("step needs a terminal, as its input and its output; explore check writes a report anywhere"))
}

// terminals are where step reads keys, shows the explorer, and says what went wrong.
type terminals struct {
	keys, screen *os.File
	stderr       io.Writer
}

func stepOn(ctx context.Context, r *request.Request, t terminals) int {
	subject, err := subjectOf(r)
	if err == nil && r.At == "" {
		meter := progress.New(t.stderr, isTerminal(t.stderr))
		if !r.Quiet {
			r.Options.Progress = meter.Report
		}
		subject.Decided, err = subject.Decide(ctx)
		r.Options.Progress = nil
		meter.Close()
	}
	if err != nil {
		return panicked(t.stderr, err)
	}
	if ctx.Err() != nil {
		fmt.Fprintf(t.stderr, "explore: interrupted (exit %d)\n", check.ExitInconclusive)
		return check.ExitInconclusive
	}
	explorer := terminal.New(ctx, subject)
	_, err = tea.NewProgram(explorer, tea.WithContext(ctx), tea.WithInput(t.keys), tea.WithOutput(t.screen)).Run()
	switch {
	case errors.Is(err, tea.ErrProgramPanic): // which it has printed, once the screen was back
		return check.ExitBug
	case err != nil && !errors.Is(err, tea.ErrInterrupted) && ctx.Err() == nil:
		fmt.Fprintf(t.stderr, "explore: the terminal: %v (exit %d)\n", err, check.ExitError)
		return check.ExitError
	}
	fmt.Fprintln(t.screen, comeBack(r, explorer.Walk()))
	return check.ExitHolds
}

// subjectOf is what a request asks to be explored.
func subjectOf(r *request.Request) (terminal.Subject, error) {
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
		Outlook:    r.Outlook(),
	}, nil
}

// decideFor decides the properties. What it finds is found in a world whose tables are large, and is
// brought into the one that is walked through.
func decideFor(ctx context.Context, r *request.Request, w *world.World) (*terminal.Decided, error) {
	ask := func(w *world.World) []checker.Property { return w.Properties(r.Properties) }
	large, counts, err := world.Explore(ctx, r.World, ask, r.Options)
	if err != nil {
		return nil, err
	}
	decided := &terminal.Decided{Words: fmt.Sprintf("no property is violated in any of the %d states", counts.States)}
	if !counts.Complete {
		decided.Words = fmt.Sprintf("no property is violated in the %d states up to the bound on %s", counts.States, counts.Bound)
	}
	for i, result := range counts.Results {
		if result.Path == nil {
			continue
		}
		walk, err := study.Decode(w, study.Along(large, result.Path).String())
		if err != nil {
			panic(err)
		}
		decided.Cases = append(decided.Cases, terminal.Case{Property: r.Properties[i], Walk: walk})
	}
	return decided, nil
}

// comeBack is the command that begins where a walk stands.
func comeBack(r *request.Request, w *study.Walk) string {
	return "to come back: go run ./cmd/explore step " + strings.Join(worldFlags(r), " ") + " -at=" + w.String()
}

// worldFlags are the flags as given, but for the walk and what changes nothing.
func worldFlags(r *request.Request) []string {
	return slices.DeleteFunc(slices.Clone(r.Given), func(flag string) bool {
		name, _, _ := strings.Cut(flag, "=")
		return slices.Contains([]string{"-at", "-quiet", "-workers"}, name)
	})
}
