package impl

// ringMaxID is a member's state in the ring that throws away what cannot win, rules RM1 to RM3 of
// spec/ring-maxid.md; otherwise it is ring.
type ringMaxID struct {
	ring
	maxID ID // the highest received since an election succeeded
}

// Step follows the page rule by rule.
func (r ringMaxID) Step(in Input) (State, Outputs) {
	var out Outputs
	if arrival, is := in.(Receive); is {
		r.receive(arrival.Message, &out)
	} else {
		r.call(in, &out)
	}
	return r, out
}

func (r *ringMaxID) receive(m Message, out *Outputs) {
	j := ID(m.Args[0])
	switch {
	case r.maxID != Nobody && r.Outranks(r.maxID, j): // RM1
		return
	case m.Word == election: // RM2
		r.maxID = j
	default: // RM3: an election has succeeded
		r.maxID = Nobody
	}
	r.circulate(m, out)
}

// Variables implements State.
func (r ringMaxID) Variables() []Variable {
	return append(r.ring.Variables(), Variable{"maxID", r.maxID.String()})
}
