package anonymous

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"

	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/prose"
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

type asked struct {
	check.Question
	command.Delivery
	Classes []Class // the controls last
}

// Flags are the flags of a class; without them the usual classes are tried. The contents of a channel must fit a cell, and a set of local
// states a machine word.
func (a *asked) Flags() flags.Table {
	one := Class{Processes: 2, States: 2, Messages: 1}
	kind, some := "", false
	flag := func(name, takes, help string) flags.Flag {
		return flags.Flag{Name: name, Takes: takes, Group: "The protocols", Usual: true, Help: help,
			Then: func(given bool) error { some = some || given; return nil }}
	}
	return slices.Concat(flags.Table{
		flag("n", "2", "processes").Number(&one.Processes, 2, 4),
		flag("states", "2", "local states, each marked as leading or not").Number(&one.States, 1, 8),
		flag("messages", "1", "different messages").Number(&one.Messages, 0, 3),
		flags.OneOf(flag("ring", "", "which way messages travel"), &kind, func() []string { return []string{"unidirectional", "bidirectional"} }),
	}, a.Delivered("", "text", "json")).Then(func() error {
		if one.Bidirectional = kind == "bidirectional"; !some {
			a.Classes = withControls(usualClasses(), 300_000)
			return nil
		}
		const most = 1_000_000_000 // more take hours
		if size := one.Protocols(); size.Cmp(big.NewInt(most)) > 0 {
			return fmt.Errorf("-states=%d -messages=%d: there are %v such protocols, and at most %d are tried: ask for fewer states or messages",
				one.States, one.Messages, size, most)
		}
		a.Classes = withControls([]Class{one}, 5_000_000)
		return nil
	})
}

// withControls adds the controls of classes, unless they are larger than most.
func withControls(classes []Class, most int64) []Class {
	for _, control := range slices.Clone(classes) {
		control.Distinguished = true
		if control.Protocols().Cmp(big.NewInt(most)) <= 0 {
			classes = append(classes, control)
		}
	}
	return classes
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
	r := &report{asked: a}
	for _, class := range a.Classes {
		if ctx.Err() != nil {
			break
		}
		census, err := Take(ctx, class)
		if err != nil {
			panic(err) // impossible: a bug of ours
		}
		r.all = append(r.all, census)
		size := prose.Plural(class.States, "local state") + ", " + prose.Plural(class.Messages, "message")
		if class.Distinguished {
			size += ", one process distinguished"
		}
		c.Say("%d of %d: %s ring of %d, %s", len(r.all), len(a.Classes), ringName(class), class.Processes, size)
	}
	return c.Deliver(r)
}

// A report is about all protocols of some sizes on anonymous rings, and about the controls, which are the last.
type report struct {
	asked *asked
	all   []*Census
}

// isComplete reports whether all classes and controls were tried to the end.
func (r *report) isComplete() bool {
	return len(r.all) == len(r.asked.Classes) && !slices.ContainsFunc(r.all, func(c *Census) bool { return !c.Complete })
}

// some returns the anonymous classes, or the controls, and counts their protocols and those that elect.
func (r *report) some(distinguished bool) (found []*Census, tried, elect int) {
	for _, c := range r.all {
		if c.Distinguished == distinguished {
			found, tried, elect = append(found, c), tried+c.Protocols, elect+c.Elect
		}
	}
	return found, tried, elect
}

func ringName(c Class) string {
	return map[bool]string{false: "unidirectional", true: "bidirectional"}[c.Bidirectional]
}

// Exit is 0 if no anonymous protocol elects. If one did, it would be a bug of ours.
func (r *report) Exit() int {
	if _, _, elect := r.some(false); elect > 0 {
		return check.ExitBug
	}
	if !r.isComplete() {
		return check.ExitInconclusive
	}
	return check.ExitHolds
}

// Text writes the tables for people.
func (r *report) Text(w *prose.Writer) {
	classes, _, _ := r.some(false)
	controls, _, _ := r.some(true)
	say(w, "interrex %s   anonymous: every deterministic protocol of a size, on a ring of identical processes\n", check.Version)
	say(w, `Each process starts once. Then it takes one message after the other: depending on its local state,
the message and its side, it goes to a local state, and sends one message or none. N is
known, channels are FIFO, nobody crashes. Some local states are marked: a process in one leads.
A protocol elects if in every fair run, from some moment on, exactly one leads, always the same.`)
	table(w, classes)
	say(w, `
elect: in every fair run. Protocols that differ only in the names of states and messages are tried
once. states: explored, of all rings.`)
	if last := r.asked.Classes[len(r.asked.Classes)-1]; !last.Distinguished {
		say(w, "\nNo control, in which one process is distinguished: that class is too large to be tried.")
	}
	if len(controls) > 0 {
		say(w, "\nThe control: process 1 has a start of its own, and everything else is the same.")
		table(w, controls)
	}
	say(w, "\nreproduce: %s", r.asked.Reproduce())
}

// say writes lines.
func say(w *prose.Writer, format string, args ...any) {
	for line := range strings.SplitSeq(fmt.Sprintf(format, args...), "\n") {
		w.Line("%s", line)
	}
}

func table(w *prose.Writer, found []*Census) {
	say(w, "\n  %-14s  N states messages   protocols      states     elect", "ring")
	for _, c := range found {
		say(w, "  %-14s %2d %6d %8d %11s %11s %9s", ringName(c.Class), c.Processes, c.States,
			c.Messages, prose.Grouped(c.Protocols), prose.Grouped(c.Explored), prose.Grouped(c.Elect))
	}
}

// JSON writes the counts of each class, the controls last.
func (r *report) JSON(out io.Writer) error {
	classes := []map[string]any{}
	for _, f := range r.all {
		classes = append(classes, map[string]any{"ring": ringName(f.Class), "n": f.Processes, "states": f.States, "messages": f.Messages,
			"distinguished": f.Distinguished, "complete": f.Complete, "protocols": f.Protocols, "explored": f.Explored, "elect": f.Elect})
	}
	return prose.JSON(out, map[string]any{"interrex": check.Version, "classes": classes, "complete": r.isComplete(), "exit": r.Exit()})
}

// Verdict is the last line.
func (r *report) Verdict() string {
	_, tried, elect := r.some(false)
	controls, _, controlled := r.some(true)
	verdict := fmt.Sprintf("%s of %s anonymous protocols elect", prose.Grouped(elect), prose.Grouped(tried))
	if elect == 0 {
		verdict = fmt.Sprintf("none of %s anonymous protocols elects", prose.Grouped(tried))
	}
	if len(controls) > 0 {
		verdict += fmt.Sprintf("; with one process distinguished %s do", prose.Grouped(controlled))
	}
	if !r.isComplete() {
		verdict = "inconclusive: " + verdict + "; bounded by an interrupt"
	}
	return "verdict: " + verdict
}
