package node

import (
	"context"
	"fmt"
	"slices"
	"time"

	"interrex/impl"
)

// A Gate is where the inputs of a node wait that does nothing of its own accord: it says nothing of
// itself, judges no silence, and no timer of its runs out, until it is let. So a node with all that
// belongs to it, its loop, its network and its storage, can be led along a run of the model. Messages it
// takes as its network hands them over; a network that waits is the gate for these.
type Gate struct{ node *Node }

// A Standing is a node between two inputs.
type Standing struct {
	State  impl.State
	Timers []impl.Timer // that run, in the order of their names
}

// NewGated makes a node behind a gate.
func NewGated(o Options) (*Node, *Gate, error) {
	n, err := New(o)
	if err != nil {
		return nil, nil, err
	}
	n.gated = true
	return n, &Gate{n}, nil
}

// Look says how the node stands, once it has done all that it has been let.
func (g *Gate) Look(ctx context.Context) (s Standing, err error) {
	err = g.node.ask(ctx, func(m *member) (error, error) {
		s.State = m.state
		for _, d := range m.alarms.list {
			if d.kind == ofAlgorithm {
				s.Timers = append(s.Timers, d.timer)
			}
		}
		slices.SortFunc(s.Timers, func(a, b impl.Timer) int {
			return dueAlarm{alarm: alarm{timer: a}}.compare(dueAlarm{alarm: alarm{timer: b}})
		})
		return nil, nil
	})
	return s, err
}

// Admit lets an input in that is no message. What the algorithm ignores, and a timer that does not run,
// is refused.
func (g *Gate) Admit(ctx context.Context, in impl.Input) error {
	return g.node.ask(ctx, func(m *member) (refused, end error) {
		if _, out := m.state.Step(in); out.Ignored {
			return fmt.Errorf("%v does nothing about %s", m.Node, in.Action()), nil
		}
		if t, is := in.(impl.Timeout); is {
			a := alarm{timer: t.Timer}
			if !m.alarms.has(a) {
				return fmt.Errorf("timer %v of %v does not run", t.Timer, m.Node), nil
			}
			m.alarms.stop(a)
		}
		return nil, m.step(in, time.Now())
	})
}

// AdmitOwn lets the first message in that the node has sent to itself, on a ring on which it is alone.
func (g *Gate) AdmitOwn(ctx context.Context) error {
	return g.node.ask(ctx, func(m *member) (refused, end error) {
		if len(m.own) == 0 {
			return fmt.Errorf("%v has sent nothing to itself", m.Node), nil
		}
		return nil, m.sound(alarm{kind: ofOwn}, time.Now())
	})
}

// Mourn tells the node that another has died, on whom a ring closes now. What that one has not taken goes
// to the next if it is resent, and otherwise is lost.
func (g *Gate) Mourn(ctx context.Context, peer impl.ID, resent bool) error {
	return g.node.ask(ctx, func(m *member) (refused, end error) {
		p := &m.peers[m.config.Place(peer)]
		p.suspected, p.gone = true, true
		m.judge(impl.Suspect{Peer: peer})
		if left := m.net.Abandon(peer); resent && len(left) > 0 {
			m.redirect(left)
		}
		return nil, nil
	})
}

// Greet tells the node that another is back.
func (g *Gate) Greet(ctx context.Context, peer impl.ID) error {
	return g.node.ask(ctx, func(m *member) (refused, end error) {
		p := &m.peers[m.config.Place(peer)]
		p.suspected, p.gone = false, false
		m.judge(impl.Trust{Peer: peer})
		return nil, nil
	})
}
