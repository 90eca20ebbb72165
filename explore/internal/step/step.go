// Package step is the command step: it steps through a world by lines that it reads and prints. It decides nothing itself.
//
// session.go has the commands of a user, picture.go what is printed.
package step

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"

	"interrex/checker"
	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/prose"
	"interrex/internal/study"
	"interrex/model/world"
	"interrex/spec"
)

// Command is the command.
func Command() *command.Command {
	return &command.Command{
		Name: "step", Group: command.Look, Usage: "-algo=NAME -n=N [flags]",
		Short: "steps through a run by commands, one a line",
		Long: `It begins with the counterexample, or at the initial state, and prints the enabled steps with their numbers. Commands are such a
number, back, undo, why, run and quit; h prints help. -at=WALK returns to a step. The check that it runs first has these
default bounds: -max-states=500000 -max-time=20s.`,
		Codes: map[int]string{0: "the session was quit", 152: "Ctrl-C during the check"},
		New:   func(p *command.Program) command.Asking { return &asked{Question: p.NewQuestion()} },
	}
}

// stepStates is the default bound of the check. It keeps the waiting short.
const stepStates = 500_000

type asked struct {
	check.Question
	command.Delivery
	At string // the walk that it begins with, or ""
}

// stepTime is the bound on time, which tests lift.
var stepTime = 20 * time.Second

// Flags are the flags of a check, without those for a report.
func (a *asked) Flags() flags.Table {
	delivered := a.Delivered("", "text").Without("format", "o")
	return slices.Concat(a.Question.Flags().Without("fail-on"), flags.Table{
		flags.Flag{Name: "at", Takes: "0.3.1", Group: check.Asked, Usual: true,
			Help: "the steps to begin with, by their numbers. step prints them at its end, and links of the browser explorer hold them",
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

// Run decides the properties, and then obeys the commands.
func (a *asked) Run(ctx context.Context, c *command.Call) int {
	w := world.New(a.World)
	input, isFile := c.Stdin.(*os.File)
	s := &session{ctx: ctx, title: strings.Join(worldFlags(a), " "), properties: a.Properties, out: c.Stdout,
		echoes: !isFile || !term.IsTerminal(input.Fd())}
	if a.At != "" {
		walk, err := study.Decode(w, a.At)
		if err != nil {
			return c.Refuse(err)
		}
		s.walk = walk
	} else {
		words, err := s.decide(c, a, w)
		if err != nil {
			return c.Panicked(err)
		}
		if ctx.Err() != nil {
			return c.Fail(check.ExitInconclusive, "interrupted")
		}
		s.print(prose.Fold(words, "", columns))
	}
	s.talk(c.Stdin)
	fmt.Fprintln(c.Stdout, "to come back: "+a.Program+" step "+strings.Join(worldFlags(a), " ")+" -at="+s.walk.String())
	return check.ExitHolds
}

// decide decides the properties and begins the walk, at a counterexample if there is one. It returns the result in words. It explores in
// a separate world, whose tables grow large, and transfers the counterexamples into the world of the walk.
func (s *session) decide(c *command.Call, a *asked, w *world.World) (words string, err error) {
	defer c.Progress(&a.Options)()
	s.walk = study.Begin(w)
	ask := func(w *world.World) []checker.Property { return w.Properties(a.Properties) }
	large, counts, err := world.Explore(s.ctx, a.World, ask, a.Options)
	if err != nil {
		return "", err
	}
	for i, result := range counts.Results {
		if result.Path == nil {
			continue
		}
		walk, err := study.Decode(w, study.Along(large, result.Path).String())
		if err != nil {
			panic(err)
		}
		s.cases = with(s.cases, a.Properties[i], walk)
	}
	switch {
	case len(s.cases) > 0:
		remark := func(e example) string {
			if a.IsAsked(e.property.Name) {
				return ""
			}
			return " (not asked)"
		}
		slices.SortStableFunc(s.cases, func(one, other example) int { return cmp.Compare(remark(one), remark(other)) })
		s.walk = s.cases[0].walk
		for i, e := range s.cases {
			words += fmt.Sprintf("counterexample %d of %d: %s is violated%s: %s", i+1, len(s.cases), e.property.Name, remark(e), e.property.Violation)
			if len(e.also) > 0 {
				words += "; also " + strings.Join(e.also, ", ")
			}
			words += ". "
		}
		return words, nil
	case !counts.Complete:
		return fmt.Sprintf("no property is violated in the %s up to the bound on %s", prose.Plural(counts.States, "state"), counts.Bound), nil
	}
	return fmt.Sprintf("no property is violated: %s explored", prose.Plural(counts.States, "state")), nil
}

// with adds a counterexample: a new one, or one more property that a known one violates. If a run violates several
// properties, the last one about its end is named first: a run that never ends never decides, but not the other
// way round.
func with(cases []example, p spec.Property, walk *study.Walk) []example {
	i := slices.IndexFunc(cases, func(e example) bool { return e.walk.String() == walk.String() })
	switch {
	case i < 0:
		return append(cases, example{property: p, walk: walk})
	case cases[i].property.IsLiveness():
		cases[i].property, p = p, cases[i].property
	}
	cases[i].also = append(cases[i].also, p.Name)
	return cases
}

// worldFlags are the given flags, without the walk and those that do not affect the world.
func worldFlags(r *asked) []string {
	return slices.DeleteFunc(slices.Clone(r.Given), func(flag string) bool {
		name, _, _ := strings.Cut(flag, "=")
		return slices.Contains([]string{"-at", "-quiet", "-workers"}, name)
	})
}
