package node_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"interrex/impl"
	"interrex/impl/durable"
	"interrex/impl/network"
	"interrex/impl/node"
)

// A court is a network of which a test says who refuses the node.
type court struct {
	treadmill
	mu       sync.Mutex
	refusals []network.Refusal
}

func (c *court) Refusals() []network.Refusal {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.refusals
}

func (c *court) judge(all ...network.Refusal) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.refusals = all
}

// before lets a node of five run before a court.
func before(t *testing.T, c *court, change func(*node.Options)) (n *node.Node, ended chan error) {
	t.Helper()
	a, err := impl.Find("raft")
	if err != nil {
		t.Fatal(err)
	}
	c.arrivals = make(chan network.Arrival, 8)
	o := node.Options{Algorithm: a, Config: impl.Config{Self: 1, Members: []impl.ID{1, 2, 3, 4, 5}}, Store: new(durable.Memory),
		Join: func(uint64) (network.Network, error) { return c, nil }}
	if change != nil {
		change(&o)
	}
	if n, err = node.New(o); err != nil {
		t.Fatal(err)
	}
	ended = make(chan error, 1)
	go func() { ended <- n.Run(t.Context()) }()
	t.Cleanup(n.Close)
	synctest.Wait()
	return n, ended
}

// inTime is why a node has ended; one that goes on for an hour of the bubble does not end.
func inTime(t *testing.T, ended <-chan error) error {
	t.Helper()
	select {
	case err := <-ended:
		return err
	case <-time.After(time.Hour):
		t.Fatal("it does not end")
		return nil
	}
}

func refusal(peer impl.ID) network.Refusal { return network.Refusal{Peer: peer, Why: "because"} }

// TestRefusedByMost: a node that three of the four others refuse says so, and ends after a minute of it; two are
// too few, and one welcome in between begins the minute anew.
func TestRefusedByMost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c court
		n, ended := before(t, &c, nil)
		live := func(span time.Duration, troubled bool) {
			t.Helper()
			<-time.After(span)
			synctest.Wait()
			if err := n.Trouble(); (err != nil) != troubled || troubled && !strings.Contains(err.Error(), "node 4 says: because") {
				t.Errorf("its trouble: %v", err)
			}
			select {
			case err := <-ended:
				t.Fatalf("it ends: %v", err)
			default:
			}
		}
		most := []network.Refusal{refusal(2), refusal(3), refusal(4)}
		live(time.Second, false)
		c.judge(refusal(2), refusal(3))
		live(10*time.Minute, false)
		c.judge(most...)
		live(59*time.Second, true)
		c.judge(refusal(4))
		live(time.Second, false)
		c.judge(most...)
		live(59*time.Second, true)
		begun := time.Now()
		if err := inTime(t, ended); !errors.Is(err, node.ErrRefused) || !strings.Contains(err.Error(), "because") {
			t.Errorf("it ends: %v", err)
		}
		if late := time.Since(begun); late > 2*time.Second {
			t.Errorf("%v late", late)
		}
	})
}

// TestSuperseded: the word of one is enough that a newer incarnation has been there, and the leadership is given up.
func TestSuperseded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c court
		n, ended := before(t, &c, func(o *node.Options) { o.Config.Members = []impl.ID{1, 2, 3} })
		c.judge(network.Refusal{Peer: 3, Why: "incarnation 1, and 2 has been here", Superseded: true})
		begun := time.Now()
		if err := inTime(t, ended); !errors.Is(err, node.ErrSuperseded) || !strings.Contains(err.Error(), "2 has been here") {
			t.Errorf("it ends: %v", err)
		}
		if late := time.Since(begun); late > time.Second {
			t.Errorf("%v late", late)
		}
		if _, err := n.Token(); !errors.Is(err, node.ErrNotLeader) {
			t.Errorf("it gives tokens: %v", err)
		}
	})
}
