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

// A Resource is a resource of the leader, with the histories of its use.
type Resource struct {
	Fenced bool // the guard is on
	Terms  bool // the nodes run an algorithm with terms
	Seed   uint64

	Leaders, Values History

	guard   fence.Guard
	value   int
	written int // the last chosen value; values are unique
}

// A client acts beside one member, one operation after the other.
type client struct {
	of   *Resource
	self impl.ID
	lane int // of instants
	lots *rand.Rand

	in     *node.Node // the node in which it led
	term   int        // the term in which it led
	memory int        // its copy of the register then
}

// clientLane follows the lanes of nodes, network and disks.
const clientLane = 1<<13 + 1<<10

// soon is the delay of a message; operations are twice as far apart.
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

// pass waits for up to most, to a moment of its own.
func (c *client) pass(most time.Duration) {
	now := time.Now()
	<-time.After(network.Instant(now.Add(1+time.Duration(c.lots.Int64N(int64(most)))), c.lane).Sub(now))
}

// ask asks a node for the leader. Without raft, other nodes only estimate a leader's term.
func (c *client) ask(n *node.Node) {
	if l := n.Leader(); l.Self || c.of.Terms && l.Leader != impl.Nobody {
		c.of.Leaders.add(c.self, time.Now(), Question{l.Term}, l.Leader)
	}
}

// act is one operation of a leader: a read or a write.
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

// late is the delay of an operation: at times as long as the longest pause of a process.
func (c *client) late() time.Duration {
	if c.lots.IntN(100) == 0 {
		return 3 * time.Second
	}
	return soon
}

// use acts on the resource, if the guard admits the token.
func (r *Resource) use(t fence.Token, act func(*Resource)) error {
	if !r.Fenced {
		t = fence.Token{} // which is never stale where there is no other
	}
	return r.guard.Do(t, func() error { act(r); return nil })
}
