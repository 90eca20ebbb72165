package history

import (
	"context"
	"math/rand/v2"
	"time"

	"interrex/impl"
	"interrex/impl/fence"
	"interrex/impl/network"
	"interrex/impl/node"
	"interrex/impl/simulate"
)

// A Resource is what only the leader of a group should use, with the histories of its use.
type Resource struct {
	Fenced bool // the guard is on
	Terms  bool // the nodes are of an algorithm that numbers its reigns
	Seed   uint64

	Leaders, Values History

	guard   fence.Guard
	value   int
	written int // the last value that was chosen, so that none is chosen twice
}

// A client acts beside one member, one act after the other.
type client struct {
	of   *Resource
	self impl.ID
	lane int // of instants
	lots *rand.Rand

	in     *node.Node // which led in
	term   int        // when it
	memory int        // was what it knew to be in the register
}

// clientLane is beyond the lanes of nodes, network and disks.
const clientLane = 1<<13 + 1<<10

// soon is how long a message takes, and twice as long is the time between two acts.
const soon = 20 * time.Millisecond

// Client is run beside each member of a simulated group, until the context is done.
func (r *Resource) Client(ctx context.Context, s *simulate.Stage, self impl.ID) {
	c := &client{of: r, self: self, lane: clientLane + int(self), lots: rand.New(rand.NewPCG(r.Seed, uint64(self)))}
	for ctx.Err() == nil {
		c.pass(2 * soon)
		if n := s.Node(self); n != nil {
			c.ask(n)
			c.act(n)
		}
	}
}

// pass waits for up to so long, to a moment that is its own.
func (c *client) pass(most time.Duration) {
	now := time.Now()
	<-time.After(network.Instant(now.Add(1+time.Duration(c.lots.Int64N(int64(most)))), c.lane).Sub(now))
}

// ask asks a node who leads. Without raft, the term that other nodes count for a leader is only a guess.
func (c *client) ask(n *node.Node) {
	if l := n.Leader(); l.Self || c.of.Terms && l.Leader != impl.Nobody {
		c.of.Leaders.add(c.self, time.Now(), Question{l.Term}, l.Leader)
	}
}

// act does what a leader does, once: it reads or writes.
func (c *client) act(n *node.Node) {
	began := time.Now()
	token, err := n.Token()
	if err != nil {
		return
	}
	c.pass(c.late())
	remembers := c.in == n && c.term == token.Term
	writes := c.lots.IntN(2) == 0
	var found int
	if c.of.use(token, func(r *Resource) {
		if writes {
			r.written++
			r.value = r.written
		}
		found = r.value
	}) != nil {
		return
	}
	if writes || !remembers {
		c.in, c.term, c.memory = n, token.Term, found
	}
	c.pass(soon) // the answer is on its way
	if writes {
		c.of.Values.add(c.self, began, Write{found}, nil)
	} else {
		c.of.Values.add(c.self, began, Read{}, c.memory)
	}
}

// late is how long an act may take to arrive: at times as long as a process may stand still.
func (c *client) late() time.Duration {
	if c.lots.IntN(100) == 0 {
		return 3 * time.Second
	}
	return soon
}

// use acts on the resource, if the guard lets it.
func (r *Resource) use(t fence.Token, act func(*Resource)) error {
	if !r.Fenced {
		t = fence.Token{} // which is never stale where there is no other
	}
	return r.guard.Do(t, func() error { act(r); return nil })
}
