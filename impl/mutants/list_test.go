package mutants

const (
	disk  = "durable"
	guard = "fence"
	loop  = "node"
	wires = "network/tcp"
)

var mutants = []mutant{
	{"leaves to the system when it is on disk", disk, "TestAFileIsThereAfterAPowerFailure", `	return errors.Join(err, f.Sync(), f.Close())`, `	return errors.Join(err, f.Close())`},
	{"opens a file of another node", disk, "TestFileIsRefused", `r.cluster != cluster || r.node != node {`, `r.cluster != cluster {`},
	{"believes a record whatever its checksum", disk, "TestEveryByte", ` || !bytes.Equal(r.bytes(), data) {`, ` || bytes.Equal(nil, data) {`},
	{"counts no incarnation", disk, "TestFileOutlivesItsProcess", `		r.incarnation, err = count(r.incarnation)`, `		_, err = count(r.incarnation)`},
	{"takes for saved what is not", disk, "TestWhatIsNotSavedIsAnError", `	next := f.now
	if err := do(&next); err != nil {
		return err
	}
`, `	if err := do(&f.now); err != nil {
		return err
	}
	next := f.now
`},
	{"numbers two incarnations of a second alike", disk, "TestClocked", `	time.Sleep(over.Sub(now))
`, `	_ = over
`},
	{"remembers names in memory alone", disk, "TestKnownOutlivesItsProcess", `	if k.save != nil {`, `	if k.save == nil {`},
	{"knows a name before it is on disk", disk, "TestKnownIsOnDiskFirst", `	if k.save != nil {
`, `	k.names = names
	if k.save != nil {
`},

	{"ignores the sequence of a token", guard, "TestTokensAreOrdered", ` || t.Term == u.Term && t.Sequence < u.Sequence`, ``},
	{"refuses no token", guard, "TestGuardNeverGoesBack", `	if t.Less(g.newest) {`, `	if t.Less(Token{}) {`},
	{"admits what could not be kept", guard, "TestGuardKeepsBeforeItAdmits", `			return fmt.Errorf("token %v: %w", t, err)
`, `			_ = fmt.Errorf("token %v: %w", t, err)
`},
	{"acts while it admits another token", guard, "TestActsAreInOrder", `	return act()
`, `	g.mu.Unlock()
	defer g.mu.Lock()
	return act()
`},

	{"sends before it keeps", loop, "TestNothingLeavesUnkept", `	if out.Keep != nil {
`, `	for _, letter := range letters {
		m.send(letter)
	}
	if out.Keep != nil {
`},
	{"acknowledges before it keeps", loop, "TestNothingLeavesUnkept", `	if out.Keep != nil {
`, `	if d != nil {
		d.Taken()
		d = nil
	}
	if out.Keep != nil {
`},
	{"tells who leads before it keeps", loop, "TestNobodyLeadsUnkept", `	letters := m.write(out.Sends)
`, `	letters := m.write(out.Sends)
	m.tell()
`},
	{"keeps nothing", loop, "TestTheOrderOfAStep", `		if err := m.options.Store.Save(*out.Keep); err != nil {`, `		if err := error(nil); err != nil {`},
	{"keeps before it records", loop, "TestTheOrderOfAStep", `	m.put(&e, out, letters)
	if out.Keep`, `	defer m.put(&e, out, letters)
	if out.Keep`},
	{"never acknowledges", loop, "TestTheOrderOfAStep", `	if d != nil && d.Taken != nil {`, `	if d != nil && d.Taken == nil {`},
	{"forgets who was cut off", loop, "TestCutOffOnARing", `		m.cut = append(m.cut, c)`, `		_ = c`},
	{"lets a reluctant one lead", loop, "TestWhoIsMadeToLeadReturns", `	if m.reluctant && m.state.Elected() == m.config.Self {`, `	if m.reluctant && m.events == 0 {`},
	{"does not find out that its leader is dead", loop, "TestWhoIsBackHasDied", `leader == m.at || !m.peers[leader].suspected ||`, `leader == m.at || !m.peers[leader].suspected || m.events > 0 ||`},
	{"judges a silence before it hears what has come", loop, "TestNobodyIsSuspectedWhileOneStandsStill", `		if err := m.catchUp(); err != nil {
			return err
		}
		now := time.Now()`, `		now := time.Now()`},
	{"does not abdicate at its end", loop, "TestNobodyLeadsWhileItSaysGoodbye", `	m.abdicate()
	m.alarms.timer.Stop()`, `	m.alarms.timer.Stop()`},
	{"doubts nothing", loop, "TestTwoLeadersAreDoubted", `	if !m.disputed() {`, `	if m.events > 0 {`},
	{"sees no livelock", loop, "TestStorm", `m.elections <= livelockElections {`, `m.elections <= 1e9*livelockElections {`},
	{"work outlives its leadership", loop, "TestWorkEndsWithTheLeadership", `	l.endReigns(ErrNotLeader)
`, ``},
	{"goes on though most refuse it", loop, "TestRefusedByMost", `	if time.Duration(m.refusedBeats)*m.options.Heartbeat > m.options.Refused {`, `	if time.Duration(m.refusedBeats) < 0 {`},
	{"goes on beside a newer incarnation of itself", loop, "TestSuperseded", `		if r.Superseded {`, `		if r.Superseded && r.Peer == 0 {`},

	{"lets an older incarnation in", wires, "TestOrphans", `	case c.incarnation < p.known:`, `	case c.incarnation+1 < p.known:`},
	{"lets another process of an incarnation in", wires, "TestOrphans", ` && c.process != p.process:`, ` && c.process == p.process:`},
	{"forgets what it has received", wires, "TestEachMessageIsTakenOnce", `	p.received = max(p.received, hello.First-1)`, `	p.received = hello.First - 1`},
	{"owns to have taken all that it has received", wires, "TestEachMessageIsTakenOnce", `Taken: min(p.taken, p.received),`, `Taken: p.received,`},
	{"tells that one has come back before it ceases to hear who was there", wires, "TestOneStreamIsHeard", `	p.silence()
	p.received, p.ushered = 0, known
`, `	p.received, p.ushered = 0, known
`},
	{"believes that more was taken than was sent", wires, "TestQueueBelievesNoNonsense", `	if taken > q.sent {`, `	if taken > q.sent+1 {`},
	{"takes frames of any length", wires, "TestLongSayingsAreRefused", `grpc.MaxRecvMsgSize(maxFrame), `, ``},
	{"speaks for whoever is named", wires, "TestGreetings", `	if h.From != proven {`, `	if proven != impl.Nobody && h.From < 0 {`},
	{"lets strangers crowd the door", wires, "TestTheDoor", `	if len(d.guests) > mostGuests {`, `	if len(d.guests) > 1<<20 {`},
	{"lets in who is not known after a crash", wires, "TestANameThatIsNotKeptLetsNobodyIn", `		if err := p.net.Known.Admit(p.id, c.store); err != nil {`, `		if err := p.net.Known.Admit(p.id, c.store); err != nil && p.id < 0 {`},
	{"needs no store where a vote must not be lost", wires, "TestStoresThatAreNeeded", `	case keeps:
`, `	case keeps && p.known > 1<<40:
`},
	{"does not tell who is superseded that it is", wires, "TestSupersededIsTold", `		code = codes.AlreadyExists
`, `		code = codes.FailedPrecondition
`},
	{"asks callers for no certificate", "certs", "TestWhoMaySpeakWithWhom", `tls.RequireAndVerifyClientCert`, `tls.RequestClientCert`},
}
