package tcp

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"net"
	"slices"
	"sync"
	"time"

	"interrex/impl"
	"interrex/impl/network"
)

// serve accepts the connections of the others until the network closes.
func (n *Network) serve() {
	for {
		conn, err := n.Listener.Accept()
		switch {
		case err == nil:
			n.threads.Go(func() { n.handle(conn) })
		case n.running.Err() != nil:
			return
		default: // such as too many open files
			n.Log.Error("cannot take a call", "error", err)
			select {
			case <-n.ctx.Done():
			case <-time.After(maxBackoff):
			}
		}
	}
}

// An inbound is a connection on which a peer sends. There is at most one of each peer.
type inbound struct {
	*lines
	ctx   context.Context // ends with the connection
	close context.CancelFunc
	ended chan struct{} // closed when no more of it reaches the loop
	taken chan struct{} // capacity 1: the peer's taken has grown
}

// handle reads a connection from its handshake to its end.
func (n *Network) handle(conn net.Conn) {
	ctx, cancel := context.WithCancel(n.ctx)
	defer cancel()
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	secured, err := n.authenticate(conn)
	if err != nil {
		n.warn("stranger", "refused a connection without a valid certificate", "address", conn.RemoteAddr(), "error", err)
		n.tally.add(&n.tally.BadCertificate, 1)
		return
	}
	proven := n.proven(secured)
	in := &inbound{newLines(secured), ctx, cancel, make(chan struct{}), make(chan struct{}, 1)}
	var first frame
	if err := in.read(&first, maxGreetingLimit); err != nil {
		n.tally.add(&n.tally.BadCertificate, 1)
		n.countMalformed(proven, err)
		return
	}
	if n.running.Err() != nil {
		return
	}
	p, hello, err := n.checkHello(&first, proven)
	if err != nil {
		n.refuse(in.lines, err)
		return
	}
	welcome, err := p.admit(in, hello)
	if err != nil {
		if !errors.Is(err, errStale) {
			n.refuse(in.lines, err)
		}
		return
	}
	if in.write(reply{Welcome: welcome}) == nil {
		n.threads.Go(func() { p.acknowledge(in, welcome.Taken) })
	} // else the connection is broken, and receive finds out why
	n.countMalformed(p.id, p.receive(in, hello.Incarnation))
	close(in.ended)
	signal(p.retry) // its machine may have refused the last call while its earlier messages were still being read
}

// authenticate does the handshake with a caller.
func (n *Network) authenticate(conn net.Conn) (*tls.Conn, error) {
	n.handshakes.begin(conn)
	defer n.handshakes.end(conn)
	secured := tls.Server(conn, n.Identity.Server())
	err := conn.SetDeadline(time.Now().Add(maxGreetingLimit))
	if err == nil {
		err = secured.HandshakeContext(n.ctx)
	}
	return secured, cmp.Or(err, conn.SetDeadline(time.Time{}))
}

// proven is the member that the caller's certificate names.
func (n *Network) proven(conn *tls.Conn) impl.ID {
	name, err := n.Identity.Peer(conn.ConnectionState())
	if err != nil {
		panic("tcp: a connection without a certificate has got in")
	}
	return name.Node
}

// refuse tells a caller why it is refused.
func (n *Network) refuse(to *lines, err error) {
	var r refusal
	if !errors.As(err, &r) {
		r.Why = err.Error()
	}
	_ = to.write(reply{Refusal: &r}) // it may have gone
	n.warn(r.Why, "refused a call", "address", to.RemoteAddr(), "cause", r.Why)
	count := &n.tally.WrongVersion
	if r.isImpostor {
		count = &n.tally.WrongNode
	}
	n.tally.add(count, 1) // last: the line that says why has been written
}

// warn logs a warning; one with the same key only once in ten seconds, since a caller that is refused calls again
// several times a second.
func (n *Network) warn(key, message string, args ...any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	last := n.warned[key]
	if time.Since(last.at) < 10*time.Second {
		last.others++
		n.warned[key] = last
		return
	}
	if len(n.warned) > maxHandshakes { // a member may vary what it sends
		clear(n.warned)
	}
	n.warned[key] = warning{at: time.Now()}
	n.Log.Warn(message, append(args, "others", last.others)...)
}

// A warning is when it was logged, and how often it has not been logged since.
type warning struct {
	at     time.Time
	others int
}

// receive gives the peer's frames to the loop, one after the other, so that the peer has to wait for the loop. It
// returns the error that ends the connection; nil after a goodbye, or if another connection replaces this one.
func (p *peer) receive(in *inbound, incarnation uint64) error {
	for {
		f := new(frame)
		if err := in.read(f, silent); err != nil {
			return err
		}
		if *f == (frame{}) { // a sign of life
			continue
		}
		number, arrival, err := p.net.decode(p.id, incarnation, f)
		if err != nil {
			return malformed{err}
		}
		if !p.deliver(in, incarnation, number, arrival) || f.Goodbye {
			return nil
		}
	}
}

// deliver gives an arrival to the loop, and reports whether it did. A message without a number is no arrival,
// and one received before is dropped.
func (p *peer) deliver(in *inbound, incarnation, number uint64, a network.Arrival) bool {
	switch arrival := a.(type) {
	case network.Delivery:
		if number <= p.received {
			p.net.tally.add(&p.net.tally.Duplicates, 1)
			return true
		}
		arrival.Taken = func() { p.setTaken(incarnation, number) }
		a = arrival
	case network.Gone:
		if !p.setGone() {
			return true
		}
	}
	if !p.net.arrive(in.ctx, a) {
		return false
	}
	p.received = max(p.received, number)
	return true
}

// acknowledge sends the number of the last message taken whenever it has grown, and signs of life.
func (p *peer) acknowledge(in *inbound, sent uint64) {
	tick := time.NewTicker(alive)
	defer tick.Stop()
	for {
		var now reply
		select {
		case <-in.taken:
		case <-tick.C:
		case <-in.ended:
			return
		}
		if taken := p.lastTaken(); taken > sent {
			sent, now.Taken = taken, taken
		}
		if in.write(now) != nil {
			return
		}
	}
}

// countMalformed counts the error of a connection if it is a malformed line, and logs it like a refusal.
func (n *Network) countMalformed(from impl.ID, err error) {
	if errors.As(err, new(malformed)) {
		n.warn("malformed "+from.String(), "refused a malformed message", "node", int(from), "error", err)
		n.tally.add(&n.tally.Malformed, 1)
	}
}

// handshakes are the connections that are not authenticated yet. Beyond a bound, the one that has waited longest is
// closed: a member needs only a moment, so a crowd of others cannot keep it out.
type handshakes struct {
	mu      sync.Mutex
	waiting []net.Conn
}

func (h *handshakes) begin(c net.Conn) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.waiting = append(h.waiting, c); len(h.waiting) > maxHandshakes {
		h.waiting[0].Close() // its handshake fails, and is counted there
		h.waiting = slices.Delete(h.waiting, 0, 1)
	}
}

func (h *handshakes) end(c net.Conn) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.waiting = slices.DeleteFunc(h.waiting, func(other net.Conn) bool { return other == c })
}
