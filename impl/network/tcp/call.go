package tcp

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"regexp"
	"strings"
	"syscall"
	"time"

	"interrex/impl"
	"interrex/impl/network"
)

// dialLimit is how long a connection may take.
const dialLimit = 2 * time.Second

// call keeps a stream to the peer open. A stream that breaks is opened again at once if it had been of any
// use.
func (p *peer) call() {
	defer close(p.parted)
	var wait patience
	var last string // what was logged last
	limit := greetingLimit
	for opened := 0; p.net.ctx.Err() == nil; {
		begun := time.Now()
		stream, err := p.open(limit)
		if errors.Is(err, errLate) {
			limit = min(2*limit, mostPatient*greetingLimit)
		}
		if err == nil {
			limit = greetingLimit
			if opened++; opened > 1 {
				p.net.tally.add(&p.net.tally.Reconnects, 1)
			}
			last = ""
			err = stream.run()
		}
		if err == nil || stream == nil && p.net.isLeaving() {
			return
		}
		if text := err.Error(); stream == nil && text != last {
			last = text
			p.net.Log.Warn("cannot connect", "node", int(p.id), "error", text)
		}
		if stream != nil && (stream.progress || time.Since(begun) > longest) {
			wait = 0
		}
		if p.pause(wait.next()) {
			wait = 0
		}
	}
}

// pause waits, until a new call has a chance: the peer may answer now, or it has fallen silent, and its
// machine may have refused the last call while its earlier messages were still being read.
func (p *peer) pause(wait time.Duration) (hope bool) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-p.fades():
		return true
	case <-p.there:
		return true
	case <-p.net.leaving:
	case <-p.net.ctx.Done():
	}
	return false
}

// A stream is one on which the peer has welcomed us.
type stream struct {
	*lines
	peer     *peer
	forget   func() bool // the network's end, which ends the stream
	progress bool        // something has been taken; to be read when run is over
}

var errLate = errors.New("no answer to the greeting in time")

// open dials, and greets within a limit.
func (p *peer) open(limit time.Duration) (*stream, error) {
	d := net.Dialer{Timeout: dialLimit}
	conn, err := d.DialContext(p.net.ctx, "tcp", p.address)
	if err != nil {
		if errors.Is(err, syscall.ECONNREFUSED) {
			p.absent("its machine refuses connections")
		}
		return nil, err
	}
	s := &stream{peer: p, lines: newLines(tls.Client(conn, p.net.Identity.Client(p.id)))}
	s.forget = context.AfterFunc(p.net.ctx, func() { conn.Close() })
	if err = s.greet(limit); err != nil {
		s.close()
		if errors.Is(err, os.ErrDeadlineExceeded) {
			err = errLate
		}
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.speaks = s
	return s, nil
}

// close ends the stream at once, even if a write waits for the peer.
func (s *stream) close() {
	s.forget()
	s.Conn.(*tls.Conn).NetConn().Close()
}

func (s *stream) greet(limit time.Duration) error {
	p, end := s.peer, time.Now().Add(limit)
	if err := s.SetDeadline(end); err != nil {
		return err
	}
	if err := s.write(saying{Hello: p.hello()}); err != nil { // after the handshake
		return err
	}
	var a answer
	if err := s.read(&a, time.Until(end)); err != nil {
		return err
	}
	if a.Refusal != nil {
		return *a.Refusal
	}
	if a.Welcome == nil || a.Welcome.Incarnation == 0 {
		p.net.tally.add(&p.net.tally.Malformed, 1)
		return errors.New("its first answer is not a welcome")
	}
	if err := p.greeted(a.Welcome); err != nil {
		return err
	}
	return cmp.Or(p.queue.resume(a.Welcome.Received, a.Welcome.Taken), s.SetDeadline(time.Time{}))
}

// run sends until the stream breaks, or until its goodbye, which is no error.
func (s *stream) run() error {
	answered := make(chan error, 1)
	s.peer.net.threads.Go(func() {
		answered <- s.listen()
		s.close() // speak may wait for the peer
	})
	err := s.speak(answered)
	s.close()
	return err
}

// listen takes the answers, until there are no more.
func (s *stream) listen() error {
	for {
		var a answer
		err := s.read(&a, silent)
		switch {
		case err != nil:
		case a.Welcome != nil || a.Refusal != nil:
			err = fmt.Errorf("%w: a second answer to the greeting", errMalformed)
		case a.Taken > 0:
			err = s.peer.queue.acknowledge(a.Taken)
			s.progress = true
		}
		if err != nil {
			if errors.Is(err, errMalformed) {
				s.peer.net.tally.add(&s.peer.net.tally.Malformed, 1)
			}
			return err
		}
	}
}

// speak sends the queue, and signs of life, until the stream breaks or the goodbye is sent.
func (s *stream) speak(answered <-chan error) error {
	q, t := s.peer.queue, s.peer.net.tally
	tick := time.NewTicker(alive)
	defer tick.Stop()
	for {
		what, again, something := q.next()
		if !something {
			select {
			case <-q.wake:
				continue
			case <-tick.C: // what says nothing is a sign of life
			case err := <-answered:
				return err
			}
		}
		if again {
			t.add(&t.Resent, 1)
		}
		if err := s.write(what); err != nil {
			s.close()
			return errors.Join(err, <-answered)
		}
		if what.Goodbye { // it is heard when the peer ends the stream
			<-answered
			return nil
		}
	}
}

func (p *peer) hello() *hello {
	return &hello{
		Protocol:    protocol,
		Cluster:     p.net.Cluster,
		From:        p.net.Group.Self,
		To:          p.id,
		Incarnation: p.net.Incarnation,
		Election:    p.net.election,
		Process:     p.net.Process,
		Store:       p.net.Store,
	}
}

// heard converts a peer's saying in an incarnation: its number, if it is a message, and the arrival. An
// accepted one is safe for the loop, once Taken is set.
func (n *Network) heard(from impl.ID, incarnation uint64, s *saying) (number uint64, a network.Arrival, err error) {
	switch *s {
	case saying{}:
		return 0, nil, errors.New("an empty message")
	case saying{Envelope: s.Envelope}:
		w := s.Envelope
		e := network.Envelope{ID: w.ID, Clock: w.Clock, From: from, To: n.Group.Self, Message: impl.Message{Word: w.Word, Args: w.Args}}
		return w.Number, network.Delivery{Envelope: e}, n.check(from, incarnation, e)
	case saying{Pulse: s.Pulse}:
		p := *s.Pulse
		if p.Elected != impl.Nobody && n.Group.Place(p.Elected) < 0 {
			return 0, nil, fmt.Errorf("a heartbeat of node %d, which is not among the members %v", int(p.Elected), n.Group.Members)
		}
		if p.Term < 0 {
			return 0, nil, fmt.Errorf("a heartbeat of term %d", p.Term)
		}
		return 0, network.Beat{From: from, Pulse: p}, nil
	case saying{Goodbye: true}:
		return 0, network.Gone{Peer: from, Goodbye: true}, nil
	case saying{Hello: s.Hello}:
		return 0, nil, errors.New("a second greeting")
	}
	return 0, nil, errors.New("several messages in one")
}

var numbered = regexp.MustCompile(`^[0-9]{1,19}$`)

// check returns an error for an invalid message of a node in an incarnation.
func (n *Network) check(from impl.ID, incarnation uint64, e network.Envelope) error {
	count, own := strings.CutPrefix(e.ID, fmt.Sprintf("%d.%d.", int(from), incarnation))
	if !own || !numbered.MatchString(count) {
		return fmt.Errorf("message %.60q of node %v: it should be named %d.%d.COUNT", e.ID, from, int(from), incarnation)
	}
	if len(e.Clock) != len(n.Group.Members) {
		return fmt.Errorf("message %s: a clock of %d entries for %d members", e.ID, len(e.Clock), len(n.Group.Members))
	}
	if err := n.Algorithm.Check(n.Group, e.Message); err != nil {
		return fmt.Errorf("message %s: %w", e.ID, err)
	}
	return nil
}

// judge decides on a greeting. proven is the member that the certificate names.
func (n *Network) judge(s *saying, proven impl.ID) (*peer, *hello, error) {
	h := s.Hello
	if h == nil || *s != (saying{Hello: h}) {
		return nil, nil, refusal{Why: "the first that is said is no greeting"}
	}
	if h.Protocol != protocol {
		return nil, nil, refusal{Why: fmt.Sprintf("protocol %d is spoken there, and %d here", h.Protocol, protocol)}
	}
	if h.Cluster != n.Cluster {
		return nil, nil, refusal{Why: fmt.Sprintf("cluster %.70q is there, and %q here", h.Cluster, n.Cluster)}
	}
	if h.From != proven {
		return nil, nil, refusal{lie: true, Why: fmt.Sprintf("node %v says that it is node %d", proven, int(h.From))}
	}
	p := n.peers[h.From]
	switch {
	case p == nil:
		return nil, nil, refusal{Why: fmt.Sprintf("node %d is none of the others: %v", int(h.From), n.Group.Others())}
	case h.To != n.Group.Self:
		return nil, nil, refusal{Why: fmt.Sprintf("node %d called node %d, and this is node %v", int(h.From), int(h.To), n.Group.Self)}
	case h.Election != n.election:
		return nil, nil, refusal{Why: fmt.Sprintf("node %v holds another election: %.200q there, %.200q here", p.id, h.Election, n.election)}
	case h.Incarnation == 0:
		return nil, nil, refusal{Why: fmt.Sprintf("node %v: incarnation 0", p.id)}
	case !isName(h.Process):
		return nil, nil, refusal{Why: fmt.Sprintf("node %v calls itself %.130q", p.id, h.Process)}
	}
	return p, h, nil
}
