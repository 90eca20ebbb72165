package model

import (
	"fmt"

	"interrex/spec"
)

// A Protocol is an election algorithm: pure rules over a local state L. A rule runs to its end
// in one step; it reads and writes nothing but its Process.
type Protocol[L comparable] interface {
	// Initial is the local state of a process that considers elected the leader.
	Initial(elected ID) L

	// Start begins an election that nothing has caused.
	Start(p *Process[L])

	// Detect is run when an idle process finds out that its leader has died.
	Detect(p *Process[L])

	// Receive takes a message.
	Receive(p *Process[L], from ID, m Message)

	// Status says what the world and the properties may know of a local state.
	Status(local L) Status
}

// Personal is implemented by a Protocol whose processes do not all begin alike.
type Personal[L comparable] interface {
	// Begin is the initial local state of the process id.
	Begin(id ID, group *Group, elected ID) L
}

// Placed is implemented by a Protocol whose processes do not each know all others, but stand in a ring.
type Placed interface{ Topology() Topology }

// Ranked is implemented by a Protocol with a criterion of its own, in place of the higher id: of any two
// processes one outranks the other, and the order has no cycle.
type Ranked interface{ Outranks(a, b ID) bool }

// Status is the outside of a local state.
type Status struct {
	Elected    ID
	TakesPart  bool // takes part in an election or waits for its outcome
	Idle       bool // may find out that its leader has died
	MayStart   bool // may begin an election that nothing has caused
	Recovering bool // owes a Recover
	Decision   spec.Decision
	Term       int // that it is in, where leaders have terms: it leads in it if Elected is itself
}

// Timed is implemented by a Protocol with timers.
type Timed[L comparable] interface {
	// Timers lists the timers that are armed in a local state of the process id.
	Timers(id ID, group *Group, local L) []Timer

	// Timeout is run when an armed timer fires.
	Timeout(p *Process[L], t Timer)
}

// A Timer is a timer of one process.
type Timer struct {
	Name string // "T", "T'", "watch"
	Slot int    // any number, which tells timers of one name of one process apart
	Of   ID     // whom it watches, or Nobody
}

func (t Timer) String() string {
	if t.Of == Nobody {
		return t.Name
	}
	return fmt.Sprintf("%s(%d)", t.Name, t.Of)
}

// A Situation is what the world knows and a process does not: it decides when, in a
// synchronous system, a timer may fire.
type Situation interface {
	Live(id ID) bool
	TakesPart(id ID) bool  // and is alive
	Recovering(id ID) bool // and is alive
	Status(id ID) Status   // that of nothing if it is dead
	Cut(from, to ID) bool  // the link carries nothing

	// OnItsWay reports whether a message of that kind is on its way. Anyone for any process.
	OnItsWay(kind Kind, from, to ID) bool

	// Circulates reports whether this very message is on its way to anyone.
	Circulates(m Message) bool
}

// Anyone stands for any process of the group.
const Anyone = Nobody

// An Await says what could still bring what a timer waits for.
type Await interface {
	// CanCome reports whether the process id may still get what its timer t waits for. One that
	// something can come to is not less so for a message more on its way, or for one more who takes part
	// or recovers.
	CanCome(s Situation, group *Group, id ID, t Timer) bool

	// Concerns reports whether, in a synchronous system, the messages of a dead process
	// delay the timer t of the process id.
	Concerns(group *Group, id ID, t Timer, dead ID) bool
}

// Accusing is implemented by a Timed protocol some of whose timers, when they fire, suspect others than
// the one whom they watch (Timer.Of). The status is that of the process id before.
type Accusing interface {
	Accuses(group *Group, id ID, s Status, t Timer) []ID
}

// Clockwork is implemented by a Clocked protocol that runs by the clock only: it bears the loss of
// messages, and never ends.
type Clockwork interface{ Clockwork() }

// Occasional is implemented by a Timed protocol some of whose timers, whatever the timing, fire
// only where that could change something.
type Occasional interface {
	HasOccasion(s Situation, group *Group, id ID, t Timer) bool
}

// Suspecting is implemented by a Protocol that listens to a failure detector.
type Suspecting[L comparable] interface {
	// Suspects lists whom a detector may report to a process, and whose report it may withdraw.
	Suspects(id ID, group *Group, local L) (report, withdraw []ID)

	// Report is run when the detector says that a process has died, Withdraw when it takes
	// that back.
	Report(p *Process[L], of ID)
	Withdraw(p *Process[L], of ID)
}

// Keeping is implemented by a Protocol of whose local state a part is on stable storage.
type Keeping[L comparable] interface {
	// Kept is the local state with which a process comes back that has died in the state l.
	Kept(l L) L
}

// Recovering is implemented by a Protocol with a rule for a process that comes back.
type Recovering[L comparable] interface {
	// Restarted is the local state of a process that has just come back.
	Restarted() L

	// Recover is run once the process has come back.
	Recover(p *Process[L])
}

// Choosing is implemented by a Protocol that draws lots. A draw belongs to the step that calls for
// it: a process that is to draw does nothing else before.
type Choosing[L comparable] interface {
	// Choices lists what a process may draw in a local state, ascending; nothing if it draws not.
	Choices(local L) []int

	// Choose is run with what has been drawn.
	Choose(p *Process[L], value int)
}

// Termed is implemented by a Protocol whose leaders lead in terms (Status.Term). Terms tell old messages from
// new, so that what its author promises he promises over any channels, and whatever the timing.
type Termed interface{ Terms() }

// Declaring is implemented by a Protocol that has some kinds of messages, or timers, in some variants or worlds only.
type Declaring interface {
	// Declares lists those that are to be expected beside those of the catalogue's entry.
	Declares(restarts bool) (kinds []Kind, timers []string)
}

// Endless is implemented by a Protocol that in some worlds goes on for ever, and has to be cut off.
type Endless interface {
	// Bounds are how many elections each process may begin, and how many messages a channel may hold, by
	// default; Unlimited where that comes to an end by itself.
	Bounds(d Dangers) (elections, capacity int)
}

// Dangers are what befalls processes and links in a world.
type Dangers struct {
	Processes int
	Crashes   int  // or Unlimited
	Cut       bool // a link carries nothing
}

// Watching is implemented by a Timed protocol whose timers watch over elections, and not over leaders: a
// failure detector tells of their deaths.
type Watching interface {
	// Patience is the shortest time T of a timer that is no mistake where all bounds hold, for n processes.
	Patience(n, tm, tp int) int
}

// Relying is implemented by a protocol that runs by the clock and does not need all links to be timely.
type Relying interface {
	// Suffices reports whether the timely links are enough, if at most so many crash.
	Suffices(ids []ID, crashes int, timely func(from, to ID) bool) bool
}

// Numbering is implemented by a protocol that runs by the clock, and whose messages have numbers, which begin anew with
// their sender.
type Numbering interface {
	// Numbering is how many numbers the messages of one process need, of n, if a message takes up to hop
	// ticks from one to the next.
	Numbering(n, hop, eta int) int
}

// A Clock is how long things take in a world with discrete time: all in ticks.
type Clock struct {
	Tm int // a message is delivered within so many ticks of leaving
	Tp int // and handled within so many of its delivery

	T   int // for how long a process waits for an answer, or for news of one that it watches
	T2  int // T': and for an announcement
	Eta int // how often a process says that it lives
}

// Clocked is implemented by a Timed protocol whose timers can run by a clock.
type Clocked[L comparable] interface {
	// Ticks is for how long a timer runs that a rule has armed, leaving the local state l: at
	// least one tick.
	Ticks(l L, t Timer, c Clock) int
}

// Rearm lets an armed timer run anew from the beginning. One that was not armed before, or that
// has just fired, does so anyway.
func (p *Process[L]) Rearm(t Timer) { p.rearmed = append(p.rearmed, t) }

func (h handler[L]) Ticks(local Local, t Timer, c Clock) int {
	return h.protocol.(Clocked[L]).Ticks(local.(L), t, c)
}

// Abilities are what a protocol is able to, by the optional interfaces that it implements. They are
// found, and said nowhere else.
type Abilities struct {
	Timed      bool // has timers, so that timing matters
	Awaiting   bool // says what its timers wait for (Await)
	Clocked    bool // its timers can run by a clock
	Clockwork  bool // runs by the clock only, bears the loss of messages, and never ends
	Suspecting bool // listens to the reports of a failure detector
	Keeping    bool // something survives a crash
	Termed     bool // leaders lead in terms
	Watching   bool // its timers do not find out that a leader has died
}

func (h handler[L]) Outranks() func(a, b ID) bool {
	if r, is := h.protocol.(Ranked); is {
		return r.Outranks
	}
	return nil
}

// Abilities finds them.
func (h handler[L]) Abilities() Abilities {
	var a Abilities
	_, a.Timed = h.protocol.(Timed[L])
	_, a.Awaiting = h.protocol.(Await)
	_, a.Clocked = h.protocol.(Clocked[L])
	_, a.Clockwork = h.protocol.(Clockwork)
	_, a.Suspecting = h.protocol.(Suspecting[L])
	_, a.Keeping = h.protocol.(Keeping[L])
	_, a.Termed = h.protocol.(Termed)
	_, a.Watching = h.protocol.(Watching)
	return a
}

// Abilities are those of the protocol that goes by the name, whatever the variant.
func (a Algorithm) Abilities() Abilities {
	if a.Make == nil {
		return Abilities{}
	}
	return a.Make(Variant{Reading: Repaired}).Abilities()
}

// Outranks is the criterion of its own, nil if it has none.
func (a Algorithm) Outranks() func(a, b ID) bool {
	if a.Make == nil {
		return nil
	}
	return a.Make(Variant{Reading: Repaired}).Outranks()
}

// Numbering is how the algorithm numbers its messages, nil if they have no numbers.
func (a Algorithm) Numbering() Numbering {
	if a.Make == nil {
		return nil
	}
	numbering, _ := a.Make(Variant{Reading: Repaired}).Protocol().(Numbering)
	return numbering
}

// Terms reports whether its leaders lead in terms.
func (a Algorithm) Terms() bool { return a.Abilities().Termed }

// Timed reports whether it has timers, so that timing matters.
func (a Algorithm) Timed() bool { return a.Abilities().Timed }

// Clockwork reports whether it runs by the clock only, bears the loss of messages, and never ends.
func (a Algorithm) Clockwork() bool { return a.Abilities().Clockwork }

// Stable reports whether something survives a crash.
func (a Algorithm) Stable() bool { return a.Abilities().Keeping }

// Detected reports whether a failure detector tells of deaths: those who listen to its reports, and
// those whose timers do not find out. Nobody is told of one who has no name.
func (a Algorithm) Detected() bool { return a.IsDetected(a.Abilities()) }

// IsDetected is Detected of known abilities.
func (a Algorithm) IsDetected(able Abilities) bool {
	return able.Suspecting || able.Watching || !able.Timed && !a.Anonymous
}
