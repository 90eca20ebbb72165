package mutants

const tcp = "impl/network/tcp"

var wires = []mutant{
	{name: "lets an older incarnation in", pkg: tcp, test: "TestOrphans", old: `	case c.incarnation < p.known:`, new: `	case c.incarnation+1 < p.known:`},
	{name: "lets another process of an incarnation in", pkg: tcp, test: "TestOrphans", old: ` && c.process != p.process:`, new: ` && c.process == p.process:`},
	{name: "does not tell that one has come back", pkg: tcp, test: "TestEachMessageIsTakenOnce", old: `	p.net.announce(network.Returned{Peer: p.id, Incarnation: known})
`, new: ``},
	{name: "tells that one has come back before it ceases to hear who was there", pkg: tcp, test: "TestOneStreamIsHeard", old: `	p.silence()
	p.received, p.ushered = 0, known
	p.net.Log`, new: `	p.received, p.ushered = 0, known
	p.net.Log`},
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
	{name: "believes that more was taken than was sent", pkg: tcp, test: "TestQueueBelievesNoNonsense", old: `	if taken > q.sent {`, new: `	if taken > q.sent+1 {`},
	{name: "goes on over a gap", pkg: tcp, test: "TestAGapIsSaid", old: `	close(q.gap)
	q.gap = make(chan struct{})
`, new: ``},
	{name: "reads on while nobody takes", pkg: tcp, test: "TestReadsOneAhead", old: `said: make(chan *wire.Saying), over`, new: `said: make(chan *wire.Saying, 1<<10), over`},
	{name: "waits for ever for a greeting", pkg: tcp, test: "TestGreetingsEnd", old: `	limit := time.NewTimer(mostPatient * r.net.Limits.Greeting)`, new: `	limit := time.NewTimer(time.Hour + mostPatient*r.net.Limits.Greeting)`},
	{name: "takes frames of any length", pkg: tcp, test: "TestLongSayingsAreRefused", old: `grpc.MaxRecvMsgSize(maxFrame), `, new: ``},
	{name: "tells each refusal", pkg: tcp, test: "TestRefusalsAreNotRepeated", old: `	if cause == r.cause && time.Since(r.logged) < 10*time.Second {`, new: `	if cause == r.cause && time.Since(r.logged) < 0 {`},
	{name: "speaks for whoever is named", pkg: tcp, test: "TestGreetings", old: `	if h.From != int64(proven) {`, new: `	if proven != impl.Nobody && h.From < 0 {`},
	{name: "takes a clock of any length", pkg: tcp, test: "TestSayings", old: `	if len(e.Clock) != len(n.Group.Members) {`, new: `	if len(e.Clock) > 1000 {`},
	{name: "lets strangers crowd the door", pkg: tcp, test: "TestTheDoor", old: `	if len(d.guests) > d.net.Limits.Waiting {`, new: `	if len(d.guests) > 1<<20 {`},
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
	{name: "says no goodbye to those who listen", pkg: tcp, test: "TestObserver", old: `		if goodbye {
			n.farewell()
		}
`, new: ``},
	{name: "lets in who is not known after a crash", pkg: tcp, test: "TestANameThatIsNotKeptLetsNobodyIn", old: `	return p.net.Known.Admit(p.id, store)`, new: `	_ = p.net.Known.Admit(p.id, store)
	return nil`},
	{name: "keeps the name of no store", pkg: tcp, test: "TestAnotherStoreIsRefused", old: `	return p.net.Known.Admit(p.id, store)`, new: `	return nil`},
	{name: "needs no store where a vote must not be lost", pkg: tcp, test: "TestStoresThatAreNeeded", old: `	case keeps:
`, new: `	case keeps && p.known > 1<<40:
`},
	{name: "does not tell who is superseded that it is", pkg: tcp, test: "TestSupersededIsTold", old: `		code = codes.AlreadyExists
`, new: `		code = codes.FailedPrecondition
`},
	{name: "is refused for ever", pkg: tcp, test: "TestWhoIsWelcomeIsNotRefused", old: `	case codes.OK:
`, new: `	case codes.OK:
		return
`},
}
