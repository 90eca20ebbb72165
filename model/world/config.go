package world

import (
	"slices"

	"interrex/model"
)

// Unlimited is a budget or bound that is never used up.
const Unlimited = model.Unlimited

// Usual, of Elections and Capacity, is the bound without which the rest of the world would be, or might be,
// infinite: DefaultElections and DefaultCapacity. It is what Default leaves to New.
const Usual = -2

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
	SelfElected   Initial = "themselves" // each leads: what elections have left behind on a network in pieces

	Sync    Timeouts = "sync"
	Perfect Timeouts = "perfect"
	Any     Timeouts = "any"

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
)

// Values are the words that there are, the first by default.
func (CrashPoints) Values() []CrashPoints { return []CrashPoints{AtSends, AtSteps} }

// Values are the words that there are, the first by default.
func (Initial) Values() []Initial { return []Initial{NobodyElected, LeaderElected, SelfElected} }

// Values are the words that there are. Not every algorithm bears each.
func (Timeouts) Values() []Timeouts { return []Timeouts{Sync, Perfect, Any, ByClock} }

// Values are the words that there are, the first by default.
func (Detector) Values() []Detector {
	return []Detector{PerfectDetector, IncompleteDetector, InaccurateDetector, EventuallyPerfect}
}

// Values are the words that there are, the first by default.
func (Channels) Values() []Channels { return []Channels{FIFO, Bag, Lossy, Duplicating} }

// Values are the words that there are, the first by default.
func (Repair) Values() []Repair { return []Repair{Lost, Resent} }

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
	Mistakes    int // of a detector that errs, in a run
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

	// Suspicions: a record is kept of who has been suspected since it became the leader. It makes states
	// different that are else the same, so that a world keeps it only where spec.Stability is asked.
	Suspicions bool

	Elections int // begun per process; or Usual
	Capacity  int // messages in one channel; or Usual
	Counters  int // how far a counter counts that may grow for ever
}

// Bounded is the world with numbers for the bounds that are Usual.
func (c Config) Bounded() Config {
	if c.Elections == Usual {
		c.Elections = c.DefaultElections()
	}
	if c.Capacity == Usual {
		c.Capacity = c.DefaultCapacity()
	}
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

// Errs reports whether there is a detector that makes mistakes, at first or for ever.
func (c Config) Errs() bool {
	return c.Algorithm.Detected() && (c.Detector == InaccurateDetector || c.Detector == EventuallyPerfect)
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
