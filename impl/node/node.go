package node

import (
	"context"
	"errors"
	"fmt"

	"interrex/impl"
	"interrex/impl/fence"
)

// A Node is a member of a group that elects. Its methods may be called from several goroutines.
type Node struct {
	options    Options
	leadership leadership
	calls      chan call
	statistics statistics
	troubles   troubles

	gated       bool       // nothing happens to it but what its gate lets in
	wants, well bool       // it wants to stand; its probe succeeds. Both belong to the loop
	asking      bool       // a probe is under way: the same
	campaigns   bool       // its next incarnation begins with an election: the same
	reign       int        // the newest term that is known, of raft; otherwise what has been counted: the same
	probed      chan error // what it has found
	closing     context.Context
	close       context.CancelFunc
	running     chan struct{} // holds a token until Run takes it
	ended       chan struct{} // closed when Run returns
}

// A call is what a method asks of the loop.
type call struct {
	do     func(*member) (refused, end error)
	answer chan error
}

// New makes a node that does nothing until Run is called.
func New(o Options) (*Node, error) {
	if err := o.complete(); err != nil {
		return nil, err
	}
	n := &Node{options: o, calls: make(chan call), probed: make(chan error, 1), running: make(chan struct{}, 1), ended: make(chan struct{})}
	n.closing, n.close = context.WithCancel(context.Background())
	n.running <- struct{}{}
	return n, nil
}

// Run is the node's life: it returns nil once ctx is done or Close is called, after a goodbye to
// the others, or the error that has ended it. A node runs once.
func (n *Node) Run(ctx context.Context) error {
	select {
	case <-n.running:
	default:
		return errors.New("the node has been run before")
	}
	defer close(n.ended)
	defer n.leadership.close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(n.closing, cancel)()
	defer n.close() // a probe that is under way learns that nobody waits for it
	return n.live(ctx)
}

// Close ends the node and waits until it has said goodbye.
func (n *Node) Close() {
	n.close()
	select {
	case <-n.running: // it has never run, and never will
		n.leadership.close()
		close(n.ended)
	case <-n.ended:
	}
}

// Leader says who leads now.
func (n *Node) Leader() Leadership { return n.leadership.get() }

// Statistics says what the node has done since it was made.
func (n *Node) Statistics() Statistics { return n.statistics.get() }

// Watch delivers who leads now, and each change from now on.
func (n *Node) Watch(ctx context.Context) *Watch { return n.leadership.watch(ctx) }

// Work is what a leader does. Its context ends with the leadership; token gives fencing tokens of this one reign,
// and [ErrNotLeader] once that is over.
type Work func(ctx context.Context, token func() (fence.Token, error)) error

// Lead waits until the node leads, and then works. Whenever the leadership is lost the work's context ends, before
// any other node is told that the leadership is free; Lead waits for the work to return, whatever it returns then, and
// begins anew when the node leads again. A work that returns while the node leads ends Lead, with what it returns. Else
// Lead ends with its own context, whose error it returns, or with the node: [ErrClosed].
//
// A node that has stood still, or has been cut off, may believe for a while that it leads when another does. What
// must not be done by two is done with a token, at something that refuses older ones: see package fence.
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

// Token is the next fencing token of a node that leads: [ErrNotLeader] otherwise. Only where the algorithm
// has Terms is no token given by two leaders; of the others two may lead at once, and give the same: package
// fence says what a token is worth then.
func (n *Node) Token() (fence.Token, error) { return n.leadership.token() }

// Campaign makes a node stand, if it does not, and calls an election. It waits for the call, and not for who wins:
// by most elections' criterion that is the highest id, whoever called. [Node.Lead] waits until the node leads.
//
// Like Resign and Transfer it waits, as long as its context lets it, for the loop: that of a node whose Run has not
// begun yet may come to it, and when Run has returned the error is [ErrClosed].
func (n *Node) Campaign(ctx context.Context) error {
	return n.ask(ctx, (*member).campaign)
}

// Resign makes a node observe: it gives up the leadership if it has it, and does not lead again
// before Campaign is called. To the algorithm this is a crash.
func (n *Node) Resign(ctx context.Context) error {
	return n.ask(ctx, (*member).resign)
}

// Transfer hands the leadership to another member, if the algorithm has a way to.
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

// String names the node.
func (n *Node) String() string { return fmt.Sprintf("node %v", n.options.Config.Self) }
