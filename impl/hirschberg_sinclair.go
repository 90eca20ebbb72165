package impl

import "fmt"

// hirschbergSinclair is a member's state in the algorithm of Hirschberg and Sinclair, rules HS1 to
// HS9 of spec/hirschberg-sinclair.md.
type hirschbergSinclair struct {
	*Config
	candidate bool
	passive   bool
	phase     int
	answered  way // of the reply that has arrived, while the other is awaited
	elected   ID
}

// A way is the direction of a message on a bidirectional ring.
type way int

const (
	none way = iota - 1
	right
	left
)

func (w way) opposite() way { return 1 - w }

// to is the receiver of a message in this direction.
func (w way) to() ID { return [...]ID{right: Next, left: Behind}[w] }

func (w way) String() string { return [...]string{"none", "right", "left"}[w+1] }

const (
	probe = "PROBE"
	reply = "REPLY"
)

func hirschbergSinclairAlgorithm() Algorithm {
	return Algorithm{
		Name:     "hirschberg-sinclair",
		Topology: BothWays,
		Forms: []Form{
			{probe, []Kind{anID, number, number, aWay}},
			{reply, []Kind{anID, number, aWay}},
			{elected, []Kind{anID}},
		},
		Boot: func(c *Config, _ *Stable, _ bool) (State, Outputs) {
			return hirschbergSinclair{Config: c, answered: none}, Outputs{}
		},
	}
}

// Step follows the page rule by rule.
func (p hirschbergSinclair) Step(in Input) (State, Outputs) {
	var out Outputs
	switch in := in.(type) {
	case Start:
		if out.enabled(p.isAsleep()) {
			p.stand(&out)
		}
	case Detect: // HS9: asleep or not
		if out.enabled(!p.candidate && in.Peer == p.elected) {
			p.elected = Nobody
			p.stand(&out)
		}
	case Receive:
		p.receive(in.Message, &out)
	default:
		out.Ignored = true
	}
	return p, out
}

func (p hirschbergSinclair) isAsleep() bool {
	return !p.candidate && !p.passive && p.elected == Nobody
}

// stand follows rule HS1.
func (p *hirschbergSinclair) stand(out *Outputs) {
	out.Begun = true
	p.decide(Nobody)
	p.candidate = true
	p.probe(out)
}

// probe asks both sides of the neighbourhood.
func (p *hirschbergSinclair) probe(out *Outputs) {
	for _, w := range []way{right, left} {
		out.send(w.to(), probe, int(p.Self), p.phase, 1, int(w))
	}
}

func (p *hirschbergSinclair) receive(m Message, out *Outputs) {
	j := ID(m.Args[0])
	switch m.Word {
	case probe:
		p.receiveProbe(m, out)
	case reply:
		if w := way(m.Args[2]); j != p.Self { // HS6
			out.forward(w.to(), m)
		} else {
			p.count(m.Args[1], w, out)
		}
	case elected: // HS8; my own, come round, is dropped
		if j != p.Self {
			p.decide(j)
			out.forward(Next, m)
		}
	}
}

func (p *hirschbergSinclair) receiveProbe(m Message, out *Outputs) {
	j, r, h, w := ID(m.Args[0]), m.Args[1], m.Args[2], way(m.Args[3])
	switch {
	case p.Outranks(p.Self, j): // HS2: swallowed, and it wakes me up
		if p.isAsleep() {
			p.stand(out)
		}
	case j == p.Self: // HS5: my own has come round; the second one is dropped
		if p.candidate {
			p.decide(p.Self)
			out.send(Next, elected, int(p.Self))
		}
	default:
		p.passive = p.passive || p.isAsleep()
		if h>>r == 0 { // HS3: h < 2^r
			out.send(w.to(), probe, int(j), r, h+1, int(w))
		} else { // HS4: the neighbourhood ends here
			out.send(w.opposite().to(), reply, int(j), r, int(w.opposite()))
		}
	}
}

// count follows rule HS7: a reply to my own probe has come back.
func (p *hirschbergSinclair) count(r int, w way, out *Outputs) {
	switch {
	case !p.candidate || r != p.phase:
	case p.answered == w.opposite(): // from both sides: the phase is won
		p.phase, p.answered = p.phase+1, none
		p.probe(out)
	default:
		p.answered = w
	}
}

// decide ends an election in every state.
func (p *hirschbergSinclair) decide(leader ID) {
	*p = hirschbergSinclair{Config: p.Config, answered: none, elected: leader}
}

// Elected implements State.
func (p hirschbergSinclair) Elected() ID { return p.elected }

// TakesPart implements State.
func (p hirschbergSinclair) TakesPart() bool { return p.candidate }

// Variables implements State.
func (p hirschbergSinclair) Variables() []Variable {
	return []Variable{
		{"candidate", yesNo(p.candidate)},
		{"passive", yesNo(p.passive)},
		{"phase", fmt.Sprint(p.phase)},
		{"answered", p.answered.String()},
		{"elected", p.elected.String()},
	}
}
