package impl

import "slices"

// ringWatch is a member's state in the ring with watching neighbours, rules RW1 to RW4 of spec/ring-watch.md
// with the memory of RW-D1; otherwise it is ring.
type ringWatch struct {
	ring
	successor, predecessor sight
}

// A sight is the memory of a watched member.
type sight struct {
	election, elected bool // ELECTION(k), ELECTED(k) seen
	armed             bool // watch(k) runs
}

const timerWatch = "watch"

// Step follows the page rule by rule.
func (r ringWatch) Step(in Input) (State, Outputs) {
	was := r
	var out Outputs
	switch in := in.(type) {
	case Timeout:
		k := r.of(in.Timer.Of)
		if out.enabled(in.Timer.Name == timerWatch && k != nil && k.armed) { // RW3: the memory stays
			k.armed = false
			r.begin(&out)
		}
	case Receive:
		r.receive(in.Message, &out)
	default:
		r.call(in, &out)
	}
	for _, k := range slices.Compact([]ID{r.neighbour(1), r.neighbour(-1)}) {
		wind(k, was.of(k), r.of(k), &out)
	}
	return r, out
}

// neighbour is the member that many places further on the original ring.
func (r *ringWatch) neighbour(places int) ID {
	n := len(r.Members)
	return r.Members[(r.Place(r.Self)+places+n)%n]
}

// of returns the memory of a member, or nil if it is not watched. On a ring of two both neighbours are the
// same member, watched once; on a ring of one there is none.
func (r *ringWatch) of(k ID) *sight {
	switch k {
	case r.Self:
		return nil
	case r.neighbour(1):
		return &r.successor
	case r.neighbour(-1):
		return &r.predecessor
	}
	return nil
}

func (r *ringWatch) receive(m Message, out *Outputs) {
	k := r.of(ID(m.Args[0]))
	seen := k != nil && (m.Word == election && k.election || m.Word == elected && k.elected)
	switch {
	case seen: // RW4: a second sight, repaired
		*k = sight{}
		r.begin(out)
		return
	case m.Word == election && k != nil: // RW1, and k stands again (RW-D1)
		*k = sight{election: true, armed: true}
	case m.Word == elected: // RW2: an election has succeeded (RW-D1)
		r.successor, r.predecessor = sight{}, sight{}
		if k != nil {
			k.elected = true
		}
	}
	r.circulate(m, out)
}

// wind sets and stops watch(k) after the memory has changed.
func wind(k ID, was, is *sight, out *Outputs) {
	switch timer := (Timer{timerWatch, k}); {
	case is == nil || was.armed == is.armed:
	case is.armed:
		out.Set = append(out.Set, Setting{Timer: timer})
	default:
		out.Stop = append(out.Stop, timer)
	}
}

// TakesPart implements State: a watching member waits.
func (r ringWatch) TakesPart() bool { return r.successor.armed || r.predecessor.armed }

// Variables implements State.
func (r ringWatch) Variables() []Variable {
	list := r.ring.Variables()
	for _, of := range []struct {
		name string
		sight
	}{{"successor", r.successor}, {"predecessor", r.predecessor}} {
		list = append(list, Variable{of.name + ".election", yesNo(of.election)},
			Variable{of.name + ".elected", yesNo(of.elected)}, Variable{of.name + ".armed", yesNo(of.armed)})
	}
	return list
}
