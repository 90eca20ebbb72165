package node

import (
	"slices"
	"time"

	"interrex/impl"
	"interrex/traces"
)

// When links that were cut are healed, or a leader comes to that had been stopped, there may be two
// leaders of which nobody would ever learn: without terms no message of the algorithm tells. The
// heartbeats do, and whoever hears of a second leader calls an election.

// disputed reports whether a member that one trusts leads, as it says, and one has elected another.
func (m *member) disputed() bool {
	if m.options.Algorithm.Terms || m.reluctant || m.state.TakesPart() {
		return false
	}
	return m.rival() != impl.Nobody || m.isIgnored()
}

// isIgnored reports whether this node leads, by rules by which it may not start, and a member does not
// follow it: on some rings one who comes back never learns of a leader that there is.
func (m *member) isIgnored() bool {
	return m.options.Algorithm.Topology != impl.Complete && m.state.Elected() == m.config.Self && !m.mayStart() &&
		m.some(func(p peer) bool { return p.strays })
}

// some reports whether this is so of a member that is trusted.
func (m *member) some(is func(peer) bool) bool {
	return slices.ContainsFunc(m.peers, func(p peer) bool { return p.trusted() && is(p) })
}

// rival is whom one trusts, and who leads, as it says, though one has elected another.
func (m *member) rival() impl.ID {
	i := slices.IndexFunc(m.peers, func(p peer) bool { return p.trusted() && p.claims && p.id != m.state.Elected() })
	if i < 0 {
		return impl.Nobody
	}
	return m.peers[i].id
}

// doubt waits for a while: what would settle it may be under way. It is longer where coming back is the
// only way, so that one does, and not all.
func (m *member) doubt(now time.Time) {
	if a := (alarm{kind: ofDoubt}); !m.alarms.has(a) {
		h := m.options.Heartbeat
		span := Span{2 * h, 4 * h}
		if !m.mayStart() && m.state.Elected() == m.config.Self {
			span = Span{10 * h, 30 * h}
		}
		m.alarms.set(a, now.Add(m.within(span)))
	}
}

func (m *member) mayStart() bool {
	_, out := m.state.Step(impl.Start{})
	return !out.Ignored
}

// settle calls an election if it is still disputed who leads. On some rings the rules let nobody start
// who has elected someone. There that one is taken for dead, which the detector might have done too;
// and a leader, who cannot take itself for dead, comes back as one that has elected nobody, unless the
// others have only to be told: who claims to lead, and is outranked, will come back itself.
func (m *member) settle(now time.Time) error {
	if !m.disputed() {
		return nil
	}
	leader := m.state.Elected()
	m.options.Log.Info("there are two leaders", "elected", leader.String())
	switch {
	case m.mayStart() || m.options.Algorithm.Topology == impl.Complete:
		return m.step(impl.Start{}, now)
	case leader == impl.Nobody: // by its rules it waits: who leads hears that it is not followed
		return nil
	case leader != m.config.Self:
		m.note(traces.Event{Action: "dispute", Peer: int(m.rival())})
		return m.step(impl.Detect{Peer: leader}, now)
	case m.some(func(p peer) bool { return p.claims && m.config.Outranks(leader, p.id) }):
		return nil
	}
	return errReturning
}
