package model

import (
	"fmt"

	"interrex/spec"
)

// A Protocol is an election algorithm: pure rules over a local state L. A rule completes in one step; it reads
// and writes only its Process.
type Protocol[L comparable] interface {
	// Initial returns the local state of a process that considers elected the leader.
	Initial(elected ID) L

	// Start begins an election without a cause.
	Start(p *Process[L])

	// Detect runs when an idle process detects that its leader has died.
	Detect(p *Process[L])

	// Receive takes a message.
	Receive(p *Process[L], from ID, m Message)

	// Status is the part of a local state that the world and the properties read.
	Status(local L) Status
}

// Personal is implemented by a Protocol with initial states that differ between processes.
type Personal[L comparable] interface {
	// Begin is the initial local state of the process id. It is also the state after a restart, with elected =
	// Nobody, unless the protocol is Keeping or Recovering.
	Begin(id ID, group *Group, elected ID) L
}

// Placed is implemented by a Protocol on a ring; the default is a complete graph.
type Placed interface{ Topology() Topology }

// Ranked is implemented by a Protocol with a criterion of its own; the default is the higher id. Outranks must
// be a strict total order of the processes.
type Ranked interface{ Outranks(a, b ID) bool }

// Status is the visible part of a local state.
type Status struct {
	Elected    ID
	TakesPart  bool // takes part in an election or waits for its outcome
	Waits      bool // is no candidate: only waits for the outcome. A drawing shows it; no rule reads it
	Idle       bool // may detect that its leader has died
	MayStart   bool // may begin an election without a cause
	Recovering bool // a Recover is owed
	Decision   spec.Decision
	Term       int // its term, if leaders have terms; it leads in that term if Elected is itself
}

// Role names the part of a live process in the election: "leader", "waiting", "candidate" or "idle".
func (s Status) Role(id ID) string {
	switch {
	case s.Elected == id:
		return "leader"
	case s.Waits:
		return "waiting"
	case s.TakesPart:
		return "candidate"
	}
	return "idle"
}

// Polling is implemented by a Protocol with processes that wait for the answers of several others.
type Polling[L comparable] interface {
	// Awaits lists the processes that the process id has asked, and those of them that have answered.
	Awaits(id ID, group *Group, local L) (asked, answered []ID)
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
	Slot int    // any number; distinguishes timers of one process with the same name
	Of   ID     // the process that it watches, or Nobody
}

func (t Timer) String() string {
	if t.Of == Nobody {
		return t.Name
	}
	return fmt.Sprintf("%s(%d)", t.Name, t.Of)
}

// A Situation is the global state as the timers of a synchronous system see it. It decides when a timer may
// fire. Processes cannot read it.
type Situation interface {
	Live(id ID) bool
	TakesPart(id ID) bool  // and is alive
	Recovering(id ID) bool // and is alive
	Status(id ID) Status   // zero if it is dead
	Cut(from, to ID) bool  // the link is cut: messages are lost

	// OnItsWay reports whether a message of that kind is in transit. Either end may be Anyone.
	OnItsWay(kind Kind, from, to ID) bool

	// Circulates reports whether exactly this message is in transit.
	Circulates(m Message) bool
}

// Anyone is any process of the group.
const Anyone = Nobody

// An Await decides whether the message or event that a timer waits for may still come.
type Await interface {
	// CanCome reports whether the process id may still get what its timer t waits for. It is monotone: one
	// more message in transit, or one more process that takes part or recovers, never turns true into false.
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
	// Suspects lists the processes that a detector may report to the process id, and those with a report that
	// it may withdraw.
	Suspects(id ID, group *Group, local L) (report, withdraw []ID)

	// Report runs when the detector reports a process as dead, Withdraw when it withdraws the report.
	Report(p *Process[L], of ID)
	Withdraw(p *Process[L], of ID)
}

// Doubting is implemented by a local state from which it can be seen which processes its own has given up. Drawings show them; no rule
// reads them.
type Doubting interface{ Doubts(group *Group) []ID }

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

// Choosing is implemented by a Protocol with random draws. A draw belongs to its step: a process that must
// draw takes no other step first, and a draw takes no message delay.
type Choosing[L comparable] interface {
	// Choices lists what a process may draw in a local state, ascending; it is empty if there is no draw.
	Choices(local L) []int

	// Choose runs with the value drawn.
	Choose(p *Process[L], value int)
}

// Termed is implemented by a Protocol with terms (Status.Term). Terms distinguish old messages from new ones,
// so its promises hold on all channels and under any timing.
type Termed interface{ Terms() }

// Declaring is implemented by a Protocol that has some kinds of messages, or some timers, only in some variants or
// worlds.
type Declaring interface {
	// Declares lists the kinds and timers to expect besides those of the catalogue's entry.
	Declares(restarts bool) (kinds []Kind, timers []string)
}

// Endless is implemented by a Protocol that is infinite in some worlds and needs bounds there.
type Endless interface {
	// Bounds returns the default bounds: the elections of each process, and the messages of a channel.
	// Unlimited means that no bound is needed.
	Bounds(d Dangers) (elections, capacity int)
}

// Dangers are what may happen to processes and links in a world.
type Dangers struct {
	Processes int
	Crashes   int  // or Unlimited
	Cut       bool // a link is cut
}

// Watching is implemented by a Timed protocol with timers that watch elections; a failure detector reports the
// deaths of leaders.
type Watching interface {
	// Patience returns the shortest T, for n processes, with which no timer fires by mistake while all bounds hold.
	Patience(n, tm, tp int) int
}

// Relying is implemented by a Protocol that runs by the clock and does not need all links to be timely.
type Relying interface {
	// Suffices reports whether the timely links are enough if at most crashes processes crash.
	Suffices(ids []ID, crashes int, timely func(from, to ID) bool) bool
}

// Numbering is implemented by a clocked Protocol with numbered messages. The numbers start over when their
// sender restarts.
type Numbering interface {
	// Numbering returns the number of distinct numbers that one of n processes needs, if one hop of a message
	// takes up to hop ticks.
	Numbering(n, hop, eta int) int
}

// A Clock holds the durations of a world with discrete time, all in ticks.
type Clock struct {
	Tm int // longest delivery of a message
	Tp int // longest handling of a message

	T   int // wait for an answer, or for news of a watched process
	T2  int // T': wait for an announcement
	Eta int // period of heartbeats
}

// Clocked is implemented by a Timed protocol with timers that can run by a clock.
type Clocked[L comparable] interface {
	// Ticks returns the duration of a timer in ticks, at least 1, in the local state l after the rule that
	// armed it.
	Ticks(l L, t Timer, c Clock) int
}

// Rearm restarts a timer that is already armed. A timer that was not armed before, or that has
// just fired, starts from the beginning anyway.
func (p *Process[L]) Rearm(t Timer) { p.rearmed = append(p.rearmed, t) }

func (h handler[L]) Ticks(local Local, t Timer, c Clock) int {
	defer blame(h.protocol, "Ticks", Nobody)
	return h.protocol.(Clocked[L]).Ticks(local.(L), t, c)
}

// Abilities are a protocol's optional interfaces, found by type assertion.
type Abilities struct {
	Timed      bool // has timers, so timing matters
	Awaiting   bool // defines what its timers wait for (Await)
	Clocked    bool // its timers can run by a clock
	Clockwork  bool // runs by the clock only, tolerates the loss of messages, and never ends
	Suspecting bool // uses the reports of a failure detector
	Keeping    bool // has stable storage
	Recovering bool // has a rule for recovery
	Choosing   bool // draws at random
	Termed     bool // leaders lead in terms
	Watching   bool // its timers do not detect the death of a leader
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

// handler is the repaired variant; all variants have the same interfaces. An entry that Validate refuses has none of them.
func (a Algorithm) handler() Handler {
	if a.Make != nil {
		if h := a.Make(Variant{Reading: Repaired}); h != nil {
			return h
		}
	}
	return Handle[struct{}](nil)
}

// Abilities returns those of the algorithm's protocol.
func (a Algorithm) Abilities() Abilities { return a.handler().Abilities() }

// Outranks returns the algorithm's own criterion, or nil if it has none.
func (a Algorithm) Outranks() func(a, b ID) bool {
	ranked, is := Optional[Ranked](a)
	if !is {
		return nil
	}
	return func(a, b ID) bool {
		defer blame(ranked, "Outranks", Nobody)
		return ranked.Outranks(a, b)
	}
}

// Optional is an optional interface of the algorithm's protocol that is not about local states; false if it lacks it.
func Optional[I any](a Algorithm) (optional I, is bool) {
	optional, is = a.handler().Protocol().(I)
	return optional, is
}

// Numbering returns how the algorithm numbers its messages, or nil if they have no numbers.
func (a Algorithm) Numbering() Numbering {
	numbering, _ := Optional[Numbering](a)
	return numbering
}

// Terms, Timed, Clockwork, Stable and Draws are single abilities.
func (a Algorithm) Terms() bool     { return a.Abilities().Termed }
func (a Algorithm) Timed() bool     { return a.Abilities().Timed }
func (a Algorithm) Clockwork() bool { return a.Abilities().Clockwork }
func (a Algorithm) Stable() bool    { return a.Abilities().Keeping }
func (a Algorithm) Draws() bool     { return a.Abilities().Choosing }

// Detected reports whether the algorithm needs a failure detector: its protocol uses reports, or no timer
// detects the death of a leader. Anonymous processes cannot be reported.
func (a Algorithm) Detected() bool {
	able := a.Abilities()
	return able.Suspecting || able.Watching || !able.Timed && !a.Anonymous
}
