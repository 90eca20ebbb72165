package node

import (
	"time"

	"interrex/impl"
	"interrex/impl/detect"
	"interrex/impl/network"
)

// A peer is a member's record of another member.
type peer struct {
	id        impl.ID
	rhythm    *detect.Estimator
	met       bool // it has been on the network since this incarnation began
	suspected bool // taken for dead
	gone      bool // its process has certainly ended
	goodbye   bool // it has said goodbye: a heartbeat that arrives now is an old one
	claims    bool // its last heartbeat claims the leadership
	strays    bool // its last heartbeat names another leader than this node
}

func (p *peer) trusted() bool { return p.met && !p.suspected }

// watchAll begins to wait for signs of life.
func (m *member) watchAll(now time.Time) {
	m.count(func(s *Statistics) { s.Calls = time.Time{} })
	for i, id := range m.config.Members {
		m.peers = append(m.peers, peer{id: id, rhythm: detect.NewEstimator(m.options.Heartbeat, now)})
		if i != m.at {
			m.await(i)
			m.show(&m.peers[i])
		}
	}
}

func (m *member) await(place int) {
	m.alarms.set(alarm{ofSilence, impl.Timer{Of: m.peers[place].id}}, m.peers[place].rhythm.Deadline())
}

// arrive takes what the network hands over. A stranger's arrival is dropped.
func (m *member) arrive(a network.Arrival, now time.Time) error {
	at := m.config.Place(a.Of())
	if m.draining || at < 0 || at == m.at {
		if d, is := a.(network.Delivery); is {
			d.Taken() // in the record it is never taken
		}
		return nil
	}
	switch a := a.(type) {
	case network.Delivery:
		return m.deliver(a, now)
	case network.Beat:
		return m.beat(at, a.Pulse, now)
	case network.Gone:
		m.peers[at].gone, m.peers[at].goodbye = true, a.Goodbye
		return m.lose(at, now)
	case network.Returned:
		return m.meet(at, now)
	}
	return nil
}

// deliver takes a message. One that the algorithm does not have is dropped.
func (m *member) deliver(d network.Delivery, now time.Time) error {
	at := m.config.Place(d.Envelope.From)
	if err := m.options.Algorithm.Check(&m.config, d.Envelope.Message); err != nil {
		m.options.Log.Warn("message dropped", "from", int(d.Envelope.From), "error", err)
		d.Taken()
		return nil
	}
	if at != m.at {
		m.peers[at].rhythm.Heard(now)
		if err := m.trust(at, now); err != nil {
			return err
		}
	}
	for i, c := range d.Envelope.Clock {
		if i < len(m.clock) {
			m.clock[i] = max(m.clock[i], c)
		}
	}
	return m.take(impl.Receive{From: d.Envelope.From, Message: d.Envelope.Message}, &d, now)
}

// beat takes a heartbeat, and the sender's count of leaderships.
func (m *member) beat(at int, pulse network.Pulse, now time.Time) error {
	p := &m.peers[at]
	if p.goodbye {
		return nil
	}
	p.rhythm.Beat(now)
	p.claims, p.strays = pulse.Elected == p.id, pulse.Elected != m.config.Self
	if !m.options.Algorithm.Terms {
		m.term = max(m.term, pulse.Term)
		if was := m.Leader(); was.Leader == p.id && p.claims && was.Term < m.term { // the leader's count holds
			was.Term = m.term
			m.leadership.publish(was)
		}
	}
	if m.disputed() {
		m.awaitResolution(now)
	}
	return m.trust(at, now)
}

// meet greets a new incarnation. If there was an earlier one, it has died; this node learns so now at the latest,
// before it trusts the new one.
func (m *member) meet(at int, now time.Time) error {
	p := &m.peers[at]
	if p.met {
		p.gone = true
		if err := m.lose(at, now); err != nil {
			return err
		}
	}
	p.met, p.gone, p.goodbye = true, true, false // the process of the incarnation before has ended
	p.rhythm = detect.NewEstimator(m.options.Heartbeat, now)
	return m.trust(at, now)
}

// trust stops suspecting a member, and waits for its next sign of life.
func (m *member) trust(at int, now time.Time) error {
	p := &m.peers[at]
	m.await(at)
	wasSuspected, isOther := p.suspected, p.gone
	p.suspected, p.gone = false, false
	m.show(p)
	if !wasSuspected {
		return nil
	}
	if !isOther {
		m.count(func(s *Statistics) { s.Mistakes++ })
	}
	m.options.Log.Info("trusted", "peer", int(p.id))
	m.recordVerdict(impl.Trust{Peer: p.id})
	return m.step(impl.Trust{Peer: p.id}, now)
}

// lose begins to suspect a member. On a ring its untaken messages go to the next member, after those in left.
// Otherwise they are kept for it, unless its process has certainly ended.
func (m *member) lose(at int, now time.Time, left ...network.Envelope) error {
	p := &m.peers[at]
	m.alarms.stop(alarm{ofSilence, impl.Timer{Of: p.id}})
	known := p.suspected
	p.suspected = true
	m.show(p)
	onRing := m.options.Algorithm.Topology != impl.Complete
	if !known {
		m.recordVerdict(impl.Suspect{Peer: p.id})
	}
	if onRing || p.gone {
		if left = append(left, m.net.Abandon(p.id)...); onRing && len(left) > 0 {
			m.redirect(left)
		}
	}
	if p.gone {
		m.expireAwaited(now)
	}
	if known {
		return nil
	}
	m.options.Log.Info("suspected", "peer", int(p.id), "silence", now.Sub(p.rhythm.Last()), "gone", p.gone)
	if err := m.step(impl.Suspect{Peer: p.id}, now); err != nil {
		return err
	}
	return m.detect()
}

// detect offers the algorithm a detection of its dead leader. One offer after each step is enough, since only
// a step can change its effect.
func (m *member) detect() error {
	leader := m.config.Place(m.state.Elected())
	if leader < 0 || leader == m.at || !m.peers[leader].suspected {
		return nil
	}
	in := impl.Detect{Peer: m.state.Elected()}
	next, out := m.state.Step(in)
	if out.Ignored {
		return nil
	}
	m.become(next)
	return m.apply(m.describe(in, nil), out, nil)
}

// resolve returns the member for next or behind: the nearest in that direction that is not suspected, or the
// node itself.
func (m *member) resolve(to impl.ID) impl.ID {
	step := 1
	switch to {
	case impl.Behind:
		step = -1
	case impl.Next:
	default:
		return to
	}
	group := len(m.peers)
	at := m.at
	for range group - 1 {
		at = (at + step + group) % group
		if !m.peers[at].suspected {
			return m.peers[at].id
		}
	}
	return m.config.Self
}
