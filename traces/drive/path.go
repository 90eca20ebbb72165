package drive

import (
	"context"
	"slices"

	"interrex/checker"
	"interrex/model/world"
	"interrex/spec"
)

// An Open cycle is one of a schedule that does not end in the state of the model in which it began.
type Open struct{ Last int } // its last step in stem and cycle, from 0

func (Open) Error() string {
	return "the cycle does not end where it began: it is no cycle of the model"
}

// Violates reports whether a schedule, for ever if it has a cycle, violates a property in a world. An error is a
// Foreign step, or an Open cycle.
func (s Schedule) Violates(c world.Config, p spec.Property) (bool, error) {
	c.Suspicions = c.Suspicions || p.Recalls
	if err := c.Validate(); err != nil {
		return false, err
	}
	w := &path{twin: newTwin(world.New(c)), taken: map[string][]checker.Step{}}
	var at, began checker.State
	w.Init(func(first checker.State) { at = slices.Clone(first) })
	for i, step := range slices.Concat(s.Stem, s.Cycle) {
		if i == len(s.Stem) {
			began = at
		}
		m := w.modelled(at, step)
		if m.next == nil && !m.bounded {
			return false, Foreign{i, step, m.enabled}
		}
		if m.next == nil {
			return false, nil // a bound has switched it off: the run ends here
		}
		w.taken[text(at)] = append(w.taken[text(at)], m.step)
		at = m.next
	}
	if len(s.Cycle) > 0 && !slices.Equal(began, at) {
		return false, Open{len(s.Stem) + len(s.Cycle) - 1}
	}
	report, err := checker.Check(context.Background(), w, w.Ask([]spec.Property{p}), checker.Options{Workers: 1})
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(report.Results, func(r checker.Result) bool { return r.Verdict == checker.Violated }), nil
}

// A path is a world in which nothing is done but what a schedule does. All else that is possible is there as
// what a bound has switched off: it is owed, and leads nowhere.
type path struct {
	twin
	taken map[string][]checker.Step // in each state
}

// Steps is part of checker.System.
func (p *path) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	taken := p.taken[text(s)]
	p.twin.Steps(s, func(step checker.Step, to checker.State) {
		if !slices.ContainsFunc(taken, func(t checker.Step) bool { return t.Code == step.Code }) {
			step.Bound, to = max(step.Bound, 1), nil
		}
		emit(step, to)
	})
}

// A modelled step is one of the model's, and what comes of it.
type modelled struct {
	step    checker.Step
	next    checker.State // nil: there is none
	deed    Deed
	bounded bool
	enabled []Step // what the model can do
}

// modelled finds a step among those of the model.
func (w twin) modelled(at checker.State, want Step) (m modelled) {
	w.Steps(at, func(step checker.Step, to checker.State) {
		o := w.Occurrence(at, step)
		m.enabled = append(m.enabled, stepOf(o))
		if stepOf(o) != want || m.next != nil {
			return
		}
		m.step, m.bounded = step, step.Bound != 0
		m.next, m.deed = slices.Clone(to), Deed{Of: o.Of}
		for _, sent := range o.Sends {
			m.deed.Sends = append(m.deed.Sends, Sending(sent))
		}
	})
	return m
}
