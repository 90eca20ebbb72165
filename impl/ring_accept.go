package impl

// ringAccept is a member's state in the ring of lecture 004, rules RA1 to RA6 of spec/ring-accept.md: a
// member that sends an ELECTION on accepts the member that it names. Otherwise it is ring.
type ringAccept struct{ ring }

func ringAcceptAlgorithm() Algorithm {
	return Algorithm{
		Name:     "ring-accept",
		Topology: Ring,
		Forms:    ringForms(),
		Boot: func(c *Config, _ *Stable, _ bool) (State, Outputs) {
			return ringAccept{ring{Config: c}}, Outputs{}
		},
	}
}

// Step follows the page rule by rule.
func (r ringAccept) Step(in Input) (State, Outputs) {
	var out Outputs
	switch in := in.(type) {
	case Start: // RA1
		r.begin(&out)
	case Detect: // RA6
		out.Ignored = in.Peer != r.elected
		if !out.Ignored {
			r.forget(&out)
		}
	case Receive:
		if j := ID(in.Message.Args[0]); in.Message.Word == election && r.Outranks(j, r.Self) { // RA3
			r.elected = j
		}
		r.circulate(in.Message, &out) // RA2, RA4, RA5, and the rest of RA3
	default:
		out.Ignored = true
	}
	return r, out
}
