package node

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"interrex/impl"
	"interrex/impl/network"
	"interrex/traces"
)

// A member is one incarnation of a node. It belongs to the loop.
type member struct {
	*Node
	config impl.Config
	at     int    // its place among the members
	number uint64 // of the incarnation
	net    network.Network
	state  impl.State
	alarms *alarms
	peers  []peer // beside the members
	rng    *rand.Rand

	clock  []uint64 // vector clock
	events uint64
	sent   uint64 // messages
	trace  *traces.Writer
	own    []network.Envelope // in transit to the member itself, on a ring of one
	cut    []*network.CutOff  // members that have been cut off and are not suspected yet

	awaited impl.Setting // the timer that waits for answers

	elections int  // that it has taken part in, less one a heartbeat
	draining  bool // it ends because of a livelock

	called bool      // it has called an election on its own
	waits  time.Time // its first call that found the present election under way; or zero
}

// within draws a length of time.
func (m *member) within(s Span) time.Duration {
	if s.Most <= s.Least {
		return s.Least
	}
	return s.Least + time.Duration(m.rng.Int64N(int64(s.Most-s.Least)))
}

// boot is the first event of an incarnation.
func (m *member) boot(kept *impl.Stable) error {
	if err := m.openTrace(); err != nil {
		return err
	}
	state, out := m.options.Algorithm.Boot(&m.config, kept, m.number > 1)
	m.state = state
	action := "boot"
	if m.number > 1 {
		action = "restart"
	}
	m.alarms.set(alarm{kind: ofBeat}, time.Now())
	m.callLater()
	if err := m.apply(traces.Event{Action: action}, out, nil); err != nil {
		return err
	}
	if m.options.Algorithm.Recovers && m.number > 1 {
		if err := m.step(impl.Recover{}, time.Now()); err != nil {
			return err
		}
	}
	return nil
}

// step gives the algorithm an input, and then the inputs that follow from it.
func (m *member) step(in impl.Input, now time.Time) error {
	return m.take(in, nil, now)
}

// take is step for an input that a message brings; taken is then what the network waits for.
func (m *member) take(in impl.Input, d *network.Delivery, now time.Time) error {
	next, out := m.state.Step(in)
	if out.Ignored {
		if d != nil {
			d.Taken()
		}
		return nil
	}
	m.become(next)
	if err := m.apply(m.describe(in, d), out, d); err != nil {
		return err
	}
	return m.detect()
}

// apply executes a step's outputs. A crash at any moment is one that the model has: apply records the event,
// stores the data, acknowledges the message, and only then sends. Stored data always has a line; a line
// without its stored data belongs to a step that did not happen.
func (m *member) apply(e traces.Event, out impl.Outputs, d *network.Delivery) error {
	m.tick()
	envelopes := m.write(out.Sends)
	m.writeEvent(&e, out, envelopes)
	if out.Keep != nil {
		if err := m.options.Store.Save(*out.Keep); err != nil {
			return fmt.Errorf("storage: %w", err)
		}
	}
	if d != nil && d.Taken != nil {
		d.Taken()
	}
	for _, envelope := range envelopes {
		m.send(envelope)
	}
	for _, t := range out.Stop {
		m.alarms.stop(alarm{timer: t})
	}
	for _, s := range out.Set {
		m.alarms.set(alarm{timer: s.Timer}, time.Now().Add(m.length(s)))
		if len(s.Answers) > 0 {
			m.awaited = s
			m.expireAwaited(time.Now())
		}
	}
	if out.Begun {
		m.count(func(s *Statistics) { s.Elections[e.Action]++ })
	}
	m.publish()
	return nil
}

// turns is the number of turns in the length of a timer that is cut short. Within a turn, a member must be able
// to ask the others, and to keep what they answer.
const turns = 40

// length is how long a timer runs.
func (m *member) length(s impl.Setting) time.Duration {
	span := m.timers[s.Timer.Name]
	if s.Soon {
		turn := span.Least / turns
		return m.within(Span{0, turn / 2}) + time.Duration(s.Turn)*turn
	}
	return m.within(span) + time.Duration(s.Extra)*m.options.Heartbeat
}

// write puts messages into envelopes.
func (m *member) write(sends []impl.Send) []network.Envelope {
	if len(sends) == 0 {
		return nil
	}
	envelopes := make([]network.Envelope, len(sends))
	clock := append([]uint64(nil), m.clock...) // one for all: nobody changes it
	for i, s := range sends {
		m.sent++
		id := strconv.AppendInt(make([]byte, 0, 24), int64(m.config.Self), 10)
		id = strconv.AppendUint(append(id, '.'), m.number, 10)
		id = strconv.AppendUint(append(id, '.'), m.sent, 10)
		envelopes[i] = network.Envelope{
			ID: string(id), Clock: clock,
			From: m.config.Self, To: m.resolve(s.To), Way: s.To, Message: s.Message,
		}
	}
	return envelopes
}

// send sends a message. It skips a member whose process has ended: the message would be lost. A member that is
// cut off is suspected after the step.
func (m *member) send(envelope network.Envelope) {
	to := m.config.Place(envelope.To)
	if to == m.at {
		if m.own = append(m.own, envelope); len(m.own) == 1 {
			m.awaitOwn(time.Now())
		}
		return
	}
	if m.peers[to].gone {
		return
	}
	if err := m.net.Send(envelope); err != nil {
		m.options.Log.Warn("cut off", "peer", int(envelope.To), "error", err)
		off := &network.CutOff{Peer: envelope.To}
		errors.As(err, &off)
		m.cut = append(m.cut, off)
	}
}

// publish publishes the leader.
func (m *member) publish() {
	leader := m.state.Elected()
	self := leader == m.config.Self
	if s, is := m.state.(impl.Termed); is {
		m.term = max(m.term, s.Term())
	} else if was := m.Leader(); self && !was.Self {
		m.term++
	}
	now := Leadership{Leader: leader, Self: self, Term: m.term}
	if s, is := m.state.(impl.Decided); is {
		now.Decision = s.Decision()
	}
	if was := m.Leader(); was.Leader != leader {
		m.options.Log.Info("leader", "leader", leader.String(), "self", self, "term", m.term)
	} else if leader == impl.Nobody || !m.options.Algorithm.Terms {
		return // the same leadership
	}
	m.leadership.publish(now)
}

var (
	errReturning = errors.New("returning") // the incarnation ends, and the node continues
	errCrashed   = errors.New("the network has ended")
)

// live goes from incarnation to incarnation.
func (n *Node) live(ctx context.Context) error {
	for {
		m, err := n.enter()
		if err != nil {
			return err
		}
		err = m.leave(m.loop(ctx))
		if err == nil {
			return nil
		}
		if fatal(err) != nil {
			return fmt.Errorf("node %v: %w", n.options.Config.Self, err)
		}
	}
}

// beats is more than the numbers that an incarnation of omega-minimal can use: in three years, ten a second.
const beats = 1 << 30

// enter begins an incarnation.
func (n *Node) enter() (_ *member, err error) {
	o := &n.options
	m := &member{Node: n, config: o.Config, clock: make([]uint64, len(o.Config.Members))}
	m.at = o.Config.Place(o.Config.Self)
	m.alarms = newAlarms(network.TimerLane(m.at))
	var kept *impl.Stable
	if kept, m.number, err = o.Store.Load(); err != nil {
		return nil, fmt.Errorf("node %v: storage: %w", o.Config.Self, err)
	}
	m.config.FirstBeat = int(m.number-1) * beats // omega-minimal numbers its messages over all incarnations
	m.rng = rand.New(rand.NewPCG(o.Seed, uint64(m.config.Self)<<32|m.number))
	if m.net, err = o.Join(m.number); err != nil {
		return nil, fmt.Errorf("node %v: network: %w", o.Config.Self, err)
	}
	m.watchAll(time.Now())
	if err := m.boot(kept); err != nil {
		return nil, m.leave(err)
	}
	return m, nil
}

// leave ends an incarnation for a reason. It says goodbye to the others if the reason is nil or a return; otherwise it ends like a killed process.
func (m *member) leave(why error) error {
	m.abdicate()
	m.alarms.timer.Stop()
	well := fatal(why) == nil
	if m.trace != nil {
		end := m.trace.Close
		if well {
			end = m.trace.End
		}
		if err := end(); err != nil {
			m.options.Log.Error("cannot end the trace", "error", err)
		}
	}
	if err := m.net.Close(well); err != nil {
		m.options.Log.Warn("cannot close the network", "error", err)
	}
	return why
}

// abdicate gives up the leadership before any other member can learn of it: a goodbye takes time, and another
// may lead before its end.
func (m *member) abdicate() { m.leadership.publish(Leadership{Term: m.term}) }

// loop is the only place where anything happens to a member.
func (m *member) loop(ctx context.Context) error {
	for {
		if err := m.wake(); err != nil {
			return err
		}
		calls := m.calls
		if m.draining {
			calls = nil // the next incarnation answers them
		}
		select {
		case <-ctx.Done():
			return nil
		case c := <-calls:
			refused, end := c.do(m)
			if end != nil {
				m.abdicate() // whoever has asked for it may rely on it
			}
			c.answer <- errors.Join(refused, fatal(end))
			if end != nil {
				return end
			}
		case a, open := <-m.net.Arrivals():
			if !open {
				return errCrashed
			}
			if err := m.arrive(a, time.Now()); err != nil {
				return err
			}
		case <-m.alarms.next(time.Now()):
		}
	}
}

// catchUp takes all arrived messages.
func (m *member) catchUp() error {
	for range len(m.net.Arrivals()) {
		if err := m.arrive(<-m.net.Arrivals(), time.Now()); err != nil {
			return err
		}
	}
	return nil
}

// fatal is an error that ends the node, and not only its incarnation.
func fatal(err error) error {
	if errors.Is(err, errReturning) {
		return nil
	}
	return err
}

// transfer hands the leadership over.
func (m *member) transfer(to impl.ID) (refused, end error) {
	at := m.config.Place(to)
	switch {
	case at < 0:
		return fmt.Errorf("node %v: it is not among the members %v", to, m.config.Members), nil
	case !m.options.Algorithm.Terms:
		return fmt.Errorf("%s has no transfer: its criterion decides the leader", m.options.Algorithm.Name), nil
	case !m.Leader().Self:
		return ErrNotLeader, nil
	case m.peers[at].suspected:
		return fmt.Errorf("node %v: it is suspected of being dead", to), nil
	case at == m.at:
		return nil, nil
	}
	return nil, m.step(impl.Transfer{To: to}, time.Now())
}
