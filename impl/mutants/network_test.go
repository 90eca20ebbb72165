package mutants

const tcp = "impl/network/tcp"

var wires = []mutant{
	{name: "lets an older incarnation in", pkg: tcp, test: "TestOrphans", old: `	case c.incarnation < p.known:`, new: `	case c.incarnation+1 < p.known:`},
	{name: "lets another process of an incarnation in", pkg: tcp, test: "TestOrphans", old: ` && c.process != p.process:`, new: ` && c.process == p.process:`},
	{name: "hands the dead's messages to who has come back", pkg: tcp, test: "TestOrphans", old: `		p.net.counters.dropped.Add(uint64(p.queue.outlive()))
`, new: ``},
	{name: "does not tell that one has come back", pkg: tcp, test: "TestEachMessageIsTakenOnce", old: `	p.net.announce(network.Returned{Peer: p.id, Incarnation: known})
`, new: ``},
	{name: "tells that one has come back before it ceases to hear who was there", pkg: tcp, test: "TestOneStreamIsHeard", old: `	p.silence()
	p.received, p.ushered = 0, known
	p.net.Log`, new: `	p.received, p.ushered = 0, known
	p.net.Log`},
	{name: "hears two streams of one peer", pkg: tcp, test: "TestOneStreamIsHeard", old: `	p.usher()
	p.silence()
	p.received = max`, new: `	p.usher()
	p.received = max`},
	{name: "forgets what it has received", pkg: tcp, test: "TestEachMessageIsTakenOnce", old: `	p.received = max(p.received, hello.First-1)`, new: `	p.received = hello.First - 1`},
	{name: "owns to have taken all that it has received", pkg: tcp, test: "TestEachMessageIsTakenOnce", old: `Taken: min(p.taken, p.received),`, new: `Taken: p.received,`},
	{name: "tells that one has gone whom it hears", pkg: tcp, test: "TestGone", old: `		case <-p.hearing.ended:
		default:
			return
		}
	}
	if p.goes`, new: `		case <-p.hearing.ended:
		default:
		}
	}
	if p.goes`},
	{name: "tells twice that one has gone", pkg: tcp, test: "TestGone", old: `	first := p.known != 0 && !p.gone
`, new: `	first := p.known != 0
`},
	{name: "takes for the living what the dead had taken", pkg: tcp, test: "TestEachMessageIsTakenOnce", old: `	if incarnation == p.known && number > p.taken {`, new: `	if number > p.taken {`},
	{name: "never tells what has been taken", pkg: tcp, test: "TestEachMessageIsTakenOnce", old: `			signal(p.listens.taken)
`, new: ``},
	{name: "calls a dead one without a pause", pkg: tcp, test: "TestPatience", old: `	*w = patience(min(max(2*wait, shortest), longest))`, new: `	*w = patience(0)`},

	{name: "drops a message when its queue is full", pkg: tcp, test: "TestQueue", old: `	if len(q.held) >= q.limit {
		return false
	}`, new: `	if len(q.held) >= q.limit {
		return true
	}`},
	{name: "has a queue without a bound", pkg: tcp, test: "TestQueue", old: `	if len(q.held) >= q.limit {
		return false
	}
`, new: ``},
	{name: "sends nothing again", pkg: tcp, test: "TestQueue", old: `	q.sent = received
	q.release(taken)`, new: `	q.sent = max(received, q.ever)
	q.release(taken)`},
	{name: "sends again what has been received", pkg: tcp, test: "TestQueue", old: `	q.sent = received
	q.release(taken)`, new: `	q.sent = taken
	q.release(taken)`},
	{name: "lets go of what has been received and not taken", pkg: tcp, test: "TestQueue", old: `	q.sent = received
	q.release(taken)`, new: `	q.sent = received
	q.release(received)`},
	{name: "lets go of what was sent", pkg: tcp, test: "TestQueue", old: `		q.ever = max(q.ever, q.sent)
`, new: `		q.ever = max(q.ever, q.sent)
		q.release(q.sent)
`},
	{name: "believes that more was taken than was sent", pkg: tcp, test: "TestQueueBelievesNoNonsense", old: `	if taken > q.sent {`, new: `	if taken > q.sent+1 {`},
	{name: "believes any word on what was received", pkg: tcp, test: "TestQueueBelievesNoNonsense", old: `	if received < q.first-1 || received > max(q.ever, q.first-1) || taken > received {`, new: `	if taken > received {`},
	{name: "goes on over a gap", pkg: tcp, test: "TestAGapIsSaid", old: `	close(q.gap)
	q.gap = make(chan struct{})
`, new: ``},
	{name: "numbers anew after a gap", pkg: tcp, test: "TestAGapIsSaid", old: `	q.first += uint64(len(given))
	q.held`, new: `	q.held`},
	{name: "gives the living up with the dead", pkg: tcp, test: "TestOrphans", old: `	if q.bereft {`, new: `	if q.bereft && q.first == 0 {`},
	{name: "says goodbye before the last message", pkg: tcp, test: "TestQueue", old: `	case q.pulse != nil:
		s.pulse`, new: `	case q.leave:
		s.goodbye = true
	case q.pulse != nil:
		s.pulse`},
	{name: "beats behind its messages", pkg: tcp, test: "TestQueue", old: `	case q.pulse != nil:
		s.pulse`, new: `	case q.pulse != nil && len(q.held) == 0:
		s.pulse`},

	{name: "takes a duplicate twice", pkg: tcp, test: "TestEachMessageIsTakenOnce", old: `		if number <= p.received {
			p.net.counters.duplicates.Add(1)
			return true
		}
`, new: ``},
	{name: "acknowledges before it is taken", pkg: tcp, test: "TestEachMessageIsTakenOnce", old: `		arrival.Taken = func() { p.took(incarnation, number) }
		a = arrival
`, new: `		arrival.Taken = func() {}
		p.took(incarnation, number)
		a = arrival
`},
	{name: "takes messages with a gap", pkg: tcp, test: "TestEachMessageIsTakenOnce", old: `	if number > p.received+1 {`, new: `	if number > p.received+2 {`},
	{name: "reads on while nobody takes", pkg: tcp, test: "TestReadsOneAhead", old: `said: make(chan *wire.Saying), over`, new: `said: make(chan *wire.Saying, 1<<10), over`},
	{name: "waits for ever for a greeting", pkg: tcp, test: "TestGreetingsEnd", old: `	limit := time.NewTimer(mostPatient * r.net.Limits.Greeting)`, new: `	limit := time.NewTimer(time.Hour + mostPatient*r.net.Limits.Greeting)`},
	{name: "takes frames of any length", pkg: tcp, test: "TestLongSayingsAreRefused", old: `grpc.MaxRecvMsgSize(maxFrame), `, new: ``},
	{name: "tells each refusal", pkg: tcp, test: "TestRefusalsAreNotRepeated", old: `	if cause == r.cause && time.Since(r.logged) < 10*time.Second {`, new: `	if cause == r.cause && time.Since(r.logged) < 0 {`},

	{name: "speaks for whoever is named", pkg: tcp, test: "TestGreetings", old: `	if h.From != int64(proven) {`, new: `	if proven != impl.Nobody && h.From < 0 {`},
	{name: "lets another cluster in", pkg: tcp, test: "TestGreetings", old: `	if h.Cluster != n.Cluster {`, new: `	if len(h.Cluster) == 0 {`},
	{name: "lets another protocol in", pkg: tcp, test: "TestGreetings", old: `	if h.Protocol != protocol {`, new: `	if h.Protocol == 0 {`},
	{name: "lets another election in", pkg: tcp, test: "TestGreetings", old: `	case h.Election != n.election:`, new: `	case h.Election == "":`},
	{name: "takes a call for another", pkg: tcp, test: "TestGreetings", old: `	case h.To != int64(n.Group.Self):`, new: `	case h.To < 0:`},
	{name: "takes an incarnation of nothing", pkg: tcp, test: "TestGreetings", old: `	case h.Incarnation == 0 || h.First == 0 ||`, new: `	case h.First == 0 ||`},
	{name: "takes a message under another's name", equivalent: "What is left of another's name has dots in it, and is no number.", in: tcp, old: `	if !own || !numbered`, new: `	if _ = own; !numbered`},
	{name: "takes a clock of any length", pkg: tcp, test: "TestSayings", old: `	if len(e.Clock) != len(n.Group.Members) {`, new: `	if len(e.Clock) > 1000 {`},
	{name: "lets a message in that the algorithm does not have", pkg: tcp, test: "TestSayings", old: `	if err := n.Algorithm.Check(n.Group, e.Message); err != nil {`, new: `	if err := n.Algorithm.Check(n.Group, e.Message); err != nil && count == "" {`},
	{name: "takes a heartbeat of who is no member", pkg: tcp, test: "TestSayings", old: `		if p.Elected != impl.Nobody && n.Group.Place(p.Elected) < 0 {`, new: `		if p.Elected < -1 {`},
	{name: "overlooks what the protocol does not have", pkg: tcp, test: "TestSayings", old: `	if len(s.ProtoReflect().GetUnknown()) > 0 || inner`, new: `	if inner`},

	{name: "lets strangers crowd the door", pkg: tcp, test: "TestTheDoor", old: `	if len(d.guests) > d.net.Limits.Waiting {`, new: `	if len(d.guests) > 1<<20 {`},
	{name: "turns the newest guest away", pkg: tcp, test: "TestTheDoor", old: `		oldest, d.guests = d.guests[0], d.guests[1:]`, new: `		oldest, d.guests = d.guests[len(d.guests)-1], d.guests[:len(d.guests)-1]`},
	{name: "waits for those who say nothing when it leaves", pkg: tcp, test: "TestTheDoor", old: `	for g := range open {
		g.Conn.Close()
	}`, new: `	_ = open`},
	{name: "asks callers for no certificate", pkg: tcp, test: "TestStrangersAreRefused", in: "impl/certs", old: `tls.RequireAndVerifyClientCert`, new: `tls.RequestClientCert`},

	{name: "does not notice that a machine refuses", pkg: tcp, test: "TestIncarnations", old: `			p.absent("its machine refuses connections")
`, new: ``},
	{name: "calls once", pkg: tcp, test: "TestEachOnceAndInOrder", old: `		if err == nil || stream == nil && p.net.isLeaving() {
			return
		}
		again`, new: `		if err == nil || stream == nil && p.net.isLeaving() || opened > 0 {
			return
		}
		again`},
	{name: "does not tell of one who only answers", pkg: tcp, test: "TestWhoOnlyAnswersIsHere", old: `	if isNew {
		p.net.threads`, new: `	if isNew && p.id == 0 {
		p.net.threads`},

	{name: "waits for ever for room", pkg: tcp, test: "TestFull", old: `	patience := time.NewTimer(n.Limits.Patience - p.queue.stuck())`, new: `	patience := time.NewTimer(time.Hour + n.Limits.Patience - p.queue.stuck())`},
	{name: "waits anew for one who is stuck", pkg: tcp, test: "TestFull", old: `n.Limits.Patience - p.queue.stuck())`, new: `n.Limits.Patience)`},
	{name: "keeps what was for who is cut off", pkg: tcp, test: "TestFull", old: `Left: append(p.queue.cutOff(), e)}`, new: `Left: []network.Envelope{e}}`},
	{name: "says no goodbye to those who listen", pkg: tcp, test: "TestTwoEndsTalk", old: `		if goodbye {
			n.farewell()
		}
`, new: ``},

	{name: "lets in who is not known after a crash", pkg: tcp, test: "TestANameThatIsNotKeptLetsNobodyIn", old: `	return p.net.Known.Admit(p.id, store)`, new: `	_ = p.net.Known.Admit(p.id, store)
	return nil`},
	{name: "keeps the name of no store", pkg: tcp, test: "TestAnotherStoreIsRefused", old: `	return p.net.Known.Admit(p.id, store)`, new: `	return nil`},
	{name: "needs no store where a vote must not be lost", pkg: tcp, test: "TestStoresThatAreNeeded", old: `	case keeps:
`, new: `	case keeps && p.known > 1<<40:
`},
	{name: "speaks to whoever names another store", pkg: tcp, test: "TestWhoOnlyAnswersIsHere", old: `	isNew, err := p.meet(caller{incarnation: w.Incarnation, store: w.Store})`, new: `	isNew, err := p.meet(caller{incarnation: w.Incarnation})`},
	{name: "does not say which store it has", pkg: tcp, test: "TestEachMessageIsTakenOnce", old: `, Store: p.net.Store}, nil`, new: `}, nil`},
	{name: "lets an incarnation in after which there is none", pkg: tcp, test: "TestOrphans", old: `	case c.incarnation > durable.MostIncarnations:`, new: `	case c.incarnation > durable.MostIncarnations+1:`},
	{name: "does not tell who is superseded that it is", pkg: tcp, test: "TestSupersededIsTold", old: `		code = codes.AlreadyExists
`, new: `		code = codes.FailedPrecondition
`},
	{name: "forgets that it is refused", pkg: tcp, test: "TestAnotherStoreIsRefused", old: `	p.refuses = r
`, new: `	_ = r
`},
	{name: "is refused for ever", pkg: tcp, test: "TestWhoIsWelcomeIsNotRefused", old: `	case codes.OK:
`, new: `	case codes.OK:
		return
`},
}
