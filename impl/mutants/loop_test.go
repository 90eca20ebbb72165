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
	{name: "does not acknowledge what it ignores", equivalent: "No algorithm ignores a message that its Check has passed: it takes it, and does nothing.", in: node, old: `	if out.Ignored {
		if d != nil {
			d.Taken()
		}
		return nil`, new: `	if out.Ignored {
		return nil`},
	{name: "stops no timer", pkg: node, test: "TestTimersRunAndStop", old: `		m.alarms.stop(alarm{timer: t})`, new: `		_ = t`},
	{name: "sets no timer", pkg: node, test: "TestTimersRunAndStop", old: `		m.alarms.set(alarm{timer: s.Timer}, time.Now().Add(m.length(s)))`, new: `		_ = s`},
	{name: "ignores what a timer has extra", pkg: node, test: "TestHowLongTimersRun", old: ` + time.Duration(s.Extra)*m.options.Heartbeat`, new: ``},
	{name: "hurries no timer", pkg: node, test: "TestHowLongTimersRun", old: `	if s.Soon {`, new: `	if s.Soon && turns == 0 {`},
	{name: "sends to those who have gone", pkg: node, test: "TestWhatTheDeadHaveNotTaken", old: `	if m.peers[to].gone {
		return
	}
`, new: ``},
	{name: "forgets who was cut off", pkg: node, test: "TestCutOffOnARing", old: `		m.cut = append(m.cut, c)`, new: `		_ = c`},
	{name: "loses what had waited for who was cut off", pkg: node, test: "TestCutOffOnARing", old: `			c.left = off.Left`, new: `			_ = off`},
	{name: "lets a reluctant one lead", pkg: node, test: "TestWhoIsMadeToLeadReturns", old: `	if m.reluctant && m.state.Elected() == m.config.Self {
		return errReturning`, new: `	if m.reluctant && m.events == 0 {
		return errReturning`},
	{name: "does not recover", pkg: node, test: "TestWhatIsKeptIsKnown", old: `	if m.options.Algorithm.Recovers && m.number > 1 && !m.gated {`, new: `	if m.options.Algorithm.Recovers && m.number == 0 {`},
	{name: "boots as if it had never been", pkg: node, test: "TestWhatIsKeptIsKnown", old: `Boot(&m.config, kept, m.number > 1)`, new: `Boot(&m.config, nil, m.number > 1)`},
	{name: "tells nobody who leads", pkg: node, test: "TestTimersRunAndStop", old: `	m.leadership.publish(now)
}`, new: `	_ = now
}`},
	{name: "numbers its messages anew", pkg: node, test: "TestTheOrderOfAStep", old: `		m.sent++
`, new: `		m.sent = uint64(i) + 1
`},
	{name: "stamps messages with the clock of before", pkg: node, test: "TestTheOrderOfAStep",
		old: `	m.tick()
	letters := m.write(out.Sends)
`, new: `	letters := m.write(out.Sends)
	m.tick()
`},
	{name: "sends the last message first", pkg: node, test: "TestTheOrderOfAStep", old: `	for _, letter := range letters {
		m.send(letter)
	}
	for _, t := range out.Stop`, new: `	for i := range letters {
		m.send(letters[len(letters)-1-i])
	}
	for _, t := range out.Stop`},

	{name: "its next is behind", pkg: node, test: "TestTheNextOnARing", old: `	step := 1
	switch`, new: `	step := -1
	switch`},
	{name: "passes over one who lives", pkg: node, test: "TestTheNextOnARing", old: `		if !m.peers[at].suspected {
			return`, new: `		if !m.peers[at].suspected && at != (m.at+1)%group {
			return`},
	{name: "passes over nobody", pkg: node, test: "TestTheNextOnARing", old: `		if !m.peers[at].suspected {
			return`, new: `		if at != m.at {
			return`},
	{name: "takes heartbeats alone for signs of life", pkg: node, test: "TestSignsOfLife", old: `		m.peers[at].rhythm.Heard(now)
`, new: ``},
	{name: "takes messages alone for signs of life", pkg: node, test: "TestSignsOfLife", old: `	m.peers[at].rhythm.Beat(now)
`, new: ``},
	{name: "trusts whoever is only heard of", pkg: node, test: "TestSignsOfLife", old: `	if m.peers[at].goodbye {
		return nil
	}
`, new: ``},
	{name: "never suspects", pkg: node, test: "TestTheNextOnARing", old: `	p.suspected = true
	if !known {`, new: `	if !known {`},
	{name: "does not record whom it suspects", pkg: node, test: "TestTheNextOnARing", old: `		m.judge(impl.Suspect{Peer: p.id})
`, new: ``},
	{name: "does not record whom it trusts", pkg: node, test: "TestTheNextOnARing", old: `	m.judge(impl.Trust{Peer: p.id})
`, new: ``},
	{name: "never trusts again", pkg: node, test: "TestTheNextOnARing", old: `	p.suspected = false
	m.count`, new: `	m.count`},
	{name: "does not tell the algorithm whom it suspects", pkg: node, test: "TestSignsOfLife", old: `	if err := m.step(impl.Suspect{Peer: p.id}, now); err != nil {
		return err
	}
	return m.detect(now)`, new: `	return m.detect(now)`},
	{name: "does not tell the algorithm whom it trusts", pkg: node, test: "TestSignsOfLife", old: `	return m.step(impl.Trust{Peer: p.id}, now)`, new: `	return nil`},
	{name: "does not find out that its leader is dead", pkg: node, test: "TestWhoIsBackHasDied", old: `	in := impl.Detect{Peer: m.state.Elected()}
	next, out := m.state.Step(in)
	if out.Ignored {`, new: `	in := impl.Detect{Peer: m.state.Elected()}
	next, out := m.state.Step(in)
	if out.Ignored || m.events > 0 {`},
	{name: "gives up nothing on a ring", pkg: node, test: "TestWhatTheDeadHaveNotTaken", old: `	if onRing || p.gone {
		if left`, new: `	if p.gone {
		if left`},
	{name: "keeps for the dead what is theirs", pkg: node, test: "TestWhatTheDeadHaveNotTaken", old: `	if onRing || p.gone {
		if left`, new: `	if onRing {
		if left`},
	{name: "resends nothing", pkg: node, test: "TestWhatTheDeadHaveNotTaken", old: `onRing && len(left) > 0 {`, new: `onRing && len(left) > 1<<20 {`},
	{name: "resends the wrong way", pkg: node, test: "TestWhatTheDeadHaveNotTaken", old: `m.resolve(letters[i].Way), clock`, new: `m.resolve(-3 - letters[i].Way), clock`},
	{name: "merges no clock", pkg: node, test: "TestClocksAreMerged", old: `			m.clock[i] = max(m.clock[i], c)`, new: `			_ = c`},
	{name: "takes a message that the algorithm does not have", pkg: node, test: "TestStrangeMessages", old: `at < 0 || err != nil {
		m.options.Log`, new: `at < 0 {
		m.options.Log`},
	{name: "does not mourn who has come back", pkg: node, test: "TestWhoIsBackHasDied", old: `		p.gone = true
		if err := m.lose(at, now); err != nil {
			return err
		}
`, new: ``},
	{name: "judges one who has come back by the rhythm of before", pkg: node, test: "TestWhoIsBackHasNoRhythm", old: `	p.rhythm = detect.NewEstimator(m.options.Detector, now)
	return`, new: `	return`},
	{name: "an observer believes an older term", pkg: node, test: "TestWhoObserves", old: `(b.Pulse.Term >= was.Term || was.Leader == impl.Nobody)`, new: `(b.Pulse.Term <= was.Term || was.Leader == impl.Nobody)`},
	{name: "does not learn how many reigns there have been", pkg: node, test: "TestAllCountTheSameReigns", old: `		m.reign = max(m.reign, b.Pulse.Term)
`, new: ``},

	{name: "judges a silence before it hears what has come", pkg: node, test: "TestNobodyIsSuspectedWhileOneStandsStill", old: `		if err := m.catchUp(); err != nil {
			return err
		}
		now := time.Now()`, new: `		now := time.Now()`},
	{name: "does not wait for what is handed over first", pkg: node, test: "TestNobodyIsSuspectedWhileOneStandsStill", old: `			<-time.After(network.Instant(now.Add(1), m.alarms.lane).Sub(now))
`, new: ``},
	{name: "beats once", pkg: node, test: "TestBeatsAndCalls", old: `		m.alarms.set(a, time.Now().Add(m.options.Heartbeat)) // it may have stood still in between
`, new: ``},
	{name: "never calls an election", pkg: node, test: "TestBeatsAndCalls", old: `	m.called = true
	return m.step(impl.Start{}, now)`, new: `	m.called = true
	return nil`},
	{name: "calls elections for ever", pkg: node, test: "TestBeatsAndCalls", old: `	if m.called && m.state.Elected() != impl.Nobody {
		return nil
	}
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
	{name: "says no goodbye", pkg: node, test: "TestTheOrderOfAStep", old: `m.net.Close(well)`, new: `m.net.Close(false)`},
	{name: "says goodbye although it failed", pkg: node, test: "TestNothingLeavesUnkept", old: `m.net.Close(well)`, new: `m.net.Close(true)`},
	{name: "an observer stands", pkg: node, test: "TestWhoObserves", old: `standing: standing, reluctant: !n.wants,`, new: `standing: true, reluctant: false,`},
	{name: "does not vote while it may not stand", pkg: node, test: "TestWhoHasResignedVotes", old: `	standing := n.wants || o.Algorithm.Keeps
`, new: `	standing := n.wants
`},
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

	{name: "lets an alarm ring at two moments", pkg: node, test: "TestAlarms", old: `			c.list[i].at = at
			return
`, new: `			break
`},
	{name: "hears the latest alarm first", pkg: node, test: "TestAlarms", old: `	if c := d.at.Compare(e.at); c != 0 {
		return c
	}`, new: `	if c := e.at.Compare(d.at); c != 0 {
		return c
	}`},
	{name: "an alarm rings for ever", pkg: node, test: "TestAlarms", old: `	c.stop(first.alarm)
	return`, new: `	return`},

	{name: "one who has resigned comes back by itself", pkg: node, test: "TestWhoObserves", old: `	if m.wants, m.campaigns = false, false; stood {`, new: `	if m.campaigns = false; stood {`},
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
	{name: "sees a livelock in every election", pkg: node, test: "TestStorm", old: `const livelockElections = 30`, new: `const livelockElections = 0`},
	{name: "a token outlives its reign", pkg: node, test: "TestTokensGrow", old: `	if !l.now.Self {
		return`, new: `	if l.now.Leader == 0 {
		return`},
	{name: "tokens of a reign are all the same", pkg: node, test: "TestTokensGrow", old: `	l.sequence++
`, new: ``},

	{name: "work outlives its leadership", pkg: node, test: "TestWorkEndsWithTheLeadership", old: `	l.endReigns(ErrNotLeader)
`, new: ``},
	{name: "work outlives its node", pkg: node, test: "TestLeadEnds", old: `	l.endReigns(ErrClosed)
`, new: ``},
	{name: "work gets tokens of the next reign", pkg: node, test: "TestWorkEndsWithTheLeadership", old: `	if !l.reigns[r] {`, new: `	if r == nil {`},
	{name: "a slow watch misses the newest", pkg: node, test: "TestWatch", old: `			case <-w.changes: // the oldest
			default: // it has been read meanwhile
			}`, new: `			default:
			}
			break`},

	{name: "goes on though most refuse it", pkg: node, test: "TestRefusedByMost", old: `	if time.Duration(m.refusedBeats)*m.options.Heartbeat > m.options.Refused {`, new: `	if time.Duration(m.refusedBeats) < 0 {`},
	{name: "ends because half of the others refuse it", pkg: node, test: "TestRefusedByMost", old: `	if 2*len(all) <= len(m.config.Others()) {`, new: `	if 2*len(all) < len(m.config.Others()) {`},
	{name: "counts refusals that have passed", pkg: node, test: "TestRefusedByMost", old: `		m.refusedBeats = 0
`, new: ``},
	{name: "is well though most refuse it", pkg: node, test: "TestRefusedByMost", old: `	m.confess(err)
`, new: ``},
	{name: "goes on beside a newer incarnation of itself", pkg: node, test: "TestSuperseded", old: `		if r.Superseded {`, new: `		if r.Superseded && r.Peer == 0 {`},
	{name: "goes beyond the last term", pkg: node, test: "TestLastTermAlone", old: `	if s.Term() > impl.LastTerm {`, new: `	if s.Term() > impl.LastTerm+1 {`},
	{name: "says beyond the last term what the others refuse", pkg: node, test: "TestLastTerm", old: `		if m.options.Algorithm.Check(&m.config, send.Message) != nil {`, new: `		if m.options.Algorithm.Check(&m.config, send.Message) != nil && s.Term() < 0 {`},
	{name: "does not say that there is no further term", pkg: node, test: "TestLastTerm", old: `	m.troubles.bound = fmt`, new: `	_ = fmt`},
}
