package alike

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/model"
	"interrex/model/mutants"
)

// Command is the command.
func Command() *command.Command {
	return &command.Command{
		Name: "alike", Group: command.Research, Usage: "-algo=NAME -n=N -to=ID", Catalogue: true,
		Short: "finds two runs that one process cannot tell apart, and shows them side by side",
		Long:  "In one of them nobody dies, in the other somebody does. For the omega-... algorithms, and with -mutant=NAME for a mutant.",
		Codes: []string{"0 two such runs are found", "152 none is: a bound was hit, or there may be more runs"},
		New: func(p *command.Program) command.Asking {
			return &asked{Question: p.NewQuestion(), program: p}
		},
	}
}

type asked struct {
	check.Question
	command.Delivery
	To      model.ID // the process to which the runs must look the same
	program *command.Program
}

// Flags are the flags of a world, of the process to which the runs look the same, and of a mutant.
func (a *asked) Flags() flags.Table {
	to, mutant := 0, ""
	own := flags.Table{
		flags.Flag{Name: "to", Takes: "ID", Group: check.Asked, Usual: true, Help: "the process to which both runs look the same; by default the highest",
			Then: func(given bool) error {
				c := &a.World
				if !c.Algorithm.Clockwork() {
					return fmt.Errorf("alike has no meaning for %s, whose links lose nothing: it is for %s", c.Algorithm.Name, a.clockworks())
				}
				if a.To = model.ID(to); !given {
					a.To = slices.Max(c.IDs)
				}
				if !slices.Contains(c.IDs, a.To) {
					return fmt.Errorf("-to=%d: there is no such process; the ids are %s", a.To, check.Setting{Value: c.IDs}.Text())
				}
				return nil
			}}.Count(&to, 0),
		flags.Flag{Name: "mutant", Takes: "NAME", Group: check.Asked, Help: "one of the mutants",
			Words: func() []string { return a.mutants() },
			Then: func(given bool) error {
				if given {
					return a.wound(mutant)
				}
				return nil
			}}.Text(&mutant),
	}
	return slices.Concat(a.Question.Flags().Without("property", "crashes", "fail-on", "stop"), own, a.Delivered("", "text", "json"))
}

// wound replaces the algorithm by one of its mutants.
func (a *asked) wound(name string) error {
	for _, m := range a.program.Mutants {
		if m.Of == a.World.Algorithm.Name && m.Name == name {
			a.World.Algorithm = m.Wounded().Algorithm
			return nil
		}
	}
	return &flags.Choice{What: "-mutant=" + name, Reason: "there is no such mutant of " + a.World.Algorithm.Name, Word: name, Those: "its mutants are", Words: a.mutants()}
}

func (a *asked) mutants() []string { return mutants.Names(a.program.Mutants, a.World.Algorithm.Name) }

// clockworks lists the algorithms that run by the clock only.
func (a *asked) clockworks() string {
	var all []string
	for _, algorithm := range a.Elections {
		if algorithm.Clockwork() {
			all = append(all, algorithm.Name)
		}
	}
	return strings.Join(all, ", ")
}

// Run looks for two runs that a process cannot tell apart.
func (a *asked) Run(ctx context.Context, c *command.Call) int {
	pair, bound, err := Find(ctx, a.World, a.To, a.Options)
	if err != nil {
		return c.Panicked(err)
	}
	return c.Deliver(NewAlike(a, pair, bound))
}
