package node

import (
	"testing"
	"time"

	"interrex/impl/network"
)

// TestStatistics follows, in virtual time, who leads since when, the time without a leader, the next election that the
// node calls on its own, and the other members.
func TestStatistics(t *testing.T) {
	play(t, "raft", 1, 3, func(s *scene) {
		begun := time.Now()
		s.n.options.Starts = Span{time.Hour, time.Hour}
		if err := s.n.ask(s.t.Context(), func(m *member) (error, error) { m.callLater(); return nil, nil }); err != nil {
			t.Error(err)
		}
		s.comes(network.Returned{Peer: 2, Incarnation: 1})
		s.lives(3, 2) // of 100 ms each; 3 is silent
		n := s.n.Statistics()
		if n.Changes != 0 || n.Leaderless != time.Since(n.Since) || n.Leaderless < 300*time.Millisecond || n.Calls.Sub(begun).Round(time.Second) != time.Hour {
			t.Errorf("without a leader: %+v", n)
		}
		if two, three := n.Peers[0], n.Peers[1]; len(n.Peers) != 2 || two.ID != 2 || time.Since(two.Heard) > 100*time.Millisecond || two.Suspected || three != (PeerStatus{ID: 3}) {
			t.Errorf("members: %+v", n.Peers)
		}
		s.campaign()
		s.says(2, "VOTE", 1)
		elected := time.Now()
		s.lives(20, 2)
		n = s.n.Statistics()
		if without := elected.Sub(begun); n.Changes != 1 || !n.Since.Equal(elected) || n.Leaderless < without || n.Leaderless > without+time.Second {
			t.Errorf("a leader since %v: %+v", elected, n)
		}
		if two, three := n.Peers[0], n.Peers[1]; two.Suspected || !three.Suspected || !three.Heard.IsZero() {
			t.Errorf("members: %+v", n.Peers)
		}
	})
}
