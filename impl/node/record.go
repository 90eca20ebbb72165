package node

import (
	"fmt"
	"time"

	"interrex/impl"
	"interrex/impl/durable"
	"interrex/impl/network"
	"interrex/traces"
)

// A clock has room for all incarnations that a store counts.
const _ uint64 = 1<<63 - durable.MostIncarnations*traces.Era

// openTrace opens the trace of the incarnation, where there is to be one.
func (m *member) openTrace() error {
	o := &m.options
	if o.Trace == nil {
		return nil
	}
	h := traces.Header{
		Run: o.Run, Algorithm: o.Algorithm.Name, Node: int(o.Config.Self), Incarnation: m.number,
		Configuration: m.configuration(),
	}
	for _, id := range o.Config.Members {
		h.IDs = append(h.IDs, int(id))
	}
	var err error
	m.trace, err = o.Trace(&h)
	if err != nil {
		return fmt.Errorf("trace: %w", err)
	}
	return nil
}

// configuration lists the node's options for the trace's header.
func (n *Node) configuration() (list []traces.Variable) {
	o := &n.options
	add := func(name string, value any) {
		list = append(list, traces.Variable{Name: name, Value: fmt.Sprint(value)})
	}
	add("heartbeat", o.Heartbeat)
	add("seed", o.Seed)
	if o.Algorithm.On != "" {
		add("on", o.Algorithm.On)
	}
	if o.Config.Loads != nil {
		add("loads", o.Config.Loads)
	}
	if o.Algorithm.Terms {
		add("pre-vote", o.Config.PreVote)
		add("check-quorum", o.Config.CheckQuorum)
	}
	for _, name := range o.Algorithm.Timers {
		s := n.timers[name]
		add("timer "+name, s.Least.String()+".."+s.Most.String())
	}
	return list
}

// describe begins an event with its cause.
func (m *member) describe(in impl.Input, d *network.Delivery) traces.Event {
	e := traces.Event{Action: in.Action()}
	switch in := in.(type) {
	case impl.Receive:
		if m.trace != nil {
			e.Message = &traces.Message{
				ID: d.Envelope.ID, Type: in.Message.Word, From: int(in.From), To: int(m.config.Self),
				Text: m.options.Algorithm.Spell(&m.config, in.Message),
			}
		}
	case impl.Timeout:
		e.Timer = in.Timer.String()
	case impl.Detect:
		e.Peer = int(in.Peer)
	case impl.Suspect:
		e.Peer = int(in.Peer)
	case impl.Trust:
		e.Peer = int(in.Peer)
	case impl.Transfer:
		e.Peer = int(in.To)
	}
	return e
}

// writeEvent records an event. A trace that cannot be written ends there, without an end: the election goes on.
func (m *member) writeEvent(e *traces.Event, out impl.Outputs, envelopes []network.Envelope) {
	if m.trace == nil {
		return
	}
	e.Clock, e.Aside, e.At = m.clock, out.Aside, uint64(max(0, time.Now().UnixMicro()))
	for _, l := range envelopes {
		e.Sends = append(e.Sends, traces.Send{
			ID: l.ID, To: int(l.To), Message: m.options.Algorithm.Spell(&m.config, l.Message),
		})
	}
	for _, v := range m.state.Variables() {
		e.After = append(e.After, traces.Variable(v))
	}
	if err := m.trace.Write(e); err != nil {
		m.options.Log.Error("cannot write the trace", "error", err)
		_ = m.trace.Close()
		m.trace = nil
	}
}

// recordVerdict records a change of the detector's verdict on a member, on which the loop's reactions and losses
// depend. An algorithm that handles the change does so in the same event.
func (m *member) recordVerdict(in impl.Input) {
	if _, out := m.state.Step(in); !out.Aside {
		m.recordAside(m.describe(in, nil))
	}
}

// recordAside records what the loop has learnt and the algorithm does not handle.
func (m *member) recordAside(e traces.Event) {
	m.tick()
	m.writeEvent(&e, impl.Outputs{Aside: true}, nil)
}

// tick begins an event.
func (m *member) tick() {
	m.events++
	m.clock[m.at] = m.number*traces.Era + m.events
}

// redirect sends again, in the same direction, what a member taken for dead has not taken, and records that.
func (m *member) redirect(envelopes []network.Envelope) {
	m.tick()
	clock := append([]uint64(nil), m.clock...)
	for i := range envelopes { // the step that takes it comes after this event, too
		envelopes[i].To, envelopes[i].Clock = m.resolve(envelopes[i].Way), clock
	}
	m.writeEvent(&traces.Event{Action: "resend"}, impl.Outputs{Aside: true}, envelopes)
	for _, l := range envelopes {
		m.send(l)
	}
}
