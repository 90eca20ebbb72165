package world_test

import (
	"fmt"
	"slices"
	"strings"

	"interrex/model"
	"interrex/model/world"
)

// A reference is a second implementation of package world, from section 1 of algorithms.md and from spec/election.md. It is plain and slow:
// states are Go values without interning or caches.
type reference struct {
	world.Config
	handler model.Handler
	group   *model.Group
}

// A referenceStep is a step of the reference.
type referenceStep struct {
	action   string
	fairness string       // its class of fairness; empty if it has none
	bound    string       // the bound that altered or disabled it; empty if none did
	to       *world.Plain // nil means disabled
}

func newReference(c world.Config) *reference {
	c = c.Bounded()
	handler := c.Algorithm.Make(c.Variant())
	return &reference{Config: c, handler: handler, group: c.Group()}
}

// initial is section 1.12 of spec/election.md.
func (w *reference) initial() *world.Plain {
	elected := model.Nobody
	if w.Initial == world.LeaderElected {
		elected = w.highest()
	}
	s := &world.Plain{Budgets: world.PlainBudgets{Crashes: w.Crashes, Restarts: w.Restarts, Starts: w.Starts, Timeouts: world.Unlimited}}
	if w.Timeouts == world.Any {
		s.Budgets.Timeouts = w.Firings
	}
	if w.IsClocked() && w.GST != 0 {
		s.Settles = max(w.GST, 1)
	}
	for p := range w.IDs {
		local := w.handler.Begin(w.IDs[p], w.group, elected, false)
		s.Processes = append(s.Processes, world.PlainProcess{
			Live: true, Elections: w.Elections, Local: local, Timers: w.startTimers(p, local),
		})
		s.Channels = append(s.Channels, make([][]model.Message, len(w.IDs)))
		w.recordLeader(s, p)
	}
	switch w.Channels {
	case world.Lossy:
		s.Budgets.Losses = w.Losses
	case world.Duplicating:
		s.Budgets.Duplicates = w.Duplicates
	}
	if w.Algorithm.Detected() && (w.Detector == world.InaccurateDetector || w.Detector == world.EventuallyPerfect) {
		s.Budgets.Mistakes = w.Mistakes
	}
	return s
}

func (w *reference) isRing() bool { return w.Algorithm.Topology != model.Complete }

// clone returns a copy of a state that a step may change.
func clone(s *world.Plain) *world.Plain {
	other := &world.Plain{
		Processes: slices.Clone(s.Processes), Budgets: s.Budgets, Leaders: slices.Clone(s.Leaders), Settles: s.Settles,
	}
	for _, channels := range s.Channels {
		other.Channels = append(other.Channels, nil)
		for _, messages := range channels {
			last := &other.Channels[len(other.Channels)-1]
			*last = append(*last, slices.Clone(messages))
		}
	}
	return other
}

// spell is the text of a state. Equal states have equal texts. A bag is sorted.
func (w *reference) spell(s *world.Plain) string {
	var b strings.Builder
	for p, process := range s.Processes {
		if !process.Live {
			fmt.Fprintf(&b, "%d dead for %d", w.IDs[p], process.DeadFor)
			if process.Local != nil {
				fmt.Fprintf(&b, " %+v", process.Local)
			}
			b.WriteString("; ")
			continue
		}
		fmt.Fprintf(&b, "%d %+v", w.IDs[p], process.Local)
		if process.Fresh {
			b.WriteString(" fresh")
		}
		if process.Elections != world.Unlimited {
			fmt.Fprintf(&b, " %d elections", process.Elections)
		}
		for _, t := range process.Timers {
			fmt.Fprintf(&b, " %v in %d", t.Timer, t.Left)
		}
		b.WriteString("; ")
	}
	for p, channels := range s.Channels {
		for q, messages := range channels {
			var words []string
			for _, m := range messages {
				words = append(words, model.SpellMessage(m))
			}
			if w.Config.Channels == world.Bag {
				slices.Sort(words)
			}
			if len(words) > 0 {
				fmt.Fprintf(&b, "%d>%d %s; ", w.IDs[p], w.IDs[q], strings.Join(words, " "))
			}
		}
	}
	fmt.Fprintf(&b, "%+v, settles %d", s.Budgets, s.Settles)
	for _, r := range s.Leaders {
		fmt.Fprintf(&b, " %d led in %d", r.Leader, r.Term)
	}
	return b.String()
}

// A referenceGraph is the reachable states and steps of a reference.
type referenceGraph struct {
	states    map[string]*world.Plain
	order     []string            // order of discovery
	stepTexts map[string][]string // texts of the steps of each state, with targets
	stepCount int
	terminal  int // states without a step
	depth     int
	bounds    map[string]bool
	fairness  map[string]string // class of each step's text
}

// explore explores breadth-first. It returns nil if there are more than the given number of states.
func (w *reference) explore(most int) *referenceGraph {
	first := w.initial()
	a := &referenceGraph{
		states: map[string]*world.Plain{w.spell(first): first}, stepTexts: map[string][]string{},
		bounds: map[string]bool{}, fairness: map[string]string{},
	}
	for level := []*world.Plain{first}; len(level) > 0; a.depth++ {
		var next []*world.Plain
		for _, s := range level {
			for _, to := range w.visit(a, s) {
				if at := w.spell(to); a.states[at] == nil {
					a.states[at] = to
					next = append(next, to)
				}
			}
			if len(a.states) > most {
				return nil
			}
		}
		level = next
	}
	a.depth-- // levels beyond the first
	return a
}

// visit records the steps of s, and returns their targets.
func (w *reference) visit(a *referenceGraph, s *world.Plain) []*world.Plain {
	at := w.spell(s)
	a.order = append(a.order, at)
	var next []*world.Plain
	for _, d := range w.steps(s) {
		to := "nowhere"
		if d.to != nil {
			to = w.spell(d.to)
			next = append(next, d.to)
		}
		if d.bound != "" {
			a.bounds[d.bound] = true
		}
		words := stepText(d.action, d.bound, to)
		a.stepTexts[at] = append(a.stepTexts[at], words)
		a.fairness[at+"\n"+words] = d.fairness
	}
	a.stepCount += len(next)
	if len(next) == 0 {
		a.terminal++
	}
	return next
}

func stepText(action, bound, to string) string {
	if bound != "" {
		action += " [" + bound + "]"
	}
	return action + "\n      leads to " + to
}
