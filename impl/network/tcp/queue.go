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
	sent  uint64 // the last that the present stream has been given
	ever  uint64 // the last that any stream has been given
	pulse *network.Pulse
	leave bool // after the last message comes a goodbye

	moved time.Time // when some of what was held was taken, or the first of it was put there

	orphans []network.Envelope // what was held for an incarnation that has ended
	bereft  bool               // there may be orphans, and they have not been asked for

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
		q.moved = time.Now()
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

// farewell asks for a goodbye.
func (q *queue) farewell() {
	q.mu.Lock()
	q.leave = true
	q.mu.Unlock()
	signal(q.wake)
}

// resume begins a stream with the numbers that the other end has received and taken. It never receives those that were
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

// next returns the next saying, and whether a stream has been given it before. A heartbeat overtakes messages.
func (q *queue) next() (s saying, again, something bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.pulse != nil:
		s.Pulse, q.pulse = q.pulse, nil
	case q.sent+1 < q.first+uint64(len(q.held)):
		q.sent++
		m := q.held[q.sent-q.first]
		s.Envelope = &envelope{q.sent, m.ID, m.Clock, m.Message.Word, m.Message.Args}
		again, q.ever = q.sent <= q.ever, max(q.ever, q.sent)
	case q.leave:
		s.Goodbye = true
	default:
		return s, false, false
	}
	return s, again, true
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
	q.held, q.first, q.moved = q.held[count:], taken+1, time.Now()
	signal(q.room)
}

// outlive sets aside everything that is held for an incarnation that has ended, until it is asked for. It
// returns how much that is.
func (q *queue) outlive() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.orphans, q.bereft = q.giveUp(), true
	return len(q.orphans)
}

// abandon removes and returns the messages held for the peer. If the peer has just come back, these are the
// messages for the previous incarnation.
func (q *queue) abandon() []network.Envelope {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.bereft {
		left := q.orphans
		q.orphans, q.bereft = nil, false
		return left
	}
	return q.giveUp()
}

// cutOff gives up all that is held, and returns it.
func (q *queue) cutOff() []network.Envelope {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.giveUp()
}

func (q *queue) giveUp() []network.Envelope {
	given := q.held
	if len(given) == 0 {
		return nil
	}
	q.first += uint64(len(given))
	q.held, q.sent = nil, q.first-1
	signal(q.room)
	return given
}

// stuck is the time since a held message was last taken.
func (q *queue) stuck() time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.held) == 0 {
		return 0
	}
	return time.Since(q.moved)
}

func (q *queue) length() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.held)
}
