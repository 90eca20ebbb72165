// Package memory is a network within one process, with faults: for tests, and for elections that
// are simulated. Its randomness comes from a seed, and every delivery has an instant of its own; so
// in a testing/synctest bubble a run is a function of the seed.
package memory

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"interrex/impl"
	"interrex/impl/network"
)

// Limit is how many messages may be under way on a link before its sender cuts the receiver off.
const Limit = 4096

// Faults says how a network behaves. The zero value delivers everything at once, in order.
type Faults struct {
	Least, Most time.Duration // the delay of a message is drawn between them
	Loss        float64       // how likely a message is lost: for algorithms that bear it
	Duplication float64       // or delivered twice: the same
	BeatLoss    float64       // how likely a heartbeat is lost
	Silent      bool          // nobody is told of a crash
}

// A Network joins the members of a group. Its methods may be called from several goroutines.
type Network struct {
	members []impl.ID
	faults  Faults

	mu    sync.Mutex
	ends  []*end  // beside members: who is here, or nil
	links []*link // from one place to another: links[from*len(members)+to]
	left  []int   // beside members: how many messages it sends before it crashes, or -1
	ever  []bool  // beside members: has it been here, and taken part?
}

// New makes a network that nobody has joined yet.
func New(seed uint64, members []impl.ID, faults Faults) *Network {
	group := len(members)
	n := &Network{
		members: slices.Clone(members),
		faults:  faults,
		ends:    make([]*end, group),
		left:    slices.Repeat([]int{-1}, group),
		ever:    make([]bool, group),
	}
	for i := range group * group {
		n.links = append(n.links, &link{
			net: n, from: i / group, to: i % group,
			lots: rand.New(rand.NewPCG(seed, uint64(i))),
		})
	}
	return n
}

func (n *Network) place(id impl.ID) int { return slices.Index(n.members, id) }

func (n *Network) link(from, to int) *link { return n.links[from*len(n.members)+to] }

// around lists the links into a place, or out of it.
func (n *Network) around(place int, into bool) (list []*link) {
	for other := range n.members {
		if other != place && into {
			list = append(list, n.link(other, place))
		} else if other != place {
			list = append(list, n.link(place, other))
		}
	}
	return list
}

// Join is a member's end for one incarnation. Who only observes gets heartbeats, and is not seen.
func (n *Network) Join(self impl.ID, incarnation uint64, observing bool) (network.Network, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	at := n.place(self)
	if at < 0 {
		return nil, fmt.Errorf("node %d: it is not among the members %v", self, n.members)
	}
	if n.ends[at] != nil {
		return nil, fmt.Errorf("node %d: it is on the network already", self)
	}
	e := &end{net: n, at: at, observing: observing, incarnation: incarnation, inbox: make(chan network.Arrival, Limit)}
	n.ends[at] = e
	if observing {
		return e, nil
	}
	back := n.ever[at]
	n.ever[at] = true
	for _, l := range n.around(at, true) {
		if back { // what was meant for a former incarnation dies with it
			l.empty()
		}
		if peer := n.ends[l.from]; peer != nil && !peer.observing {
			l.first(network.Returned{Peer: n.members[l.from], Incarnation: peer.incarnation})
			n.link(at, l.from).push(network.Returned{Peer: self, Incarnation: incarnation})
		}
		l.schedule()
	}
	return e, nil
}

// leave takes an end off the network. Whoever is told is told after all that the end has sent.
func (n *Network) leave(e *end, tell, goodbye bool) {
	if n.ends[e.at] != e {
		return
	}
	n.ends[e.at], n.left[e.at] = nil, -1
	close(e.inbox)
	if e.paused != nil {
		close(e.paused)
		e.paused = nil
	}
	if e.observing {
		return
	}
	for _, l := range n.around(e.at, true) {
		l.empty()
	}
	for _, l := range n.around(e.at, false) {
		l.unacked = nil // whoever comes back does not send again what a former incarnation has sent
		if tell {
			l.push(network.Gone{Peer: n.members[e.at], Goodbye: goodbye})
		}
	}
}
