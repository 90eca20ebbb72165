package node

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"interrex/impl"
	"interrex/impl/durable"
	"interrex/impl/fence"
	"interrex/impl/network"
	"interrex/traces"
)

// A Node is a member of a group that elects. Its methods may be called from several goroutines.
type Node struct {
	options    Options
	timers     map[string]Span // of the algorithm, by name
	leadership leadership
	calls      chan call

	term    int // of raft, the newest known term; otherwise a count of leaderships; it belongs to the loop
	closing context.Context
	close   context.CancelFunc
	started atomic.Bool   // Run has been called, or never may be
	ended   chan struct{} // closed when Run returns

	mu         sync.Mutex // guards statistics
	statistics Statistics
}

// A call is what a method asks of the loop.
type call struct {
	do     func(*member) (refused, end error)
	answer chan error
}

// New makes a node that is inactive until Run is called.
func New(o Options) (*Node, error) {
	if err := o.complete(); err != nil {
		return nil, err
	}
	n := &Node{options: o, timers: DefaultTimers(o.Algorithm, o.Heartbeat), calls: make(chan call), ended: make(chan struct{})}
	n.closing, n.close = context.WithCancel(context.Background())
	n.leadership.since = time.Now()
	n.statistics.Elections = map[string]int{}
	for _, id := range n.options.Config.Others() {
		n.statistics.Peers = append(n.statistics.Peers, PeerStatus{ID: id})
	}
	return n, nil
}

// Run is the node's life: it returns nil once ctx is done or Close is called, after a goodbye to
// the others, or the error that has ended it. A node runs once.
func (n *Node) Run(ctx context.Context) error {
	if n.started.Swap(true) {
		return errors.New("the node has been run before")
	}
	defer close(n.ended)
	defer n.leadership.close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(n.closing, cancel)()
	return n.live(ctx)
}

// Close ends the node and waits for its goodbye.
func (n *Node) Close() {
	n.close()
	if !n.started.Swap(true) { // it has never run
		n.leadership.close()
		close(n.ended)
	}
	<-n.ended
}

// Leader returns the current leadership.
func (n *Node) Leader() Leadership { return n.leadership.get() }

// Algorithm is the election that the node runs.
func (n *Node) Algorithm() impl.Algorithm { return n.options.Algorithm }

// Config is the node's group.
func (n *Node) Config() impl.Config { return n.options.Config }

// Statistics counts what the node has done since it was made, and describes its present state.
func (n *Node) Statistics() Statistics {
	n.mu.Lock()
	s := n.statistics
	s.Elections, s.Peers = maps.Clone(s.Elections), slices.Clone(s.Peers)
	n.mu.Unlock()
	n.leadership.describe(&s)
	return s
}

// Watch delivers the current leadership and then each change, in order and none twice, until the context or the node has
// ended. A watcher that is more than [Buffer] changes behind misses the oldest unread changes. It always gets the newest.
func (n *Node) Watch(ctx context.Context) <-chan Leadership { return n.leadership.watch(ctx) }

// Work is what a leader does. Its context ends with the leadership; token gives fencing tokens of this one leadership,
// and [ErrNotLeader] once that is over.
type Work func(ctx context.Context, token func() (fence.Token, error)) error

// Lead waits until the node leads, and then works. When the leadership is lost, the work's context ends before
// any other node can learn that the leadership is free. Lead waits for the work to return, ignores its result,
// and starts it again when the node leads again. If the work returns while the node leads, Lead returns its
// result. Otherwise Lead ends with the error of its own context, or with the node: [ErrClosed].
//
// A node that has been stopped or cut off may believe for a while that it leads when another does. For
// exclusive access use a token, checked by a guard: see package fence.
func (n *Node) Lead(ctx context.Context, work Work) error {
	for {
		r := n.leadership.begin(ctx)
		if r.now.Self {
			err := work(r, func() (fence.Token, error) { return n.leadership.tokenOf(r) })
			if r.Err() == nil {
				n.leadership.over(r)
				return err
			}
		}
		<-r.Done()
		n.leadership.over(r)
		if err := ctx.Err(); err != nil {
			return err
		}
		if errors.Is(context.Cause(r), ErrClosed) {
			return ErrClosed
		}
	}
}

// Token is the next fencing token of a node that leads; [ErrNotLeader] otherwise. Only an algorithm with Terms
// never lets two leaders issue the same token. Package fence has the details.
func (n *Node) Token() (fence.Token, error) { return n.leadership.token() }

// Campaign calls an election, unless the algorithm ignores that: a node of raft that knows a term waits until its leader is silent. It waits for the call and not for the outcome: by
// most criteria the highest id wins, whoever called. [Node.Lead] waits until the node leads.
//
// Like Transfer it waits for the loop within its context, even if Run has not been called yet. Once
// Run has returned, the error is [ErrClosed].
func (n *Node) Campaign(ctx context.Context) error {
	return n.ask(ctx, func(m *member) (refused, end error) { return nil, m.step(impl.Start{}, time.Now()) })
}

// Transfer hands the leadership to another member, if the algorithm has a rule for that.
func (n *Node) Transfer(ctx context.Context, to impl.ID) error {
	return n.ask(ctx, func(m *member) (error, error) { return m.transfer(to) })
}

// ask has the loop do something between two steps.
func (n *Node) ask(ctx context.Context, do func(*member) (refused, end error)) error {
	c := call{do, make(chan error, 1)}
	select {
	case n.calls <- c:
		return <-c.answer
	case <-ctx.Done():
		return ctx.Err()
	case <-n.ended:
		return ErrClosed
	}
}

// Join connects a node to its network, for one incarnation.
type Join func(incarnation uint64) (network.Network, error)

// A Span is a length of time that is drawn anew each time, from Least up to Most.
type Span struct{ Least, Most time.Duration }

// Options configures a node. Algorithm, Config and Join are required; the rest has defaults.
type Options struct {
	Algorithm impl.Algorithm
	Config    impl.Config
	Join      Join
	Store     durable.Store // needed by an algorithm that keeps what must not be lost; default otherwise: in memory

	Heartbeat time.Duration // period of heartbeats, from which the other times follow; default 100 ms

	// Starts is when a node calls an election on its own: once, at a random moment after it has begun, and again
	// whenever no member has been elected for as long. Zero: never.
	Starts Span

	Run   string                                       // the name of the run, for traces
	Trace func(*traces.Header) (*traces.Writer, error) // where an incarnation is recorded; nil: nowhere
	Log   *slog.Logger                                 // default: nowhere
	Seed  uint64                                       // of all that the node draws
}

// DefaultTimers gives each timer of an algorithm a length that suits a heartbeat.
func DefaultTimers(a impl.Algorithm, heartbeat time.Duration) map[string]Span {
	spans := map[string]Span{}
	for _, name := range a.Timers {
		h := heartbeat
		switch {
		case name == "H" || name == "heartbeat" || name == "timer":
			spans[name] = Span{h, h}
		case a.Terms && name == "T":
			spans[name] = Span{10 * h, 20 * h}
		case name == "T":
			spans[name] = Span{5 * h, 5 * h}
		default:
			spans[name] = Span{10 * h, 10 * h}
		}
	}
	return spans
}

// complete sets the defaults, and returns an error in one line if options are invalid.
func (o *Options) complete() error {
	if o.Algorithm.Boot == nil {
		return errors.New("no algorithm: Find gives one by its name")
	}
	if err := o.Config.Validate(); err != nil {
		return err
	}
	if o.Join == nil {
		return errors.New("no network: Join must give one")
	}
	if o.Heartbeat < 0 {
		return fmt.Errorf("heartbeat %v: it may not be negative", o.Heartbeat)
	}
	if o.Heartbeat == 0 {
		o.Heartbeat = 100 * time.Millisecond
	}
	if o.Store == nil && o.Algorithm.Keeps {
		return fmt.Errorf("no Store: %s keeps what must not be lost, on a disk (durable.Open) or, where nothing is at stake, in memory (new(durable.Memory))", o.Algorithm.Name)
	}
	if o.Store == nil {
		o.Store = new(durable.Memory)
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Starts.Least < 0 || o.Starts.Most < o.Starts.Least {
		return fmt.Errorf("starts from %v to %v: the least must not be negative, and the most no less", o.Starts.Least, o.Starts.Most)
	}
	return nil
}

// Statistics counts what a node has done, and describes its present state.
type Statistics struct {
	Since      time.Time     // the start of the present leadership, or of the time without a leader
	Changes    int           // of the leader
	Leaderless time.Duration // total time without a leader
	Calls      time.Time     // when the node next calls an election on its own if it has no leader; zero: never
	Peers      []PeerStatus  // the other members, in ring order

	Elections map[string]int // begun, by the action that was the cause
	Mistakes  int            // suspicions of members that were alive
}

// A PeerStatus is the state of another member, as the node sees it.
type PeerStatus struct {
	ID        impl.ID
	Heard     time.Time // last sign of life in this incarnation of the node; zero: none
	Suspected bool      // of being dead
}

// show publishes the state of a member.
func (m *member) show(p *peer) {
	now := PeerStatus{ID: p.id, Suspected: p.suspected}
	if p.met {
		now.Heard = p.rhythm.Last()
	}
	m.count(func(s *Statistics) {
		s.Peers[slices.IndexFunc(s.Peers, func(p PeerStatus) bool { return p.ID == now.ID })] = now
	})
}

// count changes the statistics.
func (n *Node) count(change func(*Statistics)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	change(&n.statistics)
}
