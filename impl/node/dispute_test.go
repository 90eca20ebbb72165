package node

import (
	"log/slog"
	"testing"
	"time"

	"interrex/impl"
)

// TestNobodyIsNotDead: a passive member of Hirschberg and Sinclair has heard nothing of a leader but
// by heartbeats. That it has elected nobody is no death, and by its rules it waits (HS9).
func TestNobodyIsNotDead(t *testing.T) {
	a, err := impl.Find("hirschberg-sinclair")
	if err != nil {
		t.Fatal(err)
	}
	c := impl.Config{Self: 1, Members: []impl.ID{1, 2, 3}}
	s, _ := a.Boot(&c, nil, false)
	s, _ = s.Step(impl.Receive{From: 3, Message: impl.Message{Word: "PROBE", Args: []int{3, 0, 1, 0}}}) // HS4
	m := &member{Node: &Node{options: Options{Algorithm: a, Log: slog.New(slog.DiscardHandler)}}, config: c, state: s,
		peers: []peer{{id: 1}, {id: 2}, {id: 3, met: true, claims: true}}}
	if !m.disputed() || m.mayStart() {
		t.Fatalf("%v: it should be passive, and hear of a leader", s.Variables())
	}
	// A step would need a network, a clock and a trace, and there are none.
	if err := m.resolveDispute(time.Time{}); err != nil {
		t.Error(err)
	}
}
