package tcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"interrex/impl"
	"interrex/impl/certs"
	"interrex/impl/network"
)

// A Network is one node's end of it: a [network.Network].
type Network struct {
	Config
	election string
	peers    map[impl.ID]*peer
	arrivals chan network.Arrival
	mu       sync.Mutex // guards warned
	warned   map[string]warning

	handshakes handshakes
	ctx        context.Context // ends when the network has closed
	end        context.CancelFunc
	running    context.Context // ends when it begins to close: no more greetings
	leave      context.CancelFunc
	threads    sync.WaitGroup
}

var _ network.Network = (*Network)(nil)

// Open takes calls, and begins to call the others.
func Open(c Config) (*Network, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	n := newNetwork(c)
	n.threads.Go(n.serve)
	for _, p := range n.peers {
		n.threads.Go(p.call)
	}
	return n, nil
}

// newNetwork makes a network before it is started.
func newNetwork(c Config) *Network {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	c.Patience, c.tally = cmp.Or(c.Patience, time.Second), cmp.Or(c.tally, new(tally))
	n := &Network{Config: c, election: c.election(), peers: map[impl.ID]*peer{},
		arrivals: make(chan network.Arrival, maxArrivals), warned: map[string]warning{}}
	n.ctx, n.end = context.WithCancel(context.Background())
	n.running, n.leave = context.WithCancel(n.ctx)
	for _, id := range c.Group.Others() {
		n.peers[id] = newPeer(n, id, c.Addresses[id])
	}
	return n
}

// Processes has the names of the other members' processes, as far as they have called.
func (n *Network) Processes() map[impl.ID]string {
	names := map[impl.ID]string{}
	for id, p := range n.peers {
		if name := p.name(); name != "" {
			names[id] = name
		}
	}
	return names
}

// Send implements [network.Network]. It waits for room up to Patience, but not for a member that has taken
// nothing for as long: the sending loop has other members to serve.
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
	patience := time.NewTimer(n.Patience - p.queue.stalled())
	defer patience.Stop()
	for {
		select {
		case <-p.queue.room:
			if p.queue.put(e) {
				return nil
			}
		case <-patience.C:
			err := &network.CutOff{Peer: e.To, Left: append(p.queue.clear(), e)}
			n.tally.add(&n.tally.CutOff, 1)
			n.tally.add(&n.tally.Dropped, len(err.Left))
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

// Close implements [network.Network]. With goodbye, connected members first get their queues, for at most a
// second.
func (n *Network) Close(goodbye bool) error {
	n.leave()
	if goodbye {
		n.sayGoodbye()
	}
	n.end()
	n.Listener.Close()
	n.threads.Wait()
	return nil
}

func (n *Network) sayGoodbye() {
	limit := time.NewTimer(goodbyeLimit)
	defer limit.Stop()
	for _, p := range n.peers {
		p.queue.end()
	}
	for _, p := range n.peers {
		select {
		case <-p.done:
		case <-limit.C:
			return
		}
	}
}

// arrive gives an arrival to the loop, unless ctx ends, and reports whether it did.
func (n *Network) arrive(ctx context.Context, a network.Arrival) bool {
	select {
	case n.arrivals <- a:
		return true
	case <-ctx.Done():
		return false
	}
}

// A Config is the identity of this node, and its peers.
type Config struct {
	Cluster     string
	Incarnation uint64 // greater than all before it
	Process     string // the node's name for users, such as machine and PID; sent to the others
	Store       string // the name of the node's storage, which shows its loss
	Algorithm   impl.Algorithm
	Group       *impl.Config
	Listener    net.Listener       // for the calls of the others; the network closes it
	Addresses   map[impl.ID]string // host:port of the others
	Identity    *certs.Identity
	Log         *slog.Logger
	Patience    time.Duration // how long Send waits for room in a queue; 0: 1 s

	tally *tally // of all networks of a member; nil: of this one
}

// Bounds of what others may cost.
const (
	maxQueued     = 1024 // messages to one member that have not been taken
	maxArrivals   = 64   // arrivals that wait for the loop
	maxHandshakes = 64   // unauthenticated connections at once
)

// Limits of time. A greeting that runs out of time doubles the limit of the next one: if many nodes begin at once on a
// slow machine, all would otherwise fail and begin again, forever. The called end waits for the greatest limit.
const (
	greetingLimit    = 3 * time.Second
	maxGreetingLimit = 8 * greetingLimit
	goodbyeLimit     = time.Second
)

// Validate returns an error in one line if the group is invalid, or the certificate is of another node.
func (c *Config) Validate() error {
	if err := c.Group.Validate(); err != nil {
		return err
	}
	if own := (certs.Name{Cluster: c.Cluster, Node: c.Group.Self}); c.Identity.Name != own {
		return fmt.Errorf("the certificate is for %v, not for %v; -cluster=%s of elect certs makes one for this cluster", c.Identity.Name, own, c.Cluster)
	}
	return nil
}

// longestName is the greatest length in bytes of what a process is called.
const longestName = 120

func isName(text string) bool {
	return len(text) <= longestName && utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}

// election spells out what all members must agree on.
func (c *Config) election() string {
	return fmt.Sprintf("%s members=%d loads=%d pre-vote=%t check-quorum=%t",
		c.Algorithm, c.Group.Members, c.Group.Loads, c.Group.PreVote, c.Group.CheckQuorum)
}

// Counters count events since the network was opened; those of a [Member] are of all its networks.
type Counters struct {
	BadCertificate int // connections refused before authentication, or without a greeting
	WrongNode      int // greetings under another's name
	WrongVersion   int // greetings of another protocol, cluster or election, or of an older incarnation
	Malformed      int // connections ended by an invalid or too long line
	Reconnects     int // connections opened to a member again
	Resent         int // messages that more than one connection has been given
	Duplicates     int // messages that came again, and were dropped
	Dropped        int // abandoned messages: to a member cut off, or for a dead incarnation
	CutOff         int // members cut off because their queue was full

	Queued map[impl.ID]int // by member, messages that it has not yet taken
}

// A tally has the counters of all incarnations of a node.
type tally struct {
	mu sync.Mutex
	Counters
}

func (t *tally) add(to *int, count int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	*to += count
}

func (t *tally) get() Counters {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.Counters
}

// Counters is how things stand.
func (n *Network) Counters() Counters {
	all := n.tally.get()
	all.Queued = map[impl.ID]int{}
	for id, p := range n.peers {
		all.Queued[id] = p.queue.length()
	}
	return all
}
