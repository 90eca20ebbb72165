package measure

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"interrex/checker/measure"
	"interrex/model"
)

// A Draw is the number of random runs. In each state, all enabled steps are equally likely. Equal seeds draw
// equal runs.
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

// A Spread is the cost of the drawn runs that reached their moment.
type Spread struct {
	Runs      int     `json:"runs"`
	Mean      float64 `json:"mean"`
	Deviation float64 `json:"deviation"` // the standard deviation of the sample, 0 for one run
	Least     int     `json:"least"`
	Greatest  int     `json:"greatest"`
	squares   float64
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

// strolls draws runs from the explored graph, unless processes draw lots, and returns what they cost. Each run may use its share of the
// steps that are left.
func (m *Point) strolls(ctx context.Context, runs *measure.Runs, all []measure.Cost) []Spread {
	spreads := make([]Spread, len(all))
	if draws(m.world) {
		return spreads
	}
	ended, left := 0, m.draw.Steps
	for i := range m.draw.Runs {
		if ctx.Err() != nil {
			break
		}
		stroll := runs.Stroll(m.draw.generator(m.N, i).IntN, left/(m.draw.Runs-i), all)
		if left -= stroll.Steps; stroll.Cut {
			m.Cut = true
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
