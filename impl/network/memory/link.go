package memory

import (
	"math/rand/v2"
	"slices"
	"time"

	"interrex/impl"
	"interrex/impl/network"
)

// A link carries what one member sends to one other. Its network's lock guards it.
type link struct {
	net      *Network
	from, to int
	lots     *rand.Rand

	cut     bool
	queue   []parcel           // under way, in order
	unacked []network.Envelope // sent, and not taken yet
	timer   *time.Timer        // for the first of the queue, or nil
	last    time.Time          // when the last parcel is due
	beaten  time.Time          // when the last heartbeat is
}

// A parcel is an arrival and when it is due.
type parcel struct {
	arrival network.Arrival
	due     time.Time
}

// lane is a link's own lane of instants: one for messages, one for heartbeats.
func (l *link) lane(beat bool) int {
	lane := 64 + l.from%63*63 + l.to%63
	if beat {
		lane += 63 * 63
	}
	return lane
}

// delay draws how long something takes.
func (l *link) delay() time.Duration {
	f := &l.net.faults
	if f.Most <= f.Least {
		return f.Least
	}
	return f.Least + time.Duration(l.lots.Int64N(int64(f.Most-f.Least)))
}

// likely draws whether something happens.
func (l *link) likely(p float64) bool { return p > 0 && l.lots.Float64() < p }

// push puts an arrival at the end of the queue.
func (l *link) push(a network.Arrival) {
	due := time.Now().Add(max(1, l.delay()))
	if !due.After(l.last) {
		due = l.last.Add(1)
	}
	l.last = network.Instant(due, l.lane(false))
	l.queue = append(l.queue, parcel{a, l.last})
	l.schedule()
}

// first puts an arrival before all others.
func (l *link) first(a network.Arrival) {
	l.stop()
	l.queue = slices.Insert(l.queue, 0, parcel{a, time.Now()})
	l.schedule()
}

// empty takes the messages off the queue, as a crash of the receiver does. Word of the sender's own
// comings and goings goes with them: whoever comes is told afresh.
func (l *link) empty() {
	l.stop()
	l.queue = nil
}

func (l *link) stop() {
	if l.timer != nil {
		l.timer.Stop()
		l.timer = nil
	}
}

// open reports whether something that is due could be handed over.
func (l *link) open() bool {
	e := l.net.ends[l.to]
	return !l.cut && e != nil && !e.observing && e.paused == nil
}

// schedule sees to it that the first of the queue is handed over when it is due.
func (l *link) schedule() {
	if l.timer != nil || len(l.queue) == 0 || !l.open() {
		return
	}
	now := time.Now()
	at := l.queue[0].due
	if !at.After(now) {
		at = network.Instant(now.Add(1), l.lane(false))
	}
	var timer *time.Timer
	timer = time.AfterFunc(at.Sub(now), func() {
		l.net.mu.Lock()
		defer l.net.mu.Unlock()
		if l.timer == timer {
			l.timer = nil
			l.deliver()
		}
	})
	l.timer = timer
}

func (l *link) deliver() {
	if len(l.queue) == 0 || !l.open() {
		return
	}
	select {
	case l.net.ends[l.to].inbox <- l.queue[0].arrival:
		l.queue = l.queue[1:]
	default: // the receiver is slow: again a moment later
	}
	l.schedule()
}

// send queues a message, or loses or doubles it.
func (l *link) send(e network.Envelope) {
	if l.likely(l.net.faults.Loss) {
		return
	}
	l.unacked = append(l.unacked, e)
	d := network.Delivery{Envelope: e, Taken: func() { l.taken(e.ID) }}
	l.push(d)
	if l.likely(l.net.faults.Duplication) {
		l.push(d)
	}
}

func (l *link) taken(id string) {
	l.net.mu.Lock()
	defer l.net.mu.Unlock()
	if i := slices.IndexFunc(l.unacked, func(e network.Envelope) bool { return e.ID == id }); i >= 0 {
		l.unacked = slices.Delete(l.unacked, i, i+1)
	}
}

// abandon takes off the link what has not been taken.
func (l *link) abandon() []network.Envelope {
	given := l.unacked
	l.unacked = nil
	l.stop()
	l.queue = slices.DeleteFunc(l.queue, func(p parcel) bool {
		_, is := p.arrival.(network.Delivery)
		return is
	})
	l.schedule()
	return given
}

// beat sends a heartbeat past the queue.
func (l *link) beat(from impl.ID, p network.Pulse) {
	if l.likely(l.net.faults.BeatLoss) {
		return
	}
	now := time.Now()
	due := now.Add(max(1, l.delay()))
	if !due.After(l.beaten) {
		due = l.beaten.Add(1)
	}
	l.beaten = network.Instant(due, l.lane(true))
	time.AfterFunc(l.beaten.Sub(now), func() {
		l.net.mu.Lock()
		defer l.net.mu.Unlock()
		e := l.net.ends[l.to]
		if l.cut || e == nil || e.paused != nil {
			return
		}
		select {
		case e.inbox <- network.Beat{From: from, Pulse: p}:
		default:
		}
	})
}
