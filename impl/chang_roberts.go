package impl

// changRoberts is a member's state in the algorithm of Chang and Roberts, rules CR1 to CR7 of
// spec/chang-roberts.md.
type changRoberts struct {
	*Config
	participant bool
	elected     ID
}

func changRobertsAlgorithm() Algorithm {
	return Algorithm{
		Name:     "chang-roberts",
		Topology: Ring,
		Forms:    ringForms(),
		Boot: func(c *Config, _ *Stable, _ bool) (State, Outputs) {
			return changRoberts{Config: c}, Outputs{}
		},
	}
}

// Step follows the page rule by rule.
func (r changRoberts) Step(in Input) (State, Outputs) {
	var out Outputs
	switch in := in.(type) {
	case Start: // CR1
		if out.enabled(!r.participant && r.elected == Nobody) {
			r.begin(&out)
		}
	case Detect: // CR7
		if out.enabled(!r.participant && in.Peer == r.elected) {
			r.elected = Nobody
			r.begin(&out)
		}
	case Receive:
		r.receive(in.Message, &out)
	default:
		out.Ignored = true
	}
	return r, out
}

func (r *changRoberts) begin(out *Outputs) {
	out.Begun = true
	r.stand(out)
}

// stand takes part with the member's own id.
func (r *changRoberts) stand(out *Outputs) {
	r.participant = true
	out.send(Next, election, int(r.Self))
}

func (r *changRoberts) receive(m Message, out *Outputs) {
	j := ID(m.Args[0])
	switch {
	case m.Word == election && r.Outranks(j, r.Self): // CR2
		r.participant = true
		out.forward(Next, m)
	case m.Word == election && r.Outranks(r.Self, j):
		if !r.participant { // CR3
			r.stand(out)
		} // CR4: swallowed, since a higher one has already gone on from here
	case m.Word == election: // CR5: my own has come round
		r.participant, r.elected = false, r.Self
		out.send(Next, elected, int(r.Self))
	case m.Word == elected && j != r.Self: // CR6; my own, come round, is dropped
		r.participant, r.elected = false, j
		out.forward(Next, m)
	}
}

// Elected implements State.
func (r changRoberts) Elected() ID { return r.elected }

// TakesPart implements State.
func (r changRoberts) TakesPart() bool { return r.participant }

// Variables implements State.
func (r changRoberts) Variables() []Variable {
	return []Variable{{"participant", yesNo(r.participant)}, {"elected", r.elected.String()}}
}
