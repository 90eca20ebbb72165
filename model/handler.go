package model

import "fmt"

// An EventKind is a kind of event at a process.
type EventKind uint8

const (
	Start EventKind = iota
	Detect
	Receive
	Timeout
	Report
	Withdraw
	Recover
	Choose
)

func (k EventKind) String() string {
	return [...]string{"Start", "Detect", "Receive", "Timeout", "Report", "Withdraw", "Recover", "Choose"}[k]
}

// An Event is one thing that happens to a process.
type Event struct {
	Kind    EventKind
	From    ID      // Receive
	Message Message // Receive
	Timer   Timer   // Timeout
	Of      ID      // Report, Withdraw
	Value   int     // Choose
}

// A Local is a local state: any comparable value, opaque to package world.
type Local any

// An Outcome is the result of handling an event.
type Outcome struct {
	Local     Local
	Elections int // left
	Sends     []Send
	Rearmed   []Timer // armed already, and started again

	// Capped: the process had to begin an election and had none left (bound elections).
	Capped bool

	// Saturated: a counter has reached the bound on counters.
	Saturated bool
}

// A Self is the process that handles an event.
type Self struct {
	ID        ID
	Group     *Group
	Local     Local
	Elections int // still allowed, or Unlimited

	// Reaches, if it is set, has the rule panic where it sends to a process that there is no channel to.
	Reaches func(to ID) bool

	// Record, if it is set, is called with each rule that the process follows, in order.
	Record func(Fired)
}

// A Handler is a Protocol without its type parameter. The world drives Handlers.
type Handler interface {
	// Initial returns the protocol's Initial for a process without an id. It represents a dead process without
	// stable storage. A live process begins by Begin.
	Initial(elected ID) Local

	// Begin returns the local state in which a process begins or, if back is set, begins again after a crash. All
	// initial local states come from it. What a Keeping protocol has kept replaces it.
	Begin(id ID, group *Group, elected ID, back bool) Local

	Kept(local Local) Local // only for a Keeping protocol
	Status(local Local) Status
	Timers(id ID, group *Group, local Local) []Timer
	Suspects(id ID, group *Group, local Local) (report, withdraw []ID)
	Awaits(id ID, group *Group, local Local) (asked, answered []ID)
	Choices(local Local) []int
	Handle(self Self, e Event) Outcome
	CanCome(s Situation, group *Group, id ID, t Timer) bool     // only for a protocol with Await
	Concerns(group *Group, id ID, t Timer, dead ID) bool        // only for a protocol with Await
	HasOccasion(s Situation, group *Group, id ID, t Timer) bool // true unless the protocol is Occasional

	// Ticks returns for how many ticks a timer runs if the rule that armed it left the local state.
	// Only for a Clocked protocol.
	Ticks(local Local, t Timer, c Clock) int

	// Abilities returns what the protocol can do.
	Abilities() Abilities

	// Protocol returns the protocol itself, for assertions of optional interfaces that are not about local states.
	Protocol() any

	// Validate returns what the protocol lacks, in one line.
	Validate() error
}

// Handle makes a Handler from a Protocol.
func Handle[L comparable](p Protocol[L]) Handler { return handler[L]{p} }

type handler[L comparable] struct{ protocol Protocol[L] }

func (h handler[L]) Initial(elected ID) Local {
	defer blame(h.protocol, "Initial", Nobody)
	return h.protocol.Initial(elected)
}

func (h handler[L]) Status(local Local) Status {
	defer blame(h.protocol, "Status", Nobody)
	status := h.protocol.Status(local.(L))
	if _, is := h.protocol.(Termed); !is && status.Term != 0 {
		panic(fmt.Sprintf("its status has term %d: an election with terms has a method Terms()", status.Term))
	}
	return status
}

func (h handler[L]) Protocol() any { return h.protocol }

func (h handler[L]) Begin(id ID, group *Group, elected ID, back bool) Local {
	if r, ok := h.protocol.(Recovering[L]); ok && back {
		defer blame(h.protocol, "Restarted", id)
		return r.Restarted()
	}
	if p, ok := h.protocol.(Personal[L]); ok {
		defer blame(h.protocol, "Begin", id)
		return p.Begin(id, group, elected)
	}
	defer blame(h.protocol, "Initial", id)
	return h.protocol.Initial(elected)
}

func (h handler[L]) Kept(local Local) Local {
	defer blame(h.protocol, "Kept", Nobody)
	return h.protocol.(Keeping[L]).Kept(local.(L))
}

func (h handler[L]) Timers(id ID, group *Group, local Local) []Timer {
	defer blame(h.protocol, "Timers", id)
	if t, ok := h.protocol.(Timed[L]); ok {
		return t.Timers(id, group, local.(L))
	}
	return nil
}

func (h handler[L]) Suspects(id ID, group *Group, local Local) (report, withdraw []ID) {
	defer blame(h.protocol, "Suspects", id)
	if s, ok := h.protocol.(Suspecting[L]); ok {
		return s.Suspects(id, group, local.(L))
	}
	return nil, nil
}

func (h handler[L]) Awaits(id ID, group *Group, local Local) (asked, answered []ID) {
	defer blame(h.protocol, "Awaits", id)
	if p, ok := h.protocol.(Polling[L]); ok {
		return p.Awaits(id, group, local.(L))
	}
	return nil, nil
}

func (h handler[L]) Choices(local Local) []int {
	defer blame(h.protocol, "Choices", Nobody)
	if c, ok := h.protocol.(Choosing[L]); ok {
		return c.Choices(local.(L))
	}
	return nil
}

func (h handler[L]) CanCome(s Situation, group *Group, id ID, t Timer) bool {
	defer blame(h.protocol, "CanCome", id)
	return h.protocol.(Await).CanCome(s, group, id, t)
}

func (h handler[L]) Concerns(group *Group, id ID, t Timer, dead ID) bool {
	defer blame(h.protocol, "Concerns", id)
	return h.protocol.(Await).Concerns(group, id, t, dead)
}

func (h handler[L]) HasOccasion(s Situation, group *Group, id ID, t Timer) bool {
	occasional, is := h.protocol.(Occasional)
	return !is || occasional.HasOccasion(s, group, id, t)
}

func (h handler[L]) Handle(self Self, e Event) Outcome {
	defer blame(h.protocol, e.Kind.String(), self.ID)
	p := &Process[L]{ID: self.ID, Local: self.Local.(L), Group: self.Group, elections: self.Elections, reaches: self.Reaches, record: self.Record}
	switch e.Kind {
	case Start:
		h.protocol.Start(p)
	case Detect:
		h.protocol.Detect(p)
	case Receive:
		h.protocol.Receive(p, e.From, e.Message)
	case Timeout:
		h.protocol.(Timed[L]).Timeout(p, e.Timer)
	case Report:
		h.protocol.(Suspecting[L]).Report(p, e.Of)
	case Withdraw:
		h.protocol.(Suspecting[L]).Withdraw(p, e.Of)
	case Recover:
		h.protocol.(Recovering[L]).Recover(p)
	case Choose:
		h.protocol.(Choosing[L]).Choose(p, e.Value)
	default:
		panic(fmt.Sprintf("model: no such event: %d", e.Kind))
	}
	return Outcome{p.Local, p.elections, p.sends, p.rearmed, p.capped, p.saturated}
}
