package tcp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"google.golang.org/grpc"

	"interrex/impl"
	"interrex/impl/durable"
	"interrex/impl/network"
)

// A Network is one node's end of it: a [network.Network].
type Network struct {
	Config
	election string
	peers    map[impl.ID]*peer
	arrivals chan network.Arrival
	counters counters
	server   *grpc.Server
	door     *door
	refusals refusals
	strange  refusals // of what those say who have not been named

	ctx     context.Context // ends when the network closes
	end     context.CancelFunc
	leaving chan struct{} // closed when it begins to: no more greetings
	once    sync.Once
	threads sync.WaitGroup
}

var _ network.Judged = (*Network)(nil)

// Open takes calls, and begins to call the others.
func Open(c Config) (*Network, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	n := newNetwork(c)
	n.server = n.listen()
	for _, p := range n.peers {
		if n.Observing {
			close(p.parted)
			continue
		}
		n.threads.Go(p.call)
	}
	return n, nil
}

// newNetwork makes a network on which nothing happens yet.
func newNetwork(c Config) *Network {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Known == nil {
		c.Known = new(durable.Known)
	}
	c.Limits = c.Limits.orDefault()
	n := &Network{Config: c, election: c.election(), peers: map[impl.ID]*peer{}, leaving: make(chan struct{}),
		arrivals: make(chan network.Arrival, c.Limits.Arrivals)}
	n.ctx, n.end = context.WithCancel(context.Background())
	for _, id := range c.Group.Others() {
		n.peers[id] = newPeer(n, id, c.Addresses[id])
	}
	return n
}

// Processes is what the other members call themselves, as far as they have called.
func (n *Network) Processes() map[impl.ID]string {
	names := map[impl.ID]string{}
	for id, p := range n.peers {
		if name := p.name(); name != "" {
			names[id] = name
		}
	}
	return names
}

// Locate says where a member is to be found from now on. A connection that holds is kept.
func (n *Network) Locate(id impl.ID, address string) error {
	p := n.peers[id]
	if p == nil {
		return fmt.Errorf("an address of node %v: the others are %v", id, n.Group.Others())
	}
	p.locate(address)
	return nil
}

// Send implements [network.Network]. It waits for room as long as Limits.Patience, but not for one who
// has taken nothing for as long already: the loop that sends has others to heed.
func (n *Network) Send(e network.Envelope) error {
	p := n.peers[e.To]
	if p == nil {
		return fmt.Errorf("a message to node %v: the others are %v", e.To, n.Group.Others())
	}
	if err := n.check(n.Group.Self, n.Incarnation, e); err != nil {
		return fmt.Errorf("a message that others would refuse: %w", err)
	}
	if p.queue.put(e) {
		return nil
	}
	patience := time.NewTimer(n.Limits.Patience - p.queue.stuck())
	defer patience.Stop()
	for {
		select {
		case <-p.queue.room:
			if p.queue.put(e) {
				return nil
			}
		case <-patience.C:
			err := &network.CutOff{Peer: e.To, Left: append(p.queue.cutOff(), e)}
			n.counters.cutOff.Add(1)
			n.counters.dropped.Add(uint64(len(err.Left)))
			n.Log.Warn(err.Error())
			return err
		case <-n.ctx.Done():
			return errClosed
		}
	}
}

var errClosed = errors.New("the network is closed")

// Beat implements [network.Network].
func (n *Network) Beat(pulse network.Pulse) {
	for _, p := range n.peers {
		p.queue.beat(pulse)
	}
}

// Arrivals implements [network.Network].
func (n *Network) Arrivals() <-chan network.Arrival { return n.arrivals }

// Abandon implements [network.Network].
func (n *Network) Abandon(id impl.ID) []network.Envelope {
	if p := n.peers[id]; p != nil {
		return p.queue.abandon()
	}
	return nil
}

// Close implements [network.Network]. With goodbye those who are connected are first sent what is
// queued for them, as far as that takes no longer than Limits.Farewell.
func (n *Network) Close(goodbye bool) error {
	n.once.Do(func() {
		close(n.leaving)
		if goodbye {
			n.farewell()
		}
		n.end()
		n.door.shut()
		n.server.Stop()
	})
	n.threads.Wait()
	return nil
}

func (n *Network) isLeaving() bool {
	select {
	case <-n.leaving:
		return true
	default:
		return false
	}
}

func (n *Network) farewell() {
	limit := time.NewTimer(n.Limits.Farewell)
	defer limit.Stop()
	for _, p := range n.peers {
		p.queue.farewell()
	}
	for _, p := range n.peers {
		select {
		case <-p.parted:
		case <-limit.C:
			return
		}
	}
}

// announce hands something to the loop, unless the network closes.
func (n *Network) announce(a network.Arrival) {
	select {
	case n.arrivals <- a:
	case <-n.ctx.Done():
	}
}
