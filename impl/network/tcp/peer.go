package tcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"interrex/impl"
	"interrex/impl/durable"
	"interrex/impl/network"
	"interrex/impl/network/tcp/wire"
)

// A peer is a node's record of another member.
type peer struct {
	net    *Network
	id     impl.ID
	queue  *queue
	parted chan struct{} // closed when a farewell need not wait for it

	// admission is held while a stream begins, or the peer's coming and going is announced: also
	// while the loop lets that wait. It guards what follows, received while there is no hearing.
	admission sync.Mutex
	ushered   uint64 // the newest incarnation announced to the loop
	hearing   *hearing
	received  uint64 // the number of the last message that arrivals has been given

	strange refusals // refused sayings

	mu      sync.Mutex // guards the rest, and is held for a moment only
	known   uint64     // the newest incarnation; 0: none met
	gone    bool
	taken   uint64
	address string
	process string           // the name of its newest incarnation's process, once that has called
	refuses *network.Refusal // of this node, at the last call; nil: it does not

	listens *hearing      // its acknowledging stream
	there   chan struct{} // of one place: it may answer now, at a new address or since it has called itself
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

func (p *peer) locate(address string) {
	p.mu.Lock()
	p.address = address
	p.mu.Unlock()
	signal(p.there)
}

func (p *peer) place() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.address
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

// meet records that the peer is here in an incarnation, and the name of its process if given. A peer with another store than
// the one known has lost its promises, and is refused. For a new
// incarnation the queue for earlier ones is lost, and a Returned is due; it precedes all admissions. One
// incarnation is one process: a second one has lost its storage, or has a copy.
func (p *peer) meet(c caller) (isNew bool, err error) {
	p.mu.Lock()
	err = p.fits(c)
	p.mu.Unlock()
	if err = cmp.Or(p.net.Known.Check(p.id, c.store), err); err != nil {
		return false, err
	}
	if err := p.net.Known.Admit(p.id, c.store); err != nil { // its name must be on disk
		return false, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.fits(c); err != nil { // another incarnation may have come meanwhile
		return false, err
	}
	if c.incarnation == p.known {
		p.gone, p.process = false, cmp.Or(c.process, p.process)
		return false, nil
	}
	if p.known != 0 {
		p.net.counters.dropped.Add(uint64(p.queue.outlive()))
	}
	p.known, p.taken, p.gone, p.process = c.incarnation, 0, false, c.process
	return true, nil
}

// fits reports why an incarnation is not the newest. The lock is held.
func (p *peer) fits(c caller) error {
	switch {
	case c.incarnation > durable.MostIncarnations:
		return refusal{cause: fmt.Sprintf("node %v: incarnation %d, and %d is the last that there is", p.id, c.incarnation, uint64(durable.MostIncarnations))}
	case c.incarnation < p.known:
		return refusal{superseded: true, cause: fmt.Sprintf("node %v: incarnation %d, and %d has been here", p.id, c.incarnation, p.known)}
	case c.incarnation == p.known && c.process != "" && p.process != "" && c.process != p.process:
		return refusal{cause: fmt.Sprintf("node %v: incarnation %d has been here as %q, and this is %q: has it lost its storage?", p.id, c.incarnation, p.process, c.process)}
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

// admit begins to read a stream, in place of the previous one, at the first number that it announces or after
// the last number received.
func (p *peer) admit(ctx context.Context, hello *wire.Hello) (*hearing, *wire.Welcome, error) {
	p.admission.Lock()
	defer p.admission.Unlock()
	if ctx.Err() != nil { // it has waited too long
		return nil, nil, ctx.Err()
	}
	if _, err := p.meet(caller{hello.Incarnation, hello.Process, hello.Store}); err != nil {
		return nil, nil, err
	}
	p.usher()
	p.silence()
	p.received = max(p.received, hello.First-1)
	signal(p.there)
	p.hearing = &hearing{make(chan struct{}), make(chan struct{}), make(chan struct{}, 1)}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.listens = p.hearing
	return p.hearing, &wire.Welcome{Incarnation: p.net.Incarnation, Received: p.received, Taken: min(p.taken, p.received), Store: p.net.Store}, nil
}

// greeted records the incarnation that a call has reached. It does not wait for the loop, since the loop's
// sending must not wait for its receiving.
func (p *peer) greeted(w *wire.Welcome) error {
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

// A queue is the data for a member: the unacknowledged messages, in order, and the newest heartbeat.
//
// Invariant: held[i] has the number first+i, and first-1 <= sent < first+len(held).
type queue struct {
	mu    sync.Mutex
	limit int
	held  []network.Envelope
	first uint64
	sent  uint64 // the last that the present stream has been given
	ever  uint64 // the last that any stream has been given
	pulse *network.Pulse
	leave bool // after the last message comes a goodbye

	moved time.Time // when some of what was held was taken, or the first of it was put there

	orphans []network.Envelope // what was held for an incarnation that has ended
	bereft  bool               // there may be orphans, and they have not been asked for

	gap  chan struct{} // closed when held messages have been abandoned: a new greeting must declare the gap
	wake chan struct{} // capacity 1: the queue may have data
	room chan struct{} // of capacity 1: there may be room
}

func emptyQueue(limit int) *queue {
	return &queue{limit: limit, first: 1,
		gap: make(chan struct{}), wake: make(chan struct{}, 1), room: make(chan struct{}, 1)}
}

// errGap ends a stream that must start again because messages have been given up.
var errGap = errors.New("messages have been abandoned")

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// put adds a message, if there is room.
func (q *queue) put(e network.Envelope) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.held) >= q.limit {
		return false
	}
	if len(q.held) == 0 {
		q.moved = time.Now()
	}
	q.held = append(q.held, e)
	if len(q.held) < q.limit {
		signal(q.room)
	}
	signal(q.wake)
	return true
}

// beat replaces the last heartbeat.
func (q *queue) beat(p network.Pulse) {
	q.mu.Lock()
	q.pulse = &p
	q.mu.Unlock()
	signal(q.wake)
}

// farewell asks for a goodbye.
func (q *queue) farewell() {
	q.mu.Lock()
	q.leave = true
	q.mu.Unlock()
	signal(q.wake)
}

// greet returns the content of a greeting: the number of the first message to come, and a channel that is
// closed when it becomes invalid.
func (q *queue) greet() (first uint64, gap chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.first, q.gap
}

// resume begins a stream with the numbers that the other end has received and taken.
func (q *queue) resume(gap chan struct{}, received, taken uint64) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if gap != q.gap {
		return errGap
	}
	if received < q.first-1 || received > max(q.ever, q.first-1) || taken > received {
		return fmt.Errorf("it claims to have received %d and taken %d of messages %d to %d", received, taken, q.first, q.ever)
	}
	q.sent = received
	q.release(taken)
	return nil
}

// A saying is the next item of a stream: one of the three, or none.
type saying struct {
	number  uint64 // number of envelope; 0: none
	again   bool   // a stream has been given it before
	message network.Envelope
	pulse   *network.Pulse
	goodbye bool
}

// next returns the next saying, on a stream with this gap in its greeting. A heartbeat overtakes messages.
func (q *queue) next(gap chan struct{}) (s saying, something bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case gap != q.gap:
		return s, false
	case q.pulse != nil:
		s.pulse, q.pulse = q.pulse, nil
	case q.sent+1 < q.first+uint64(len(q.held)):
		q.sent++
		s = saying{number: q.sent, message: q.held[q.sent-q.first], again: q.sent <= q.ever}
		q.ever = max(q.ever, q.sent)
	case q.leave:
		s.goodbye = true
	default:
		return s, false
	}
	return s, true
}

// acknowledge drops the taken messages.
func (q *queue) acknowledge(taken uint64) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if taken > q.sent {
		return fmt.Errorf("it claims to have taken message %d, and %d was the last", taken, q.sent)
	}
	q.release(taken)
	return nil
}

func (q *queue) release(taken uint64) {
	if taken < q.first {
		return
	}
	count := taken - q.first + 1
	clear(q.held[:count]) // what they hold can be collected
	q.held, q.first, q.moved = q.held[count:], taken+1, time.Now()
	signal(q.room)
}

// outlive sets aside everything that is held for an incarnation that has ended, until it is asked for. It
// returns how much that is.
func (q *queue) outlive() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.orphans, q.bereft = q.giveUp(), true
	return len(q.orphans)
}

// abandon removes and returns the messages held for the peer. If the peer has just come back, these are the
// messages for the previous incarnation.
func (q *queue) abandon() []network.Envelope {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.bereft {
		left := q.orphans
		q.orphans, q.bereft = nil, false
		return left
	}
	return q.giveUp()
}

// cutOff gives up all that is held, and returns it.
func (q *queue) cutOff() []network.Envelope {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.giveUp()
}

func (q *queue) giveUp() []network.Envelope {
	given := q.held
	if len(given) == 0 {
		return nil
	}
	q.first += uint64(len(given))
	q.held, q.sent = nil, q.first-1
	close(q.gap)
	q.gap = make(chan struct{})
	signal(q.room)
	return given
}

// stuck is the time since a held message was last taken.
func (q *queue) stuck() time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.held) == 0 {
		return 0
	}
	return time.Since(q.moved)
}

func (q *queue) length() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.held)
}
