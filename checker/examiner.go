package checker

import "sync/atomic"

// An examiner evaluates properties of steps, and of states at rest, for one goroutine while states are expanded. What it has found
// counts once it is kept.
type examiner struct {
	scan  *scan
	known []atomic.Bool // by property, of all examiners: there is a finding
	busy  *string       // foreign code that is running; "" if ours
	found map[int]finding
}

func newExaminer(c *scan, known []atomic.Bool, busy *string) *examiner {
	return &examiner{scan: c, known: known, busy: busy, found: map[int]finding{}}
}

// rest evaluates the properties of states at rest in one without a step.
func (x *examiner) rest(id uint32, s State) {
	for _, n := range x.scan.rest {
		x.evaluate(n, finding{id, -1}, func(p *Property) bool { return p.p(s) })
	}
}

// step evaluates the properties of steps across a step.
func (x *examiner) step(at finding, from, to State) {
	for _, n := range x.scan.between {
		x.evaluate(n, at, func(p *Property) bool { return p.between(from, to) })
	}
}

// evaluate evaluates a property unless a violation is known.
func (x *examiner) evaluate(n int, at finding, holds func(*Property) bool) {
	if _, isFound := x.found[n]; isFound || x.known[n].Load() {
		return
	}
	p := &x.scan.properties[n]
	*x.busy = p.title()
	if !holds(p) {
		x.found[n] = at
	}
	*x.busy = ""
}

// keep adds what has been found to the scan. States before those examined have been kept. drop forgets it.
func (x *examiner) keep() {
	for n, f := range x.found {
		if x.scan.first[n] == nil {
			x.scan.first[n] = &f
			x.known[n].Store(true)
		}
	}
	x.drop()
}

func (x *examiner) drop() { clear(x.found) }
