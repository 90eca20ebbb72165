package measure

import (
	"cmp"
	"encoding/json"
	"math"

	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/model"
	"interrex/model/world"
)

// A Point is the result for one number of processes: for one order of the ids, or for several.
type Point struct {
	N         int        `json:"n"`
	IDs       []model.ID `json:"ids"` // of the first order
	Orders    int        `json:"orders"`
	Explored  bool       `json:"explored"`     // all runs were measured, so that the message counts are exact
	States    int        `json:"states"`       // of all orders together; 0: not explored
	Bound     orNull     `json:"bound"`        // the first that was hit
	Chained   orNull     `json:"delays_bound"` // the same for the exploration for delays
	Runs      int        `json:"drawn"`        // drawn at random
	Cut       bool       `json:"cut"`          // the steps did not suffice for all runs asked for
	Until     []Stretch  `json:"until"`        // by moment; Ended only if there are several starts, and only of all runs
	Phases    []Phase    `json:"phases"`       // the greatest of all orders
	LastPhase *int       `json:"last_phase"`   // the last one with messages

	world world.Config // that of the first order
}

// newPoint is a point of one order of the ids, without costs.
func newPoint(q Question) *Point {
	m := &Point{N: len(q.World.IDs), IDs: q.World.IDs, Orders: 1, Until: []Stretch{{Moment: Decided}, {Moment: Over}}, Phases: []Phase{}, world: q.World}
	if q.World.Starts > 1 {
		m.Until = append(m.Until, Stretch{Moment: Ended})
	}
	return m
}

// orNull is a text; null in JSON if it is empty.
type orNull string

// MarshalJSON implements json.Marshaler.
func (s orNull) MarshalJSON() ([]byte, error) { return json.Marshal(prose.OrNull(string(s))) }

// A Stretch is the part of runs up to a moment.
type Stretch struct {
	Moment Moment `json:"moment"`

	// Reached: in each order of the ids some run gets there. Dodge is the first run that can no longer get
	// there; nil: none found.
	Reached bool                  `json:"reached"`
	Dodge   *check.Counterexample `json:"dodge"`

	Costs []Cost `json:"costs"` // by kind of message, then Messages, ToTheDead, Delays, as far as measured
}

// Cost returns the cost of that name, and whether it was measured.
func (s Stretch) Cost(name string) (Cost, bool) {
	for _, c := range s.Costs {
		if c.Name == name {
			return c, true
		}
	}
	return Cost{}, false
}

// Add adds one more order.
func (p *Point) Add(m *Point) {
	if p.Orders == 0 {
		*p = *m
		p.Until, p.Orders, p.States, p.Runs, p.Phases = nil, 0, 0, 0, []Phase{}
	}
	p.Orders++
	p.Bound, p.Chained = cmp.Or(p.Bound, m.Bound), cmp.Or(p.Chained, m.Chained)
	p.States, p.Runs, p.Cut = p.States+m.States, p.Runs+m.Runs, p.Cut || m.Cut
	for i, s := range m.Until {
		if p.Orders == 1 {
			p.Until = append(p.Until, s.blank())
		}
		p.Until[i].add(s, p.Orders)
	}
	messages, measured := p.Until[Over].Cost(Messages)
	p.Explored = measured && messages.Exact
	p.addPhases(m.Phases)
}

// blank is the stretch before any order is added.
func (s Stretch) blank() Stretch {
	blank := Stretch{Moment: s.Moment, Reached: true, Costs: []Cost{}}
	for _, c := range s.Costs {
		blank.Costs = append(blank.Costs, Cost{Name: c.Name, Exact: true})
	}
	return blank
}

func (s *Stretch) add(more Stretch, orders int) {
	s.Reached = s.Reached && more.Reached
	s.Dodge = cmp.Or(s.Dodge, more.Dodge)
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

// join puts two samples together.
func (s *Spread) join(more Spread) {
	if more.Runs == 0 {
		return
	}
	if s.Runs == 0 {
		*s = more
		return
	}
	s.Runs += more.Runs
	s.Mean += (more.Mean - s.Mean) * float64(more.Runs) / float64(s.Runs)
	s.Least, s.Greatest = min(s.Least, more.Least), max(s.Greatest, more.Greatest)
}
