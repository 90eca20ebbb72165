package knowledge

import (
	"fmt"
	"io"

	"interrex/internal/check"
	"interrex/internal/prose"
)

// A report says what the rules of an algorithm use of the group.
type report struct {
	asked *check.Question
	found *Finding
}

// Exit is 0 if the part of the group is enough in every situation, and 12 otherwise.
func (k *report) Exit() int {
	switch {
	case len(k.found.Differ) > 0:
		return check.ExitSafety
	case !k.found.Counts.Complete:
		return check.ExitInconclusive
	}
	return check.ExitHolds
}

// known says in words whom a process knows.
func (k *report) known() string {
	switch k.found.Part {
	case Higher:
		return "itself and the higher ids"
	case Larger:
		return "a group that is larger by two"
	}
	return "nobody but itself"
}

// Verdict is the last line.
func (k *report) Verdict() string {
	f := k.found
	verdict := fmt.Sprintf("to know %s is enough, in all %s", k.known(), prose.Plural(f.Situations, "situation"))
	switch k.Exit() {
	case check.ExitSafety:
		verdict = fmt.Sprintf("to know %s is not enough in %s of %s", k.known(), prose.Grouped(len(f.Differ)), prose.Plural(f.Situations, "situation"))
	case check.ExitInconclusive:
		verdict = "inconclusive: not everything was explored"
	}
	return fmt.Sprintf("verdict: %s (exit %d)", verdict, k.Exit())
}

// shownDifferences is how many situations the text shows.
const shownDifferences = 5

// Text writes the situations in which a process needs more.
func (k *report) Text(out io.Writer) error {
	w, f := &prose.Writer{Out: out}, k.found
	a := f.World.Algorithm
	w.Line("interrex %s   knowledge: what the rules of %s use of the group", check.Version, a.Name)
	w.Line("world: %s", k.asked.WorldLine())
	w.Line("")
	w.Line("%s; in each, every rule and every timer was asked twice: with the whole group, and with a process", prose.Plural(f.Counts.States, "state"))
	w.Line("that knows %s", k.known())
	for i, d := range f.Differ {
		if i == shownDifferences {
			w.Line("... and %s more", prose.Grouped(len(f.Differ)-i))
			break
		}
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
	f := k.found
	return prose.JSON(out, map[string]any{"n": len(f.World.IDs), "complete": f.Counts.Complete, "states": f.Counts.States, "different": len(f.Differ), "exit": k.Exit()})
}
