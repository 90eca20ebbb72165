package node

import (
	"context"
	"errors"
	"slices"
	"sync"

	"interrex/impl"
	"interrex/impl/fence"
)

// A Leadership says who leads, as far as a node knows.
type Leadership struct {
	Leader impl.ID // or Nobody
	Self   bool    // it is the node itself
	Term   int     // of the reign: of raft its term, otherwise what the node has counted

	// Decision is what the node has decided, where a consensus rests on the election.
	Decision impl.Decision
}

var (
	// ErrClosed ends what waits for a node that has ended.
	ErrClosed = errors.New("the node has ended")

	// ErrNotLeader is what one gets who asks a node that does not lead for what a leader does.
	ErrNotLeader = errors.New("the node does not lead")
)

// Buffer is how many changes a watcher may fall behind without missing any.
const Buffer = 64

// A Watch delivers who leads when it begins, and then each change, in order and none twice, until Changes is
// closed. Then Err says why. A watcher that has fallen further behind than [Buffer] misses the oldest changes that
// it has not read, and always gets the newest: what it reads last is how things stand.
type Watch struct {
	changes chan Leadership
	of      *leadership
	err     error       // guarded by of
	stop    func() bool // lets go of the context
}

// Changes is where they come.
func (w *Watch) Changes() <-chan Leadership { return w.changes }

// Err says why the watch has ended, once Changes is closed: [ErrClosed], or what ended its context.
func (w *Watch) Err() error {
	w.of.mu.Lock()
	defer w.of.mu.Unlock()
	return w.err
}

// A leadership is what a node's loop tells about who leads, and everyone may ask.
type leadership struct {
	mu       sync.Mutex
	now      Leadership
	sequence uint64 // of the last token of this reign
	watches  []*Watch
	reigns   map[*reign]bool
	ended    bool
}

// A reign is what is done as long as a leadership lasts.
type reign struct {
	context.Context
	end context.CancelCauseFunc
	now Leadership
}

// begin begins what is to be done as long as who leads now does. Its context has ended before anybody is told of
// another, and before a goodbye is sent.
func (l *leadership) begin(ctx context.Context) *reign {
	inner, end := context.WithCancelCause(ctx)
	l.mu.Lock()
	defer l.mu.Unlock()
	r := &reign{inner, end, l.now}
	if l.ended {
		end(ErrClosed)
		return r
	}
	if l.reigns == nil {
		l.reigns = map[*reign]bool{}
	}
	l.reigns[r] = true
	return r
}

// over ends a reign that need not last any longer.
func (l *leadership) over(r *reign) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.reigns, r)
	r.end(nil)
}

// endReigns ends all of them. It holds up nobody: a context is cancelled at once, and what follows runs elsewhere.
func (l *leadership) endReigns(why error) {
	for r := range l.reigns {
		r.end(why)
	}
	clear(l.reigns)
}

// publish makes a leadership known. No step is held up by a watcher.
func (l *leadership) publish(now Leadership) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now == l.now {
		return
	}
	l.now, l.sequence = now, 0
	l.endReigns(ErrNotLeader)
	for _, w := range l.watches {
		for !w.offer(now) {
			select {
			case <-w.changes: // the oldest
			default: // it has been read meanwhile
			}
		}
	}
}

// offer puts a change where it is read, if there is room.
func (w *Watch) offer(now Leadership) bool {
	select {
	case w.changes <- now:
		return true
	default:
		return false
	}
}

// end ends a watch that has not ended yet.
func (l *leadership) end(w *Watch, why error) {
	if i := slices.Index(l.watches, w); i >= 0 {
		l.watches = slices.Delete(l.watches, i, i+1)
		w.err = why
		w.stop()
		close(w.changes)
	}
}

func (l *leadership) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = true
	l.endReigns(ErrClosed)
	for _, w := range slices.Clone(l.watches) {
		l.end(w, ErrClosed)
	}
}

func (l *leadership) watch(ctx context.Context) *Watch {
	w := &Watch{changes: make(chan Leadership, Buffer), of: l}
	l.mu.Lock()
	defer l.mu.Unlock()
	w.stop = context.AfterFunc(ctx, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.end(w, ctx.Err())
	})
	w.changes <- l.now
	l.watches = append(l.watches, w)
	if l.ended {
		l.end(w, ErrClosed)
	}
	return w
}

func (l *leadership) get() Leadership {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now
}

func (l *leadership) token() (fence.Token, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.next()
}

// tokenOf is token for a reign: there is none once it is over, though the node may lead again.
func (l *leadership) tokenOf(r *reign) (fence.Token, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.reigns[r] {
		return fence.Token{}, ErrNotLeader
	}
	return l.next()
}

// next is the next token of the reign that is now. The lock is held.
func (l *leadership) next() (fence.Token, error) {
	if !l.now.Self {
		return fence.Token{}, ErrNotLeader
	}
	l.sequence++
	return fence.Token{Term: l.now.Term, Sequence: l.sequence}, nil
}
