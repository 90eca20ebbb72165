package costs

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"interrex/checker/measure"
	"interrex/explore/internal/simulate"
	"interrex/model"
	"interrex/model/world"
)

// A Draw says how many runs are drawn at random: in each state each possible step is as likely as
// the others. The same seed draws the same runs.
type Draw struct {
	Seed  uint64
	Runs  int
	Steps int // of all runs together at most

	Order int // which of several orders of the ids this is
}

// generator makes the random numbers of one run: others for each number of processes, each order of
// the ids and each run, so that what is drawn for one says nothing of another.
func (d Draw) generator(n, run int) *rand.Rand {
	return rand.New(rand.NewPCG(d.Seed, uint64(n)<<48^uint64(d.Order)<<24^uint64(run)))
}

// Shuffled is an order of the ids drawn at random.
func (d Draw) Shuffled(ids []model.ID) []model.ID {
	ring := slices.Clone(ids)
	d.generator(len(ids), -1).Shuffle(len(ring), func(a, b int) { ring[a], ring[b] = ring[b], ring[a] })
	return ring
}

// A Sample is how many runs were drawn. Cut: Draw.Steps did not allow more, or not all of the run in rounds.
type Sample struct {
	Runs int
	Cut  bool
}

// A Spread is what the drawn runs that reached their moment cost.
type Spread struct {
	Runs            int
	Least, Greatest int
	Mean, Deviation float64 // Deviation: the standard deviation of the sample, 0 of one run
	squares         float64
}

// add counts one more run (Welford 1962).
func (s *Spread) add(cost int) {
	if s.Runs++; s.Runs == 1 || cost < s.Least {
		s.Least = cost
	}
	s.Greatest = max(s.Greatest, cost)
	before := float64(cost) - s.Mean
	s.Mean += before / float64(s.Runs)
	s.squares += before * (float64(cost) - s.Mean)
	if s.Runs > 1 {
		s.Deviation = math.Sqrt(s.squares / float64(s.Runs-1))
	}
}

// A Lockstep is the run in rounds.
type Lockstep struct {
	Run   simulate.Run
	After []int // messages sent by the end of each round, that of the starts first
}

// Cost is what the run in rounds has cost until a moment, if it got there.
func (l *Lockstep) Cost(moment Moment, name string) (cost int, reached bool) {
	until := []simulate.Cost{l.Run.Decided, l.Run.Over}[moment]
	switch name {
	case Messages:
		return until.Messages, until.Reached
	case Delays:
		return until.Delays, until.Reached
	}
	for kind, sent := range until.Kinds {
		if kind.String() == name {
			cost = sent
		}
	}
	return cost, until.Reached
}

// CanSimulate reports whether package simulate can run elections in such a world: nothing befalls
// processes or channels, and timers do not fire too early. A capacity that is there by default keeps
// explorations finite, and does not bind a single run.
func CanSimulate(c world.Config) bool {
	return c.Crashes == 0 && c.Restarts == 0 && c.Initial != world.SelfElected && c.Channels == world.FIFO &&
		(c.Capacity == world.Unlimited || c.Capacity == world.Usual || c.Capacity == c.DefaultCapacity()) &&
		(!c.Algorithm.Timed() || c.Timeouts == world.Sync || c.Timeouts == world.Perfect) && !c.Errs() &&
		simulate.Can(c.Algorithm) && (c.Algorithm.Most == 0 || len(c.IDs) <= c.Algorithm.Most)
}

// CanDraw reports whether runs of such a world can be drawn without its graph: package simulate runs
// it, or one of its steps is taken after another.
func CanDraw(c world.Config) bool { return CanSimulate(c) || c.Validate() == nil }

// election is the world as package simulate takes it.
func election(ctx context.Context, c world.Config) simulate.Election {
	c = c.Bounded()
	e := simulate.Election{
		Stopped: func() bool { return ctx.Err() != nil },
		Handler: c.Algorithm.Make(c.Variant()),
		Group:   c.Group(), Initiators: c.Initiators, Starts: c.Starts, Elections: c.Elections,
	}
	if c.Initial == world.LeaderElected {
		e.Leader = e.Group.Highest()
	}
	return e
}

// lockstep makes the run in rounds.
func (m *Measure) lockstep(ctx context.Context, q Question) {
	run, after := election(ctx, q.World).Lockstep(q.Draw.Steps)
	m.Lockstep = &Lockstep{run, after}
	m.Sample.Cut = m.Sample.Cut || !run.Ended
}

// strolls draws runs from the explored graph where they cannot be simulated, and returns what they
// cost. Each has its share of the steps that are left.
func (m *Measure) strolls(ctx context.Context, runs *measure.Runs, all []measure.Cost) []Spread {
	spreads := make([]Spread, len(all))
	if CanSimulate(m.World) {
		return spreads
	}
	ended, left := 0, m.Draw.Steps
	for i := range m.Draw.Runs {
		if ctx.Err() != nil {
			break
		}
		stroll := runs.Stroll(m.Draw.generator(len(m.World.IDs), i).IntN, left/(m.Draw.Runs-i), all)
		if left -= stroll.Steps; stroll.Cut {
			m.Sample.Cut = true
			continue
		}
		ended++
		for c := range spreads {
			if stroll.Reached {
				spreads[c].add(stroll.Spent[c])
			}
		}
	}
	m.strolled = append(m.strolled, ended)
	return spreads
}

// draw simulates runs and adds what they cost, as many as the steps allow.
func (m *Measure) draw(ctx context.Context, q Question) {
	e, left := election(ctx, q.World), q.Draw.Steps
	for i := range q.Draw.Runs {
		run := e.Random(q.Draw.generator(len(q.World.IDs), i), left)
		if !run.Ended {
			m.Sample.Cut = true
			return
		}
		left -= run.Steps
		m.Sample.Runs++
		for moment, cost := range []simulate.Cost{run.Decided, run.Over} {
			if cost.Reached {
				m.Until[moment].spread(q.World, cost)
			}
		}
	}
}

// spread adds what one run cost.
func (s *Stretch) spread(c world.Config, run simulate.Cost) {
	for i := range s.Costs {
		cost := &s.Costs[i]
		switch cost.Name {
		case Messages:
			cost.Random.add(run.Messages)
		case Delays:
			cost.Random.add(run.Delays)
		default:
			cost.Random.add(run.Kinds[c.Algorithm.Kinds[i]])
		}
	}
}
