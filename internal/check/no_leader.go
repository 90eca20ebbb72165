package check

import (
	"fmt"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/internal/prose"
	"interrex/spec"
)

// NoLeader is a run in which an election was under way or a process led, and from some moment on no live process leads, though
// one lives. decides and ends allow it: the election has died out.
type NoLeader struct {
	Path     *checker.Path
	Property string   // which this run violates, so that a counterexample to it shows such a run
	Live     []string // the processes that live at the end of the stem
}

// noLeader makes it of a path, if there is one, and decides and ends hold.
func (f *Findings) noLeader(p *checker.Path) *NoLeader {
	hold := 0
	for _, d := range f.Decided {
		if d.Verdict == checker.Holds && (d.Name == spec.Decides.Name || d.Name == spec.Ends.Name) {
			hold++
		}
	}
	if p == nil || hold < 2 {
		return nil
	}
	views := f.World.Account(p).Views
	found := &NoLeader{Path: p, Property: spec.StrictDecides.Name}
	if slices.ContainsFunc(views, spec.SomebodyLeads.Once) {
		found.Property = spec.SomebodyLeads.Name
	}
	for _, q := range views[len(p.Stem)].Processes {
		if q.Live {
			found.Live = append(found.Live, fmt.Sprintf("P%d", q.ID))
		}
	}
	return found
}

// Text describes the run in one line.
func (n *NoLeader) Text() string {
	who, lives := n.Live[0]+" lives and never leads", len(n.Live)
	if lives > 1 {
		who = strings.Join(n.Live[:lives-1], ", ") + " and " + n.Live[lives-1] + " live and none ever leads"
	}
	if n.Property == spec.SomebodyLeads.Name {
		who += " again"
	}
	return fmt.Sprintf("no leader for ever is possible: after %s %s; -property=%s shows such a run", prose.Plural(len(n.Path.Stem), "step"), who, n.Property)
}
