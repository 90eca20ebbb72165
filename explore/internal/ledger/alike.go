package ledger

import (
	"context"
	"fmt"
	"slices"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// A pair is two runs of one world that are alike to one process. They show the argument of lecture 003 that an Ω needs its
// Property 1. In the first, R, no process dies, and every link that may lose messages loses them all. In the other, R', a
// process dies. Both are found by exploration. That the process has equal views in both is checked afterwards.
type pair struct {
	world    *world.World
	to, dead model.ID // the process to which both runs look the same, and the one that is dead in other
	run      fairRun  // R: no process dies
	other    fairRun  // R'
}

// A fairRun is a fair run, and what the process to sees in its stem and in its cycle.
type fairRun struct {
	Path        *checker.Path
	Stem, Cycle []sight
}

// at is the i-th sight of the run, with its cycle repeated.
func (r fairRun) at(i int) sight {
	if i < len(r.Stem) {
		return r.Stem[i]
	}
	return r.Cycle[(i-len(r.Stem))%len(r.Cycle)]
}

// A sight is one observation of a process, and its local state then.
type sight struct{ Seen, Knows string }

// findPair looks for two runs with equal views of the process to. It tries each other process in turn as the dead
// one, against one run R. It returns nil if it found none.
func findPair(ctx context.Context, c world.Config, to model.ID, o checker.Options) (*pair, error) {
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
	p := &pair{world: w, to: to, run: seenBy(w, to, run)}
	if p.run.Cycle == nil {
		return nil, nil
	}
	for place, dead := range c.IDs {
		if dead == to {
			continue
		}
		e := echo{w, to, dead, p.run}
		other, err := lasso(ctx, e, func(s checker.State) bool { return w.IsDead(s, place) }, e.isOver, o)
		if err != nil {
			return nil, err
		}
		if other != nil {
			p.dead, p.other = dead, seenBy(w, to, other)
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

// sees describes a step as a process observes it: its own steps and ticks. It is empty for other steps.
func sees(w *world.World, id model.ID, from checker.State, step checker.Step) string {
	switch o := w.Occurrence(from, step); {
	case o.Action == "tick":
		return o.Action
	case o.Process != id || o.Action == "crash" || o.Action == "restart" || o.Action == "lose":
		return ""
	default:
		return o.Line()
	}
}

// knows is the knowledge of a process in a state: its variables, and its timers.
func knows(w *world.World, id model.ID, s checker.State) string {
	m := w.Snapshot(s).Members[slices.Index(w.Config().IDs, id)]
	if !m.Live {
		return "dead"
	}
	text := fmt.Sprint(m.Variables)
	for _, t := range m.Armed {
		text += ", " + t.Text()
	}
	return text
}

// seenBy is a run with what the process to sees of it.
func seenBy(w *world.World, to model.ID, path *checker.Path) fairRun {
	run, at := fairRun{Path: path}, path.Initial
	for i, t := range slices.Concat(path.Stem, path.Cycle) {
		one := sight{sees(w, to, at, t.Step), knows(w, to, t.To)}
		switch {
		case one.Seen == "":
		case i < len(path.Stem):
			run.Stem = append(run.Stem, one)
		default:
			run.Cycle = append(run.Cycle, one)
		}
		at = t.To
	}
	return run
}

// alike reports whether the process has equal views in both runs for ever: two sequences that repeat are equal if they agree up to the
// end of both stems and a common multiple of their cycles.
func (p *pair) alike() bool {
	for i := range max(len(p.run.Stem), len(p.other.Stem)) + len(p.run.Cycle)*len(p.other.Cycle) {
		if p.run.at(i) != p.other.at(i) {
			return false
		}
	}
	return true
}

// isRight reports whether in a run all live processes come to trust the same live one for ever.
func (p *pair) isRight(r fairRun) bool {
	var settled []spec.ID
	for _, t := range r.Path.Cycle {
		settled = append(settled, spec.EventualLeadership.Settles(p.world.View(t.To)))
	}
	return len(slices.Compact(settled)) == 1 && settled[0] != spec.Nobody
}

// isBounded reports whether a bound was hit in the search for one of the runs.
func (p *pair) isBounded() bool {
	bounded := func(t checker.Transition) bool { return t.Step.Bound != 0 }
	return slices.ContainsFunc(slices.Concat(p.run.Path.Stem, p.run.Path.Cycle, p.other.Path.Stem, p.other.Path.Cycle), bounded)
}

// A silence is a world without deaths in which every link that may lose messages loses them all.
type silence struct{ *world.World }

func (s silence) Steps(from checker.State, emit func(checker.Step, checker.State)) {
	s.World.Steps(from, func(step checker.Step, to checker.State) {
		o, c := s.Occurrence(from, step), s.Config()
		isLossy := c.Timely != nil && !slices.Contains(c.Timely, world.Pair{From: o.Peer, To: o.Process})
		if s.Dies(step) == model.Nobody && !(o.Action == "deliver" && isLossy) {
			emit(step, to)
		}
	})
}

// An echo is a world in which one process may die, and another must observe a given run. One more cell counts
// its observations. An owed step with another observation ends the run, so a run that is fair here is also
// fair in the world.
type echo struct {
	*world.World
	to, dead model.ID
	run      fairRun
}

func (e echo) Width() int { return e.World.Width() + 1 }

func (e echo) Init(emit func(checker.State)) {
	e.World.Init(func(s checker.State) { emit(append(s, 0)) })
}

// over is the value of the cell when the run has ended.
const over = 1<<16 - 1

func (e echo) isOver(s checker.State) bool { return s[len(s)-1] == over }

func (e echo) Steps(from checker.State, emit func(checker.Step, checker.State)) {
	if e.isOver(from) {
		return
	}
	at := int(from[len(from)-1])
	next := make(checker.State, len(from))
	e.World.Steps(from[:len(from)-1], func(step checker.Step, to checker.State) {
		if dies := e.Dies(step); dies != model.Nobody && dies != e.dead {
			return
		}
		if to == nil { // a bound has disabled it, but it is still owed
			emit(step, nil)
			return
		}
		copy(next, to)
		next[len(next)-1] = checker.Cell(at)
		if seen := sees(e.World, e.to, from, step); seen != "" {
			switch {
			case seen == e.run.at(at).Seen:
				then := at + 1
				if then == len(e.run.Stem)+len(e.run.Cycle) {
					then = len(e.run.Stem)
				}
				next[len(next)-1] = checker.Cell(then)
			case step.Fairness != checker.None:
				next[len(next)-1] = over
			default:
				return
			}
		}
		emit(step, next)
	})
}
