package crosscheck

import (
	"fmt"
	"io"
	"strings"

	"interrex/internal/check"
	"interrex/internal/prose"
)

// Comparisons reports on the comparisons of some worlds with TLC.
type Comparisons struct {
	worlds      []*Comparison
	interrupted bool // not everything was compared
}

// count counts the worlds that agree, those that differ, and those that could not be compared.
func (c *Comparisons) count() (agree, differ, failed int) {
	for _, found := range c.worlds {
		switch {
		case found.Error == &notCompared:
		case found.Error != nil:
			failed++
		case found.Agree:
			agree++
		default:
			differ++
		}
	}
	return agree, differ, failed
}

// Exit is ExitBug if anything differs, since one of the two sides is wrong, and both are ours.
func (c *Comparisons) Exit() int {
	_, differ, failed := c.count()
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
	agree, differ, failed := c.count()
	words := fmt.Sprintf("%d of %s: our checker and TLC agree", agree, prose.Plural(len(c.worlds), "world"))
	if differ > 0 {
		words += fmt.Sprintf("; in %d they differ", differ)
	}
	if failed > 0 {
		words += fmt.Sprintf("; %d could not be compared", failed)
	}
	if verdicts, sets := c.leftOut(); verdicts+sets > 0 {
		words += fmt.Sprintf("; %s and %s of states were too large to compare", prose.Plural(verdicts, "verdict"), prose.Plural(sets, "set"))
	}
	if c.interrupted {
		words += "; interrupted"
	}
	return fmt.Sprintf("%s (exit %d)", words, c.Exit())
}

// leftOut counts what was too large to be compared.
func (c *Comparisons) leftOut() (verdicts, sets int) {
	for _, found := range c.worlds {
		if found.Error != nil {
			continue
		}
		for _, v := range found.Verdicts {
			if !v.Compared {
				verdicts++
			}
		}
		if found.Ours.Digest == nil {
			sets++
		}
	}
	return verdicts, sets
}

// line is the result for one world in one line.
func (found *Comparison) line() string {
	switch {
	case found.Error == &notCompared:
		return fmt.Sprintf("        %s: not compared", found.Command)
	case found.Error != nil:
		return fmt.Sprintf("failed  %s: %s", found.Command, *found.Error)
	}
	word := "agree "
	if !found.Agree {
		word = "DIFFER"
	}
	all, broken, left := 0, 0, ""
	for _, v := range found.Verdicts {
		if v.Compared {
			all++
			if v.Ours == violated {
				broken++
			}
		}
	}
	if n := len(found.Verdicts) - all; n > 0 {
		left = fmt.Sprintf(", %d left out", n)
	}
	if found.Ours.Digest == nil {
		left += ", set left out"
	}
	return fmt.Sprintf("%s  %s: %s, %s, %s, %d violated%s", word, found.Command, prose.Plural(found.Ours.States, "state"),
		prose.Plural(found.Ours.Steps, "step"), prose.Plural(all, "verdict"), broken, left)
}

// Text writes a line for each world; for a single world it writes both sides next to each other. Differences are
// listed in full.
func (c *Comparisons) Text(out io.Writer) error {
	w := &prose.Writer{Out: out}
	w.Line("interrex %s   crosscheck: our checker on the models, TLC on the TLA+ modules", check.Version)
	w.Line("")
	if len(c.worlds) == 1 && c.worlds[0].Error == nil {
		c.worlds[0].beside(w)
	} else {
		for _, found := range c.worlds {
			w.Line("%s", found.line())
			for _, difference := range found.Differences {
				w.Line("        %s", strings.ReplaceAll(difference, "\n", "\n        "))
			}
		}
	}
	w.Line("")
	if collision := c.collision(); collision != "" {
		w.Line("TLC compares fingerprints of 64 bits. Its own estimate that it took two states for one: %s.", collision)
	}
	w.Line("%s", c.Verdict())
	return w.Err
}

// collision is the greatest of TLC's estimates.
func (c *Comparisons) collision() string {
	worst, where := 0.0, ""
	for _, found := range c.worlds {
		var p float64
		if _, err := fmt.Sscan(found.Collision, &p); err == nil && p >= worst {
			worst, where = p, found.Collision
		}
	}
	if where != "" && len(c.worlds) > 1 {
		where += " at most"
	}
	return where
}

// beside writes both sides of one comparison.
func (found *Comparison) beside(w *prose.Writer) {
	w.Line("%s", found.Command)
	w.Line("TLC %s, module %s", found.TLC, found.Module)
	w.Line("")
	row := func(what string, ours, theirs any) { w.Line("  %-20s %16v %16v", what, ours, theirs) }
	row("", "ours", "TLC")
	row("distinct states", prose.Grouped(found.Ours.States), prose.Grouped(found.TLCs.States))
	row("steps", prose.Grouped(found.Ours.Steps), prose.Grouped(found.TLCs.Steps))
	row("terminal states", prose.Grouped(found.Ours.Terminal), prose.Grouped(found.TLCs.Terminal))
	row("depth", found.Ours.Depth, found.TLCs.Depth)
	if found.Ours.Digest != nil {
		row("set of states", (*found.Ours.Digest)[:16], (*found.TLCs.Digest)[:16])
	} else {
		w.Line("  %-20s too large to be compared", "set of states")
	}
	for _, v := range found.Verdicts {
		if !v.Compared {
			w.Line("  %-20s %16s %16s", v.Property, spell(v.Ours, v.OurLength), "too large")
			continue
		}
		theirs := spell(v.TLCs, v.TLCsLength)
		if v.TLCs == violated && !v.Found {
			theirs = "confirms ours"
		}
		row(v.Property, spell(v.Ours, v.OurLength), theirs)
	}
	w.Line("")
	w.Line("violated in N: the steps of a counterexample, way in and cycle. Only that of safety is a shortest")
	w.Line("one on both sides. confirms ours: TLC was given ours to judge. Of the digests the first 64 bits stand")
	w.Line("here; all 256 are compared.")
	for _, difference := range found.Differences {
		w.Line("")
		w.Line("%s", difference)
	}
}

// spell writes a verdict; for a violation, also the length of the counterexample.
func spell(verdict string, length int) string {
	if verdict == violated {
		return fmt.Sprintf("violated in %d", length)
	}
	return verdict
}
