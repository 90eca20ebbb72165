package world

import (
	"fmt"
	"slices"

	"interrex/model"
	"interrex/spec"
)

// Unlimited is a budget or bound without a limit.
const Unlimited = model.Unlimited

// Usual stands for DefaultElections or DefaultCapacity in Elections and Capacity. New replaces it.
const Usual = -2

// The dimensions of a world. Their values are those of spec/election.md and of the command line.
type (
	CrashPoints string // positions of crashes
	Initial     string // leaders in the initial state
	Timeouts    string // moments of timeouts
	Detector    string // mistakes of the failure detector
	Channels    string // faults of channels
	Repair      string // treatment of messages on their way to a process of the ring that crashes
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

// Values lists the values; the first is the default. TimeoutsOf lists the Timeouts of an algorithm.
func (CrashPoints) Values() []CrashPoints { return []CrashPoints{AtSends, AtSteps} }
func (Initial) Values() []Initial         { return []Initial{NobodyElected, LeaderElected, SelfElected} }
func (Timeouts) Values() []Timeouts       { return []Timeouts{Sync, Perfect, Any, ByClock} }
func (Channels) Values() []Channels       { return []Channels{FIFO, Bag, Lossy, Duplicating} }
func (Repair) Values() []Repair           { return []Repair{Lost, Resent} }
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
	return c.Algorithm.Make(model.Variant{Reading: c.Reading, Options: c.Options, Logs: c.Logs}).Protocol()
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

// DefaultElections is a bound on elections that makes the world finite; Unlimited if it needs none.
func (c Config) DefaultElections() int {
	if c.Algorithm.Timed() && c.Algorithm.Topology == model.Complete && (c.Timeouts == Any && !(c.Algorithm.Terms() && c.Firings != Unlimited) || c.mayStall()) {
		return 1
	}
	if c.Starts == Unlimited && !c.Algorithm.SelfGuarded {
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

// MaxProcesses is the greatest number of processes: a set of processes is one machine word.
const MaxProcesses = 64

// Validate returns an error in one line, with what is allowed, for a world that is not possible. Single values are valid: they are checked
// where they are read.
func (c Config) Validate() error {
	for _, validate := range []func() error{
		c.Algorithm.Validate, c.validateTimers, c.validateProcesses, c.validateRanks, c.validateAmounts, c.validateClock,
	} {
		if err := validate(); err != nil {
			return err
		}
	}
	return nil
}

// validateProcesses returns an error for a wrong number of processes, or initial leaders that the algorithm cannot have.
func (c Config) validateProcesses() error {
	a, n := c.Algorithm, len(c.IDs)
	switch {
	case n < 1 || n > MaxProcesses:
		return fmt.Errorf("%d ids: wrong number; allowed are 1 to %d processes", n, MaxProcesses)
	case c.Initial == SelfElected && (a.Terms() || a.Anonymous):
		return fmt.Errorf("initial %s: not for %s; allowed are %s and %s", SelfElected, a.Name, NobodyElected, LeaderElected)
	}
	return nil
}

// validateAmounts returns an error for a default that is out of range.
func (c Config) validateAmounts() error {
	c = c.Bounded()
	isBound := func(n int) bool { return n == Unlimited || n >= 0 && n <= 65535 }
	switch {
	case !isBound(c.Elections):
		return fmt.Errorf("elections %d: out of range; allowed are 0 to 65535 and unlimited", c.Elections)
	case !isBound(c.Capacity):
		return fmt.Errorf("capacity %d: out of range; allowed are 0 to 65535 and unlimited", c.Capacity)
	case c.IsClocked() && c.Late > MostTicks:
		return fmt.Errorf("late %d: out of range; allowed are 0 to %d ticks", c.Late, MostTicks)
	case c.IsClocked() && c.Clock.T > MostTicks:
		return fmt.Errorf("t %d: out of range; allowed are 1 to %d ticks", c.Clock.T, MostTicks)
	}
	return nil
}

// validateRanks returns an error if the algorithm's own criterion is not a total order.
func (c Config) validateRanks() error {
	outranks := c.Algorithm.Outranks()
	if outranks == nil {
		return nil
	}
	if c.Criterion != model.ByID {
		return fmt.Errorf("criterion %s: not for %s, which has its own method Outranks; allowed is %s", c.Criterion, c.Algorithm.Name, model.ByID)
	}
	ascending := model.RankBy(c.IDs, outranks).Ascending()
	for i, a := range ascending {
		for j, b := range ascending {
			if outranks(a, b) != (i > j) {
				return fmt.Errorf("%s: the method Outranks is not a strict total order of %d and %d; exactly one of two processes outranks the other, without cycles",
					c.Algorithm.Name, a, b)
			}
		}
	}
	return nil
}

// validateTimers returns an error for timers without the methods that Timeouts needs.
func (c Config) validateTimers() error {
	able := c.Algorithm.Abilities()
	switch {
	case c.IsClocked() && able.Termed && !c.Algorithm.Own:
		return NoClock(c.Algorithm)
	case !able.Timed:
	case c.IsClocked() && !able.Clocked:
		return fmt.Errorf("timeouts %s: %s has timers without the method Ticks of model.Clocked", c.Timeouts, c.Algorithm.Name)
	case !c.IsClocked() && c.Timeouts != Any && !able.Awaiting:
		instead := Any
		if c.Algorithm.Own {
			instead = TimeoutsOf(c.Algorithm)[0]
		}
		return fmt.Errorf("timeouts %s: %s has timers without the methods CanCome and Concerns of model.Await; allowed without them is %s",
			c.Timeouts, c.Algorithm.Name, instead)
	}
	return nil
}

// Promises reports whether the algorithm's author promises a property in this world.
func (c Config) Promises(property string) bool {
	return c.departures() == nil && slices.Contains(c.Algorithm.Promised, property)
}

// Promised lists the properties that the author promises in this world. If there are none, the error has the reason.
func (c Config) Promised() ([]spec.Property, error) {
	promised := slices.DeleteFunc(c.Algorithm.Meaningful(), func(p spec.Property) bool { return !slices.Contains(c.Algorithm.Promised, p.Name) })
	why := c.departures()
	switch {
	case why != nil:
		return nil, fmt.Errorf("%s promises nothing %s", c.Algorithm.Name, why[0].description)
	case len(promised) == 0:
		return nil, fmt.Errorf("%s promises nothing in any world", c.Algorithm.Name)
	}
	return promised, nil
}

// A departure is a difference of a world from the author's assumptions.
type departure struct {
	description string // "with -crashes=1"
	flag        string // the flag that undoes it; empty if one flag is not enough
}

// departures lists the differences of this world from the author's assumptions. Promises of an election with terms hold in every world.
func (c Config) departures() (all []departure) {
	a, own := c.Algorithm, TimeoutsOf(c.Algorithm)[0]
	if a.Own && (a.Terms() || c.isWithin(c.Author)) {
		return nil
	}
	if a.Own && c.Author != nil {
		return []departure{{"beyond its default world", ""}}
	}
	unless := func(isGood bool, name string, value, good any) {
		if value == Unlimited {
			value = "unlimited"
		}
		if !isGood {
			all = append(all, departure{fmt.Sprintf("with -%s=%v", name, value), fmt.Sprintf("-%s=%v", name, good)})
		}
	}
	unless(isAtMost(c.Crashes, a.Survives), "crashes", c.Crashes, a.Survives)
	unless(c.Restarts == 0 || a.Restarts != 0, "restarts", c.Restarts, 0)
	unless(c.Channels == FIFO || a.Terms(), "channels", c.Channels, FIFO)
	unless(c.Detector == PerfectDetector || !a.Detected(), "detector", c.Detector, PerfectDetector)
	switch {
	case a.Terms() || !a.Timed():
	case a.Clockwork() && !c.hasEnoughLinks():
		all = append(all, departure{"without enough timely links", ""})
	case a.Own && c.IsClocked() && !a.Clockwork():
		unless(c.GST == 0, "gst", c.GST, 0)
	case !a.Clockwork():
		unless(c.Timeouts == own, "timeouts", c.Timeouts, own)
	}
	return all
}

// isWithin reports whether the author's default world includes this one: it has the same channels, detector and timing, and at least
// the same budgets.
func (c Config) isWithin(author *Config) bool {
	return author != nil && isAtMost(c.Crashes, author.Crashes) && isAtMost(c.Restarts, author.Restarts) && isAtMost(c.Mistakes, author.Mistakes) &&
		c.Channels == author.Channels && isAtMost(c.Losses, author.Losses) && isAtMost(c.Duplicates, author.Duplicates) &&
		c.Detector == author.Detector && c.Timeouts == author.Timeouts && (!c.IsClocked() || isAtMost(c.GST, author.GST))
}

// isAtMost compares two budgets.
func isAtMost(budget, of int) bool {
	return of == Unlimited || budget != Unlimited && budget <= of
}

// WayBack lists the flags that change this world into one with the author's promises. It stops at a difference without a flag.
func (c Config) WayBack() (flags []string) {
	for _, d := range c.departures() {
		if d.flag == "" {
			break
		}
		flags = append(flags, d.flag)
	}
	return flags
}
