package node

import (
	"context"
	"errors"
	"fmt"
	"time"

	"interrex/impl"
	"interrex/impl/network"
)

// Why an incarnation ends, and the node does not.
var (
	errResigned  = errors.New("resigned")
	errReturning = errors.New("returning")
	errCrashed   = errors.New("the network has ended")
)

// live goes from incarnation to incarnation: standing, or observing.
func (n *Node) live(ctx context.Context) error {
	n.wants, n.well = true, n.options.Health == nil
	for {
		m, err := n.enter()
		if err != nil {
			return err
		}
		if err = m.loop(ctx); errors.Is(err, errStorm) {
			err = m.absorb(ctx)
		}
		err = m.leave(err)
		switch {
		case err == nil:
			return nil
		case fatal(err) != nil:
			return fmt.Errorf("node %v: %w", n.options.Config.Self, err)
		}
	}
}

// beats is more than the numbers that an incarnation of omega-minimal can use: in three years, ten a second.
const beats = 1 << 30

// enter begins an incarnation. Who may not stand only observes; but where votes are kept its vote may
// be needed, and it is reluctant.
func (n *Node) enter() (*member, error) {
	o := &n.options
	eligible := n.wants && n.well
	standing := eligible || o.Algorithm.Keeps
	m := &member{Node: n, config: o.Config, standing: standing, reluctant: !eligible, clock: make([]uint64, len(o.Config.Members))}
	m.at = o.Config.Place(o.Config.Self)
	m.alarms = newAlarms(network.TimerLane(m.at))
	var kept *impl.Stable
	if standing {
		var err error
		if kept, m.number, err = o.Store.Load(); err != nil {
			return nil, fmt.Errorf("node %v: its storage: %w", o.Config.Self, err)
		}
	}
	if standing { // omega-minimal numbers its messages over all incarnations
		m.config.FirstBeat = int(m.number-1) * beats
	}
	m.draw(o.Seed)
	net, err := o.Join(m.number, !standing)
	if err != nil {
		return nil, fmt.Errorf("node %v: its network: %w", o.Config.Self, err)
	}
	m.net = net
	m.watchAll(time.Now())
	if o.Health != nil {
		m.alarms.set(alarm{kind: ofProbe}, time.Now())
	}
	if standing {
		if err := m.boot(kept); err != nil {
			return nil, m.leave(err)
		}
	}
	return m, nil
}

// leave ends an incarnation for the reason given: nil, a resignation and a return are said to the
// others; after anything else it is as if the process had been killed.
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
			m.options.Log.Error("the trace has no end", "error", err)
		}
	}
	if err := m.net.Close(well); err != nil {
		m.options.Log.Warn("the network has not closed well", "error", err)
	}
	return why
}

// abdicate gives up the leadership before anybody can be told that it is free: a goodbye takes its
// time, and another may lead before it has come to its end.
func (m *member) abdicate() { m.leadership.publish(Leadership{Term: m.reign}) }

// loop is the only place where anything happens to a member.
func (m *member) loop(ctx context.Context) error {
	for {
		if err := m.wake(); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case c := <-m.calls:
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
		case err := <-m.probed:
			if end := m.found(err); end != nil {
				return end
			}
		case <-m.due():
		}
	}
}

// catchUp takes what has come already.
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
	if errors.Is(err, errResigned) || errors.Is(err, errReturning) || errors.Is(err, errStorm) {
		return nil
	}
	return err
}
