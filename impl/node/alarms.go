package node

import (
	"cmp"
	"time"

	"interrex/impl"
	"interrex/impl/network"
)

// An alarm is something that a node's clock waits for.
type alarm struct {
	kind  kind
	timer impl.Timer // of the algorithm; for silence, its Of is the silent member
}

type kind int

const (
	ofAlgorithm kind = iota // a timer of the algorithm
	ofBeat                  // it is time for a heartbeat
	ofSilence               // a member has not been heard for too long
	ofOwn                   // a message to the node itself arrives
	ofStart                 // it is time to call an election
	ofDispute               // two members have claimed to lead for too long
	ofDrained               // a livelock is drained
)

// alarms is a node's clock: when each alarm is due.
type alarms struct {
	lane  int
	due   map[alarm]time.Time
	timer *time.Timer
}

func newAlarms(lane int) *alarms {
	c := &alarms{lane, map[alarm]time.Time{}, time.NewTimer(time.Hour)}
	c.timer.Stop()
	return c
}

// set makes an alarm due at a moment, and only then.
func (c *alarms) set(a alarm, at time.Time) { c.due[a] = network.Instant(at, c.lane) }

func (c *alarms) has(a alarm) bool { return !c.due[a].IsZero() }

func (c *alarms) stop(a alarm) { delete(c.due, a) }

// first is the next alarm that is due: the earliest, and of several the first in order. It is false without any.
func (c *alarms) first() (first alarm, is bool) {
	for a, at := range c.due {
		if before := at.Compare(c.due[first]); !is || cmp.Or(before, a.compare(first)) < 0 {
			first, is = a, true
		}
	}
	return first, is
}

func (a alarm) compare(b alarm) int {
	return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.timer.Name, b.timer.Name), cmp.Compare(a.timer.Of, b.timer.Of))
}

// missed reports whether an alarm was due some time before now, because the node has stood still.
func (c *alarms) missed(now time.Time) bool {
	first, is := c.first()
	return is && c.due[first].Before(now)
}

// take returns an alarm that is due, and stops it.
func (c *alarms) take(now time.Time) (alarm, bool) {
	first, is := c.first()
	if !is || c.due[first].After(now) {
		return alarm{}, false
	}
	c.stop(first)
	return first, true
}

// next is a channel that delivers when the next alarm is due.
func (c *alarms) next(now time.Time) <-chan time.Time {
	first, is := c.first()
	if !is {
		c.timer.Stop()
		return nil
	}
	c.timer.Reset(c.due[first].Sub(now))
	return c.timer.C
}

// wake handles all due events: it suspects silent members, and handles one alarm after the other, so the order
// is deterministic even if a step takes long. It takes arrived messages before it checks any silence, since
// the node itself may have been stopped.
func (m *member) wake() error {
	for {
		if now := time.Now(); m.alarms.missed(now) { // it has stood still: what waits is handed over first
			<-time.After(network.Instant(now.Add(1), m.alarms.lane).Sub(now))
		}
		if err := m.catchUp(); err != nil {
			return err
		}
		now := time.Now()
		if len(m.cut) > 0 {
			c := m.cut[0]
			m.cut = m.cut[1:]
			if err := m.lose(m.config.Place(c.Peer), now, c.Left...); err != nil {
				return err
			}
			continue
		}
		a, due := m.alarms.take(now)
		if !due {
			return nil
		}
		if err := m.fire(a, now); err != nil {
			return err
		}
	}
}

func (m *member) fire(a alarm, now time.Time) error {
	switch a.kind {
	case ofBeat:
		m.checkLivelock()
		m.net.Beat(network.Pulse{Elected: m.Leader().Leader, Term: m.term})
		m.alarms.set(a, time.Now().Add(m.options.Heartbeat)) // it may have stood still in between
	case ofSilence:
		return m.lose(m.config.Place(a.timer.Of), now)
	case ofStart:
		return m.call(now)
	case ofOwn:
		envelope := m.own[0]
		if m.own = m.own[1:]; len(m.own) > 0 {
			m.awaitOwn(now)
		}
		return m.deliver(network.Delivery{Envelope: envelope, Taken: func() {}}, now)
	case ofDispute:
		return m.resolveDispute(now)
	case ofDrained:
		return errReturning
	case ofAlgorithm:
		return m.step(impl.Timeout{Timer: a.timer}, now)
	}
	return nil
}

// awaitOwn delivers the node's next message to itself after a delay, as to any other member: on a ring of one,
// a message that names a dead member may circulate for ever.
func (m *member) awaitOwn(now time.Time) {
	m.alarms.set(alarm{kind: ofOwn}, now.Add(m.options.Heartbeat/10))
}

// callLater sets the moment at which the node calls an election on its own.
func (m *member) callLater() {
	if m.options.Starts == (Span{}) {
		return
	}
	at := time.Now().Add(m.within(m.options.Starts))
	m.alarms.set(alarm{kind: ofStart}, at)
	m.count(func(s *Statistics) { s.Calls = at })
}

// endless is the number of heartbeats after which an election on a ring is assumed never to end.
const endless = 100

// call calls an election: the first time always, later only without a leader. On a ring, an election that has
// been under way for very long will not end: its message was lost with a member, and no timer notices. Then
// the member restarts without an election, even if it has a leader: in lelann a list may be open beside the
// outcome of another election.
func (m *member) call(now time.Time) error {
	m.callLater()
	isRing := m.options.Algorithm.Topology != impl.Complete
	switch {
	case !isRing || !m.state.TakesPart():
	case m.waits.IsZero():
		m.waits = now
	case now.Sub(m.waits) >= endless*m.options.Heartbeat:
		m.options.Log.Info("the election does not end; the node restarts its state")
		return errReturning
	}
	if m.called && m.state.Elected() != impl.Nobody {
		return nil
	}
	m.called = true
	return m.step(impl.Start{}, now)
}

// expireAwaited ends a wait for answers when none can come, because the processes of all possible senders have
// certainly ended. A suspicion is not enough: an answer may refute it.
func (m *member) expireAwaited(now time.Time) {
	for _, id := range m.awaited.Answers {
		if !m.peers[m.config.Place(id)].gone {
			return
		}
	}
	if a := (alarm{timer: m.awaited.Timer}); m.alarms.has(a) {
		m.alarms.set(a, now)
	}
}
