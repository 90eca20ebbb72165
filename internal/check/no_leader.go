package check

import (
	"fmt"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/internal/prose"
	"interrex/spec"
)

// A noLeader is a run in which an election was under way or a process led, and from some moment on no live process leads, though
// one lives. decides and ends allow it: the election has died out.
type noLeader struct {
	// It in one line for people.
	Text string `json:"text"`
	// The property that such a run violates: asked for by name, its counterexample is such a run.
	Property string `json:"property"`
	// The steps after which no live process leads any more, though one lives.
	Steps int `json:"steps"`
}

// noLeader makes it of a path, if there is one, and decides and ends hold.
func (f *Findings) noLeader(p *checker.Path) *noLeader {
	holds := func(name string) bool {
		return slices.ContainsFunc(f.Decided, func(d Decision) bool { return d.Name == name && d.Verdict == checker.Holds })
	}
	if p == nil || !holds(spec.Decides.Name) || !holds(spec.Ends.Name) {
		return nil
	}
	views, live := f.World.Account(p).Views, []string(nil)
	for _, q := range views[len(p.Stem)].Processes {
		if q.Live {
			live = append(live, fmt.Sprintf("P%d", q.ID))
		}
	}
	who, property, last := live[0]+" lives and never leads", spec.StrictDecides.Name, len(live)-1
	if last > 0 {
		who = strings.Join(live[:last], ", ") + " and " + live[last] + " live and none ever leads"
	}
	if slices.ContainsFunc(views, spec.SomebodyLeads.Once) {
		who, property = who+" again", spec.SomebodyLeads.Name
	}
	after := prose.Plural(len(p.Stem), "step")
	text := fmt.Sprintf("no leader for ever is possible: after %s %s; -property=%s shows such a run", after, who, property)
	return &noLeader{text, property, len(p.Stem)}
}
