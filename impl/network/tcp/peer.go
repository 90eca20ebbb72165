package tcp

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"interrex/impl"
	"interrex/impl/durable"
	"interrex/impl/network"
)

// A peer is a node's record of another member.
type peer struct {
	net     *Network
	id      impl.ID
	address string
	queue   *queue
	done    chan struct{} // closed when no more calls are made
	retry   chan struct{} // capacity 1: a call has a chance now
	calls   atomic.Uint64 // greetings of the peer

	// admission is held while the loop is given the peer's coming or going, also while the loop lets that wait.
	// It guards announced, and received while there is no inbound connection.
	admission sync.Mutex
	announced uint64 // the newest incarnation that the loop has been given
	received  uint64 // the number of the last message that the loop has been given

	mu      sync.Mutex // guards the rest, and is held for a moment only
	known   uint64     // the newest incarnation; 0: none yet
	gone    bool
	taken   uint64
	process string    // the name of its newest incarnation's process, once that has called
	store   string    // the name of its storage; "": unknown
	in      *inbound  // the last one; nil: none yet
	out     *outbound // the last one; nil: none yet
}

func newPeer(n *Network, id impl.ID, address string) *peer {
	return &peer{net: n, id: id, address: address, queue: emptyQueue(maxQueued), done: make(chan struct{}), retry: make(chan struct{}, 1)}
}

func (p *peer) name() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.process
}

// A caller is the identity of a peer's incarnation.
type caller struct {
	incarnation    uint64
	process, store string // process "": unknown
}

// register records that the peer is here in an incarnation, and the name of its process if given. For a new
// incarnation the queue for earlier ones is lost, and a Returned is due; it precedes all admissions.
func (p *peer) register(c caller) (isNew bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.check(c); err != nil {
		return false, err
	}
	if c.incarnation == p.known {
		p.gone, p.process = false, cmp.Or(c.process, p.process)
		return false, nil
	}
	if p.known != 0 {
		p.net.tally.add(&p.net.tally.Dropped, p.queue.startIncarnation())
		if p.out != nil {
			p.out.close()
		}
	}
	p.known, p.taken, p.gone, p.process, p.store = c.incarnation, 0, false, c.process, c.store
	return true, nil
}

// check reports why a caller is not the peer. One with another store has lost its promises, and one incarnation is one
// process. The lock is held.
func (p *peer) check(c caller) error {
	switch {
	case !durable.IsName(c.store):
		return refusalf("node %v: %.40q is no name of a store", p.id, c.store)
	case p.store != "" && c.store != p.store:
		return refusalf("node %v: its store is %.8s, not %.8s: it lost its storage, or another node uses its id", p.id, c.store, p.store)
	case c.incarnation > durable.MostIncarnations:
		return refusalf("node %v: incarnation %d, and %d is the last that there is", p.id, c.incarnation, uint64(durable.MostIncarnations))
	case c.incarnation < p.known:
		return refusalf("node %v: incarnation %d, and %d has been here", p.id, c.incarnation, p.known)
	case c.incarnation == p.known && c.process != "" && p.process != "" && c.process != p.process:
		return refusalf("node %v: incarnation %d has been here as %q, and this is %q", p.id, c.incarnation, p.process, c.process)
	}
	return nil
}

// announce gives a new incarnation to the loop, once no more can arrive from earlier ones. Admission is held.
func (p *peer) announce() {
	p.mu.Lock()
	known := p.known
	p.mu.Unlock()
	if known == p.announced {
		return
	}
	p.closeInbound()
	p.received, p.announced = 0, known
	p.net.Log.Info("member joined", "node", int(p.id), "incarnation", known)
	p.net.arrive(p.net.ctx, network.Returned{Peer: p.id, Incarnation: known})
}

// lastInbound is the last inbound connection, and whether it is still open.
func (p *peer) lastInbound() (in *inbound, isOpen bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.in == nil {
		return nil, false
	}
	select {
	case <-p.in.ended:
		return p.in, false
	default:
		return p.in, true
	}
}

// closeInbound closes the inbound connection, if there is one, and waits for its end. Admission is held.
func (p *peer) closeInbound() {
	if in, isOpen := p.lastInbound(); isOpen {
		in.close()
		<-in.ended
	}
}

// errStale is the error of a caller that has called again while it waited for its admission.
var errStale = errors.New("a newer call has come")

// admit makes a connection the inbound one, in place of the previous one, after the last number received.
func (p *peer) admit(in *inbound, h *hello) (*welcome, error) {
	call := p.calls.Add(1)
	p.admission.Lock()
	defer p.admission.Unlock()
	if call != p.calls.Load() {
		return nil, errStale
	}
	if _, err := p.register(caller{h.Incarnation, h.Process, h.Store}); err != nil {
		return nil, err
	}
	p.announce()
	p.closeInbound()
	signal(p.retry)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.in = in
	return &welcome{Incarnation: p.net.Incarnation, Received: p.received, Taken: min(p.taken, p.received), Store: p.net.Store}, nil
}

// answered records the incarnation that a call has reached. It does not wait for the loop, since the loop's
// sending must not wait for its receiving.
func (p *peer) answered(w *welcome) error {
	isNew, err := p.register(caller{incarnation: w.Incarnation, store: w.Store})
	if isNew {
		p.net.threads.Go(func() {
			p.admission.Lock()
			defer p.admission.Unlock()
			p.announce()
		})
	}
	return err
}

// refused handles a call that the peer's machine has refused. The peer has gone if it was ever here and has no
// inbound connection.
func (p *peer) refused() {
	p.admission.Lock()
	defer p.admission.Unlock()
	p.announce()
	if _, isOpen := p.lastInbound(); !isOpen && p.setGone() {
		p.net.Log.Info("member left: its machine refuses connections", "node", int(p.id))
		p.net.arrive(p.net.ctx, network.Gone{Peer: p.id})
	}
}

// setGone reports whether this is the first news that the peer has gone.
func (p *peer) setGone() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	first := p.known != 0 && !p.gone
	p.gone = p.gone || first
	return first
}

// setTaken is a Delivery's Taken: messages up to this number have been taken.
func (p *peer) setTaken(incarnation, number uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if incarnation == p.known && number > p.taken {
		p.taken = number
		signal(p.in.taken)
	}
}

func (p *peer) lastTaken() uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.taken
}

// A backoff is the wait between failing calls: first 0, then 1 ms, doubling up to 250 ms, minus up to half of
// it at random, so that nodes do not call in step. A killed process may still accept one call and answer none.
type backoff time.Duration

const (
	minBackoff = time.Millisecond
	maxBackoff = 250 * time.Millisecond
)

func (b *backoff) next() time.Duration {
	wait := time.Duration(*b)
	*b = backoff(min(max(2*wait, minBackoff), maxBackoff))
	if wait == 0 {
		return 0
	}
	return wait - time.Duration(rand.Int64N(int64(wait/2)))
}
