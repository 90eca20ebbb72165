package impl

// ringAccept is a member's state in the ring of lecture 004, rules RA1 to RA6 of spec/ring-accept.md: a
// member that sends an ELECTION on accepts the member that it names. Otherwise it is ring.
type ringAccept struct{ ring }

// Step follows the page rule by rule.
func (r ringAccept) Step(in Input) (State, Outputs) {
	var out Outputs
	if arrival, is := in.(Receive); is {
		if j := ID(arrival.Message.Args[0]); arrival.Message.Word == election && r.Outranks(j, r.Self) { // RA3
			r.elected = j
		}
		r.circulate(arrival.Message, &out) // RA2, RA4, RA5, and the rest of RA3
	} else {
		r.call(in, &out) // RA1, RA6
	}
	return r, out
}
