package anonymous

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
)

// Command is the command.
func Command() *command.Command {
	return &command.Command{
		Name: "anonymous", Group: command.Research, Usage: "[-n=N -states=K -messages=M -ring=...]", Catalogue: true,
		Short: "tries every deterministic protocol of a given size on a ring of identical processes",
		Long:  "None of them elects. Without flags it tries several sizes.",
		Codes: []string{"0 no protocol elects", "152 inconclusive: Ctrl-C", "255 one does, or a bug of ours"},
		New:   func(p *command.Program) command.Asking { return &asked{Question: p.NewQuestion()} },
	}
}

// mostProtocols is the size of the largest class that is tried; a larger one takes hours.
const mostProtocols = 1_000_000_000

// The largest class tried as a control: among the usual classes, and for one asked for.
const (
	mostControls = 300_000
	mostControl  = 5_000_000
)

type asked struct {
	check.Question
	command.Delivery
	Classes, Controls []Class
}

// A ringKind is the directions of messages on a ring.
type ringKind string

// Flags are the flags of a class; without them the usual classes are tried.
func (a *asked) Flags() flags.Table {
	const heading = "The protocols"
	one := Class{Processes: 2, States: 2, Messages: 1}
	kind, some := ringKind(""), false
	asks := func(given bool) error { some = some || given; return nil }
	return slices.Concat(flags.Table{
		flags.Flag{Name: "n", Takes: "2", Group: heading, Usual: true, Help: "processes", Then: asks}.Number(&one.Processes, 2, MaxProcesses),
		flags.Flag{Name: "states", Takes: "2", Group: heading, Usual: true, Help: "local states, each marked as leading or not", Then: asks}.Number(&one.States, 1, MaxStates),
		flags.Flag{Name: "messages", Takes: "1", Group: heading, Usual: true, Help: "different messages", Then: asks}.Number(&one.Messages, 0, MaxMessages),
		flags.OneOf(flags.Flag{Name: "ring", Group: heading, Usual: true, Help: "which way messages travel", Then: asks}, &kind,
			func() []ringKind { return []ringKind{"unidirectional", "bidirectional"} }),
		a.Crew(),
	}, a.Delivered("", "text", "json")).Then(func() error {
		if one.Bidirectional = kind == "bidirectional"; some {
			return a.only(one)
		}
		a.Classes = usualClasses()
		a.control(mostControls)
		return nil
	})
}

// only restricts the question to one class.
func (a *asked) only(c Class) error {
	if size := c.Protocols(); size.Cmp(big.NewInt(mostProtocols)) > 0 {
		return fmt.Errorf("-states=%d -messages=%d: there are %v such protocols, and at most %d are tried: ask for fewer states or messages",
			c.States, c.Messages, size, mostProtocols)
	}
	a.Classes = []Class{c}
	a.control(mostControl)
	return nil
}

// control adds the controls of the classes, unless they are too large.
func (a *asked) control(most int64) {
	for _, class := range a.Classes {
		class.Distinguished = true
		if class.Protocols().Cmp(big.NewInt(most)) <= 0 {
			a.Controls = append(a.Controls, class)
		}
	}
}

// usualClasses are the default classes: those that take seconds.
func usualClasses() (classes []Class) {
	for _, n := range []int{2, 3} {
		for _, size := range [][2]int{{2, 1}, {3, 1}, {4, 1}, {5, 1}, {2, 2}} {
			classes = append(classes, Class{Processes: n, States: size[0], Messages: size[1]})
		}
		classes = append(classes, Class{Processes: n, States: 2, Messages: 1, Bidirectional: true})
	}
	return classes
}

// Run tries all protocols of the classes asked for, and then the controls.
func (a *asked) Run(ctx context.Context, c *command.Call) int {
	found := &Classes{request: a}
	for _, class := range append(append([]Class{}, a.Classes...), a.Controls...) {
		if ctx.Err() != nil {
			break
		}
		census, err := Take(ctx, class, a.Options.Workers)
		if err != nil {
			panic(err) // impossible: a bug of ours
		}
		found.found = append(found.found, census)
		c.Say("%s", found.Progress())
	}
	return c.Deliver(found)
}
