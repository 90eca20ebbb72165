package node_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"interrex/impl"
	"interrex/impl/network"
	"interrex/impl/node"
)

// clogged is a network on which 2 takes nothing: it is cut off at the second message.
type clogged struct {
	treadmill
	waits []network.Envelope // for 2
	sent  []string           // to 3
}

func (c *clogged) Send(e network.Envelope) error {
	if e.To == 3 {
		c.sent = append(c.sent, e.ID)
		return nil
	}
	if c.waits = append(c.waits, e); len(c.waits) < 2 {
		return nil
	}
	left := c.waits
	c.waits = nil
	return &network.CutOff{Peer: 2, Left: left}
}

// TestCutOffOnARing: what has waited for a member that is cut off goes to the next, in order.
func TestCutOffOnARing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, err := impl.Find("chang-roberts")
		if err != nil {
			t.Fatal(err)
		}
		c := &clogged{treadmill: treadmill{make(chan network.Arrival, 8)}}
		n, err := node.New(node.Options{Algorithm: a, Config: impl.Config{Self: 1, Members: []impl.ID{1, 2, 3}},
			Join: func(uint64) (network.Network, error) { return c, nil }})
		if err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- n.Run(t.Context()) }()
		if err := n.Campaign(t.Context()); err != nil { // ELECTION(1) is for 2
			t.Fatal(err)
		}
		c.arrivals <- network.Delivery{Envelope: network.Envelope{ID: "3.1.1", From: 3, To: 1,
			Message: impl.Message{Word: "ELECTION", Args: []int{3}}}, Taken: func() {}} // and so is ELECTION(3), of higher rank
		<-time.After(time.Millisecond)
		n.Close()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if want := []string{"1.1.1", "1.1.2"}; !slices.Equal(c.sent, want) {
			t.Errorf("3 is sent %v, want %v", c.sent, want)
		}
	})
}
