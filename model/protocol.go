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
