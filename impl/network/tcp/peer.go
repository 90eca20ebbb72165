package tcp

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
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
	parted  chan struct{} // closed when a farewell need not wait for it

	// admission is held while a stream begins, or the peer's coming and going is announced: also
	// while the loop lets that wait. It guards what follows, received while there is no hearing.
	admission sync.Mutex
	ushered   uint64 // the newest incarnation announced to the loop
	hearing   *hearing
	received  uint64 // the number of the last message that arrivals has been given

	mu      sync.Mutex // guards the rest, and is held for a moment only
	known   uint64     // the newest incarnation; 0: none met
	gone    bool
	taken   uint64
	process string // the name of its newest incarnation's process, once that has called
	store   string // the name of its storage; "": none met

	listens *hearing      // its acknowledging stream
	speaks  *stream       // to the peer; nil: none yet
	there   chan struct{} // of one place: it may answer now, since it has called itself
}

// A hearing is a stream of the peer that this node listens to. There is at most one.
type hearing struct {
	stop, ended chan struct{}
	taken       chan struct{} // of one place: the peer's taken has grown
}

func newPeer(n *Network, id impl.ID, address string) *peer {
	return &peer{net: n, id: id, address: address, queue: emptyQueue(mostQueued), parted: make(chan struct{}),
		there: make(chan struct{}, 1)}
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

// meet records that the peer is here in an incarnation, and the name of its process if given. For a new
// incarnation the queue for earlier ones is lost, and a Returned is due; it precedes all admissions.
func (p *peer) meet(c caller) (isNew bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.fits(c); err != nil {
		return false, err
	}
	if c.incarnation == p.known {
		p.gone, p.process = false, cmp.Or(c.process, p.process)
		return false, nil
	}
	if p.known != 0 {
		p.net.tally.add(&p.net.tally.Dropped, p.queue.outlive())
		if p.speaks != nil {
			p.speaks.close()
		}
	}
	p.known, p.taken, p.gone, p.process, p.store = c.incarnation, 0, false, c.process, c.store
	return true, nil
}

// fits reports why a caller is not the peer. One with another store has lost its promises, and one incarnation is one
// process. The lock is held.
func (p *peer) fits(c caller) error {
	switch {
	case !durable.IsName(c.store):
		return refusal{Why: fmt.Sprintf("node %v: %.40q is no name of a store", p.id, c.store)}
	case p.store != "" && c.store != p.store:
		return refusal{Why: fmt.Sprintf("node %v: its store is %.8s, not %.8s: it lost its storage, or another node uses its id", p.id, c.store, p.store)}
	case c.incarnation > durable.MostIncarnations:
		return refusal{Why: fmt.Sprintf("node %v: incarnation %d, and %d is the last that there is", p.id, c.incarnation, uint64(durable.MostIncarnations))}
	case c.incarnation < p.known:
		return refusal{Why: fmt.Sprintf("node %v: incarnation %d, and %d has been here", p.id, c.incarnation, p.known)}
	case c.incarnation == p.known && c.process != "" && p.process != "" && c.process != p.process:
		return refusal{Why: fmt.Sprintf("node %v: incarnation %d has been here as %q, and this is %q", p.id, c.incarnation, p.process, c.process)}
	}
	return nil
}

// usher announces a new incarnation to the loop, once no more can arrive from earlier ones. Admission is held.
func (p *peer) usher() {
	p.mu.Lock()
	known := p.known
	p.mu.Unlock()
	if known == p.ushered {
		return
	}
	p.silence()
	p.received, p.ushered = 0, known
	p.net.Log.Info("member joined", "node", int(p.id), "incarnation", known)
	p.net.announce(network.Returned{Peer: p.id, Incarnation: known})
}

// silence ends the hearing, if there is one, and waits for its end. Admission is held.
func (p *peer) silence() {
	if p.hearing != nil {
		close(p.hearing.stop)
		<-p.hearing.ended
		p.hearing = nil
	}
}

// admit begins to read a stream, in place of the previous one, after the last number received.
func (p *peer) admit(ctx context.Context, h *hello) (*hearing, *welcome, error) {
	p.admission.Lock()
	defer p.admission.Unlock()
	if ctx.Err() != nil { // the caller has not waited
		return nil, nil, ctx.Err()
	}
	if _, err := p.meet(caller{h.Incarnation, h.Process, h.Store}); err != nil {
		return nil, nil, err
	}
	p.usher()
	p.silence()
	signal(p.there)
	p.hearing = &hearing{make(chan struct{}), make(chan struct{}), make(chan struct{}, 1)}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.listens = p.hearing
	return p.hearing, &welcome{Incarnation: p.net.Incarnation, Received: p.received, Taken: min(p.taken, p.received), Store: p.net.Store}, nil
}

// greeted records the incarnation that a call has reached. It does not wait for the loop, since the loop's
// sending must not wait for its receiving.
func (p *peer) greeted(w *welcome) error {
	isNew, err := p.meet(caller{incarnation: w.Incarnation, store: w.Store})
	if isNew {
		p.net.threads.Go(func() {
			p.admission.Lock()
			defer p.admission.Unlock()
			p.usher()
		})
	}
	return err
}

// absent handles a call without a participant at the peer's address, and the reason. The peer has gone if it
// was ever here and is not connected.
func (p *peer) absent(why string) {
	p.admission.Lock()
	defer p.admission.Unlock()
	p.usher()
	if p.hearing != nil {
		select {
		case <-p.hearing.ended:
		default:
			return
		}
	}
	if p.goes() {
		p.net.Log.Info("member left: "+why, "node", int(p.id))
		p.net.announce(network.Gone{Peer: p.id})
	}
}

// fades is closed when the present hearing ends; nil without one.
func (p *peer) fades() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.listens == nil {
		return nil
	}
	select {
	case <-p.listens.ended:
		return nil
	default:
		return p.listens.ended
	}
}

// goes reports whether this is the first news that the peer has gone.
func (p *peer) goes() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	first := p.known != 0 && !p.gone
	p.gone = p.gone || first
	return first
}

// took is a Delivery's Taken: messages up to this number have been taken.
func (p *peer) took(incarnation, number uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if incarnation == p.known && number > p.taken {
		p.taken = number
		if p.listens != nil {
			signal(p.listens.taken)
		}
	}
}

func (p *peer) takenSoFar() uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.taken
}

// A patience is the wait between failing calls: first 0, then 1 ms, doubling up to 250 ms, minus up to half of
// it at random, so that nodes do not call in step. A killed process may still accept one call and answer none.
type patience time.Duration

const (
	shortest = time.Millisecond
	longest  = 250 * time.Millisecond
)

func (w *patience) next() time.Duration {
	wait := time.Duration(*w)
	*w = patience(min(max(2*wait, shortest), longest))
	if wait == 0 {
		return 0
	}
	return wait - time.Duration(rand.Int64N(int64(wait/2)))
}
