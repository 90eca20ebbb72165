package node

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"interrex/impl"
	"interrex/impl/fence"
	"interrex/traces"
)

// A Leadership is the current leader in a node's view.
type Leadership struct {
	Leader impl.ID // the leader, or Nobody
	Self   bool    // it is the node itself
	Term   int     // of raft; otherwise the number of leaderships that the node has counted

	// Decision is what the node has decided, where a consensus rests on the election.
	Decision impl.Decision
}

var (
	// ErrClosed ends calls that wait for a node that has ended.
	ErrClosed = errors.New("the node has ended")

	// ErrNotLeader is returned by a node that does not lead and is asked for something that only a leader does.
	ErrNotLeader = errors.New("the node does not lead")
)

// Buffer is the number of changes that a watcher may fall behind without missing any.
const Buffer = 64

// A watch is the channel of a watcher.
type watch struct {
	changes chan Leadership
	stop    func() bool // lets go of the context
}

// A leadership is the loop's current leadership, for any goroutine.
type leadership struct {
	mu       sync.Mutex
	now      Leadership
	sequence uint64 // of the last token of this leadership
	since    time.Time
	vacant   time.Duration // time without a leader, except the present one
	changes  int           // of the leader
	watches  []*watch
	sessions map[*session]bool
	ended    bool
}

// A session is the work done as long as a leadership lasts.
type session struct {
	context.Context
	end context.CancelCauseFunc
	now Leadership
}

// begin starts the work for the duration of the present leadership. The work's context ends before another
// leader or a goodbye is announced.
func (l *leadership) begin(ctx context.Context) *session {
	inner, end := context.WithCancelCause(ctx)
	l.mu.Lock()
	defer l.mu.Unlock()
	r := &session{inner, end, l.now}
	if l.ended {
		end(ErrClosed)
		return r
	}
	if l.sessions == nil {
		l.sessions = map[*session]bool{}
	}
	l.sessions[r] = true
	return r
}

// over ends a session that is no longer needed.
func (l *leadership) over(r *session) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.sessions, r)
	r.end(nil)
}

// endSessions ends all of them. It does not wait: it cancels the contexts, and the rest runs elsewhere.
func (l *leadership) endSessions(why error) {
	for r := range l.sessions {
		r.end(why)
	}
	clear(l.sessions)
}

// publish publishes a leadership. A watcher never delays a step.
func (l *leadership) publish(now Leadership) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now == l.now {
		return
	}
	if now.Leader != l.now.Leader {
		l.vacant, l.since = l.leaderless(), time.Now()
		l.changes++
	}
	l.now, l.sequence = now, 0
	l.endSessions(ErrNotLeader)
	for _, w := range l.watches {
		for !w.offer(now) {
			select {
			case <-w.changes: // the oldest
			default: // it has been read meanwhile
			}
		}
	}
}

// offer hands a change to the watcher, if there is room.
func (w *watch) offer(now Leadership) bool {
	select {
	case w.changes <- now:
		return true
	default:
		return false
	}
}

// end ends a watch that has not ended yet.
func (l *leadership) end(w *watch) {
	if i := slices.Index(l.watches, w); i >= 0 {
		l.watches = slices.Delete(l.watches, i, i+1)
		w.stop()
		close(w.changes)
	}
}

func (l *leadership) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = true
	l.endSessions(ErrClosed)
	for _, w := range slices.Clone(l.watches) {
		l.end(w)
	}
}

func (l *leadership) watch(ctx context.Context) <-chan Leadership {
	w := &watch{changes: make(chan Leadership, Buffer)}
	l.mu.Lock()
	defer l.mu.Unlock()
	w.stop = context.AfterFunc(ctx, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.end(w)
	})
	w.changes <- l.now
	l.watches = append(l.watches, w)
	if l.ended {
		l.end(w)
	}
	return w.changes
}

func (l *leadership) get() Leadership {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now
}

// leaderless is the total time without a leader. The lock is held.
func (l *leadership) leaderless() time.Duration {
	if l.now.Leader == impl.Nobody {
		return l.vacant + time.Since(l.since)
	}
	return l.vacant
}

func (l *leadership) describe(s *Statistics) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s.Since, s.Changes, s.Leaderless = l.since, l.changes, l.leaderless()
}

func (l *leadership) token() (fence.Token, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.next()
}

// tokenOf is token for a session: once it is over there is no token, even if the node leads again.
func (l *leadership) tokenOf(r *session) (fence.Token, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.sessions[r] {
		return fence.Token{}, ErrNotLeader
	}
	return l.next()
}

// next is the next token of the present leadership. The lock is held.
func (l *leadership) next() (fence.Token, error) {
	if !l.now.Self {
		return fence.Token{}, ErrNotLeader
	}
	l.sequence++
	return fence.Token{Term: l.now.Term, Sequence: l.sequence}, nil
}

// After a healed partition or a resumed leader there may be two leaders. Without terms no message of the
// algorithm resolves it. So heartbeats carry leadership claims, and a member that hears of a second leader
// calls an election.

// disputed reports whether a trusted member claims to lead, and this node has elected another.
func (m *member) disputed() bool {
	if m.options.Algorithm.Terms || m.state.TakesPart() {
		return false
	}
	return m.rival() != impl.Nobody || m.isIgnored()
}

// isIgnored reports whether this node leads, its rules do not let it start, and a member does not follow it:
// on some rings a member that comes back never learns of the present leader.
func (m *member) isIgnored() bool {
	return m.options.Algorithm.Topology != impl.Complete && m.state.Elected() == m.config.Self && !m.mayStart() &&
		m.some(func(p peer) bool { return p.strays })
}

// some reports whether this is true of some trusted member.
func (m *member) some(is func(peer) bool) bool {
	return slices.ContainsFunc(m.peers, func(p peer) bool { return p.trusted() && is(p) })
}

// rival is a trusted member that claims to lead although this node has elected another.
func (m *member) rival() impl.ID {
	i := slices.IndexFunc(m.peers, func(p peer) bool { return p.trusted() && p.claims && p.id != m.state.Elected() })
	if i < 0 {
		return impl.Nobody
	}
	return m.peers[i].id
}

// awaitResolution waits for a while, since a message that resolves the dispute may be in transit. It waits longer if
// only a restart can resolve it, so that one member restarts, and not all.
func (m *member) awaitResolution(now time.Time) {
	if a := (alarm{kind: ofDispute}); !m.alarms.has(a) {
		h := m.options.Heartbeat
		span := Span{2 * h, 4 * h}
		if !m.mayStart() && m.state.Elected() == m.config.Self {
			span = Span{10 * h, 30 * h}
		}
		m.alarms.set(a, now.Add(m.within(span)))
	}
}

func (m *member) mayStart() bool {
	_, out := m.state.Step(impl.Start{})
	return !out.Ignored
}

// resolveDispute calls an election if the dispute lasts. On some rings, a member with a leader may not start. There,
// it treats its leader as dead, as the detector might. A leader cannot suspect itself, so it restarts without
// a leader. It does not if the others only lack its announcement: an outranked claimant will restart itself.
func (m *member) resolveDispute(now time.Time) error {
	if !m.disputed() {
		return nil
	}
	leader := m.state.Elected()
	m.options.Log.Info("two leaders", "elected", leader.String())
	switch {
	case m.mayStart() || m.options.Algorithm.Topology == impl.Complete:
		return m.step(impl.Start{}, now)
	case leader == impl.Nobody: // by its rules it waits: who leads hears that it is not followed
		return nil
	case leader != m.config.Self:
		m.recordAside(traces.Event{Action: "dispute", Peer: int(m.rival())})
		return m.step(impl.Detect{Peer: leader}, now)
	case m.some(func(p peer) bool { return p.claims && m.config.Outranks(leader, p.id) }):
		return nil
	}
	return errReturning
}

// On a ring whose members skip a live one, messages of several elections may chase one another. The end of one
// begins the next, for ever and at network speed, and each mistake of the detector adds more (remarks 2 and 4
// of spec/lelann.md). No message and no timer of the page ends that. A crash does, since it loses arriving
// messages. So each member that notices simulates a crash, and restarts.

// livelockElections is the number of elections, beyond one a heartbeat, after which a member of a ring assumes a
// livelock. An election is over after a lap, and a member that calls one waits for several heartbeats.
const livelockElections = 30

// quietPeriods is the number of heartbeats for which such a member takes messages without effect: long enough
// for a lap, and for the others to notice.
const quietPeriods = 4

// become changes the state.
func (m *member) become(next impl.State) {
	if next.TakesPart() && !m.state.TakesPart() {
		m.elections++
	} else if !next.TakesPart() {
		m.waits = time.Time{}
	}
	m.state = next
}

// checkLivelock is called with each heartbeat. If elections chase one another, the incarnation begins to end: for the
// others the member stays alive, so that they do not pass it over, but it drops what arrives.
func (m *member) checkLivelock() {
	m.elections = max(0, m.elections-1)
	if m.options.Algorithm.Topology == impl.Complete || m.elections <= livelockElections || m.draining {
		return
	}
	m.options.Log.Info("endless elections on the ring; the node restarts its state")
	m.draining = true
	m.abdicate()
	clear(m.alarms.due)
	m.alarms.set(alarm{kind: ofDrained}, time.Now().Add(quietPeriods*m.options.Heartbeat))
}
