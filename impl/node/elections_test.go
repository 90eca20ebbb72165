package node_test

import (
	"context"
	"testing"
	"time"

	"interrex/impl"
	"interrex/impl/durable"
	"interrex/impl/network"
	"interrex/impl/network/memory"
	"interrex/impl/node"
)

// A crew is five nodes in memory, in real time, on a network that delivers at once.
type crew struct {
	b       *testing.B
	nodes   map[impl.ID]*node.Node
	watches map[impl.ID]*node.Watch
	ended   chan error
}

func newCrew(b *testing.B, algorithm string) *crew {
	b.Helper()
	a, err := impl.Find(algorithm)
	if err != nil {
		b.Fatal(err)
	}
	members := []impl.ID{1, 2, 3, 4, 5}
	net := memory.New(1, members, memory.Faults{})
	c := &crew{b, map[impl.ID]*node.Node{}, map[impl.ID]*node.Watch{}, make(chan error, len(members))}
	for _, id := range members {
		n, err := node.New(node.Options{
			Algorithm: a, Config: impl.Config{Self: id, Members: members, PreVote: true, CheckQuorum: true}, Store: new(durable.Memory),
			Join: func(incarnation uint64, observing bool) (network.Network, error) {
				return net.Join(id, incarnation, observing)
			},
		})
		if err != nil {
			b.Fatal(err)
		}
		c.nodes[id], c.watches[id] = n, n.Watch(b.Context())
		go func() { c.ended <- n.Run(context.Background()) }()
	}
	return c
}

// elect has some node do something, and waits until those up to a member know the leader that comes of it.
func (c *crew) elect(leader, last impl.ID, do error) {
	if do != nil {
		c.b.Fatal(do)
	}
	limit := time.After(time.Minute)
	for id := impl.ID(1); id <= last; id++ {
		w := c.watches[id]
		for known := impl.Nobody; known != leader; {
			select {
			case l := <-w.Changes():
				known = l.Leader
			case <-limit:
				c.b.Fatalf("node %v does not take %v for the leader", id, leader)
			}
		}
	}
}

func (c *crew) close() {
	for _, n := range c.nodes {
		n.Close()
		if err := <-c.ended; err != nil {
			c.b.Error(err)
		}
	}
}

// BenchmarkElections is how many elections five nodes can hold in a second. None waits for a timer: in
// raft the leadership is handed on, with all the votes that it takes; in bully the highest resigns,
// which all others are told, and campaigns again; as an observer it would wait for a heartbeat.
func BenchmarkElections(b *testing.B) {
	elections := map[string]func(*crew, int) int{
		"raft": func(c *crew, turn int) int {
			from, to := impl.ID(1+turn%5), impl.ID(1+(turn+1)%5)
			c.elect(to, 5, c.nodes[from].Transfer(c.b.Context(), to))
			return 1
		},
		"bully": func(c *crew, _ int) int {
			c.elect(4, 4, c.nodes[5].Resign(c.b.Context()))
			if err := c.nodes[5].Campaign(c.b.Context()); err != nil {
				c.b.Fatal(err)
			}
			c.elect(5, 5, c.nodes[5].Campaign(c.b.Context()))
			return 2
		},
	}
	for name, hold := range elections {
		b.Run(name, func(b *testing.B) {
			c := newCrew(b, name)
			first := map[string]impl.ID{"raft": 1, "bully": 5}[name]
			c.elect(first, 5, c.nodes[first].Campaign(b.Context()))
			held, turn := 0, 0
			for b.Loop() {
				held += hold(c, turn)
				turn++
			}
			b.ReportMetric(float64(held)/b.Elapsed().Seconds(), "elections/s")
			b.StopTimer()
			c.close()
		})
	}
}
