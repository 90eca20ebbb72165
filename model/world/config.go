package world

import (
	"slices"

	"interrex/model"
)

// Unlimited is a budget or bound without a limit.
const Unlimited = model.Unlimited

// Usual stands for DefaultElections or DefaultCapacity in Elections and Capacity. New replaces it.
const Usual = -2

// The greatest values in a Config.
const (
	MaxProcesses = 64   // a set of processes is one machine word
	MostTicks    = 100  // of a duration
	MostCounters = 100  // of the bound of a counter
	MostTerm     = 1000 // of a log: its term and its length

	maxAmount  = 65535 // of a bound
	maxNumbers = 8     // of message numbers: the ages of messages are the bits of a byte
)

const defaultCounters = 3

// The dimensions of a world. Their values are those of spec/election.md and of the command line.
type (
	CrashPoints string // positions of crashes
	Initial     string // leaders in the initial state
	Timeouts    string // moments of timeouts
	Detector    string // mistakes of the failure detector
	Channels    string // faults of channels
	Repair      string // treatment of messages on their way to a process of the ring that crashes
	Ties        string // order of a delivery and a timer that are due in the same tick
)

const (
	AtSends CrashPoints = "sends" // between steps, and inside a step after a prefix of its messages
	AtSteps CrashPoints = "steps"

	NobodyElected Initial = "nobody"
	LeaderElected Initial = "leader"
	SelfElected   Initial = "themselves" // each process leads, as after elections in a partitioned network

	Sync    Timeouts = "sync"
	Perfect Timeouts = "perfect"
	Any     Timeouts = "any"
	ByClock Timeouts = "clock" // discrete time: messages have deadlines, and timers fire after a number of ticks

	PerfectDetector    Detector = "perfect"
	IncompleteDetector Detector = "incomplete"
	InaccurateDetector Detector = "inaccurate"
	EventuallyPerfect  Detector = "eventually-perfect"

	FIFO        Channels = "fifo"
	Bag         Channels = "bag"
	Lossy       Channels = "lossy"
	Duplicating Channels = "duplicating"

	Lost   Repair = "lost"
	Resent Repair = "resent"

	DeliveryFirst Ties = "delivery-first"
	TimerFirst    Ties = "timer-first" // the timer may come first
)

// Values lists the values; the first is the default. TimeoutsOf lists the Timeouts of an algorithm.
func (CrashPoints) Values() []CrashPoints { return []CrashPoints{AtSends, AtSteps} }
func (Initial) Values() []Initial         { return []Initial{NobodyElected, LeaderElected, SelfElected} }
func (Timeouts) Values() []Timeouts       { return []Timeouts{Sync, Perfect, Any, ByClock} }
func (Channels) Values() []Channels       { return []Channels{FIFO, Bag, Lossy, Duplicating} }
func (Repair) Values() []Repair           { return []Repair{Lost, Resent} }
func (Ties) Values() []Ties               { return []Ties{DeliveryFirst, TimerFirst} }
func (Detector) Values() []Detector {
	return []Detector{PerfectDetector, IncompleteDetector, InaccurateDetector, EventuallyPerfect}
}

// A Config describes a world: an algorithm, its processes and their environment.
type Config struct {
	Algorithm model.Algorithm
	IDs       []model.ID // in ring order
	Reading   model.Reading
	Options   model.Options // of the algorithm

	Ranking
	Beginning
	Budgets
	Links
	Timing
	Bounds

	CrashPoints CrashPoints
	Detector    Detector
	Author      *Config // the default world that an own election declares; nil means Default

	// Suspicions adds the record of suspected leaders to the state, for spec.Stability. The record increases the number of states.
	Suspicions bool
}

// A Ranking is the election criterion, with what it compares.
type Ranking struct {
	Criterion model.Criterion
	Loads     []int       // in ring order, from 1; nil means equal loads
	Logs      []model.Log // in ring order; nil means equal logs
}

// A Beginning is the leaders in the initial state, and the processes that may begin elections.
type Beginning struct {
	Initial    Initial
	Initiators []model.ID // nil means all
}

// Budgets limit the adversary in a run.
type Budgets struct {
	Crashes, Restarts  int
	Starts             int // spontaneous starts of all processes
	Mistakes           int // of the detector
	Losses, Duplicates int
	Firings            int // timeouts, with Any
}

// Links are the faults of channels.
type Links struct {
	Channels Channels
	Repair   Repair
	Cut      []Pair // links that lose all messages, for algorithms with terms
}

// A Pair is a link.
type Pair struct{ From, To model.ID }

// Timing says when timers fire.
type Timing struct {
	Timeouts Timeouts

	// The clock, with ByClock.
	Clock  model.Clock
	GST    int // most ticks until its bounds hold; 0 means that they hold initially
	Ties   Ties
	Timely []Pair // links that deliver in time once the bounds hold; nil means all
	Late   int    // ticks until another link has delivered or lost a message
}

// Bounds limit the search: a report marks a bound that was hit.
type Bounds struct {
	Elections int // most elections that a process begins; or Usual
	Capacity  int // most messages in a channel; or Usual
	Counters  int // greatest value of an unbounded counter
}

// Bounded replaces bounds that are Usual by numbers.
func (c Config) Bounded() Config {
	if c.Elections == Usual {
		c.Elections = c.DefaultElections()
	}
	if c.Capacity == Usual {
		c.Capacity = c.DefaultCapacity()
	}
	return c
}

// Group returns the processes with their criterion.
func (c Config) Group() *model.Group {
	if outranks := c.Algorithm.Outranks(); outranks != nil {
		return model.RankBy(c.IDs, outranks)
	}
	return model.Rank(c.IDs, c.Criterion, c.Loads, c.Logs)
}

// Variant is the variant of the algorithm.
func (c Config) Variant() model.Variant {
	return model.Variant{
		Reading: c.Reading, Options: c.Options, Logs: c.Logs, Most: c.Counters, Numbers: c.numbers(),
	}
}

// protocol is the algorithm's protocol, for its optional interfaces.
func (c Config) protocol() any {
	if c.Algorithm.Make == nil {
		return nil
	}
	return c.Algorithm.Make(c.Variant()).Protocol()
}

// IsClocked reports whether the world has a clock.
func (c Config) IsClocked() bool { return c.Timeouts == ByClock }

// isTimely reports whether a link delivers in time once the bounds hold.
func (c Config) isTimely(from, to model.ID) bool {
	return c.Timely == nil || slices.Contains(c.Timely, Pair{from, to})
}

// numbers is the count of numbers that the messages of one process need; 0 for an algorithm without numbers.
func (c Config) numbers() int {
	numbering := c.Algorithm.Numbering()
	if numbering == nil {
		return 0
	}
	hop := c.Clock.Tm + c.Clock.Tp
	if c.GST != 0 || c.Timely != nil {
		hop = max(hop, c.Late)
	}
	return numbering.Numbering(len(c.IDs), hop, c.Clock.Eta)
}

// Errs reports whether the world has a detector that makes mistakes.
func (c Config) Errs() bool {
	return c.Algorithm.Detected() && (c.Detector == InaccurateDetector || c.Detector == EventuallyPerfect)
}

// LeavesOut reports whether this world excludes behaviour of the algorithm's default world: it has fewer crashes or starts, no crashes
// inside steps, fewer initiators, or other initial leaders. Additional behaviour does not count.
func (c Config) LeavesOut() bool {
	d := Default(c.Algorithm, c.IDs)
	less := func(budget, than int) bool { return !isAtMost(than, budget) }
	isIdle := func(id model.ID) bool { return c.Initiators != nil && !slices.Contains(c.Initiators, id) }
	return less(c.Crashes, d.Crashes) || less(c.Starts, d.Starts) || less(c.Restarts, d.Restarts) ||
		c.CrashPoints != d.CrashPoints || c.Initial != d.Initial || slices.ContainsFunc(c.IDs, isIdle)
}

// Default is the default world of an algorithm.
func Default(a model.Algorithm, ids []model.ID) Config {
	c := Config{
		Algorithm: a, IDs: ids, Reading: model.Repaired, CrashPoints: AtSends, Detector: PerfectDetector,
		Ranking: Ranking{Criterion: model.ByID}, Beginning: Beginning{Initial: NobodyElected},
		Budgets: Budgets{
			Crashes: a.Crashes, Restarts: a.Restarts, Starts: 1, Mistakes: Unlimited, Losses: 1, Duplicates: 1, Firings: Unlimited,
		},
		Links:  Links{Channels: FIFO, Repair: RepairsOf(a)[0]},
		Timing: Timing{Timeouts: TimeoutsOf(a)[0], Ties: DeliveryFirst},
		Bounds: Bounds{Usual, Usual, defaultCounters},
	}
	if a.SelfGuarded {
		c.Starts = Unlimited
	}
	if a.Clockwork() {
		c.Starts = 0
	}
	c.Clock = c.DefaultClock(1, 0)
	if a.Numbering() != nil { // instant messages keep the number of states small
		c.Clock = c.DefaultClock(0, 0)
	}
	c.Late = 2 * c.Clock.Tm
	return c
}

// Faulty is Default with the faults that mutants and tests need. One process may crash if an election can start again. It restarts
// only with stable storage. The repaired ring loses messages on their way to it.
func Faulty(a model.Algorithm, ids []model.ID) Config {
	c := Default(a, ids)
	c.Repair = Lost
	if !a.SelfGuarded {
		c.Crashes = 1
	}
	if !a.Stable() {
		c.Restarts = 0
	}
	return c
}

// RepairsOf lists the values of Repair. The algorithm's default is the first one.
func RepairsOf(a model.Algorithm) []Repair {
	if a.Resends {
		return []Repair{Resent, Lost}
	}
	return Repair.Values("")
}

// TimeoutsOf lists the values of Timeouts for an algorithm. Its default is the first one. For an own election with timers it is
// the most synchronous one that its methods describe: sync with CanCome and Concerns, else clock with Ticks, else any.
func TimeoutsOf(a model.Algorithm) []Timeouts {
	able := a.Abilities()
	first := Sync
	switch {
	case able.Clockwork:
		return []Timeouts{ByClock}
	case !a.Own || !able.Timed || able.Awaiting:
	case able.Clocked && !able.Termed:
		first = ByClock
	default:
		first = Any
	}
	others := slices.DeleteFunc(first.Values(), func(t Timeouts) bool { return t == first || t == ByClock && able.Termed && !a.Own })
	return append([]Timeouts{first}, others...)
}

// DefaultClock is the clock for messages of at most tm ticks, and tp ticks of handling. Its timers are the shortest ones that fire
// correctly if all bounds hold.
func (c Config) DefaultClock(tm, tp int) model.Clock {
	c.Clock = model.Clock{Tm: tm, Tp: tp, T: max(1, 2*tm+tp), Eta: 1}
	if watching, is := c.protocol().(model.Watching); is {
		c.Clock.T = max(1, watching.Patience(len(c.IDs), tm, tp))
	}
	c.Clock.T2 = c.DefaultT2()
	return c.Clock
}

// DefaultT2 is the longest time until an announcement if all bounds hold. After an answer the call arrives within Tm. The highest
// process handles it within Tp, and waits T for higher ones. The announcement takes Tm.
func (c Config) DefaultT2() int { return min(c.Clock.T+2*c.Clock.Tm+c.Clock.Tp, MostTicks) }

// DefaultElections is a bound on elections that makes the world finite; Unlimited if it needs none.
func (c Config) DefaultElections() int {
	a := c.Algorithm
	mayFireEarly := c.Timeouts == Any && !(a.Terms() && c.Firings != Unlimited) || c.mayStall()
	if a.Timed() && a.Topology == model.Complete && mayFireEarly || c.Starts == Unlimited && !a.SelfGuarded {
		return 1
	}
	elections, _ := c.ownBounds()
	return elections
}

// ownBounds are the bounds that the algorithm declares.
func (c Config) ownBounds() (elections, capacity int) {
	if endless, is := c.protocol().(model.Endless); is {
		return endless.Bounds(model.Dangers{Processes: len(c.IDs), Crashes: c.Crashes, Cut: c.Cut != nil})
	}
	return Unlimited, Unlimited
}

// mayStall reports whether a message may be slower than any timer.
func (c Config) mayStall() bool {
	return c.IsClocked() && !c.Algorithm.Clockwork() && (c.GST == Unlimited || c.Timely != nil)
}

// DefaultCapacity is a bound on channels that makes the world finite; Unlimited if it needs none. Unlimited mistakes, restarts, losses
// and duplicates cause unlimited messages.
func (c Config) DefaultCapacity() int {
	if c.Channels == Bag && c.Algorithm.Topology.IsRing() && c.Crashes != 0 {
		return 4 // an announcement of a dead leader overtakes the elections of each detection
	}
	if c.Restarts == Unlimited || c.Channels == Lossy && c.Losses == Unlimited || c.Channels == Duplicating && c.Duplicates == Unlimited {
		return 2
	}
	if c.Errs() && c.Mistakes == Unlimited {
		return 2
	}
	_, capacity := c.ownBounds()
	return capacity
}
