package tcp

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"slices"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/keepalive"
	remote "google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"

	"interrex/impl"
	"interrex/impl/network"
	"interrex/impl/network/tcp/wire"
)

// listen serves the calls of the others.
func (n *Network) listen() *grpc.Server {
	n.door = &door{Listener: n.Listener, net: n, open: map[*guest]bool{}}
	server := grpc.NewServer(
		grpc.Creds(n.door.credentials()),
		grpc.ForceServerCodec(wire.Codec{}),
		grpc.ConnectionTimeout(mostPatient*greetingLimit),
		grpc.MaxRecvMsgSize(maxFrame), grpc.MaxSendMsgSize(maxFrame), grpc.MaxHeaderListSize(buffer),
		grpc.MaxConcurrentStreams(2),
		grpc.KeepaliveParams(keepalive.ServerParameters{
			Time: calledAsks, Timeout: answerLimit, MaxConnectionIdle: 2 * mostPatient * greetingLimit}),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: callerAsks / 2, PermitWithoutStream: true}),
		grpc.InitialWindowSize(window), grpc.InitialConnWindowSize(window),
		grpc.ReadBufferSize(buffer), grpc.WriteBufferSize(buffer),
		grpc.WaitForHandlers(true))
	wire.Register(server, n.talk)
	n.threads.Go(func() {
		if err := server.Serve(n.door); err != nil && !errors.Is(err, grpc.ErrServerStopped) && !n.isLeaving() {
			n.Log.Error("the listener failed", "error", err)
		}
	})
	return server
}

type incoming = grpc.BidiStreamingServer[wire.Saying, wire.Answer]

// talk hears a stream from its greeting to its end.
func (n *Network) talk(s incoming) error {
	over := make(chan struct{})
	defer close(over)
	r := newReader(n, s, over)
	n.threads.Go(r.read)
	greeting, err := r.greeting()
	if err != nil {
		n.counters.strangers.Add(1)
		return status.Error(codes.DeadlineExceeded, err.Error())
	}
	if n.isLeaving() {
		return status.Error(codes.Unavailable, "this node is leaving")
	}
	p, hello, err := n.judge(greeting, n.proven(s.Context()))
	if err != nil {
		return n.refuse(s.Context(), err)
	}
	h, welcome, err := p.admit(s.Context(), hello)
	if err != nil {
		return n.refuse(s.Context(), err)
	}
	defer close(h.ended)
	if s.Send(&wire.Answer{Welcome: welcome}) == nil {
		n.threads.Go(func() { p.answer(s, h, welcome.Taken) })
	} // else the stream is broken, and hear finds out why
	return p.hear(r, h, hello.Incarnation)
}

// proven is the member that the caller's certificate names.
func (n *Network) proven(ctx context.Context) impl.ID {
	if caller, ok := remote.FromContext(ctx); ok {
		if info, ok := caller.AuthInfo.(credentials.TLSInfo); ok {
			if name, err := n.Identity.Peer(info.State); err == nil {
				return name.Node
			}
		}
	}
	panic("tcp: a connection without a certificate has got in")
}

func (n *Network) refuse(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return status.FromContextError(ctx.Err()).Err()
	}
	counter, code := &n.counters.misfits, codes.FailedPrecondition
	var r refusal
	if errors.As(err, &r) && r.lie {
		counter, code = &n.counters.liars, codes.PermissionDenied
	} else if r.superseded {
		code = codes.AlreadyExists
	}
	if others, isNews := n.refusals.next(err.Error()); isNews {
		n.Log.Warn("refused a call", "address", address(ctx), "cause", err, "others", others)
	}
	counter.Add(1) // at last: whoever sees it finds the line that says why
	return status.Error(code, err.Error())
}

// Refusals are logged; those that repeat the last one, only once in ten seconds: a caller that is refused calls
// again several times a second.
type refusals struct {
	mu     sync.Mutex
	cause  string
	logged time.Time
	silent int // since then
}

func (r *refusals) next(cause string) (others int, isNews bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if cause == r.cause && time.Since(r.logged) < 10*time.Second {
		r.silent++
		return 0, false
	}
	others = r.silent
	r.cause, r.logged, r.silent = cause, time.Now(), 0
	return others, true
}

func address(ctx context.Context) string {
	if caller, ok := remote.FromContext(ctx); ok {
		return caller.Addr.String()
	}
	return "unknown"
}

// A reader reads a stream one saying ahead of the loop and no further, so that the caller has to wait.
type reader struct {
	net    *Network
	stream incoming
	said   chan *wire.Saying // closed at the end; err is the reason
	err    error
	over   <-chan struct{}
}

func newReader(n *Network, s incoming, over <-chan struct{}) *reader {
	return &reader{net: n, stream: s, said: make(chan *wire.Saying), over: over}
}

func (r *reader) read() {
	defer close(r.said)
	for {
		var s *wire.Saying
		if s, r.err = r.stream.Recv(); r.err != nil {
			switch status.Code(r.err) {
			case codes.Internal, codes.ResourceExhausted, codes.Unimplemented: // no Saying, or too long
				r.net.malformed(r.net.proven(r.stream.Context()), "address", address(r.stream.Context()), "error", r.err)
			}
			return
		}
		select {
		case r.said <- s:
		case <-r.over:
			return
		}
	}
}

func (r *reader) greeting() (*wire.Saying, error) {
	limit := time.NewTimer(mostPatient * greetingLimit)
	defer limit.Stop()
	select {
	case s, ok := <-r.said:
		if !ok {
			return nil, fmt.Errorf("no greeting: %w", r.err)
		}
		return s, nil
	case <-limit.C:
	case <-r.net.ctx.Done():
	}
	return nil, errors.New("no greeting")
}

var errGivesWay = status.Error(codes.Aborted, "the stream gives way to another, or the node is leaving")

// hear delivers sayings until the stream ends or another of the peer's replaces it.
func (p *peer) hear(r *reader, h *hearing, incarnation uint64) error {
	for {
		select {
		case s, ok := <-r.said:
			if !ok {
				return r.err
			}
			number, arrival, err := p.net.heard(p.id, incarnation, s)
			if err == nil {
				err = p.inOrder(number)
			}
			if err != nil {
				p.net.malformed(p.id, "node", int(p.id), "error", err)
				return status.Error(codes.InvalidArgument, err.Error())
			}
			if !p.deliver(h, incarnation, number, arrival) {
				return errGivesWay
			}
			if _, goodbye := arrival.(network.Gone); goodbye {
				return nil
			}
		case <-h.stop:
			return errGivesWay
		case <-p.net.ctx.Done():
			return errGivesWay
		}
	}
}

// inOrder reports a message that skips others. Only the caller of hear uses received.
func (p *peer) inOrder(number uint64) error {
	if number > p.received+1 {
		return fmt.Errorf("message %d after message %d", number, p.received)
	}
	return nil
}

// deliver gives an arrival to the loop, and reports whether it did. A message without a number is no arrival,
// and one received before is dropped.
func (p *peer) deliver(h *hearing, incarnation, number uint64, a network.Arrival) bool {
	switch arrival := a.(type) {
	case network.Delivery:
		if number <= p.received {
			p.net.counters.duplicates.Add(1)
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

// answer acknowledges the peer's taken messages, whenever their number has grown.
func (p *peer) answer(s incoming, h *hearing, said uint64) {
	for {
		if taken := p.takenSoFar(); taken > said {
			said = taken
			if s.Send(&wire.Answer{Taken: taken}) != nil {
				return
			}
		}
		select {
		case <-h.taken:
		case <-h.ended:
			return
		}
	}
}

// malformed counts a malformed saying, and logs it like a refusal: once in ten seconds.
func (n *Network) malformed(from impl.ID, of ...any) {
	held := &n.strange
	if p := n.peers[from]; p != nil {
		held = &p.strange
	}
	if others, isNews := held.next("malformed"); isNews {
		n.Log.Warn("refused a malformed message", append(of, "others", others)...)
	}
	n.counters.malformed.Add(1)
}

// A door is a listener with a bounded number of unauthenticated guests. Beyond the bound, the oldest is
// disconnected: an honest member needs only a moment, so a crowd of others cannot keep it out.
type door struct {
	net.Listener
	net *Network

	mu     sync.Mutex
	guests []*guest        // the longest waiting first
	open   map[*guest]bool // these and the admitted ones; nil: closed
}

// A guest is a connection that waits at the door.
type guest struct {
	net.Conn
	door *door
}

// Accept implements [net.Listener].
func (d *door) Accept() (net.Conn, error) {
	c, err := d.Listener.Accept()
	if err != nil {
		return nil, err
	}
	g := &guest{c, d}
	d.mu.Lock()
	if d.open == nil {
		d.mu.Unlock()
		c.Close()
		return g, nil // to be found out by its handshake
	}
	d.open[g] = true
	d.guests = append(d.guests, g)
	var oldest *guest
	if len(d.guests) > mostGuests {
		oldest, d.guests = d.guests[0], d.guests[1:]
	}
	d.mu.Unlock()
	if oldest != nil {
		oldest.Conn.Close() // its handshake fails, and is counted there
	}
	return g, nil
}

// leave takes a guest from the door: it has been let in, or turned away.
func (d *door) leave(g *guest) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.guests = slices.DeleteFunc(d.guests, func(other *guest) bool { return other == g })
}

// Close implements [net.Conn].
func (g *guest) Close() error {
	g.door.leave(g)
	g.door.mu.Lock()
	delete(g.door.open, g)
	g.door.mu.Unlock()
	return g.Conn.Close()
}

// shut turns everybody out. Otherwise the server would wait until the silent ones have run out of time.
func (d *door) shut() {
	d.mu.Lock()
	open := d.open
	d.open = nil
	d.mu.Unlock()
	for g := range open {
		g.Conn.Close()
	}
}

// credentials are what a guest must show.
func (d *door) credentials() credentials.TransportCredentials {
	return porter{credentials.NewTLS(d.net.Identity.Server(d.welcome)), d}
}

func (d *door) welcome(id impl.ID) error {
	if d.net.peers[id] == nil {
		return fmt.Errorf("node %v is none of the others: %v", id, d.net.Group.Others())
	}
	return nil
}

// A porter authenticates the guests, and counts the rejected ones.
type porter struct {
	credentials.TransportCredentials
	door *door
}

// ServerHandshake implements [credentials.TransportCredentials].
func (p porter) ServerHandshake(c net.Conn) (net.Conn, credentials.AuthInfo, error) {
	conn, info, err := p.TransportCredentials.ServerHandshake(c)
	if g, isGuest := c.(*guest); isGuest {
		p.door.leave(g)
	}
	if err != nil && !p.door.net.isLeaving() {
		if others, isNews := p.door.net.strangers.next("stranger"); isNews {
			p.door.net.Log.Warn("refused a connection without a valid certificate", "address", c.RemoteAddr(), "error", err, "others", others)
		}
		p.door.net.counters.strangers.Add(1)
	}
	return conn, info, err
}

// Clone implements [credentials.TransportCredentials].
func (p porter) Clone() credentials.TransportCredentials {
	return porter{p.TransportCredentials.Clone(), p.door}
}

// Refusals implements [network.Judged]. A refusal lasts until another call is welcome, or the peer's machine
// refuses connections.
func (n *Network) Refusals() (all []network.Refusal) {
	for _, id := range slices.Sorted(maps.Keys(n.peers)) {
		if r := n.peers[id].refusal(); r != nil {
			all = append(all, *r)
		}
	}
	return all
}

func (p *peer) refusal() *network.Refusal {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.refuses
}

// judged records the outcome of a call: welcome, refused for a reason, or unknown.
func (p *peer) judged(err error) {
	var r *network.Refusal
	switch s, _ := status.FromError(err); s.Code() {
	case codes.OK:
	case codes.FailedPrecondition, codes.PermissionDenied, codes.AlreadyExists:
		r = &network.Refusal{Peer: p.id, Why: s.Message(), Superseded: s.Code() == codes.AlreadyExists}
	default:
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refuses = r
}
