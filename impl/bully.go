package impl

// bully is a member's state in the bully algorithm, rules BU1 to BU8 of spec/bully.md.
type bully struct {
	*Config
	mode    mode
	elected ID
}

// A mode is what a member of a bully algorithm is waiting for.
type mode string

const (
	idle                  mode = "idle"
	waitingForOK          mode = "waiting for OK"
	waitingForCoordinator mode = "waiting for COORDINATOR"
)

const (
	election    = "ELECTION"
	ok          = "OK"
	coordinator = "COORDINATOR"

	timerT  = "T"
	timerT2 = "T'"
)

func bullyAlgorithm() Algorithm {
	return Algorithm{
		Name:     "bully",
		Topology: Complete,
		Forms:    []Form{{election, []Kind{anID}}, {ok, nil}, {coordinator, []Kind{anID}}},
		Timers:   []string{timerT, timerT2},
		Boot: func(c *Config, _ *Stable, _ bool) (State, Outputs) {
			return bully{Config: c, mode: idle}, Outputs{}
		},
	}
}

// Step follows the page rule by rule.
func (b bully) Step(in Input) (State, Outputs) {
	var out Outputs
	switch in := in.(type) {
	case Start:
		if out.enabled(b.mode == idle) {
			b.begin(&out)
		}
	case Detect: // BU8
		if out.enabled(b.mode == idle && in.Peer == b.elected) {
			b.begin(&out)
		}
	case Receive:
		b.receive(in.From, in.Message, &out)
	case Timeout:
		switch {
		case out.enabled(in.Timer.Name == timerT && b.mode == waitingForOK): // BU5: no one above me lives
			b.lead(&out)
		case out.enabled(in.Timer.Name == timerT2 && b.mode == waitingForCoordinator): // BU6: he has died since
			b.begin(&out)
		}
	default:
		out.Ignored = true
	}
	return b, out
}

// begin follows rules BU1 and BU2.
func (b *bully) begin(out *Outputs) {
	out.Begun = true
	if b.Self == b.Highest() { // BU1
		b.lead(out)
		return
	}
	b.call(out) // BU2
}

// call asks whether a higher member lives.
func (b *bully) call(out *Outputs) {
	b.mode = waitingForOK
	out.broadcast(b.Higher(), election, int(b.Self))
	out.stop(timerT2)
	out.await(timerT, b.Higher())
}

// lead makes the member the leader, and announces it to all lower members.
func (b *bully) lead(out *Outputs) {
	out.broadcast(b.Lower(), coordinator, int(b.Self))
	b.follow(b.Self, out)
}

// follow ends an election, in any mode.
func (b *bully) follow(leader ID, out *Outputs) {
	b.mode, b.elected = idle, leader
	out.stop(timerT, timerT2)
}

// yield leaves the election to a higher member that lives.
func (b *bully) yield(out *Outputs) {
	if b.mode == waitingForOK {
		b.mode = waitingForCoordinator
		out.stop(timerT)
		out.set(timerT2)
	}
}

func (b *bully) receive(from ID, m Message, out *Outputs) {
	switch m.Word {
	case election: // BU3: whoever calls below me is told that I live, and I call myself
		out.send(from, ok)
		if b.mode == idle {
			b.begin(out)
		}
	case ok: // BU4: someone above me lives; now it is his turn
		b.yield(out)
	case coordinator: // BU7: whatever was going on
		b.follow(ID(m.Args[0]), out)
	}
}

// Elected implements State.
func (b bully) Elected() ID { return b.elected }

// TakesPart implements State.
func (b bully) TakesPart() bool { return b.mode != idle }

// Variables implements State.
func (b bully) Variables() []Variable {
	return []Variable{{"mode", string(b.mode)}, {"elected", b.elected.String()}}
}
