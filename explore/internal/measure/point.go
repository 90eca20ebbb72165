package measure

import (
	"math"
	"slices"

	"interrex/checker"
	"interrex/model/world"
)

// A Point is the result for one number of processes: for one order of the ids, or for several.
type Point struct {
	N       int
	World   world.Config // that of the first order
	Orders  int
	States  int    // of all orders together; 0: not explored
	Bound   string // the first that was hit, or ""
	Chained string // the same for the exploration for delays
	Until   [moments]Stretch
	Whole   Stretch // until Ended: only of all runs, and only if there are several starts

	Phases []Phase   // the greatest of all orders
	Rounds *Lockstep // nil: it was not asked for

	Runs int  // drawn at random
	Cut  bool // the steps did not suffice for all runs asked for
}

// Add adds the measure of one more order.
func (p *Point) Add(m *Measure) {
	first := p.Orders == 0
	if p.Orders++; first {
		p.N, p.World, p.Rounds = len(m.World.IDs), m.World, m.Rounds
	}
	p.Bound, p.Chained = bound(p.Bound, m.Counts), bound(p.Chained, m.Chains)
	if m.Counts != nil {
		p.States += m.Counts.States
	}
	p.Runs, p.Cut = p.Runs+m.Sample.Runs, p.Cut || m.Sample.Cut
	for moment := range moments {
		p.Until[moment].add(m.Until[moment], p.Orders)
	}
	p.Whole.add(m.Whole, p.Orders)
	p.addPhases(m.Phases)
}

// Stretches lists the costs up to each moment, up to Ended only if it was measured.
func (p *Point) Stretches() []Stretch {
	if len(p.Whole.Costs) == 0 {
		return p.Until[:]
	}
	return append(slices.Clone(p.Until[:]), p.Whole)
}

func bound(known string, r *checker.Report) string {
	if known == "" && r != nil {
		return r.Bound
	}
	return known
}

func (s *Stretch) add(more Stretch, orders int) {
	if orders == 1 {
		s.Reached = true
		for _, c := range more.Costs {
			s.Costs = append(s.Costs, Cost{Name: c.Name, Exact: true})
		}
	}
	s.Reached = s.Reached && more.Reached
	if s.Dodge == nil {
		s.Dodge = more.Dodge
	}
	for i, c := range more.Costs {
		s.Costs[i].add(c, orders)
	}
}

func (s *Cost) add(c Cost, orders int) {
	s.Exact = s.Exact && c.Exact
	s.Random.join(c.Random)
	if c.Least.Reached && (!s.Least.Reached || c.Least.Cost < s.Least.Cost) {
		s.Least = c.Least.told()
	}
	if c.Greatest.Reached && !s.Greatest.Unbounded &&
		(!s.Greatest.Reached || c.Greatest.Unbounded || c.Greatest.Cost > s.Greatest.Cost) {
		s.Greatest = c.Greatest.told()
	}
	greatest := float64(c.Greatest.Cost)
	if c.Greatest.Unbounded {
		greatest = math.Inf(1)
	}
	s.MeanLeast += (float64(c.Least.Cost) - s.MeanLeast) / float64(orders)
	if s.MeanGreatest += (greatest - s.MeanGreatest) / float64(orders); math.IsNaN(s.MeanGreatest) {
		s.MeanGreatest = math.Inf(1)
	}
}

// join puts two samples together (Chan, Golub and LeVeque 1979).
func (s *Spread) join(more Spread) {
	if more.Runs == 0 {
		return
	}
	if s.Runs == 0 {
		*s = more
		return
	}
	n, m := float64(s.Runs), float64(more.Runs)
	apart := more.Mean - s.Mean
	s.squares += more.squares + apart*apart*n*m/(n+m)
	s.Mean += apart * m / (n + m)
	s.Runs += more.Runs
	s.Least, s.Greatest = min(s.Least, more.Least), max(s.Greatest, more.Greatest)
	s.Deviation = math.Sqrt(s.squares / float64(s.Runs-1))
}

// Explored reports whether all runs were measured, so that the message counts are exact.
func (p *Point) Explored() bool {
	c, measured := p.Until[Over].Cost(Messages)
	return measured && c.Exact
}
