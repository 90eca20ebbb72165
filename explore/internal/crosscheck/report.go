package crosscheck

import (
	"fmt"
	"io"
	"strings"

	"interrex/checker"
	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/model/world"
)

// Comparisons reports on the comparisons of some worlds with TLC.
type Comparisons struct {
	worlds      []world.Config
	found       []*Comparison // nil: not compared
	failed      []error       // why it was not compared
	interrupted bool
}

// NewComparisons makes a report with a place for each world.
func NewComparisons(worlds ...world.Config) *Comparisons {
	return &Comparisons{worlds: worlds, found: make([]*Comparison, len(worlds)), failed: make([]error, len(worlds))}
}

// Put stores the result for world i: a comparison, or the error that prevented it.
func (c *Comparisons) Put(i int, found *Comparison, err error) {
	if c.found[i], c.failed[i] = found, err; err != nil {
		c.found[i] = nil
	}
}

// Interrupt notes that not everything was compared.
func (c *Comparisons) Interrupt() { c.interrupted = true }

// count counts the worlds that agree, those that differ, and those that could not be compared.
func (c *Comparisons) count() (agree, differ, failed int) {
	for i, found := range c.found {
		switch {
		case found == nil && c.failed[i] != nil:
			failed++
		case found != nil && found.Agree():
			agree++
		case found != nil:
			differ++
		}
	}
	return agree, differ, failed
}

// Done counts the worlds that have a result.
func (c *Comparisons) Done() int {
	agree, differ, failed := c.count()
	return agree + differ + failed
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
	words := fmt.Sprintf("%d of %s: our checker and TLC agree", agree, prose.Plural(len(c.found), "world"))
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
	for _, found := range c.found {
		if found == nil {
			continue
		}
		for _, v := range found.Verdicts {
			if !v.Compared {
				verdicts++
			}
		}
		if found.OurSet == nil {
			sets++
		}
	}
	return verdicts, sets
}

// Line is the result for one world in one line.
func (c *Comparisons) Line(i int) string {
	command := CommandFor(c.worlds[i])
	found := c.found[i]
	switch {
	case found == nil && c.failed[i] != nil:
		return fmt.Sprintf("failed  %s: %v", command, c.failed[i])
	case found == nil:
		return fmt.Sprintf("        %s: not compared", command)
	}
	verdict := "agree "
	if !found.Agree() {
		verdict = "DIFFER"
	}
	return fmt.Sprintf("%s  %s: %s, %s, %s", verdict, command, prose.Plural(found.Ours.States, "state"),
		prose.Plural(found.Ours.Steps, "step"), compared(found))
}

// compared says how many verdicts were compared.
func compared(found *Comparison) string {
	all, violated := 0, 0
	for _, v := range found.Verdicts {
		if v.Compared {
			all++
			if v.Ours == checker.Violated {
				violated++
			}
		}
	}
	words := fmt.Sprintf("%s, %d violated", prose.Plural(all, "verdict"), violated)
	if left := len(found.Verdicts) - all; left > 0 {
		words += fmt.Sprintf(", %d left out", left)
	}
	if found.OurSet == nil {
		words += ", set left out"
	}
	return words
}

// Text writes a line for each world; for a single world it writes both sides next to each other. Differences are
// listed in full.
func (c *Comparisons) Text(out io.Writer) error {
	w := &prose.Writer{Out: out}
	w.Line("interrex %s   crosscheck: our checker on the models, TLC on the TLA+ modules", check.Version)
	w.Line("")
	if len(c.found) == 1 && c.found[0] != nil {
		c.beside(w, c.found[0])
	} else {
		for i := range c.found {
			w.Line("%s", c.Line(i))
			for _, difference := range c.differences(i) {
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

func (c *Comparisons) differences(i int) []string {
	if c.found[i] == nil {
		return nil
	}
	return c.found[i].Differences
}

// collision is the greatest of TLC's estimates.
func (c *Comparisons) collision() string {
	worst, where := 0.0, ""
	for _, found := range c.found {
		if found == nil {
			continue
		}
		var p float64
		if _, err := fmt.Sscan(found.Collision, &p); err == nil && p >= worst {
			worst, where = p, found.Collision
		}
	}
	if where != "" && len(c.found) > 1 {
		where += " at most"
	}
	return where
}

// beside writes both sides of one comparison.
func (c *Comparisons) beside(w *prose.Writer, found *Comparison) {
	w.Line("%s", CommandFor(found.World))
	w.Line("TLC %s, module %s", found.TLC, Module(found.World.Algorithm))
	w.Line("")
	row := func(what string, ours, theirs any) { w.Line("  %-20s %16v %16v", what, ours, theirs) }
	row("", "ours", "TLC")
	row("distinct states", prose.Grouped(found.Ours.States), prose.Grouped(found.TLCs.States))
	row("steps", prose.Grouped(found.Ours.Steps), prose.Grouped(found.TLCs.Steps))
	row("terminal states", prose.Grouped(found.Ours.Terminal), prose.Grouped(found.TLCs.Terminal))
	row("depth", found.Ours.Depth, found.TLCs.Depth)
	if found.OurSet != nil {
		row("set of states", found.OurSet.String()[:16], found.TLCsSet.String()[:16])
	} else {
		w.Line("  %-20s too large to be compared", "set of states")
	}
	for _, v := range found.Verdicts {
		if !v.Compared {
			w.Line("  %-20s %16s %16s", v.Property, spell(v.Ours, v.OurLength), "too large")
			continue
		}
		theirs := spell(v.TLCs, v.TLCsLength)
		if v.TLCs == checker.Violated && !v.Found {
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
func spell(v checker.Verdict, length int) string {
	if v == checker.Violated {
		return fmt.Sprintf("violated in %d", length)
	}
	return verdictWord(v)
}
