package world

import (
	"fmt"
	"slices"

	"interrex/model"
	"interrex/spec"
)

// Unlimited is a budget or bound that is never used up.
const Unlimited = model.Unlimited

// The kinds of worlds; the words are those of spec/election.md and of the command line.
type (
	CrashPoints string // where a crash may fall
	Initial     string // whom all have elected at first
	Timeouts    string // when a timeout may fire
	Detector    string // what a failure detector may get wrong
	Channels    string // what a channel may do to messages
	Repair      string // what becomes of messages on their way to a process of the ring that dies
)

const (
	AtSends CrashPoints = "sends" // also inside a step, after a prefix of its messages
	AtSteps CrashPoints = "steps"

	NobodyElected Initial = "nobody"
	LeaderElected Initial = "leader"

	Sync    Timeouts = "sync"
	Perfect Timeouts = "perfect"
	Any     Timeouts = "any"

	PerfectDetector    Detector = "perfect"
	IncompleteDetector Detector = "incomplete"
	InaccurateDetector Detector = "inaccurate"

	FIFO        Channels = "fifo"
	Bag         Channels = "bag"
	Lossy       Channels = "lossy"
	Duplicating Channels = "duplicating"

	Lost   Repair = "lost"
	Resent Repair = "resent"
)

// A Config describes a world: an algorithm, its processes and what may befall them. Budgets
// (crashes, restarts, starts, mistakes, losses, duplicates) are the adversary's: to exhaust one
// is part of the world. Elections and Capacity are bounds of ours, and the report says when
// one of them has acted.
type Config struct {
	Algorithm model.Algorithm
	IDs       []model.ID // in ring order

	Criterion model.Criterion
	Loads     []int       // in ring order, from 1; nil: all the same
	Logs      []model.Log // likewise

	Crashes     int
	CrashPoints CrashPoints
	Restarts    int
	Initial     Initial
	Initiators  []model.ID // nil: all
	Starts      int        // spontaneous starts in a run, of all processes together
	Timeouts    Timeouts
	Detector    Detector
	Mistakes    int // of an inaccurate detector, in a run
	Channels    Channels
	Losses      int
	Duplicates  int
	Repair      Repair
	Clock       model.Clock // where Timeouts is ByClock
	GST         int         // ticks after which, at the latest, its bounds hold; 0: from the beginning
	Ties        Ties
	Timely      []Pair // links that keep the bounds once they hold; nil: all
	Late        int    // ticks after which a message is lost that another link has not delivered
	Reading     model.Reading
	Watchers    model.Watchers

	// Where leaders have terms.
	PreVote, CheckQuorum bool
	Cut                  []Pair // links that carry nothing

	Elections int // begun per process
	Capacity  int // messages in one channel
	Counters  int // how far a counter counts that may grow for ever
}

// Default is the world in which an algorithm is looked at unless one asks for another.
func Default(a model.Algorithm, ids []model.ID) Config {
	c := Config{
		Algorithm: a, IDs: ids, Criterion: model.ByID, Crashes: a.Crashes, CrashPoints: AtSends, Initial: NobodyElected,
		Starts: 1, Timeouts: Sync, Detector: PerfectDetector, Mistakes: Unlimited, Channels: FIFO,
		Ties: DeliveryFirst, Losses: 1, Duplicates: 1, Repair: Lost, Reading: model.Repaired, Watchers: model.BothNeighbours,
		Elections: Unlimited, Capacity: Unlimited, Counters: defaultCounters,
	}
	if a.SelfGuarded {
		c.Starts = Unlimited
	}
	if a.Stable {
		c.Restarts = a.Restarts // else nobody comes back to what is kept
	}
	if a.Clockwork {
		c.Timeouts, c.Starts = ByClock, 0
	}
	c.Clock = c.DefaultClock(1, 0)
	if a.Numbering { // of whose messages there are many: all that are not lost arrive at once
		c.Clock = c.DefaultClock(0, 0)
	}
	c.Late = 2 * c.Clock.Tm
	return c
}

// Group is the processes with their criterion.
func (c Config) Group() *model.Group {
	merits := make([]model.Merit, len(c.IDs))
	for p := range merits {
		if c.Loads != nil {
			merits[p].Load = c.Loads[p]
		}
		if c.Logs != nil {
			merits[p].Log = c.Logs[p]
		}
	}
	return model.Rank(c.IDs, c.Criterion, merits)
}

// Variant is the one of its algorithms that the world is about.
func (c Config) Variant() model.Variant {
	return model.Variant{
		Reading: c.Reading, Watchers: c.Watchers, Logs: c.Logs, PreVote: c.PreVote, CheckQuorum: c.CheckQuorum,
		Most: c.Counters, Numbers: c.numbers(),
	}
}

// isCut reports whether a link carries nothing.
func (c Config) isCut(from, to model.ID) bool { return slices.Contains(c.Cut, Pair{from, to}) }

// DefaultElections is the bound on elections without which the world would be infinite.
func (c Config) DefaultElections() int {
	if c.Algorithm.Timed && c.Algorithm.Topology == model.Complete && (c.Timeouts == Any || c.maySleep()) {
		return 1
	}
	if c.Algorithm.Terms && (c.PreVote || c.Logs != nil || c.Cut != nil || c.Crashes == Unlimited || 2*c.Crashes >= len(c.IDs)) {
		return 2 // terms have no end where it may be that nobody can win
	}
	if c.Starts == Unlimited && !c.Algorithm.SelfGuarded {
		return 1
	}
	return Unlimited
}

// maySleep reports whether a message may stay under way for as long as anyone's timers run.
func (c Config) maySleep() bool {
	return c.IsClocked() && !c.Algorithm.Clockwork && (c.GST == Unlimited || c.Timely != nil)
}

// DefaultCapacity is the bound on channels without which the world would be, or might be,
// infinite: mistaken reports, and sights seen twice, begin elections without end; processes that
// restart, and messages that are lost or repeated, without end make others be sent without end.
func (c Config) DefaultCapacity() int {
	if c.Channels == Bag && c.Algorithm.Topology.IsRing() && c.Crashes != 0 {
		return 4 // an announcement of the dead overtakes the elections that each detection adds
	}
	if c.Restarts == Unlimited || c.Channels == Lossy && c.Losses == Unlimited || c.Channels == Duplicating && c.Duplicates == Unlimited {
		return 2
	}
	if c.Algorithm.Detected && c.Detector == InaccurateDetector && c.Mistakes == Unlimited {
		return 2
	}
	if c.Algorithm.Watched && c.Reading == model.Printed {
		return 4
	}
	if c.Algorithm.Multiplies && c.Reading == model.Printed && c.Crashes != 0 {
		return 4
	}
	if c.Algorithm.Watched {
		return 6
	}
	return Unlimited
}

// Promises reports whether the algorithm's author promises a property in this world: no more
// may befall the processes than the author reckons with.
func (c Config) Promises(property string) bool {
	a := c.Algorithm
	return slices.Contains(a.Promised, property) &&
		(a.Survives == Unlimited || c.Crashes != Unlimited && c.Crashes <= a.Survives) &&
		(c.Restarts == 0 || a.Restarts > 0) && (a.Terms || c.Channels == FIFO) &&
		(a.Terms || !a.Timed || a.Clockwork && c.suffices() || c.Timeouts == Sync) && (!a.Detected || c.Detector == PerfectDetector)
}

// Asks reports whether a property is asked when none is named: one of the default ones, or one
// that the algorithm is about.
func (c Config) Asks(property string) bool {
	return slices.Contains(c.Algorithm.Asks, property) ||
		slices.ContainsFunc(spec.Default(), func(p spec.Property) bool { return p.Name == property })
}

// Knows reports whether a property has anything to say in the world at all.
func (c Config) Knows(p spec.Property) bool {
	isOfConsensus := slices.ContainsFunc(spec.OfConsensus(), func(q spec.Property) bool { return q.Name == p.Name })
	return !isOfConsensus || c.Algorithm.On != ""
}

// LeavesOut reports whether something that may happen in the algorithm's default world cannot
// happen in this one: fewer crashes or starts, none inside a step, not everyone's start, or all
// have elected a leader already. What a world adds does not count.
func (c Config) LeavesOut() bool {
	d := Default(c.Algorithm, c.IDs)
	less := func(budget, than int) bool { return budget != Unlimited && (than == Unlimited || budget < than) }
	isIdle := func(id model.ID) bool { return c.Initiators != nil && !slices.Contains(c.Initiators, id) }
	return less(c.Crashes, d.Crashes) || less(c.Starts, d.Starts) || less(c.Restarts, d.Restarts) ||
		c.CrashPoints != d.CrashPoints || c.Initial != d.Initial || slices.ContainsFunc(c.IDs, isIdle)
}

// MaxProcesses is how many processes a world can have: a set of them is one machine word.
const MaxProcesses = 64

// Validate says what is wrong with a world, in one line that says what is allowed.
func (c Config) Validate() error {
	if n := len(c.IDs); n < 1 || n > MaxProcesses {
		return fmt.Errorf("%d ids: there must be 1 to %d processes", n, MaxProcesses)
	}
	for i, id := range c.IDs {
		if id < 1 || id > 1<<31-1 {
			return fmt.Errorf("id %d: ids are 1 to %d", id, 1<<31-1)
		}
		if slices.Contains(c.IDs[:i], id) {
			return fmt.Errorf("id %d is given twice: ids are distinct", id)
		}
	}
	for _, id := range c.Initiators {
		if !slices.Contains(c.IDs, id) {
			return fmt.Errorf("initiator %d: there is no such process; the ids are %v", id, c.IDs)
		}
	}
	if c.Loads != nil && len(c.Loads) != len(c.IDs) || c.Logs != nil && len(c.Logs) != len(c.IDs) {
		return fmt.Errorf("%d loads, %d logs: there is one for each of the %d processes", len(c.Loads), len(c.Logs), len(c.IDs))
	}
	for _, b := range c.amounts() {
		if b.value < Unlimited || b.value > 65535 {
			return fmt.Errorf("%s %d: it is 0 to 65535, or unlimited", b.name, b.value)
		}
	}
	if err := c.validateTerms(); err != nil {
		return err
	}
	if c.IsClocked() {
		if err := c.validateClock(); err != nil {
			return err
		}
	}
	return c.validateCounters()
}

type amount struct {
	name  string
	value int
}

func (c Config) amounts() []amount {
	return []amount{
		{"crashes", c.Crashes}, {"restarts", c.Restarts}, {"starts", c.Starts}, {"mistakes", c.Mistakes},
		{"losses", c.Losses}, {"duplicates", c.Duplicates}, {"elections", c.Elections}, {"capacity", c.Capacity},
		{"gst", c.GST},
	}
}
