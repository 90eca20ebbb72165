package impl

// ringDetector is a member's state in the ring with a failure detector, rules RD1 to RD4 of
// spec/ring-detector.md; otherwise it is ring.
type ringDetector struct {
	ring
	seen      idSet
	suspected idSet // of those seen
}

// Step follows the page rule by rule.
func (r ringDetector) Step(in Input) (State, Outputs) {
	var out Outputs
	switch in := in.(type) {
	case Suspect: // RD2: one new election for each report
		if out.enabled(r.seen.has(in.Peer) && !r.suspected.has(in.Peer)) {
			r.suspected = r.suspected.with(in.Peer)
			r.begin(&out)
		}
	case Trust: // RD4
		if out.enabled(r.suspected.has(in.Peer)) {
			r.suspected = r.suspected.without(in.Peer)
		}
	case Receive:
		r.receive(in.Message, &out)
	default:
		r.call(in, &out)
	}
	return r, out
}

func (r *ringDetector) receive(m Message, out *Outputs) {
	k := ID(m.Args[0])
	if m.Word == election && k != r.Self { // RD1
		r.seen = r.seen.with(k)
	}
	if !r.suspected.has(k) { // RD3: what is left of the dead is taken off the ring
		r.circulate(m, out)
	}
}

// Variables implements State.
func (r ringDetector) Variables() []Variable {
	return append(r.ring.Variables(), Variable{"seen", r.spell(r.seen)}, Variable{"suspected", r.spell(r.suspected)})
}
