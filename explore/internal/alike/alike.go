// Package alike shows the argument of lecture 003 that an Ω needs its Property 1: two runs that one process cannot
// tell apart. In the first, R, nobody dies, and every link that may lose messages loses them all. In the other,
// R', a process dies. Both are found by exploration, not written down. That the process has equal views in both is
// checked afterwards.
package alike

import (
	"context"
	"slices"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// A Pair is two runs of one world that are alike to one process.
type Pair struct {
	World    *world.World
	To, Dead model.ID // the process to which both runs look the same, and the one that is dead in Other
	Run      Run      // R: nobody dies
	Other    Run      // R'
}

// A Run is a fair run, and what the process To sees of it.
type Run struct {
	Path        *checker.Path
	Stem, Cycle []Sight
}

// A Sight is one thing that a process sees, and what it knows then.
type Sight struct{ Seen, Knows string }

// Find looks for two runs that are alike to the process to. It tries each other process in turn as the dead one,
// against one run R. It returns nil if it found none.
func Find(ctx context.Context, c world.Config, to model.ID, o checker.Options) (*Pair, error) {
	c.Crashes = 1
	if err := c.Validate(); err != nil {
		return nil, err
	}
	w := world.New(c)
	always, never := func(checker.State) bool { return true }, func(checker.State) bool { return false }
	run, err := lasso(ctx, silence{w}, always, never, o)
	if run == nil || err != nil {
		return nil, err
	}
	p := &Pair{World: w, To: to, Run: seenBy(w, to, run)}
	for place, dead := range c.IDs {
		if dead == to {
			continue
		}
		e := echo{World: w, to: to, dead: dead, view: p.Run}
		other, err := lasso(ctx, e, func(s checker.State) bool { return w.IsDead(s, place) }, e.isOver, o)
		if err != nil {
			return nil, err
		}
		if other != nil {
			p.Dead, p.Other = dead, seenBy(w, to, e.without(other))
			return p, nil
		}
	}
	return nil, nil
}

// lasso finds a shortest fair run on which from comes true and end never does afterwards, or nil.
func lasso(ctx context.Context, s checker.System, from, end checker.Predicate, o checker.Options) (*checker.Path, error) {
	report, err := checker.Check(ctx, s, []checker.Property{checker.LeadsTo("no such run", from, end)}, o)
	if err != nil {
		return nil, err
	}
	return report.Results[0].Path, nil
}

// seenBy is a run as the process to sees it.
func seenBy(w *world.World, to model.ID, path *checker.Path) Run {
	run, at := Run{Path: path}, path.Initial
	see := func(transitions []checker.Transition) (sights []Sight) {
		for _, t := range transitions {
			if seen := w.Sees(to, at, t.Step); seen != "" {
				sights = append(sights, Sight{seen, w.Knows(to, t.To)})
			}
			at = t.To
		}
		return sights
	}
	run.Stem = see(path.Stem)
	run.Cycle = see(path.Cycle)
	return run
}

// at is the sight at index i, from 0; a lasso goes on for ever.
func (r Run) at(i int) Sight {
	if i < len(r.Stem) {
		return r.Stem[i]
	}
	return r.Cycle[(i-len(r.Stem))%len(r.Cycle)]
}

// Alike reports whether the process sees and knows the same in both runs for ever. Two eventually periodic
// sequences are equal if they agree on a long enough prefix.
func (p *Pair) Alike() bool {
	for i := range max(len(p.Run.Stem), len(p.Other.Stem)) + len(p.Run.Cycle)*len(p.Other.Cycle) {
		if p.Run.at(i) != p.Other.at(i) {
			return false
		}
	}
	return true
}

// Trusts lists the processes that id trusts in the cycle of a run: a single one if it settles.
func (p *Pair) Trusts(r Run, id model.ID) []model.ID {
	var trusted []model.ID
	for _, t := range r.Path.Cycle {
		for _, process := range p.World.View(t.To).Processes {
			if process.ID == id && process.Live {
				trusted = append(trusted, process.Elected)
			}
		}
	}
	slices.Sort(trusted)
	return slices.Compact(trusted)
}

// IsRight reports whether in a run all live processes come to trust the same live one for ever.
func (p *Pair) IsRight(r Run) bool {
	var settled []spec.ID
	for _, t := range r.Path.Cycle {
		settled = append(settled, spec.EventualLeadership.Settles(p.World.View(t.To)))
	}
	return len(slices.Compact(settled)) == 1 && settled[0] != spec.Nobody
}

// IsBounded reports whether a bound was hit in the search for one of the runs.
func (p *Pair) IsBounded() bool {
	bounded := func(t checker.Transition) bool { return t.Step.Bound != 0 }
	return slices.ContainsFunc(slices.Concat(p.Run.Path.Stem, p.Run.Path.Cycle, p.Other.Path.Stem, p.Other.Path.Cycle), bounded)
}
