package levels

import (
	"cmp"

	"interrex/checker"
	"interrex/checker/internal/graph"
)

// States on no cycle are trimmed by passes over files, as in OWCTY ("one way catch them young"; Černá and Pelánek,
// "Distributed explicit fair cycle detection", 2003): of the states in which runs that violate some property may stay,
// those without a predecessor or a successor that is left are removed, until the rest has room in memory or a pass
// removes less than an eighth.

// A state takes stateBytes if it is left, and setBytes in any case.
const stateBytes, setBytes = 64, 8

// trimmingRoom is the number of states that have room in memory when they are left.
func (d *driver) trimmingRoom() int { return cmp.Or(d.room, int(d.Check.MaxMemory/stateBytes)) }

// trim removes states on no cycle from g.left, and returns how many are left.
func (g *storedGraph) trim() (left int, err error) {
	if !g.MayCycle() {
		g.left = graph.NewIDs(g.Len())
	}
	left = g.left.Index()
	for before := 2 * left; left > 0 && left > g.trimmingRoom() && left <= before/8*7; left = g.left.Index() {
		before = left
		if err := g.pass(); err != nil {
			return left, err
		}
	}
	return left, nil
}

// pass removes, from the last state to the first, those without a successor that is left and, from the first to the
// last, those without a predecessor. So it removes a path without a cycle, unless it has steps to lower ranks.
func (g *storedGraph) pass() error {
	onward, back, reached := graph.NewIDs(g.Len()), graph.NewIDs(g.Len()), graph.NewIDs(g.Len())
	err := g.each(true, func(e edge) {
		if !e.isStep() || !g.left.Has(e.from) || !g.left.Has(e.to) || e.to > e.from && !onward.Has(e.to) {
			return
		}
		if onward.Add(e.from); e.to <= e.from {
			back.Add(e.to)
		}
	})
	if err != nil {
		return err
	}
	err = g.each(false, func(e edge) {
		if e.isStep() && onward.Has(e.from) && g.left.Has(e.to) && (reached.Has(e.from) || back.Has(e.from)) {
			reached.Add(e.to)
		}
	})
	for id := range onward.All() {
		if !reached.Has(id) {
			onward.Remove(id)
		}
	}
	g.left = onward
	return err
}

// each calls do for all edges, from the first to the last or backwards.
func (g *storedGraph) each(isBackwards bool, do func(edge)) error {
	g.say(checker.Tasks{Kind: "trim"}) // the number of passes is unknown
	x := g.edges
	if isBackwards {
		return x.backwards(func(record []uint64) { do(edgeOf(record[0], record[1])) })
	}
	for x.rewind(); x.next(); {
		do(edgeOf(x.record[0], x.record[1]))
	}
	return cmp.Or(x.err, g.ctx.Err())
}
