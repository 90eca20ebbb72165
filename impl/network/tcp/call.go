package tcp

import (
	"context"
	"errors"
	"fmt"
	"net"
	"syscall"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"

	"interrex/impl/network/tcp/wire"
)

// Bounds of a connection, at both ends. gRPC allows callers no keepalive more often than every 10 s;
// who is called asks sooner.
const (
	window      = 64 << 10
	buffer      = 4 << 10
	dialLimit   = 2 * time.Second
	callerAsks  = 10 * time.Second
	calledAsks  = 2 * time.Second
	answerLimit = 3 * time.Second
)

// call keeps a stream to the peer open. One that broke is opened again at once, if it was good for
// anything.
func (p *peer) call() {
	defer close(p.parted)
	var wait patience
	var last string // what was logged last
	greeting := p.net.Limits.Greeting
	for opened := 0; p.net.ctx.Err() == nil; {
		begun := time.Now()
		stream, err := p.open(greeting)
		p.judged(err)
		if errors.Is(err, errLate) {
			greeting = min(2*greeting, mostPatient*p.net.Limits.Greeting)
		}
		if err == nil {
			greeting = p.net.Limits.Greeting
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
			p.net.Log.Warn("a call fails", "node", int(p.id), "error", text)
		}
		if again || stream != nil && (stream.progress || time.Since(begun) > longest) {
			wait = 0
		}
		if p.pause(wait.next()) {
			wait = 0
		}
	}
}

// pause waits, but no longer than until there is hope: it may answer now, or it is heard no more, and its
// machine may have refused the last call while what it had said was still being read.
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
	gap      chan struct{} // nil: the peer only observes
	close    func()
	progress bool // something has been taken; to be read when run is over
}

var errLate = errors.New("it has not answered the greeting in time")

// open dials, and greets within a limit.
func (p *peer) open(greeting time.Duration) (*stream, error) {
	address := p.place()
	if address == "" {
		return nil, errors.New("its address is not known yet")
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
	if p.net.Insecure {
		d.Control = func(_, address string, _ syscall.RawConn) error { return onLoopback(address) }
	}
	return d.DialContext(p.net.ctx, "tcp", address)
}

// client speaks gRPC over a connection, and never over another.
func (p *peer) client(conn net.Conn) (*grpc.ClientConn, error) {
	once := make(chan net.Conn, 1)
	once <- conn
	proof := insecure.NewCredentials()
	if p.net.Identity != nil {
		proof = credentials.NewTLS(p.net.Identity.Client(p.id))
	}
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
		grpc.WithReadBufferSize(buffer), grpc.WithWriteBufferSize(buffer), grpc.WithSharedWriteBuffer(true))
}

func (s *stream) greet(ctx context.Context, client *grpc.ClientConn) (err error) {
	p := s.peer
	if s.wire, err = wire.NewLinkClient(client).Talk(ctx); err != nil {
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
	w := answer.GetWelcome()
	switch {
	case w == nil:
		p.net.counters.malformed.Add(1)
		return errors.New("its first answer is no welcome")
	case w.Incarnation == 0:
		s.gap = nil
		p.absent("it only observes")
		return nil
	}
	if err := p.greeted(w); err != nil {
		return err
	}
	return p.queue.resume(gap, w.Received, w.Taken)
}

// run speaks until the stream breaks, or until it has said goodbye: then there is no error.
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
	speak := s.speak
	if s.gap == nil {
		speak = s.murmur
	}
	err := speak(answered)
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
		taken, isTaken := answer.What.(*wire.Answer_Taken)
		if isTaken {
			err = s.peer.queue.acknowledge(taken.Taken)
			s.progress = true
		} else {
			err = errors.New("an answer that says nothing")
		}
		if err != nil {
			s.peer.net.counters.malformed.Add(1)
			return err
		}
	}
}

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
