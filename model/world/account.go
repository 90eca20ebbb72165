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
	var r spec.Run
	states := p.States()
	for step, s := range states {
		r.Views = append(r.Views, w.View(s))
		for _, l := range w.leaderships(s) {
			isKnown := slices.ContainsFunc(r.Leaderships, func(k spec.Leadership) bool { return k.Term == l.Term && k.Leader == l.Leader })
			if !isKnown {
				r.Leaderships = append(r.Leaderships, spec.Leadership{Term: l.Term, Leader: l.Leader, Step: step, Died: w.IsDead(s, w.place(l.Leader))})
			}
		}
	}
	slices.SortStableFunc(r.Leaderships, func(a, b spec.Leadership) int { return a.Term - b.Term })
	if r.Forever = len(r.Views); p.Lasso {
		r.Forever = len(p.Stem)
	}
	last := states[len(states)-1]
	r.Calls, r.Results = w.messagesOf(last, model.Calls), w.messagesOf(last, model.Announces)
	for _, s := range states[min(r.Forever, len(states)-1):] {
		for _, f := range w.inFlight(s) {
			if !slices.Contains(r.Underway, f.Message) {
				r.Underway = append(r.Underway, f.Message)
			}
		}
	}
	return r
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
