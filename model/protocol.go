package model

import (
	"fmt"

	"interrex/spec"
)

// A Protocol is an election algorithm: pure rules over a local state L. A rule runs to its end
// in one step; it reads and writes nothing but its Process.
type Protocol[L comparable] interface {
	// Initial returns the local state of a process that considers elected the leader.
	Initial(elected ID) L

	// Start begins an election without a cause.
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
	// Begin is the initial local state of the process id. A process that comes back begins by it again, with
	// elected = Nobody, unless the protocol is Keeping or Recovering.
	Begin(id ID, group *Group, elected ID) L
}

// Placed is implemented by a Protocol whose processes stand in a ring, instead of each knowing all others.
type Placed interface{ Topology() Topology }

// Ranked is implemented by a Protocol with a criterion of its own, in place of the higher id. Outranks must
// be a strict total order of the processes.
type Ranked interface{ Outranks(a, b ID) bool }

// Status is the visible part of a local state.
type Status struct {
	Elected    ID
	TakesPart  bool // takes part in an election or waits for its outcome
	Idle       bool // may find out that its leader has died
	MayStart   bool // may begin an election without a cause
	Recovering bool // owes a Recover
	Decision   spec.Decision
	Term       int // its term, if leaders have terms; it leads in that term if Elected is itself
}

// Timed is implemented by a Protocol with timers.
type Timed[L comparable] interface {
	// Timers lists the armed timers of the process id in a local state.
	Timers(id ID, group *Group, local L) []Timer

	// Timeout is run when an armed timer fires.
	Timeout(p *Process[L], t Timer)
}

// A Timer is a timer of one process.
type Timer struct {
	Name string // "T", "T'", "watch"
	Slot int    // any number; it tells apart timers of one process that share a name
	Of   ID     // the process that it watches, or Nobody
}

func (t Timer) String() string {
	if t.Of == Nobody {
		return t.Name
	}
	return fmt.Sprintf("%s(%d)", t.Name, t.Of)
}

// A Situation is what the world knows and a process does not. It decides when, in a
// synchronous system, a timer may fire.
type Situation interface {
	Live(id ID) bool
	TakesPart(id ID) bool  // and is alive
	Recovering(id ID) bool // and is alive
	Status(id ID) Status   // zero if it is dead
	Cut(from, to ID) bool  // the link carries nothing

	// OnItsWay reports whether a message of that kind is on its way. Either end may be Anyone.
	OnItsWay(kind Kind, from, to ID) bool

	// Circulates reports whether this very message is on its way to anyone.
	Circulates(m Message) bool
}

// Anyone stands for any process of the group.
const Anyone = Nobody

// An Await says whether what a timer waits for may still come.
type Await interface {
	// CanCome reports whether the process id may still get what its timer t waits for. It is
	// monotone: one more message on its way, or one more process that takes part or recovers, never
	// turns true into false.
	CanCome(s Situation, group *Group, id ID, t Timer) bool

	// Concerns reports whether, in a synchronous system, the messages of a dead process
	// delay the timer t of the process id.
	Concerns(group *Group, id ID, t Timer, dead ID) bool
}

// Accusing is implemented by a Timed protocol with timers that, when they fire, suspect other processes
// than the one they watch (Timer.Of). The status is that of the process id before the timer fires.
type Accusing interface {
	Accuses(group *Group, id ID, s Status, t Timer) []ID
}

// Clockwork is implemented by a Clocked protocol that runs by the clock only. It tolerates the loss of
// messages, and never ends.
type Clockwork interface{ Clockwork() }

// Occasional is implemented by a Timed protocol with timers that, under every timing, fire only
// when that could change something.
type Occasional interface {
	HasOccasion(s Situation, group *Group, id ID, t Timer) bool
}

// Suspecting is implemented by a Protocol that listens to a failure detector.
type Suspecting[L comparable] interface {
	// Suspects lists the processes that a detector may report to the process id, and those whose
	// report it may withdraw.
	Suspects(id ID, group *Group, local L) (report, withdraw []ID)

	// Report is run when the detector says that a process has died, Withdraw when it takes
	// the report back.
	Report(p *Process[L], of ID)
	Withdraw(p *Process[L], of ID)
}

// Keeping is implemented by a Protocol that keeps a part of its local state on stable storage.
type Keeping[L comparable] interface {
	// Kept returns the local state in which a process comes back after it died in the state l. It replaces
	// Restarted and Begin.
	Kept(l L) L
}

// Recovering is implemented by a Protocol with a rule for a process that comes back.
type Recovering[L comparable] interface {
	// Restarted returns the local state of a process that has just come back. It replaces Begin, and has no id:
	// Recover can set what depends on the id.
	Restarted() L

	// Recover is run once the process has come back.
	Recover(p *Process[L])
}

// Choosing is implemented by a Protocol that draws lots. A draw belongs to the step that calls for
// it: a process that must draw does nothing else first, and a draw takes no message delay.
type Choosing[L comparable] interface {
	// Choices lists what a process may draw in a local state, ascending; it is empty if there is no draw.
	Choices(local L) []int

	// Choose is run with what has been drawn.
	Choose(p *Process[L], value int)
}

// Termed is implemented by a Protocol whose leaders lead in terms (Status.Term). Terms tell old messages from
// new, so the author's promises hold over any channels and under any timing.
type Termed interface{ Terms() }

// Declaring is implemented by a Protocol that has some kinds of messages, or some timers, only in some variants or
// worlds.
type Declaring interface {
	// Declares lists the kinds and timers to expect besides those of the catalogue's entry.
	Declares(restarts bool) (kinds []Kind, timers []string)
}

// Endless is implemented by a Protocol that goes on for ever in some worlds, and must be cut off there.
type Endless interface {
	// Bounds returns the default bounds: how many elections each process may begin, and how many messages a
	// channel may hold. Unlimited means that no bound is needed.
	Bounds(d Dangers) (elections, capacity int)
}

// Dangers are what may happen to processes and links in a world.
type Dangers struct {
	Processes int
	Crashes   int  // or Unlimited
	Cut       bool // some link carries nothing
}

// Watching is implemented by a Timed protocol whose timers watch elections rather than leaders: a failure
// detector reports the deaths of leaders.
type Watching interface {
	// Patience returns the shortest T, for n processes, with which no timer fires by mistake while all bounds hold.
	Patience(n, tm, tp int) int
}

// Relying is implemented by a Protocol that runs by the clock and does not need all links to be timely.
type Relying interface {
	// Suffices reports whether the timely links are enough if at most crashes processes crash.
	Suffices(ids []ID, crashes int, timely func(from, to ID) bool) bool
}

// Numbering is implemented by a Protocol that runs by the clock and numbers its messages. The numbers start over when
// their sender restarts.
type Numbering interface {
	// Numbering returns how many numbers the messages of one of n processes need, if a message takes up to
	// hop ticks from one process to the next.
	Numbering(n, hop, eta int) int
}

// A Clock holds the durations of a world with discrete time, all in ticks.
type Clock struct {
	Tm int // a message is delivered within Tm of being sent
	Tp int // and handled within Tp of its delivery

	T   int // how long a process waits for an answer, or for news of one that it watches
	T2  int // T': how long it waits for an announcement
	Eta int // the time between two heartbeats of a process
}

// Clocked is implemented by a Timed protocol whose timers can run by a clock.
type Clocked[L comparable] interface {
	// Ticks returns for how many ticks, at least one, a timer runs if the rule that armed it left
	// the local state l.
	Ticks(l L, t Timer, c Clock) int
}

// Rearm restarts a timer that is already armed. A timer that was not armed before, or that has
// just fired, starts from the beginning anyway.
func (p *Process[L]) Rearm(t Timer) { p.rearmed = append(p.rearmed, t) }

func (h handler[L]) Ticks(local Local, t Timer, c Clock) int {
	defer blame(h.protocol, "Ticks", Nobody)
	return h.protocol.(Clocked[L]).Ticks(local.(L), t, c)
}

// Abilities are what a protocol can do, by the optional interfaces that it implements. They are found
// by type assertion, and declared nowhere.
type Abilities struct {
	Timed      bool // has timers, so that timing matters
	Awaiting   bool // says what its timers wait for (Await)
	Clocked    bool // its timers can run by a clock
	Clockwork  bool // runs by the clock only, tolerates the loss of messages, and never ends
	Suspecting bool // listens to the reports of a failure detector
	Keeping    bool // something survives a crash
	Recovering bool // has a rule for a process that comes back
	Choosing   bool // draws lots
	Termed     bool // leaders lead in terms
	Watching   bool // its timers do not find out that a leader has died
}

func (h handler[L]) Outranks() func(a, b ID) bool {
	if r, is := h.protocol.(Ranked); is {
		return func(a, b ID) bool {
			defer blame(h.protocol, "Outranks", Nobody)
			return r.Outranks(a, b)
		}
	}
	return nil
}

// Abilities finds the abilities of the protocol.
func (h handler[L]) Abilities() Abilities {
	var a Abilities
	_, a.Timed = h.protocol.(Timed[L])
	_, a.Awaiting = h.protocol.(Await)
	_, a.Clocked = h.protocol.(Clocked[L])
	_, a.Clockwork = h.protocol.(Clockwork)
	_, a.Suspecting = h.protocol.(Suspecting[L])
	_, a.Keeping = h.protocol.(Keeping[L])
	_, a.Recovering = h.protocol.(Recovering[L])
	_, a.Choosing = h.protocol.(Choosing[L])
	_, a.Termed = h.protocol.(Termed)
	_, a.Watching = h.protocol.(Watching)
	return a
}

// Abilities returns those of the algorithm's protocol; all variants have the same.
func (a Algorithm) Abilities() Abilities {
	if a.Make == nil {
		return Abilities{}
	}
	return a.Make(Variant{Reading: Repaired}).Abilities()
}

// Outranks returns the algorithm's own criterion, or nil if it has none.
func (a Algorithm) Outranks() func(a, b ID) bool {
	if a.Make == nil {
		return nil
	}
	return a.Make(Variant{Reading: Repaired}).Outranks()
}

// Numbering returns how the algorithm numbers its messages, or nil if they have no numbers.
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

// Clockwork reports whether it runs by the clock only, tolerates the loss of messages, and never ends.
func (a Algorithm) Clockwork() bool { return a.Abilities().Clockwork }

// Stable reports whether something survives a crash.
func (a Algorithm) Stable() bool { return a.Abilities().Keeping }

// Detected reports whether the algorithm needs a failure detector: its protocol listens to reports, or
// it has no timers that find out that a leader has died. Anonymous processes cannot be reported.
func (a Algorithm) Detected() bool { return a.IsDetected(a.Abilities()) }

// IsDetected is Detected for abilities that are known already.
func (a Algorithm) IsDetected(able Abilities) bool {
	return able.Suspecting || able.Watching || !able.Timed && !a.Anonymous
}
