// Package memory is a network within one process, with faults, for tests and simulated elections. Its randomness
// comes from a seed, and no two deliveries happen at the same instant. So in a testing/synctest bubble a run is a
// function of the seed.
package memory

import (
	"errors"
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

// Faults are the faults of a network. The zero value delivers everything at once, in order.
type Faults struct {
	Least, Most time.Duration // the delay of a message is drawn between them
	BeatLoss    float64       // the probability that a heartbeat is lost
	Silent      bool          // crashes are not announced
}

// A Network joins the members of a group. Its methods may be called from several goroutines.
type Network struct {
	members []impl.ID
	faults  Faults

	mu    sync.Mutex
	ends  []*end  // parallel to members; nil: absent
	links []*link // from one place to another: links[from*len(members)+to]
	left  []int   // beside members: how many messages it sends before it crashes, or -1
	ever  []bool  // beside members: has it been here?
}

// New makes a network without members present.
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
			rng: rand.New(rand.NewPCG(seed, uint64(i))),
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

// Join returns a member's end for one incarnation.
func (n *Network) Join(self impl.ID, incarnation uint64) (network.Network, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	at := n.place(self)
	if at < 0 {
		return nil, fmt.Errorf("node %d: it is not among the members %v", self, n.members)
	}
	if n.ends[at] != nil {
		return nil, fmt.Errorf("node %d: it is on the network already", self)
	}
	e := &end{net: n, at: at, incarnation: incarnation, inbox: make(chan network.Arrival, Limit)}
	n.ends[at] = e
	back := n.ever[at]
	n.ever[at] = true
	for _, l := range n.around(at, true) {
		if back { // what was meant for a former incarnation dies with it
			l.queue = nil
		}
		if peer := n.ends[l.from]; peer != nil {
			l.first(network.Returned{Peer: n.members[l.from], Incarnation: peer.incarnation})
			n.link(at, l.from).push(network.Returned{Peer: self, Incarnation: incarnation})
		}
		l.flushSoon()
	}
	return e, nil
}

// leave takes an end off the network. It is announced after all messages of the end, unless crashes are silent.
func (n *Network) leave(e *end, goodbye bool) {
	if n.ends[e.at] != e {
		return
	}
	n.ends[e.at], n.left[e.at] = nil, -1
	close(e.inbox)
	if e.paused != nil {
		close(e.paused)
		e.paused = nil
	}
	for _, l := range n.around(e.at, true) { // announcements of the sender's returns too: a new incarnation is announced afresh
		l.queue = nil
	}
	for _, l := range n.around(e.at, false) {
		l.unacked = nil // whoever comes back does not send again what a former incarnation has sent
		if goodbye || !n.faults.Silent {
			l.push(network.Gone{Peer: n.members[e.at], Goodbye: goodbye})
		}
	}
}

// ErrOff is the error for a member that is no longer on the network: it has crashed, or closed its end.
var ErrOff = errors.New("no longer on the network")

// An end is one incarnation's end of a network. Its network's lock guards it.
type end struct {
	net         *Network
	at          int
	incarnation uint64
	inbox       chan network.Arrival
	paused      chan struct{} // closed when the member resumes; nil: not stopped
}

// running waits while the member is stopped, and reports whether it is still there; then the lock
// is held.
func (e *end) running() bool {
	for {
		e.net.mu.Lock()
		stopped := e.paused
		if stopped == nil {
			if e.net.ends[e.at] == e {
				return true
			}
			e.net.mu.Unlock()
			return false
		}
		e.net.mu.Unlock()
		<-stopped
	}
}

// Send implements network.Network.
func (e *end) Send(v network.Envelope) error {
	if !e.running() {
		return ErrOff
	}
	defer e.net.mu.Unlock()
	to := e.net.place(v.To)
	if to < 0 || to == e.at {
		return fmt.Errorf("a message from %d to %d: there is no such link", e.net.members[e.at], v.To)
	}
	if e.net.left[e.at] == 0 {
		e.net.leave(e, false)
		return ErrOff
	}
	if e.net.left[e.at] > 0 {
		e.net.left[e.at]--
	}
	l := e.net.link(e.at, to)
	if len(l.unacked) >= Limit {
		return &network.CutOff{Peer: v.To, Left: append(l.abandon(), v)}
	}
	l.send(v)
	return nil
}

// Beat implements network.Network. A member that is stopped stays so within the call.
func (e *end) Beat(p network.Pulse) {
	if !e.running() {
		return
	}
	defer e.net.mu.Unlock()
	for _, l := range e.net.around(e.at, false) {
		l.beat(e.net.members[e.at], p)
	}
}

// Arrivals implements network.Network.
func (e *end) Arrivals() <-chan network.Arrival { return e.inbox }

// Abandon implements network.Network.
func (e *end) Abandon(peer impl.ID) []network.Envelope {
	if !e.running() {
		return nil
	}
	defer e.net.mu.Unlock()
	return e.net.link(e.at, e.net.place(peer)).abandon()
}

// Close implements network.Network.
func (e *end) Close(goodbye bool) error {
	e.net.mu.Lock()
	defer e.net.mu.Unlock()
	e.net.leave(e, goodbye)
	return nil
}

// A link carries what one member sends to one other. Its network's lock guards it.
type link struct {
	net      *Network
	from, to int
	rng      *rand.Rand

	cut     bool
	queue   []parcel           // under way, in order
	unacked []network.Envelope // sent, and not taken yet
	last    time.Time          // when the last parcel is due
	beaten  time.Time          // when the last heartbeat is
}

// A parcel is an arrival and when it is due.
type parcel struct {
	arrival network.Arrival
	due     time.Time
}

// lane is a link's own lane of instants: one for messages, one for heartbeats.
func (l *link) lane(beat bool) int {
	lane := 64 + l.from%63*63 + l.to%63
	if beat {
		lane += 63 * 63
	}
	return lane
}

// delay draws how long something takes.
func (l *link) delay() time.Duration {
	f := &l.net.faults
	if f.Most <= f.Least {
		return f.Least
	}
	return f.Least + time.Duration(l.rng.Int64N(int64(f.Most-f.Least)))
}

// due draws when something arrives that leaves now: after all that has left before.
func (l *link) due(last *time.Time, beat bool) time.Time {
	at := time.Now().Add(max(1, l.delay()))
	if !at.After(*last) {
		at = last.Add(1)
	}
	*last = network.Instant(at, l.lane(beat))
	return *last
}

// push puts an arrival at the end of the queue.
func (l *link) push(a network.Arrival) {
	l.queue = append(l.queue, parcel{a, l.due(&l.last, false)})
	l.flushAt(l.last)
}

// first puts an arrival before all others.
func (l *link) first(a network.Arrival) { l.queue = slices.Insert(l.queue, 0, parcel{a, time.Now()}) }

// isOpen reports whether something that is due could be handed over.
func (l *link) isOpen() bool {
	e := l.net.ends[l.to]
	return !l.cut && e != nil && e.paused == nil
}

// flushSoon hands over what is due after the link has been opened.
func (l *link) flushSoon() { l.flushAt(network.Instant(time.Now().Add(1), l.lane(false))) }

// flushAt hands over what is due at a moment.
func (l *link) flushAt(at time.Time) {
	time.AfterFunc(time.Until(at), func() {
		l.net.mu.Lock()
		defer l.net.mu.Unlock()
		for len(l.queue) > 0 && l.isOpen() && !l.queue[0].due.After(at) {
			select {
			case l.net.ends[l.to].inbox <- l.queue[0].arrival:
				l.queue = l.queue[1:]
			default: // the receiver is slow: again a moment later
				l.flushSoon()
				return
			}
		}
	})
}

// send queues a message.
func (l *link) send(e network.Envelope) {
	l.unacked = append(l.unacked, e)
	l.push(network.Delivery{Envelope: e, Taken: func() { l.taken(e.ID) }})
}

func (l *link) taken(id string) {
	l.net.mu.Lock()
	defer l.net.mu.Unlock()
	if i := slices.IndexFunc(l.unacked, func(e network.Envelope) bool { return e.ID == id }); i >= 0 {
		l.unacked = slices.Delete(l.unacked, i, i+1)
	}
}

// abandon removes the untaken messages from the link.
func (l *link) abandon() []network.Envelope {
	given := l.unacked
	l.unacked = nil
	l.queue = slices.DeleteFunc(l.queue, func(p parcel) bool {
		_, is := p.arrival.(network.Delivery)
		return is
	})
	return given
}

// beat sends a heartbeat past the queue.
func (l *link) beat(from impl.ID, p network.Pulse) {
	if p := l.net.faults.BeatLoss; p > 0 && l.rng.Float64() < p {
		return
	}
	time.AfterFunc(time.Until(l.due(&l.beaten, true)), func() {
		l.net.mu.Lock()
		defer l.net.mu.Unlock()
		if !l.isOpen() {
			return
		}
		select {
		case l.net.ends[l.to].inbox <- network.Beat{From: from, Pulse: p}:
		default:
		}
	})
}

// Cut stops what one member sends to another: heartbeats are lost, messages wait until it is healed.
func (n *Network) Cut(from, to impl.ID) { n.setCut(from, to, true) }

// Heal undoes Cut.
func (n *Network) Heal(from, to impl.ID) { n.setCut(from, to, false) }

func (n *Network) setCut(from, to impl.ID, cut bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	l := n.link(n.place(from), n.place(to))
	l.cut = cut
	l.flushSoon()
}

// Pause stops a member as SIGSTOP does: it gets no messages, and it blocks at its next send.
func (n *Network) Pause(id impl.ID) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if e := n.ends[n.place(id)]; e != nil && e.paused == nil {
		e.paused = make(chan struct{})
	}
}

// Resume lets it go on.
func (n *Network) Resume(id impl.ID) {
	n.mu.Lock()
	defer n.mu.Unlock()
	at := n.place(id)
	if e := n.ends[at]; e != nil && e.paused != nil {
		close(e.paused)
		e.paused = nil
	}
	for _, l := range n.around(at, true) {
		l.flushSoon()
	}
}

// Crash takes a member off the network as it is.
func (n *Network) Crash(id impl.ID) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if e := n.ends[n.place(id)]; e != nil {
		n.leave(e, false)
	}
}

// CrashAfter crashes a member when it has sent that many more messages and sends another: so also between two
// messages of a step.
func (n *Network) CrashAfter(id impl.ID, messages int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.left[n.place(id)] = messages
}

// Change makes the network behave differently from now on.
func (n *Network) Change(f Faults) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.faults = f
}

// Pass waits, until a moment without other events.
func (n *Network) Pass(d time.Duration) {
	now := time.Now()
	<-time.After(network.Instant(now.Add(d), 0).Sub(now))
}
