package mutants

const node = "impl/node"

var loop = []mutant{
	{name: "sends before it keeps", pkg: node, test: "TestNothingLeavesUnkept",
		old: `	if out.Keep != nil {
		if err := m.options.Store.Save(*out.Keep); err != nil {
			return fmt.Errorf("its storage: %w", err)
		}
	}
	if d != nil && d.Taken != nil {
		d.Taken()
	}
	for _, letter := range letters {
		m.send(letter)
	}
`,
		new: `	for _, letter := range letters {
		m.send(letter)
	}
	if out.Keep != nil {
		if err := m.options.Store.Save(*out.Keep); err != nil {
			return fmt.Errorf("its storage: %w", err)
		}
	}
	if d != nil && d.Taken != nil {
		d.Taken()
	}
`},
	{name: "acknowledges before it keeps", pkg: node, test: "TestNothingLeavesUnkept",
		old: `	if out.Keep != nil {
		if err := m.options.Store.Save(*out.Keep); err != nil {
			return fmt.Errorf("its storage: %w", err)
		}
	}
	if d != nil && d.Taken != nil {
		d.Taken()
	}
`,
		new: `	if d != nil && d.Taken != nil {
		d.Taken()
	}
	if out.Keep != nil {
		if err := m.options.Store.Save(*out.Keep); err != nil {
			return fmt.Errorf("its storage: %w", err)
		}
	}
`},
	{name: "tells who leads before it keeps", pkg: node, test: "TestNobodyLeadsUnkept",
		old: `	letters := m.write(out.Sends)
`, new: `	letters := m.write(out.Sends)
	m.tell()
`},
	{name: "goes on when nothing could be kept", pkg: node, test: "TestNothingLeavesUnkept",
		old: `			return fmt.Errorf("its storage: %w", err)
		}
	}
	if d != nil`, new: `			m.options.Log.Error(fmt.Sprint("its storage"), "error", err)
		}
	}
	if d != nil`},
	{name: "keeps nothing", pkg: node, test: "TestTheOrderOfAStep", old: `		if err := m.options.Store.Save(*out.Keep); err != nil {`, new: `		if err := error(nil); err != nil {`},
	{name: "keeps before it records", pkg: node, test: "TestTheOrderOfAStep",
		old: `	m.put(&e, out, letters)
	if out.Keep != nil {
		if err := m.options.Store.Save(*out.Keep); err != nil {
			return fmt.Errorf("its storage: %w", err)
		}
	}
`, new: `	if out.Keep != nil {
		if err := m.options.Store.Save(*out.Keep); err != nil {
			return fmt.Errorf("its storage: %w", err)
		}
	}
	m.put(&e, out, letters)
`},
	{name: "never acknowledges", pkg: node, test: "TestTheOrderOfAStep", old: `	if d != nil && d.Taken != nil {
		d.Taken()
	}
	for`, new: `	for`},
	{name: "ignores what a timer has extra", pkg: node, test: "TestHowLongTimersRun", old: ` + time.Duration(s.Extra)*m.options.Heartbeat`, new: ``},
	{name: "sends to those who have gone", pkg: node, test: "TestWhatTheDeadHaveNotTaken", old: `	if m.peers[to].gone {
		return
	}
`, new: ``},
	{name: "forgets who was cut off", pkg: node, test: "TestCutOffOnARing", old: `		m.cut = append(m.cut, c)`, new: `		_ = c`},
	{name: "lets a reluctant one lead", pkg: node, test: "TestWhoIsMadeToLeadReturns", old: `	if m.reluctant && m.state.Elected() == m.config.Self {
		return errReturning`, new: `	if m.reluctant && m.events == 0 {
		return errReturning`},
	{name: "does not recover", pkg: node, test: "TestWhatIsKeptIsKnown", old: `	if m.options.Algorithm.Recovers && m.number > 1 && !m.gated {`, new: `	if m.options.Algorithm.Recovers && m.number == 0 {`},
	{name: "takes heartbeats alone for signs of life", pkg: node, test: "TestSignsOfLife", old: `		m.peers[at].rhythm.Heard(now)
`, new: ``},
	{name: "does not find out that its leader is dead", pkg: node, test: "TestWhoIsBackHasDied", old: `	in := impl.Detect{Peer: m.state.Elected()}
	next, out := m.state.Step(in)
	if out.Ignored {`, new: `	in := impl.Detect{Peer: m.state.Elected()}
	next, out := m.state.Step(in)
	if out.Ignored || m.events > 0 {`},
	{name: "takes a message that the algorithm does not have", pkg: node, test: "TestStrangeMessages", old: `at < 0 || err != nil {
		m.options.Log`, new: `at < 0 {
		m.options.Log`},
	{name: "judges one who has come back by the rhythm of before", pkg: node, test: "TestWhoIsBackHasNoRhythm", old: `	p.rhythm = detect.NewEstimator(m.options.Detector, now)
	return`, new: `	return`},
	{name: "an observer believes an older term", pkg: node, test: "TestWhoObserves", old: `(b.Pulse.Term >= was.Term || was.Leader == impl.Nobody)`, new: `(b.Pulse.Term <= was.Term || was.Leader == impl.Nobody)`},
	{name: "does not learn how many reigns there have been", pkg: node, test: "TestAllCountTheSameReigns", old: `		m.reign = max(m.reign, b.Pulse.Term)
`, new: ``},
	{name: "judges a silence before it hears what has come", pkg: node, test: "TestNobodyIsSuspectedWhileOneStandsStill", old: `		if err := m.catchUp(); err != nil {
			return err
		}
		now := time.Now()`, new: `		now := time.Now()`},
	{name: "beats once", pkg: node, test: "TestBeatsAndCalls", old: `		m.alarms.set(a, time.Now().Add(m.options.Heartbeat)) // it may have stood still in between
`, new: ``},
	{name: "waits for ever for an election that does not end", pkg: node, test: "TestNobodyWaitsForEver", old: `	case now.Sub(m.waits) >= endless*m.options.Heartbeat:`, new: `	case now.Sub(m.waits) >= 1e9*m.options.Heartbeat:`},
	{name: "one who may not stand is loyal to a dead leader", pkg: node, test: "TestWhoHasResignedVotes", old: `	if m.state.Elected() != impl.Nobody {
		return errReturning
	}
	m.alarms`, new: `	m.alarms`},
	{name: "takes nothing of its own", pkg: node, test: "TestAloneOnARing", old: `		return m.deliver(network.Delivery{Envelope: letter, Taken: func() {}}, now)`, new: `		_ = letter
		return nil`},
	{name: "does not abdicate at its end", pkg: node, test: "TestNobodyLeadsWhileItSaysGoodbye", old: `	m.abdicate()
	m.alarms.timer.Stop()`, new: `	m.alarms.timer.Stop()`},
	{name: "answers whoever asks it to resign before it has", pkg: node, test: "TestResignedWhenItIsAnswered", old: `				m.abdicate() // whoever has asked for it may rely on it
`, new: ``},
	{name: "takes what has come after it has abdicated", pkg: node, test: "TestNothingIsTakenAfterTheEnd", old: `			if end != nil {
				return end
			}
		case a, open`, new: `			if end != nil {
				return errors.Join(m.catchUp(), end)
			}
		case a, open`},
	{name: "numbers its beats anew in each incarnation", pkg: node, test: "TestNumbersAreNotUsedTwice", old: `		m.config.FirstBeat = int(m.number-1) * beats
`, new: `		m.config.FirstBeat = 0
`},
	{name: "lives on without its network", pkg: node, test: "TestTheNetworkEnds", old: `			if !open {
				return errCrashed
			}
			if err`, new: `			if !open {
				return nil
			}
			if err`},
	{name: "hands over to the dead", pkg: node, test: "TestTransferToTheDead", old: `	case m.peers[at].suspected:
		return fmt.Errorf("node %v: it is held for dead", to), nil
`, new: ``},
	{name: "whoever does not lead hands over", pkg: node, test: "TestTransfer", old: `	case !m.Leader().Self:
		return ErrNotLeader, nil
`, new: ``},
	{name: "doubts nothing", pkg: node, test: "TestTwoLeadersAreDoubted", old: `	if !m.disputed() {
		return nil
	}
	leader`, new: `	if m.events > 0 {
		return nil
	}
	leader`},
	{name: "sees no livelock", pkg: node, test: "TestStorm", old: `m.elections <= livelockElections {`, new: `m.elections <= 1e9*livelockElections {`},
	{name: "a token outlives its reign", pkg: node, test: "TestTokensGrow", old: `	if !l.now.Self {
		return`, new: `	if l.now.Leader == 0 {
		return`},
	{name: "work outlives its leadership", pkg: node, test: "TestWorkEndsWithTheLeadership", old: `	l.endReigns(ErrNotLeader)
`, new: ``},
	{name: "work outlives its node", pkg: node, test: "TestLeadEnds", old: `	l.endReigns(ErrClosed)
`, new: ``},
	{name: "a slow watch misses the newest", pkg: node, test: "TestWatch", old: `			case <-w.changes: // the oldest
			default: // it has been read meanwhile
			}`, new: `			default:
			}
			break`},
	{name: "goes on though most refuse it", pkg: node, test: "TestRefusedByMost", old: `	if time.Duration(m.refusedBeats)*m.options.Heartbeat > m.options.Refused {`, new: `	if time.Duration(m.refusedBeats) < 0 {`},
	{name: "goes on beside a newer incarnation of itself", pkg: node, test: "TestSuperseded", old: `		if r.Superseded {`, new: `		if r.Superseded && r.Peer == 0 {`},
	{name: "goes beyond the last term", pkg: node, test: "TestLastTermAlone", old: `	if s.Term() > impl.LastTerm {`, new: `	if s.Term() > impl.LastTerm+1 {`},
	{name: "says beyond the last term what the others refuse", pkg: node, test: "TestLastTerm", old: `		if m.options.Algorithm.Check(&m.config, send.Message) != nil {`, new: `		if m.options.Algorithm.Check(&m.config, send.Message) != nil && s.Term() < 0 {`},
}
