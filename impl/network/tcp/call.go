package tcp

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"regexp"
	"strings"
	"syscall"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/keepalive"

	"interrex/impl"
	"interrex/impl/network"
	"interrex/impl/network/tcp/wire"
)

// Bounds of a connection, at both ends. gRPC allows callers a keepalive every 10 s at most; the called end
// asks sooner.
const (
	window      = 64 << 10
	buffer      = 4 << 10
	dialLimit   = 2 * time.Second
	callerAsks  = 10 * time.Second
	calledAsks  = 2 * time.Second
	answerLimit = 3 * time.Second
)

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
		p.judged(err)
		if errors.Is(err, errLate) {
			limit = min(2*limit, mostPatient*greetingLimit)
		}
		if err == nil {
			limit = greetingLimit
			if opened++; opened > 1 {
				p.net.counters.reconnects.Add(1)
			}
			last = ""
			err = stream.run()
		}
		if err == nil || stream == nil && p.net.isLeaving() {
			return
		}
		again := errors.Is(err, errGap)
		if text := err.Error(); stream == nil && !again && text != last {
			last = text
			p.net.Log.Warn("cannot connect", "node", int(p.id), "error", text)
		}
		if again || stream != nil && (stream.progress || time.Since(begun) > longest) {
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
	var over <-chan time.Time
	if p.place() != "" {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		over = timer.C
	}
	select {
	case <-over:
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
	peer     *peer
	wire     grpc.BidiStreamingClient[wire.Saying, wire.Answer]
	gap      chan struct{}
	close    func()
	progress bool // something has been taken; to be read when run is over
}

var errLate = errors.New("no answer to the greeting in time")

// open dials, and greets within a limit.
func (p *peer) open(greeting time.Duration) (*stream, error) {
	address := p.place()
	if address == "" {
		return nil, errors.New("the address is not known yet")
	}
	conn, err := p.dial(address)
	if err != nil {
		if errors.Is(err, syscall.ECONNREFUSED) {
			p.judged(nil)
			p.absent("its machine refuses connections")
		}
		return nil, err
	}
	client, err := p.client(conn)
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	ctx, cancel := context.WithCancel(p.net.ctx)
	s := &stream{peer: p, close: func() {
		cancel()
		client.Close()
		conn.Close()
	}}
	limit := time.AfterFunc(greeting, cancel)
	if err := s.greet(ctx, client); err != nil {
		if !limit.Stop() && p.net.ctx.Err() == nil {
			err = errLate
		}
		s.close()
		return nil, err
	}
	if !limit.Stop() {
		s.close()
		return nil, errLate
	}
	return s, nil
}

func (p *peer) dial(address string) (net.Conn, error) {
	d := net.Dialer{Timeout: dialLimit}
	return d.DialContext(p.net.ctx, "tcp", address)
}

// client uses gRPC over this one connection.
func (p *peer) client(conn net.Conn) (*grpc.ClientConn, error) {
	once := make(chan net.Conn, 1)
	once <- conn
	proof := credentials.NewTLS(p.net.Identity.Client(p.id))
	return grpc.NewClient("passthrough:///"+fmt.Sprintf("node-%d.interrex", int(p.id)),
		grpc.WithTransportCredentials(proof),
		grpc.WithContextDialer(func(context.Context, string) (net.Conn, error) {
			select {
			case c := <-once:
				return c, nil
			default:
				return nil, errors.New("the connection is over")
			}
		}),
		grpc.WithNoProxy(),
		grpc.WithDisableServiceConfig(),
		grpc.WithDisableRetry(),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: callerAsks, Timeout: answerLimit}),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxFrame), grpc.MaxCallSendMsgSize(maxFrame)),
		grpc.WithInitialWindowSize(window), grpc.WithInitialConnWindowSize(window),
		grpc.WithReadBufferSize(buffer), grpc.WithWriteBufferSize(buffer))
}

func (s *stream) greet(ctx context.Context, client *grpc.ClientConn) (err error) {
	p := s.peer
	if s.wire, err = wire.Call(ctx, client); err != nil {
		return err
	}
	first, gap := p.queue.greet()
	s.gap = gap
	if err := s.wire.Send(p.hello(first)); err != nil {
		_, err = s.wire.Recv() // Send only says that it is over, Recv says why
		return err
	}
	answer, err := s.wire.Recv()
	if err != nil {
		return err
	}
	w := answer.Welcome
	if w == nil || w.Incarnation == 0 {
		p.net.counters.malformed.Add(1)
		return errors.New("its first answer is not a welcome")
	}
	if err := p.greeted(w); err != nil {
		return err
	}
	return p.queue.resume(gap, w.Received, w.Taken)
}

// run sends until the stream breaks, or until its goodbye, which is no error.
func (s *stream) run() error {
	answered, over := make(chan error, 1), make(chan struct{})
	defer close(over)
	s.peer.net.threads.Go(func() { answered <- s.listen() })
	s.peer.net.threads.Go(func() {
		select {
		case <-s.gap: // also when the peer reads so slowly that speak is held up
			s.close()
		case <-over:
		}
	})
	err := s.speak(answered)
	s.close()
	return err
}

// listen takes the answers, until there are no more.
func (s *stream) listen() error {
	for {
		answer, err := s.wire.Recv()
		if err != nil {
			return err
		}
		if answer.Welcome == nil && answer.Taken > 0 {
			err = s.peer.queue.acknowledge(answer.Taken)
			s.progress = true
		} else {
			err = errors.New("an empty answer")
		}
		if err != nil {
			s.peer.net.counters.malformed.Add(1)
			return err
		}
	}
}

// speak sends the queue until the stream breaks or the goodbye is sent.
func (s *stream) speak(answered <-chan error) error {
	q := s.peer.queue
	for {
		what, something := q.next(s.gap)
		if something {
			if what.again {
				s.peer.net.counters.resent.Add(1)
			}
			if err := s.wire.Send(say(what)); err != nil {
				return errors.Join(err, <-answered)
			}
			if what.goodbye { // it is heard when the peer ends the stream
				<-answered
				return nil
			}
			continue
		}
		select {
		case <-q.wake:
		case <-s.gap:
			s.close()
			<-answered
			return errGap
		case err := <-answered:
			return err
		}
	}
}

func (p *peer) hello(first uint64) *wire.Saying {
	return &wire.Saying{Hello: &wire.Hello{
		Protocol:    protocol,
		Cluster:     p.net.Cluster,
		From:        p.net.Group.Self,
		To:          p.id,
		Incarnation: p.net.Incarnation,
		Election:    p.net.election,
		First:       first,
		Process:     p.net.Process,
		Store:       p.net.Store,
	}}
}

// say converts a saying to the wire format.
func say(s saying) *wire.Saying {
	switch {
	case s.pulse != nil:
		return &wire.Saying{Pulse: &wire.Pulse{Elected: s.pulse.Elected, Term: s.pulse.Term}}
	case s.goodbye:
		return &wire.Saying{Goodbye: true}
	}
	m := s.message
	return &wire.Saying{Envelope: &wire.Envelope{Number: s.number, ID: m.ID, Clock: m.Clock, Word: m.Message.Word, Args: m.Message.Args}}
}

// heard converts a peer's saying in an incarnation: its number, if it is a message, and the arrival. An
// accepted one is safe for the loop, once Taken is set.
func (n *Network) heard(from impl.ID, incarnation uint64, s *wire.Saying) (number uint64, a network.Arrival, err error) {
	switch *s {
	case wire.Saying{}:
		return 0, nil, errors.New("an empty message")
	case wire.Saying{Envelope: s.Envelope}:
		w := s.Envelope
		e := network.Envelope{ID: w.ID, Clock: w.Clock, From: from, To: n.Group.Self, Message: impl.Message{Word: w.Word, Args: w.Args}}
		return w.Number, network.Delivery{Envelope: e}, n.check(from, incarnation, e)
	case wire.Saying{Pulse: s.Pulse}:
		p := network.Pulse{Elected: s.Pulse.Elected, Term: s.Pulse.Term}
		if p.Elected != impl.Nobody && n.Group.Place(p.Elected) < 0 {
			return 0, nil, fmt.Errorf("a heartbeat of node %d, which is not among the members %v", int(p.Elected), n.Group.Members)
		}
		if p.Term < 0 {
			return 0, nil, fmt.Errorf("a heartbeat of term %d", p.Term)
		}
		return 0, network.Beat{From: from, Pulse: p}, nil
	case wire.Saying{Goodbye: true}:
		return 0, network.Gone{Peer: from, Goodbye: true}, nil
	case wire.Saying{Hello: s.Hello}:
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

// A refusal is the reason why a greeting is not welcome.
type refusal struct {
	lie        bool // it claims another's id, or is not admitted
	superseded bool // a newer incarnation has been here
	cause      string
}

func (r refusal) Error() string { return r.cause }

// judge decides on a greeting. proven is the member that the certificate names.
func (n *Network) judge(s *wire.Saying, proven impl.ID) (*peer, *wire.Hello, error) {
	h := s.Hello
	if h == nil || *s != (wire.Saying{Hello: h}) {
		return nil, nil, refusal{cause: "the first that is said is no greeting"}
	}
	if h.Protocol != protocol {
		return nil, nil, refusal{cause: fmt.Sprintf("protocol %d is spoken there, and %d here", h.Protocol, protocol)}
	}
	if h.Cluster != n.Cluster {
		return nil, nil, refusal{cause: fmt.Sprintf("cluster %.70q is there, and %q here", h.Cluster, n.Cluster)}
	}
	if h.From != proven {
		return nil, nil, refusal{lie: true, cause: fmt.Sprintf("node %v says that it is node %d", proven, int(h.From))}
	}
	p := n.peers[h.From]
	switch {
	case p == nil:
		return nil, nil, refusal{cause: fmt.Sprintf("node %d is none of the others: %v", int(h.From), n.Group.Others())}
	case h.To != n.Group.Self:
		return nil, nil, refusal{cause: fmt.Sprintf("node %d called node %d, and this is node %v", int(h.From), int(h.To), n.Group.Self)}
	case h.Election != n.election:
		return nil, nil, refusal{cause: fmt.Sprintf("node %v holds another election: %.200q there, %.200q here", p.id, h.Election, n.election)}
	case h.Incarnation == 0 || h.First == 0 || h.First > math.MaxInt64:
		return nil, nil, refusal{cause: fmt.Sprintf("node %v: incarnation %d, first message %d", p.id, h.Incarnation, h.First)}
	case !isName(h.Process):
		return nil, nil, refusal{cause: fmt.Sprintf("node %v calls itself %.130q", p.id, h.Process)}
	}
	return p, h, nil
}
