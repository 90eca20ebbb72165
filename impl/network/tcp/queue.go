package tcp

import (
	"fmt"
	"sync"
	"time"

	"interrex/impl/network"
)

// A queue is the data for a member: the unacknowledged messages, in order, and the newest heartbeat.
//
// Invariant: held[i] has the number first+i, and first-1 <= sent < first+len(held).
type queue struct {
	mu    sync.Mutex
	limit int
	held  []network.Envelope
	first uint64
	sent  uint64 // the last that the present connection has been given
	ever  uint64 // the last that any connection has been given
	pulse *network.Pulse
	ends  bool // after the last message comes a goodbye

	progress time.Time // when held messages were taken, or the first one was put

	lost       []network.Envelope // held for an incarnation that has ended
	unreported bool               // an incarnation has ended, and lost has not been returned

	wake chan struct{} // capacity 1: the queue may have data
	room chan struct{} // of capacity 1: there may be room
}

func emptyQueue(limit int) *queue {
	return &queue{limit: limit, first: 1, wake: make(chan struct{}, 1), room: make(chan struct{}, 1)}
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// put adds a message, if there is room.
func (q *queue) put(e network.Envelope) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.held) >= q.limit {
		return false
	}
	if len(q.held) == 0 {
		q.progress = time.Now()
	}
	q.held = append(q.held, e)
	if len(q.held) < q.limit {
		signal(q.room)
	}
	signal(q.wake)
	return true
}

// beat replaces the last heartbeat.
func (q *queue) beat(p network.Pulse) {
	q.mu.Lock()
	q.pulse = &p
	q.mu.Unlock()
	signal(q.wake)
}

// end asks for a goodbye.
func (q *queue) end() {
	q.mu.Lock()
	q.ends = true
	q.mu.Unlock()
	signal(q.wake)
}

// resume begins a connection with the numbers that the other end has received and taken. It never receives those that were
// abandoned before.
func (q *queue) resume(received, taken uint64) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if received > q.ever || taken > received {
		return fmt.Errorf("it claims to have received %d and taken %d of %d messages", received, taken, q.ever)
	}
	q.sent = max(received, q.first-1)
	q.release(taken)
	return nil
}

// next returns the next frame, and whether a connection has been given it before. A heartbeat overtakes messages.
func (q *queue) next() (f frame, again, something bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.pulse != nil:
		f.Pulse, q.pulse = q.pulse, nil
	case q.sent+1 < q.first+uint64(len(q.held)):
		q.sent++
		m := q.held[q.sent-q.first]
		f.Envelope = &envelope{q.sent, m.ID, m.Clock, m.Message.Word, m.Message.Args}
		again, q.ever = q.sent <= q.ever, max(q.ever, q.sent)
	case q.ends:
		f.Goodbye = true
	default:
		return f, false, false
	}
	return f, again, true
}

// acknowledge drops the taken messages.
func (q *queue) acknowledge(taken uint64) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if taken > q.sent {
		return fmt.Errorf("it claims to have taken message %d, and %d was the last", taken, q.sent)
	}
	q.release(taken)
	return nil
}

func (q *queue) release(taken uint64) {
	if taken < q.first {
		return
	}
	count := taken - q.first + 1
	clear(q.held[:count]) // what they hold can be collected
	q.held, q.first, q.progress = q.held[count:], taken+1, time.Now()
	signal(q.room)
}

// startIncarnation sets aside everything that is held for an incarnation that has ended, until Abandon returns it. It
// returns the number of messages.
func (q *queue) startIncarnation() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.lost, q.unreported = q.drop(), true
	return len(q.lost)
}

// abandon removes and returns the messages held for the peer. If the peer has just come back, these are the
// messages for the previous incarnation.
func (q *queue) abandon() []network.Envelope {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.unreported {
		lost := q.lost
		q.lost, q.unreported = nil, false
		return lost
	}
	return q.drop()
}

// clear removes and returns the messages held for the newest incarnation.
func (q *queue) clear() []network.Envelope {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.drop()
}

// drop is clear for a caller that holds the lock.
func (q *queue) drop() []network.Envelope {
	dropped := q.held
	if len(dropped) == 0 {
		return nil
	}
	q.first += uint64(len(dropped))
	q.held, q.sent = nil, q.first-1
	signal(q.room)
	return dropped
}

// stalled is the time since a held message was last taken.
func (q *queue) stalled() time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.held) == 0 {
		return 0
	}
	return time.Since(q.progress)
}

func (q *queue) length() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.held)
}
