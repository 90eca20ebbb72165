// Package network defines the network of a node's loop: one FIFO channel to each other member, without loss,
// duplication or overtaking while both ends are live, and notices of members that have gone or come back. Package
// memory is such a network within one process, seeded and with faults; package tcp is one of TLS connections
// between processes.
package network

import (
	"fmt"
	"time"

	"interrex/impl"
)

// An Envelope is a message under way.
type Envelope struct {
	ID      string   // unique in a run: NODE.INCARNATION.COUNT
	Clock   []uint64 // the sender's vector clock at the send: an entry for each member, in ring order
	From    impl.ID
	To      impl.ID
	Way     impl.ID // the receiver that the algorithm named: on a ring, the next or the one behind. It does not travel.
	Message impl.Message
}

// A Pulse is the content of a heartbeat.
type Pulse struct {
	Elected impl.ID `json:"elected"`
	Term    int     `json:"term"`
}

// An Arrival is what a network hands to its loop: [Delivery], [Beat], [Gone] or [Returned].
type Arrival interface {
	Of() impl.ID // the member from which it comes, or that it is about
}

// A Delivery is a message that has arrived. The loop calls Taken once the step has been made, recorded and
// kept; only then is the message acknowledged, and never sent again.
type Delivery struct {
	Envelope Envelope
	Taken    func()
}

// A Beat is a heartbeat. Heartbeats may be lost, and overtake messages.
type Beat struct {
	From  impl.ID
	Pulse Pulse
}

// Gone: a member's process has almost certainly ended. It has said goodbye, or its machine refuses
// connections. Silence is handled by the failure detector.
type Gone struct {
	Peer    impl.ID
	Goodbye bool
}

// Returned: a member is here in a new incarnation. It comes before any message of the incarnation.
type Returned struct {
	Peer        impl.ID
	Incarnation uint64
}

// Of implements Arrival, and so do the others.
func (d Delivery) Of() impl.ID { return d.Envelope.From }
func (b Beat) Of() impl.ID     { return b.From }
func (g Gone) Of() impl.ID     { return g.Peer }
func (r Returned) Of() impl.ID { return r.Peer }

// A CutOff is the error of sending to a member that takes no messages.
type CutOff struct {
	Peer impl.ID
	Left []Envelope // what had waited for it, in order, including the message just sent
}

// Error implements error.
func (c *CutOff) Error() string {
	return fmt.Sprintf("node %v is cut off: it takes none of %d messages", c.Peer, len(c.Left))
}

// A Network is one member's end of it. Its methods may be called from several goroutines.
type Network interface {
	// Send queues a message. While the queue to that member is full it waits, up to a limit. Then it cuts the
	// member off, drops the queue, and returns a [*CutOff]. Messages to an absent member are queued too, until
	// the loop abandons them.
	Send(Envelope) error

	// Beat sends a heartbeat to all other members. It never waits.
	Beat(Pulse)

	// Arrivals hands over what comes, messages of one member in the order of their sending.
	Arrivals() <-chan Arrival

	// Abandon gives up what a member that is taken for dead has not acknowledged, and returns it in order: on a
	// ring it is sent to the next.
	Abandon(peer impl.ID) []Envelope

	// Close ends this end. With goodbye, the others are informed.
	Close(goodbye bool) error
}

// Lanes is how many lanes there are, each a nanosecond wide: see [Instant].
const Lanes = 1 << 14

// TimerLane is the lane of the timers of the member at a place. Those beyond the 63rd share theirs.
func TimerLane(place int) int { return 1 + place%63 }

// Instant is the first moment at or after t that belongs to a lane. If each source of events has its own lane,
// no two events coincide, and a simulation in virtual time is a function of its seed. For a real clock, sixteen
// microseconds make no difference.
func Instant(t time.Time, lane int) time.Time {
	ahead := (int64(lane) - t.UnixNano()) % Lanes
	if ahead < 0 {
		ahead += Lanes
	}
	return t.Add(time.Duration(ahead))
}
