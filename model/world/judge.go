package world

import (
	"interrex/checker"
	"interrex/spec"
)

// View is what the properties may know of a state.
func (w *World) View(s checker.State) spec.View {
	v := spec.View{Processes: make([]spec.Process, w.n), OnTheWay: w.onTheWay(s)}
	for p := range w.n {
		t := w.traits(p, s[p])
		v.Processes[p] = spec.Process{
			ID: w.config.IDs[p], Rank: int(w.config.IDs[p]), Live: s[p] != dead,
			Fresh: t.fresh, Elected: t.status.Elected, TakesPart: t.status.TakesPart,
		}
	}
	return v
}

// onTheWay: no message is ever on its way to the dead, so one in any channel will do.
func (w *World) onTheWay(s checker.State) bool {
	for i := range w.links {
		if w.content(s, i) != 0 {
			return true
		}
	}
	return false
}

// A judge says which of some properties' predicates are true of a state. It remembers what it
// has said: few views are different, and what a property can see of a process fits a few bits.
type judge struct {
	*World
	predicates []func(spec.View) bool
	known      *memo[uint64]
}

// add gives a predicate a place, and returns the predicate on states.
func (j *judge) add(p func(spec.View) bool) checker.Predicate {
	place := len(j.predicates)
	j.predicates = append(j.predicates, p)
	return func(s checker.State) bool { return j.say(s)>>place&1 != 0 }
}

// say returns a bit for each predicate.
func (j *judge) say(s checker.State) uint64 {
	key, fits := j.key(s)
	if !fits {
		return j.examine(s)
	}
	if known := j.known.get(key); known != nil {
		return *known
	}
	return *j.known.put(key, j.examine(s))
}

func (j *judge) examine(s checker.State) uint64 {
	v, said := j.View(s), uint64(0)
	for place, p := range j.predicates {
		said |= bit(p(v)) << place
	}
	return said
}

// key packs what a view shows into one word, if it fits.
func (w *World) key(s checker.State) (uint64, bool) {
	bits := w.classBits
	if bits*w.n+1 > 64 {
		return 0, false
	}
	key := bit(w.onTheWay(s))
	for p := range w.n {
		class := w.traits(p, s[p]).class
		if class == strangeClass {
			return 0, false
		}
		key = key<<bits | class
	}
	return key, true
}

// Witnesses makes, for each property of the problem, the question whether it says anything here.
// At most 64.
func (w *World) Witnesses(asked []spec.Property) []checker.Property {
	j := &judge{World: w, known: newMemo[uint64]()}
	var properties []checker.Property
	for _, p := range asked {
		properties = append(properties, checker.Reachable("a witness of "+p.Name, j.add(p.Witness)))
	}
	return properties
}

// Properties makes the checker's properties of the problem's. At most 32.
func (w *World) Properties(asked []spec.Property) []checker.Property {
	j := &judge{World: w, known: newMemo[uint64]()}
	var properties []checker.Property
	for _, p := range asked {
		switch {
		case p.Always != nil:
			properties = append(properties, checker.Invariant(p.Name, j.add(p.Always)))
		case p.Rest != nil:
			properties = append(properties, checker.AtRest(p.Name, j.add(p.Rest)))
		case p.Between != nil:
			properties = append(properties, checker.StepInvariant(p.Name, func(before, after checker.State) bool {
				return p.Between(w.View(before), w.View(after))
			}))
		case p.Goal != nil:
			properties = append(properties, checker.LeadsTo(p.Name, j.add(p.Premise), j.add(p.Goal)))
		case p.Settles != nil:
			properties = append(properties, checker.Settles(p.Name, func(s checker.State) int {
				return int(p.Settles(w.View(s)))
			}))
		}
	}
	return properties
}
