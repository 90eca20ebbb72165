package model

// RingWatch is option 1 of lecture 000 against a circulating ELECTION(9): the two neighbours of a process
// watch its candidacy. Rules RW1 to RW4 of spec/ring-watch.md.
type RingWatch struct {
	Watchers Watchers

	// Printed: a message seen a second time is still forwarded, and nothing is forgotten.
	Printed bool
}

// Watchers selects the neighbours that watch a process.
type Watchers string

const (
	BothNeighbours  Watchers = "both"
	OnlyPredecessor Watchers = "predecessor"
	OnlySuccessor   Watchers = "successor"
)

var watching = Option{
	"watchers", "which neighbours watch a process",
	[]string{string(BothNeighbours), string(OnlyPredecessor), string(OnlySuccessor)},
}

type ringWatch struct {
	elected ID

	// The messages seen of its two neighbours in the original ring.
	successor, predecessor sight
}

// A sight is what a process remembers of a neighbour that it watches.
type sight struct {
	election, elected bool // ELECTION(k), ELECTED(k) seen
	armed             bool // the timer that ELECTION(k) armed
}

func (RingWatch) Initial(elected ID) ringWatch { return ringWatch{elected: elected} }

func (RingWatch) Status(l ringWatch) Status {
	watches := l.successor.armed || l.predecessor.armed
	return Status{Elected: l.elected, TakesPart: watches, Waits: watches, Idle: true, MayStart: true}
}

func (RingWatch) Start(p *Process[ringWatch]) { call(p) }

func (RingWatch) Detect(p *Process[ringWatch]) { miss(p, &p.Local.elected) } // RI6

// watched returns what the process remembers of k, or nil if it does not watch k.
func (r RingWatch) watched(p *Process[ringWatch], k ID) *sight {
	switch {
	case k == p.ID:
		return nil
	case k == p.Group.Successor(p.ID) && r.Watchers != OnlySuccessor:
		return &p.Local.successor
	case k == p.Group.Predecessor(p.ID) && r.Watchers != OnlyPredecessor:
		return &p.Local.predecessor
	}
	return nil
}

// Receive follows rules RW1, RW2 and RW4 for the processes it watches, and RI2 to RI5.
func (r RingWatch) Receive(p *Process[ringWatch], _ ID, m Message) {
	again, id := false, Nobody
	switch m := m.(type) {
	case Election:
		id = m.ID
		if k := r.watched(p, id); k != nil {
			again = k.election
			r.seeElection(p, k, id)
		}
	case Elected:
		id = m.ID
		k := r.watched(p, id)
		again = k != nil && k.elected
		if k != nil && !again {
			p.Rule("RW2", "k", id)
		}
		r.seeElected(p, k, again)
	}
	if !again || r.Printed {
		circulate(p, &p.Local.elected, m)
	}
	if again {
		p.Rule("RW4", "k", id)
		call(p)
	}
}

// seeElection is rule RW1, and RW4 for the memory: what was seen twice is forgotten.
func (r RingWatch) seeElection(p *Process[ringWatch], k *sight, id ID) {
	switch {
	case !k.election:
		p.Rule("RW1", "k", id)
		k.election, k.armed = true, true
		if !r.Printed {
			k.elected = false // k stands again: its announcement is still to come
		}
	case !r.Printed:
		*k = sight{}
	}
}

// seeElected is rule RW2, and RW4 for the memory. k is nil if the elected process is not watched.
func (r RingWatch) seeElected(p *Process[ringWatch], k *sight, again bool) {
	if again && !r.Printed {
		*k = sight{}
		return
	}
	if !r.Printed {
		p.Local.successor, p.Local.predecessor = sight{}, sight{} // an election has succeeded
	}
	if k != nil {
		k.elected, k.armed = true, false
	}
}

// Timers lists the timers armed by rule RW1: slot 0 for the successor, 1 for the predecessor.
func (RingWatch) Timers(id ID, group *Group, l ringWatch) []Timer {
	var timers []Timer
	if l.successor.armed {
		timers = append(timers, Timer{Name: "watch", Slot: 0, Of: group.Successor(id)})
	}
	if l.predecessor.armed {
		timers = append(timers, Timer{Name: "watch", Slot: 1, Of: group.Predecessor(id)})
	}
	return timers
}

// Ticks: a live candidate is announced within T.
func (RingWatch) Ticks(_ ringWatch, _ Timer, c Clock) int { return c.T }

// Patience is one lap for the call, and one for the announcement.
func (RingWatch) Patience(n, tm, tp int) int { return 2 * n * (tm + tp) }

// Bounds: each message seen twice begins another election, without end.
func (r RingWatch) Bounds(Dangers) (elections, capacity int) {
	if r.Printed {
		return Unlimited, 4
	}
	return Unlimited, 6
}

func (r RingWatch) Timeout(p *Process[ringWatch], t Timer) {
	p.Rule("RW3", "k", t.Of)
	r.watched(p, t.Of).armed = false
	call(p)
}

// CanCome: a live k may still be announced, and so may a dead one while ELECTED(k) is in transit.
func (RingWatch) CanCome(s Situation, _ *Group, _ ID, t Timer) bool {
	return s.Live(t.Of) || s.Circulates(Elected{t.Of})
}

// Concerns: messages of dead processes never delay the timer.
func (RingWatch) Concerns(*Group, ID, Timer, ID) bool { return false }
