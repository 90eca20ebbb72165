package impl

// leLann is a member's state in the algorithm of LeLann, rules LL1 to LL8 of spec/lelann.md. The
// list is closed while it is empty. The page's variable heard is asked for by the printed reading
// alone; here it stays no.
type leLann struct {
	*Config
	elected    ID
	list       idSet
	recovering bool
}

const (
	elect = "ELECT"
	ask   = "ASK"
)

func leLannAlgorithm() Algorithm {
	return Algorithm{
		Name:     "lelann",
		Topology: Ring,
		Forms:    []Form{{elect, []Kind{anID}}, {ask, []Kind{anID, idOrNone}}},
		Recovers: true,
		Boot: func(c *Config, _ *Stable, back bool) (State, Outputs) {
			return leLann{Config: c, recovering: back}, Outputs{}
		},
	}
}

// Step follows the page rule by rule.
func (l leLann) Step(in Input) (State, Outputs) {
	var out Outputs
	switch in := in.(type) {
	case Start:
		if out.enabled(!l.isOpen() && l.elected == Nobody) {
			l.begin(&out)
		}
	case Recover: // LL7
		if out.enabled(l.recovering) {
			l.recovering = false
			out.send(Next, ask, int(l.Self), int(Nobody))
		}
	case Detect: // LL8
		if out.enabled(!l.isOpen() && in.Peer == l.elected) {
			l.elected = Nobody
			l.begin(&out)
		}
	case Receive:
		l.receive(in.Message, &out)
	default:
		out.Ignored = true
	}
	return l, out
}

func (l leLann) isOpen() bool { return l.list != nil }

// begin follows rule LL1.
func (l *leLann) begin(out *Outputs) {
	out.Begun = true
	l.open(out)
}

// open begins a list with the member itself, and sends its id round. It ends a recovery.
func (l *leLann) open(out *Outputs) {
	l.list, l.recovering = idSet{l.Self}, false
	out.send(Next, elect, int(l.Self))
}

func (l *leLann) receive(m Message, out *Outputs) {
	j := ID(m.Args[0])
	switch {
	case m.Word == elect && j != l.Self:
		if !l.isOpen() { // LL2: the first of this election; my own goes ahead
			l.open(out)
		}
		l.list = l.list.with(j) // LL3
		out.forward(Next, m)
	case m.Word == elect:
		if l.isOpen() { // LL4: my own has come round, and the list is complete
			l.elected, l.list = l.highestOf(l.list), nil
		}
	case m.Word == ask && j != l.Self: // LL5: who knows, answers
		if ID(m.Args[1]) == Nobody {
			m = Message{ask, []int{int(j), int(l.elected)}}
		}
		out.forward(Next, m)
	case m.Word == ask:
		l.learn(ID(m.Args[1]), out)
	}
}

// learn follows rule LL6: the member's ASK has come round. Without an answer it starts.
func (l *leLann) learn(answer ID, out *Outputs) {
	if l.isOpen() || l.elected != Nobody {
		return
	}
	l.elected, l.recovering = answer, false
	if answer == Nobody {
		l.begin(out)
	}
}

// Elected implements State.
func (l leLann) Elected() ID { return l.elected }

// TakesPart implements State.
func (l leLann) TakesPart() bool { return l.isOpen() }

// Variables implements State.
func (l leLann) Variables() []Variable {
	return []Variable{
		{"elected", l.elected.String()},
		{"list", l.spell(l.list)},
		{"heard", yesNo(false)},
		{"recovering", yesNo(l.recovering)},
	}
}
