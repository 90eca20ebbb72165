package world

import "interrex/model"

// Default is the world in which an algorithm is looked at unless one asks for another.
func Default(a model.Algorithm, ids []model.ID) Config {
	c := Config{
		Algorithm: a, IDs: ids, Criterion: model.ByID, Crashes: a.Crashes, CrashPoints: AtSends, Initial: NobodyElected,
		Starts: 1, Timeouts: Sync, Detector: PerfectDetector, Mistakes: Unlimited, Channels: FIFO,
		Ties: DeliveryFirst, Losses: 1, Duplicates: 1, Repair: Lost, Reading: model.Repaired, Watchers: model.BothNeighbours,
		Elections: Usual, Capacity: Usual, Counters: defaultCounters,
	}
	if a.SelfGuarded {
		c.Starts = Unlimited
	}
	if a.Stable() {
		c.Restarts = a.Restarts // else nobody comes back to what is kept
	}
	if a.Clockwork() {
		c.Timeouts, c.Starts = ByClock, 0
	}
	c.Clock = c.DefaultClock(1, 0)
	if a.Numbering { // of whose messages there are many: all that are not lost arrive at once
		c.Clock = c.DefaultClock(0, 0)
	}
	c.Late = 2 * c.Clock.Tm
	return c
}

// DefaultElections is the bound on elections without which the world would be infinite.
func (c Config) DefaultElections() int {
	if c.Algorithm.Timed() && c.Algorithm.Topology == model.Complete && (c.Timeouts == Any || c.maySleep()) {
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
	return c.IsClocked() && !c.Algorithm.Clockwork() && (c.GST == Unlimited || c.Timely != nil)
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
	if c.Errs() && c.Mistakes == Unlimited {
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
