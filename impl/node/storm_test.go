package node_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"interrex/impl"
	"interrex/impl/network"
	"interrex/impl/node"
)

// A chase is a network of two on which ELECT(2) comes home to 1 just behind its own ELECT(1): what ends
// one election begins the next.
type chase struct {
	treadmill
	lap         time.Duration
	sent, taken *atomic.Int64
	goes        bool
	laps        int // after which it is over
}

func (c *chase) Send(e network.Envelope) error {
	if c.goes && c.laps > 0 && e.Message.Word == "ELECT" && e.Message.Args[0] == 1 {
		c.laps--
		time.AfterFunc(c.lap, func() {
			for id := 1; id <= 2; id++ {
				own := network.Envelope{ID: fmt.Sprint("2.1.", c.sent.Add(1)), From: 2, To: 1, Message: impl.Message{Word: "ELECT", Args: []int{id}}}
				c.arrivals <- network.Delivery{Envelope: own, Taken: func() { c.taken.Add(1) }}
			}
		})
	}
	return nil
}
func (c *chase) Beat(network.Pulse) { c.arrivals <- network.Beat{From: 2} }

// TestStorm: elections that chase one another end with the incarnation that takes part in them; all that
// was under way is taken by nobody, and acknowledged. Elections that are rare are let be, and so are a few.
func TestStorm(t *testing.T) {
	const heartbeat = 100 * time.Millisecond
	for _, chased := range []struct {
		lap  time.Duration
		laps int
	}{{heartbeat / 100, 1e9}, {heartbeat / 3, 1e9}, {2 * heartbeat, 1e9}, {heartbeat / 100, 20}} {
		lap := chased.lap
		synctest.Test(t, func(t *testing.T) {
			a, err := impl.Find("lelann")
			if err != nil {
				t.Fatal(err)
			}
			var sent, taken atomic.Int64
			var newest uint64
			forAMinute(t, node.Options{
				Algorithm: a, Config: impl.Config{Self: 1, Members: []impl.ID{1, 2}}, Heartbeat: heartbeat,
				Join: func(incarnation uint64) (network.Network, error) {
					newest = incarnation
					c := &chase{treadmill{make(chan network.Arrival, 64)}, lap, &sent, &taken, incarnation == 1, chased.laps}
					c.arrivals <- network.Returned{Peer: 2, Incarnation: 1}
					return c, nil
				},
			})
			wild := lap < heartbeat && chased.laps > 1e6
			if returned := newest > 1; returned != wild {
				t.Errorf("a lap of %v: incarnation %d after a minute", lap, newest)
			}
			if wild && taken.Load() != sent.Load() {
				t.Errorf("a lap of %v: of %d messages %d are taken", lap, sent.Load(), taken.Load())
			}
		})
	}
}
