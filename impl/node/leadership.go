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
	// ErrSlowWatcher ends a watch whose reader has fallen too far behind.
	ErrSlowWatcher = errors.New("the watcher was too slow, and has been cut off")

	// ErrClosed ends what waits for a node that has ended.
	ErrClosed = errors.New("the node has ended")

	// ErrNotLeader is what one gets who asks a node that does not lead for what a leader does.
	ErrNotLeader = errors.New("the node does not lead")
)

// Buffer is how many changes a watcher may fall behind.
const Buffer = 64

// A Watch delivers who leads when it begins, and then each change, in order, none lost and none
// twice, until Changes is closed. Then Err says why.
type Watch struct {
	changes chan Leadership
	of      *leadership
	err     error       // guarded by of
	stop    func() bool // lets go of the context
}

// Changes is where they come.
func (w *Watch) Changes() <-chan Leadership { return w.changes }

// Err says why the watch has ended, once Changes is closed: [ErrSlowWatcher], after all that came
// before the cut has been delivered; [ErrClosed]; or what ended its context.
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
	ended    bool
}

// publish makes a leadership known. No step is held up by a watcher.
func (l *leadership) publish(now Leadership) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now == l.now {
		return
	}
	l.now, l.sequence = now, 0
	for _, w := range slices.Clone(l.watches) {
		select {
		case w.changes <- now:
		default:
			l.end(w, ErrSlowWatcher)
		}
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
	if !l.now.Self {
		return fence.Token{}, ErrNotLeader
	}
	l.sequence++
	return fence.Token{Term: l.now.Term, Sequence: l.sequence}, nil
}
