package world

import (
	"fmt"
	"slices"

	"interrex/checker"
	"interrex/model"
	"interrex/spec"
)

// Account returns the views of a path, from which a violated property names the violating processes.
func (w *World) Account(p *checker.Path) spec.Run {
	r := spec.Run{Views: []spec.View{w.View(p.Initial)}}
	var known []Leadership
	last := p.Initial
	for step, s := range statesOf(p) {
		if step > 0 {
			r.Views = append(r.Views, w.View(s))
		}
		for _, l := range w.leaderships(s) {
			if !slices.Contains(known, l) {
				known = append(known, l)
				r.Leaderships = append(r.Leaderships, spec.Leadership{Term: l.Term, Leader: l.Leader, Step: step, Died: w.IsDead(s, w.place(l.Leader))})
			}
		}
		last = s
	}
	slices.SortStableFunc(r.Leaderships, func(a, b spec.Leadership) int { return a.Term - b.Term })
	if r.Forever = len(r.Views); p.Lasso {
		r.Forever = len(p.Stem)
	}
	r.Calls, r.Results = w.messagesOf(last, model.Calls), w.messagesOf(last, model.Announces)
	for _, s := range statesOf(p)[min(r.Forever, len(r.Views)-1):] {
		for _, f := range w.inFlight(s) {
			if !slices.Contains(r.Underway, f.Message) {
				r.Underway = append(r.Underway, f.Message)
			}
		}
	}
	return r
}

// statesOf lists the states of a path, the initial one first.
func statesOf(p *checker.Path) []checker.State {
	all := []checker.State{p.Initial}
	for _, t := range slices.Concat(p.Stem, p.Cycle) {
		all = append(all, t.To)
	}
	return all
}

// messagesOf lists the wanted messages on their way: "ELECTION(1) from P1 to P2".
func (w *World) messagesOf(s checker.State, isWanted func(model.Message) bool) (all []string) {
	for to, l := range w.inTransit(w.ValuesOf(s)) {
		if f := w.flight(to, l); isWanted(l.message) {
			all = append(all, fmt.Sprintf("%s from P%d to P%d", f.Message, f.From, f.To))
		}
	}
	return all
}
