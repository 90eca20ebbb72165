package impl

// bullyRecovery is a member's state in the bully algorithm for members that come back, rules BR1 to BR11 of
// spec/bully-recovery.md. As in the model its modes are those of bully: waitingForOK is the wait for a REJECT.
type bullyRecovery struct {
	bully
	recovering bool
}

const reject = "REJECT"

func bullyRecoveryAlgorithm() Algorithm {
	return Algorithm{
		Name:     "bully-recovery",
		Topology: Complete,
		Forms:    []Form{{election, []Kind{anID}}, {reject, nil}, {coordinator, []Kind{anID}}},
		Timers:   []string{timerT, timerT2},
		Recovers: true,
		Boot: func(c *Config, _ *Stable, back bool) (State, Outputs) {
			return bullyRecovery{bully{Config: c, mode: idle}, back}, Outputs{}
		},
	}
}

// Step follows the page rule by rule.
func (b bullyRecovery) Step(in Input) (State, Outputs) {
	var out Outputs
	switch in := in.(type) {
	case Start:
		if out.enabled(b.mode == idle && !b.recovering) {
			b.begin(&out)
		}
	case Recover: // BR9
		if out.enabled(b.recovering) {
			b.begin(&out)
		}
	case Detect: // BR11
		if out.enabled(b.mode == idle && in.Peer == b.elected) {
			b.begin(&out)
		}
	case Receive:
		b.receive(in.From, in.Message, &out)
	case Timeout:
		switch {
		case out.enabled(in.Timer.Name == timerT && b.mode == waitingForOK): // BR5: no one above me lives
			b.lead(&out)
		case out.enabled(in.Timer.Name == timerT2 && b.mode == waitingForCoordinator): // BR6: he has died since
			b.begin(&out)
		}
	default:
		out.Ignored = true
	}
	return b, out
}

// begin follows rules BR1 and BR2. It ends a recovery.
func (b *bullyRecovery) begin(out *Outputs) {
	out.Begun = true
	b.recovering = false
	if b.Self == b.Highest() { // BR1
		b.lead(out)
		return
	}
	b.call(out) // BR2
}

// lead makes the member the leader, and announces it to all others.
func (b *bullyRecovery) lead(out *Outputs) {
	out.broadcast(b.Others(), coordinator, int(b.Self))
	b.follow(b.Self, out)
}

func (b *bullyRecovery) receive(from ID, m Message, out *Outputs) {
	switch m.Word {
	case election:
		if b.Outranks(b.Self, from) { // BR3; from above, none is ever sent (BR10)
			out.send(from, reject)
			b.contradict(out)
		}
	case reject: // BR4: someone above me lives; now it is his turn
		b.yield(out)
	case coordinator:
		switch j := ID(m.Args[0]); {
		case b.Outranks(j, b.Self): // BR7: whatever was going on
			b.follow(j, out)
		case b.Outranks(b.Self, j): // BR8
			b.contradict(out)
		}
	}
}

// contradict calls an election, unless the member's own is running: a lower one thinks that it may lead.
func (b *bullyRecovery) contradict(out *Outputs) {
	if b.mode == idle {
		b.begin(out)
	}
}

// Variables implements State.
func (b bullyRecovery) Variables() []Variable {
	return append(b.bully.Variables(), Variable{"recovering", yesNo(b.recovering)})
}
