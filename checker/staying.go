package checker

import (
	"context"
	"iter"
)

// Where a run may stay for ever, of states that are kept elsewhere: in a state of rest, where nothing is owed, or in a fair component.
// A liveness property holds if no such place is one where a run that violates it may end up. If one is, it takes the graph to say
// whether a run gets there.

// Rest looks for states of rest among those held, and notes in open of which liveness properties violating runs may end there.
func (p *Part) Rest(open []bool) (err error) {
	r, g := p.run, newGraph(p.run)
	defer g.recoverPanic(&err)
	return p.rounds(0, r.store.log.len, func() error {
		for _, rank := range r.quiet {
			for n, property := range r.properties {
				if open[n] || !property.IsLiveness() {
					continue
				}
				h := g.watched(property).automaton()
				if s := g.look(rank); h.inside(s) {
					_, open[n] = h.visits(g.states(rank))
				}
			}
		}
		return nil
	})
}

// Recurrence tells which steps may be part of a cycle, if the Part has expanded all states, whose rows these are. Nil: that cannot
// be told.
func (p *Part) Recurrence(rows iter.Seq[Row]) Recurrence {
	recurring, ok := p.run.store.packing.(Recurring)
	if !ok {
		return nil
	}
	return recurring.Recurrence(rows)
}

// Stay looks for fair components, and notes in open of which liveness properties violating runs may end there. The Part holds all
// states that steps leave that may be part of a cycle, and has expanded all others.
func (p *Part) Stay(ctx context.Context, may Recurrence, open []bool) (err error) {
	r, g := p.run, newGraph(p.run)
	defer g.recoverPanic(&err)
	s := r.store
	s.bare, r.expanded = false, s.log.len
	s.index(s.log.len)
	g.cyclic = &cyclicPart{states: s.log.len, words: r.duties/64 + 1}
	g.collectRecurring(ctx, g.cyclic, may)
	g.cyclic.end()
	for n, property := range r.properties {
		if property.IsLiveness() {
			open[n] = open[n] || g.goals(ctx, g.watched(property).automaton()).any
		}
	}
	return ctx.Err()
}
