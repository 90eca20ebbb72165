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

// serve takes the calls of the others until the network closes.
func (n *Network) serve() {
	for {
		conn, err := n.Listener.Accept()
		switch {
		case err == nil:
			n.threads.Go(func() { n.talk(conn) })
		case n.isLeaving():
			return
		default: // such as too many open files
			n.Log.Error("cannot take a call", "error", err)
			select {
			case <-n.ctx.Done():
			case <-time.After(longest):
			}
		}
	}
}

// talk hears a caller from its handshake to the end of its stream.
func (n *Network) talk(conn net.Conn) {
	defer conn.Close()
	defer context.AfterFunc(n.ctx, func() { conn.Close() })()
	from, err := n.authenticate(conn)
	if err != nil {
		n.warn("stranger", "refused a connection without a valid certificate", "address", conn.RemoteAddr(), "error", err)
		n.tally.add(&n.tally.BadCertificate, 1)
		return
	}
	ctx, cancel := context.WithCancel(n.ctx)
	defer cancel()
	r := &reader{lines: newLines(from), net: n, from: n.proven(from), said: make(chan *saying), over: ctx.Done(), broken: cancel}
	var greeting saying
	if err := r.read(&greeting, mostPatient*greetingLimit); err != nil {
		n.tally.add(&n.tally.BadCertificate, 1)
		r.end(err)
		return
	}
	if n.isLeaving() {
		return
	}
	p, hello, err := n.judge(&greeting, r.from)
	if err != nil {
		n.refuse(r.lines, err)
		return
	}
	n.threads.Go(r.listen)
	h, w, err := p.admit(ctx, hello)
	if err != nil {
		if ctx.Err() == nil {
			n.refuse(r.lines, err)
		}
		return
	}
	defer close(h.ended)
	if r.write(answer{Welcome: w}) == nil {
		n.threads.Go(func() { p.answer(r.lines, h, w.Taken) })
	} // else the stream is broken, and hear finds out why
	p.hear(r, h, hello.Incarnation)
}

// authenticate does the handshake with a caller, which waits at the door for so long.
func (n *Network) authenticate(conn net.Conn) (*tls.Conn, error) {
	n.door.enter(conn)
	defer n.door.leave(conn)
	from := tls.Server(conn, n.Identity.Server())
	err := conn.SetDeadline(time.Now().Add(mostPatient * greetingLimit))
	if err == nil {
		err = from.HandshakeContext(n.ctx)
	}
	return from, cmp.Or(err, conn.SetDeadline(time.Time{}))
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
	_ = to.write(answer{Refusal: &r}) // it may have gone
	n.warn(r.Why, "refused a call", "address", to.RemoteAddr(), "cause", r.Why)
	count := &n.tally.WrongVersion
	if r.lie {
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
	if len(n.warned) > mostGuests { // a member may vary what it says
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

// A reader reads a stream one saying ahead of the loop and no further, so that the caller has to wait.
type reader struct {
	*lines
	net    *Network
	from   impl.ID
	said   chan *saying    // closed at the end of the stream
	over   <-chan struct{} // closed when the stream is not heard any more
	broken func()          // called at the end of the stream
}

func (r *reader) listen() {
	defer close(r.said)
	defer r.broken()
	for {
		s := new(saying)
		if err := r.read(s, silent); err != nil {
			r.end(err)
			return
		}
		if *s == (saying{}) { // a sign of life
			continue
		}
		select {
		case r.said <- s:
		case <-r.over:
			return
		}
	}
}

// end notes the error that ends a stream, if it is the caller's fault.
func (r *reader) end(err error) {
	if errors.Is(err, errMalformed) {
		r.net.malformed(r.from, err)
	}
}

// hear delivers sayings until the stream ends or another of the peer's replaces it.
func (p *peer) hear(r *reader, h *hearing, incarnation uint64) {
	for {
		select {
		case s, ok := <-r.said:
			if !ok {
				return
			}
			number, arrival, err := p.net.heard(p.id, incarnation, s)
			if err != nil {
				p.net.malformed(p.id, err)
				return
			}
			if _, goodbye := arrival.(network.Gone); !p.deliver(h, incarnation, number, arrival) || goodbye {
				return
			}
		case <-h.stop:
			return
		case <-p.net.ctx.Done():
			return
		}
	}
}

// deliver gives an arrival to the loop, and reports whether it did. A message without a number is no arrival,
// and one received before is dropped.
func (p *peer) deliver(h *hearing, incarnation, number uint64, a network.Arrival) bool {
	switch arrival := a.(type) {
	case network.Delivery:
		if number <= p.received {
			p.net.tally.add(&p.net.tally.Duplicates, 1)
			return true
		}
		arrival.Taken = func() { p.took(incarnation, number) }
		a = arrival
	case network.Gone:
		if !p.goes() {
			return true
		}
	}
	select {
	case p.net.arrivals <- a:
	case <-h.stop:
		return false
	case <-p.net.ctx.Done():
		return false
	}
	p.received = max(p.received, number)
	return true
}

// answer acknowledges the peer's taken messages, whenever their number has grown, and gives signs of life.
func (p *peer) answer(to *lines, h *hearing, said uint64) {
	tick := time.NewTicker(alive)
	defer tick.Stop()
	for {
		var now answer
		select {
		case <-h.taken:
		case <-tick.C:
		case <-h.ended:
			return
		}
		if taken := p.takenSoFar(); taken > said {
			said, now.Taken = taken, taken
		}
		if to.write(now) != nil {
			return
		}
	}
}

// malformed counts a malformed saying, and logs it like a refusal: once in ten seconds.
func (n *Network) malformed(from impl.ID, err error) {
	n.warn("malformed "+from.String(), "refused a malformed message", "node", int(from), "error", err)
	n.tally.add(&n.tally.Malformed, 1)
}

// A door has the connections that are not authenticated yet. Beyond a bound, the one that waits longest is
// disconnected: an honest member needs only a moment, so a crowd of others cannot keep it out.
type door struct {
	mu     sync.Mutex
	guests []net.Conn
}

func (d *door) enter(c net.Conn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.guests = append(d.guests, c); len(d.guests) > mostGuests {
		d.guests[0].Close() // its handshake fails, and is counted there
		d.guests = slices.Delete(d.guests, 0, 1)
	}
}

func (d *door) leave(c net.Conn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.guests = slices.DeleteFunc(d.guests, func(other net.Conn) bool { return other == c })
}
