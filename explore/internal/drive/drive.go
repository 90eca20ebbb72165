// Package drive is the command drive: it drives the implementation along runs of the model.
package drive

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/model/world"
	"interrex/traces/drive"
)

// Command is the command.
func Command() *command.Command {
	return &command.Command{
		Name: "drive", Group: command.Nodes, Usage: "-counterexample=FILE, or -edges [-algo=NAME flags]", Catalogue: true,
		Short: "drives the implementation along the counterexamples of a JSON report, or along every edge of the graph",
		Long:  "It runs the nodes in memory, step by step. By default, -edges covers all implemented algorithms, with three processes each.",
		Codes: []string{"0 the implementation takes every step", "12 it diverges", "150 a report is malformed", "152 a bound left edges out"},
		New: func(p *command.Program) command.Asking {
			return &asked{Question: p.NewQuestion(), program: p}
		},
	}
}

type asked struct {
	check.Question
	command.Delivery
	program  *command.Program
	file     string
	property string
	edges    bool

	Plays  []play         // counterexamples along which the implementation was driven
	Worlds []world.Config // worlds along all of whose edges the implementation is driven
}

// A play is a counterexample from a file, along which the implementation is driven.
type play struct {
	Property string
	World    world.Config
	Schedule drive.Schedule
	Run      *drive.Run
}

// Flags are the flags of a file with counterexamples, or of a world whose edges are driven.
func (a *asked) Flags() flags.Table {
	a.Least = check.Unsaid
	own := flags.Table{
		flags.Flag{Name: "counterexample", Takes: "FILE", Group: check.Asked, Usual: true, Help: "a JSON report with counterexamples; -property picks one"}.Text(&a.file),
		flags.Flag{Name: "property", Takes: "NAME", Group: check.Asked, Help: "the counterexample to this property", Words: a.properties}.Text(&a.property),
		flags.Flag{Name: "edges", Group: check.Asked, Usual: true, Help: "drive along all edges; -max-states counts pairs of a state and a group of nodes, -max-time covers all worlds together"}.Switch(&a.edges),
	}
	bounds := a.Bounds().Without("max-depth", "max-counterexamples", "stop")
	return slices.Concat(own, a.Delivered("", "text", "json"), bounds, a.WorldFlags()).Then(a.Question.Complete)
}

func (a *asked) properties() []string {
	table := a.Asks()
	property, _ := table.Find("property")
	return property.Words()[2:] // without the sets, which come first
}

// Take reads the file, or chooses the worlds.
func (a *asked) Take(args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("unexpected argument %q: a flag is written -name=value", args[0])
	}
	given := func(name string) bool {
		return slices.ContainsFunc(a.Given, func(flag string) bool { return strings.HasPrefix(flag, "-"+name+"=") })
	}
	switch {
	case given("counterexample") == a.edges:
		return errors.New("drive needs either -counterexample=FILE, which explore -format=json has written, or -edges")
	case given("counterexample"):
		if err := a.only("drive -counterexample: its flags are -%s; the file has its world", "counterexample", "property", "format", "o", "quiet"); err != nil {
			return err
		}
		return a.play()
	case given("property"):
		return errors.New("-property has no meaning for drive -edges, which drives along all edges and asks nothing; its bounds are -max-states, -max-time and -max-memory")
	case !given("algo"):
		return a.everything()
	case a.World.IDs == nil:
		q, err := a.program.World(append([]string{"-n=3"}, slices.DeleteFunc(slices.Clone(a.Given), isNoWorld)...))
		if err != nil {
			return err
		}
		a.World = q.World
	}
	if _, err := drive.NewCast(a.World); err != nil {
		return err
	}
	a.Worlds = []world.Config{a.World}
	return nil
}

// isNoWorld reports whether the given flag does not describe a world.
func isNoWorld(flag string) bool {
	name, _, _ := strings.Cut(flag[1:], "=")
	return slices.Contains([]string{"edges", "format", "o", "quiet"}, name)
}

// only refuses all flags except some.
func (a *asked) only(words string, own ...string) error {
	for _, flag := range a.Given {
		if name, _, _ := strings.Cut(flag[1:], "="); !slices.Contains(own, name) {
			return fmt.Errorf("-%s has no meaning for "+words, name, strings.Join(own, " -"))
		}
	}
	return nil
}

// everything adds the default worlds of three processes.
func (a *asked) everything() error {
	own := []string{"edges", "format", "o", "quiet", "max-states", "max-time", "max-memory", "workers"}
	for _, flag := range a.Given {
		if name, _, _ := strings.Cut(flag[1:], "="); !slices.Contains(own, name) {
			return fmt.Errorf("-%s has no meaning for all algorithms together: name one, -algo=%s", name, strings.Join(drive.Algorithms(), ", "))
		}
	}
	for _, name := range drive.Algorithms() {
		q, err := a.program.World([]string{"-algo=" + name, "-n=3"})
		if err != nil {
			return err
		}
		a.Worlds = append(a.Worlds, q.World)
	}
	return nil
}

// play reads the counterexamples of a file and drives the implementation along them. Only that shows whether they
// are runs of the model.
func (a *asked) play() error {
	file, err := readReport(a.file)
	if err != nil {
		return err
	}
	q, err := a.program.World(file.flags())
	if err != nil {
		return command.InputError{Err: fmt.Errorf("%s:%d: reproduce: %w", file.name, file.line("reproduce"), err)}
	}
	a.World = q.World
	if a.property != "" {
		if a.Properties, err = a.PropertiesNamed(a.property); err != nil {
			return namesFlag(a.property, err)
		}
	}
	for i, p := range file.Properties {
		if p.Counterexample == nil || a.property != "" && p.Name != a.property {
			continue
		}
		one := play{Property: p.Name, World: a.World, Schedule: p.Counterexample.schedule()}
		stage, err := drive.NewTheatre(a.World)
		if err != nil {
			return command.InputError{Err: fmt.Errorf("%s:%d: %w", file.name, file.line("reproduce"), err)}
		}
		if err := file.belongs(i, one); err != nil {
			return err
		}
		if one.Run, err = drive.Follow(a.World, one.Schedule, stage); err != nil {
			return err
		}
		a.Plays = append(a.Plays, one)
	}
	if len(a.Plays) == 0 {
		return command.InputError{Err: fmt.Errorf("%s:%d: no counterexample there; wanted is a report of explore -format=json with a property that is violated", file.name, file.line("properties"))}
	}
	return nil
}

// namesFlag adds the flag to an error, unless the error names it already.
func namesFlag(value string, err error) error {
	if strings.HasPrefix(err.Error(), "-") {
		return err
	}
	return fmt.Errorf("-property=%s: %w", value, err)
}

// Run reports the counterexamples driven, or drives the implementation along all edges of the worlds.
func (a *asked) Run(ctx context.Context, c *command.Call) int {
	if len(a.Plays) > 0 {
		return c.Deliver(NewPlays(a))
	}
	found, limits := NewEdges(), drive.Limits{Pairs: a.Options.MaxStates, Memory: a.Options.MaxMemory}
	if a.Options.MaxTime > 0 {
		limits.Until = time.Now().Add(a.Options.MaxTime) // for all worlds together
	}
	for _, w := range a.Worlds {
		one, err := drive.Compare(ctx, w, limits)
		if err != nil {
			return c.Refuse(err)
		}
		found.Add(w, one)
	}
	return c.Deliver(found)
}
