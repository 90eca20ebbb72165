package impl

// ring is a member's state in the ring algorithm, rules RI1 to RI6 of spec/ring.md.
type ring struct {
	*Config
	elected ID
}

const elected = "ELECTED"

// ringFamily is an algorithm with the messages of ring. Its states are made from those of ring.
func ringFamily(name string, state func(ring) State, timers ...string) Algorithm {
	return Algorithm{Name: name, Topology: Ring, Forms: ringForms(), Timers: timers,
		Boot: func(c *Config, _ *Stable, _ bool) (State, Outputs) { return state(ring{Config: c}), Outputs{} }}
}

func ringForms() []Form {
	return []Form{{election, []Kind{anID}}, {elected, []Kind{anID}}}
}

// Step follows the page rule by rule.
func (r ring) Step(in Input) (State, Outputs) {
	var out Outputs
	if arrival, is := in.(Receive); is {
		r.circulate(arrival.Message, &out)
	} else {
		r.call(in, &out)
	}
	return r, out
}

// call follows the rules about inputs other than messages: RI1, and RI6 for a dead elected.
func (r *ring) call(in Input, out *Outputs) {
	switch in := in.(type) {
	case Start:
		r.begin(out)
	case Detect:
		if out.enabled(in.Peer == r.elected) {
			r.elected = Nobody
			r.begin(out)
		}
	default:
		out.Ignored = true
	}
}

// begin follows rule RI1. It has no guard.
func (r *ring) begin(out *Outputs) {
	out.Begun = true
	out.send(Next, election, int(r.Self))
}

// circulate is what the ring does with a message.
func (r *ring) circulate(m Message, out *Outputs) {
	j := ID(m.Args[0])
	switch {
	case m.Word == election && r.Outranks(j, r.Self): // RI2
		out.forward(Next, m)
	case m.Word == election && r.Outranks(r.Self, j): // RI3: raised to a higher id
		out.send(Next, election, int(r.Self))
	case m.Word == election: // RI4: my own has come round
		r.elected = r.Self
		out.send(Next, elected, int(r.Self))
	case m.Word == elected: // RI5
		r.elected = j
		if j != r.Self {
			out.forward(Next, m)
		}
	}
}

// Elected implements State.
func (r ring) Elected() ID { return r.elected }

// TakesPart implements State: only messages count.
func (r ring) TakesPart() bool { return false }

// Variables implements State.
func (r ring) Variables() []Variable { return []Variable{{"elected", r.elected.String()}} }
