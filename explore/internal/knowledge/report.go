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

// Probe is the ledger's command for C38. It takes the flags of a world, and -knows for the visible part of the
// group.
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

// Run tries the rules with less knowledge.
func (a *asked) Run(ctx context.Context, c *command.Call) int {
	found, err := Find(ctx, a.World, a.Knows, a.Options)
	if err != nil {
		return c.Panicked(err)
	}
	return c.Deliver(&report{&a.Question, found})
}

// A report lists what the rules of an algorithm use of the group.
type report struct {
	asked *check.Question
	found *Finding
}

// Exit is 0 if the part of the group is enough in every situation, and 12 otherwise.
func (k *report) Exit() int {
	switch {
	case k.found.Differ > 0:
		return check.ExitSafety
	case !k.found.Counts.Complete:
		return check.ExitInconclusive
	}
	return check.ExitHolds
}

// known lists the known processes in words.
func (k *report) known() string {
	return map[Part]string{Itself: "nobody but itself", Higher: "itself and the higher ids", Larger: "a group that is larger by two"}[k.found.Part]
}

// Verdict is the last line.
func (k *report) Verdict() string {
	f := k.found
	verdict := fmt.Sprintf("to know %s is enough, in all %s", k.known(), prose.Plural(f.Situations, "situation"))
	switch k.Exit() {
	case check.ExitSafety:
		verdict = fmt.Sprintf("to know %s is not enough in %s of %s", k.known(), prose.Grouped(f.Differ), prose.Plural(f.Situations, "situation"))
	case check.ExitInconclusive:
		verdict = "inconclusive: not everything was explored"
	}
	return fmt.Sprintf("verdict: %s (exit %d)", verdict, k.Exit())
}

// Text writes the verdict.
func (k *report) Text(out io.Writer) error {
	_, err := fmt.Fprintln(out, k.Verdict())
	return err
}

// JSON writes what the ledger reads.
func (k *report) JSON(out io.Writer) error {
	f := k.found
	return prose.JSON(out, map[string]any{"n": len(k.asked.World.IDs), "complete": f.Counts.Complete, "states": f.Counts.States, "different": f.Differ, "exit": k.Exit()})
}
