package knowledge

import (
	"context"
	"fmt"
	"io"
	"slices"

	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/prose"
)

// Probe is what the ledger runs for C38. It takes the flags of a world, and -knows for the part of the group that a process is shown.
func Probe() *command.Command {
	return &command.Command{Name: "knowledge", New: func(p *command.Program) command.Asking { return &asked{Question: p.NewQuestion()} }}
}

type asked struct {
	check.Question
	command.Delivery
	Knows Part
}

// Flags are the flags of a world, and of the part of the group.
func (a *asked) Flags() flags.Table {
	own := flags.OneOf(flags.Flag{Name: "knows"}, &a.Knows, func() []Part { return []Part{Itself, Higher, Larger} })
	return slices.Concat(flags.Table{own}, a.Question.Flags(), a.Delivered("", "text", "json"))
}

// Run applies the rules with less knowledge.
func (a *asked) Run(ctx context.Context, c *command.Call) int {
	found, err := Find(ctx, a.World, a.Knows, a.Options)
	if err != nil {
		return c.Panicked(err)
	}
	return c.Deliver(&report{found, a.WorldLine()})
}

// A report says what the rules of an algorithm use of the group.
type report struct {
	*Finding
	world string
}

// Exit is 0 if the part of the group is enough in every situation, and 12 otherwise.
func (k *report) Exit() int {
	switch {
	case len(k.Differ) > 0:
		return check.ExitSafety
	case !k.Counts.Complete:
		return check.ExitInconclusive
	}
	return check.ExitHolds
}

// Verdict is the last line.
func (k *report) Verdict() string {
	incomplete := ""
	if !k.Counts.Complete {
		incomplete = "; incomplete"
	}
	return fmt.Sprintf("verdict: -knows=%s: the rules act differently in %s of %s%s (exit %d)",
		k.Part, prose.Grouped(len(k.Differ)), prose.Plural(k.Situations, "situation"), incomplete, k.Exit())
}

// Text writes the first situations in which a process needs more.
func (k *report) Text(out io.Writer) error {
	w := &prose.Writer{Out: out}
	w.Line("world: %s", k.world)
	for _, d := range k.Differ[:min(len(k.Differ), 5)] {
		w.Line("")
		w.Line("  %s", d.Situation)
		w.Line("    with the whole group: %s", d.Whole)
		w.Line("    with the part:        %s", d.Part)
	}
	w.Line("")
	w.Line("%s", k.Verdict())
	return w.Err
}

// JSON writes what the ledger reads.
func (k *report) JSON(out io.Writer) error {
	return prose.JSON(out, map[string]any{"n": len(k.World.IDs), "complete": k.Counts.Complete, "states": k.Counts.States, "different": len(k.Differ), "exit": k.Exit()})
}
