package node

import (
	"fmt"
	"time"

	"interrex/impl"
)

// campaign stands, and calls an election where one stands already.
func (m *member) campaign() (refused, end error) {
	m.wants = true
	if !m.well {
		return errUnwell(m.config.Self), nil
	}
	if end := m.mayStand(); end != nil {
		m.campaigns = true
		return nil, end
	}
	return nil, m.step(impl.Start{}, time.Now())
}

// resign ends the incarnation.
func (m *member) resign() (refused, end error) {
	stood := m.standing && !m.reluctant
	if m.wants, m.campaigns = false, false; stood {
		return nil, errResigned
	}
	return nil, nil
}

// transfer hands the leadership over.
func (m *member) transfer(to impl.ID) (refused, end error) {
	at := m.config.Place(to)
	switch {
	case at < 0:
		return fmt.Errorf("node %v: it is not among the members %v", to, m.config.Members), nil
	case !m.options.Algorithm.Terms:
		return fmt.Errorf("%s hands nothing over: its criterion decides who leads", m.options.Algorithm.Name), nil
	case !m.Leader().Self:
		return ErrNotLeader, nil
	case m.peers[at].suspected:
		return fmt.Errorf("node %v: it is held for dead", to), nil
	case at == m.at:
		return nil, nil
	}
	return nil, m.step(impl.Transfer{To: to}, time.Now())
}
