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

// A Draw says how many runs are drawn at random. In each state, all possible steps are equally likely. Equal seeds
// draw equal runs.
type Draw struct {
	Seed  uint64
	Runs  int
	Steps int // at most this many in all runs together

	Order int // index among several orders of the ids
}

// generator makes the random numbers of one run. They are independent for each number of processes, each order of
// the ids and each run.
func (d Draw) generator(n, run int) *rand.Rand {
	return rand.New(rand.NewPCG(d.Seed, uint64(n)<<48^uint64(d.Order)<<24^uint64(run)))
}

// Shuffled is a random order of the ids.
func (d Draw) Shuffled(ids []model.ID) []model.ID {
	ring := slices.Clone(ids)
	d.generator(len(ids), -1).Shuffle(len(ring), func(a, b int) { ring[a], ring[b] = ring[b], ring[a] })
	return ring
}

// A Sample counts the drawn runs. Cut says that Draw.Steps did not allow more of them, or cut the run in rounds
// short.
type Sample struct {
	Runs int
	Cut  bool
}

// A Spread is the cost of the drawn runs that reached their moment.
type Spread struct {
	Runs            int
	Least, Greatest int
	Mean, Deviation float64 // Deviation: the standard deviation of the sample, 0 for one run
	squares         float64
}

// add adds the cost of one more run (Welford 1962).
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
	After []int // messages sent by the end of each round, beginning with that of the starts
}

// Cost is what the run in rounds has cost up to a moment, and whether it reached that moment.
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

// CanSimulate reports whether package simulate can draw runs of such a world: it has rounds, and nobody draws lots.
func CanSimulate(c world.Config) bool { return hasRounds(c) && !draws(c) }

// hasRounds reports whether package simulate can run elections in such a world in rounds: nothing happens to
// processes or channels, and no timer fires too early. The default capacity keeps explorations finite; it does not
// bind a single run.
func hasRounds(c world.Config) bool {
	return c.Crashes == 0 && c.Restarts == 0 && c.Initial != world.SelfElected && c.Channels == world.FIFO &&
		(c.Capacity == world.Unlimited || c.Capacity == world.Usual || c.Capacity == c.DefaultCapacity()) &&
		(!c.Algorithm.Timed() || c.Timeouts == world.Sync || c.Timeouts == world.Perfect) && !c.Errs() &&
		simulate.Can(c.Algorithm) && (c.Algorithm.Most == 0 || len(c.IDs) <= c.Algorithm.Most)
}

// CanDraw reports whether runs of such a world can be drawn without its graph, either by package simulate or step
// by step through the world.
func CanDraw(c world.Config) bool { return CanSimulate(c) || c.Validate() == nil }

// election is the world in the form that package simulate takes.
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

// lockstep runs the election in rounds.
func (m *Measure) lockstep(ctx context.Context, q Question) {
	run, after := election(ctx, q.World).Lockstep(q.Draw.generator(len(q.World.IDs), 0), q.Draw.Steps)
	m.Lockstep = &Lockstep{run, after}
	m.Sample.Cut = m.Sample.Cut || !run.Ended
}

// strolls draws runs from the explored graph if they are neither simulated nor walked, and returns what they cost.
// Each run may use its share of the steps that are left.
func (m *Measure) strolls(ctx context.Context, runs *measure.Runs, all []measure.Cost) []Spread {
	spreads := make([]Spread, len(all))
	if CanSimulate(m.World) || draws(m.World) {
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

// draw simulates runs, as many as the steps allow, and adds what they cost.
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

// spread adds the cost of one run.
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
