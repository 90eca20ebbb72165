package crosscheck

import (
	"fmt"

	"interrex/checker"
	"interrex/internal/check"
	"interrex/internal/prose"
)

// Comparisons reports on the comparisons of some worlds with TLC.
type Comparisons struct {
	worlds      []*Comparison
	interrupted bool // not everything was compared
}

// count counts the worlds that agree, those that differ, those that could not be compared, and the verdicts and sets of
// states that were too large.
func (c *Comparisons) count() (agree, differ, failed, verdicts, sets int) {
	for _, found := range c.worlds {
		switch {
		case found.Error == errInterrupted:
			continue
		case found.Error != nil:
			failed++
			continue
		case len(found.Differences) > 0:
			differ++
		default:
			agree++
		}
		compared, _ := found.verdicts()
		if verdicts += len(found.Verdicts) - compared; !found.Sets {
			sets++
		}
	}
	return agree, differ, failed, verdicts, sets
}

// verdicts counts the verdicts that were compared, and the violated properties among them.
func (found *Comparison) verdicts() (compared, violated int) {
	for _, v := range found.Verdicts {
		if v.Compared {
			compared++
			if v.Ours == checker.Violated {
				violated++
			}
		}
	}
	return compared, violated
}

// Exit is ExitBug if anything differs, since one of the two sides is wrong, and both are ours.
func (c *Comparisons) Exit() int {
	_, differ, failed, _, _ := c.count()
	switch {
	case differ > 0:
		return check.ExitBug
	case c.interrupted:
		return check.ExitInconclusive
	case failed > 0:
		return check.ExitError
	}
	return check.ExitHolds
}

// Verdict is the last line of a report.
func (c *Comparisons) Verdict() string {
	agree, differ, failed, verdicts, sets := c.count()
	words := fmt.Sprintf("%d of %s: our checker and TLC agree", agree, prose.Plural(len(c.worlds), "world"))
	if differ > 0 {
		words += fmt.Sprintf("; in %d they differ", differ)
	}
	if failed > 0 {
		words += fmt.Sprintf("; %d could not be compared", failed)
	}
	if verdicts+sets > 0 {
		words += fmt.Sprintf("; %s and %s of states were too large to compare", prose.Plural(verdicts, "verdict"), prose.Plural(sets, "set"))
	}
	if c.interrupted {
		words += "; interrupted"
	}
	return words
}

// line is the result for one world in one line.
func (found *Comparison) line() string {
	if found.Error != nil {
		return fmt.Sprintf("failed  %s: %v", found.Command, found.Error)
	}
	word, left := "agree ", ""
	if len(found.Differences) > 0 {
		word = "DIFFER"
	}
	compared, violated := found.verdicts()
	if n := len(found.Verdicts) - compared; n > 0 {
		left = fmt.Sprintf(", %d left out", n)
	}
	if !found.Sets {
		left += ", set left out"
	}
	return fmt.Sprintf("%s  %s: %s, %s, %s, %d violated%s", word, found.Command, prose.Plural(found.Ours.States, "state"),
		prose.Plural(found.Ours.Steps, "step"), prose.Plural(compared, "verdict"), violated, left)
}

// Text writes a line for each world; for a single world it writes both sides next to each other. Differences are
// listed in full.
func (c *Comparisons) Text(w *prose.Writer) {
	w.Line("interrex %s   crosscheck: our checker on the models, TLC on the TLA+ modules", check.Version)
	w.Line("")
	for _, found := range c.worlds {
		if len(c.worlds) == 1 && found.TLCs.States > 0 {
			found.beside(w)
		} else {
			w.Line("%s", found.line())
		}
		for _, difference := range found.Differences {
			w.Line("        %s", difference)
		}
	}
	w.Line("")
}

// beside writes both sides of one comparison.
func (found *Comparison) beside(w *prose.Writer) {
	w.Line("%s", found.Command)
	w.Line("TLC %s, module %s", found.TLC, Module(found.World.Algorithm))
	w.Line("")
	row := func(what string, ours, theirs any) { w.Line("  %-20s %16v %16v", what, ours, theirs) }
	row("", "ours", "TLC")
	row("distinct states", prose.Grouped(found.Ours.States), prose.Grouped(found.TLCs.States))
	row("steps", prose.Grouped(found.Ours.Steps), prose.Grouped(found.TLCs.Steps))
	row("terminal states", prose.Grouped(found.Ours.Terminal), prose.Grouped(found.TLCs.Terminal))
	row("depth", found.Ours.Depth, found.TLCs.Depth)
	if !found.Sets {
		w.Line("  %-20s too large to be compared", "set of states")
	}
	for _, v := range found.Verdicts {
		theirs := spell(v.TLCs, v.TLCsLength)
		switch {
		case !v.Compared:
			theirs = "too large"
		case v.TLCs == checker.Violated && !v.Found:
			theirs = "confirms ours"
		}
		row(v.Property, spell(v.Ours, v.OurLength), theirs)
	}
	w.Line("")
	if found.Sets {
		w.Line("The sets of states were compared, too.")
	}
	w.Line("violated in N: the steps of a counterexample, stem and cycle. That of safety is a shortest one")
	w.Line("on both sides. confirms ours: TLC was given ours to judge.")
}

// spell writes a verdict; for a violation, also the length of the counterexample.
func spell(verdict checker.Verdict, length int) string {
	if verdict == checker.Violated {
		return fmt.Sprintf("violated in %d", length)
	}
	return verdict.String()
}
