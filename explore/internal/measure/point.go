package measure

import (
	"encoding/json"

	"interrex/checker/measure"
	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/model"
	"interrex/model/world"
)

// A Point is the result for one world: for one order of the ids, or for several.
type Point struct {
	N         int        `json:"n"`
	IDs       []model.ID `json:"ids"` // of the first order
	Orders    int        `json:"orders"`
	Explored  bool       `json:"explored"`     // all runs were measured, so that the message counts are exact
	States    int        `json:"states"`       // of all orders together
	Bound     orNull     `json:"bound"`        // the first that was hit
	Chained   orNull     `json:"delays_bound"` // the same for the exploration for delays
	Runs      int        `json:"drawn"`        // drawn at random
	Cut       bool       `json:"cut"`          // the steps did not suffice for all runs asked for
	Until     []Stretch  `json:"until"`        // by moment; Ended only if there are several starts, and only of all runs
	Phases    []Phase    `json:"phases"`       // the greatest of all orders
	LastPhase *int       `json:"last_phase"`   // the last one with messages
}

// newPoint is a point without orders. The costs stand by kind of message, then Messages, ToTheDead, Ticks, Delays, as far as
// they are measured.
func newPoint(c world.Config, delays bool) *Point {
	names, until := respects(c), []Moment{Decided, Over}
	if delays {
		names = append(names, Delays)
	}
	if c.Starts > 1 {
		until = append(until, Ended)
	}
	m := &Point{N: len(c.IDs), IDs: c.IDs, Explored: true, Phases: []Phase{}}
	for _, moment := range until {
		s := Stretch{Moment: moment}
		for _, name := range names {
			s.Costs = append(s.Costs, Cost{Name: name, Exact: true})
		}
		m.Until = append(m.Until, s)
	}
	return m
}

// orNull is a text; null in JSON if it is empty.
type orNull string

// MarshalJSON implements json.Marshaler.
func (s orNull) MarshalJSON() ([]byte, error) { return json.Marshal(prose.OrNull(string(s))) }

// A Stretch is the part of runs up to a moment.
type Stretch struct {
	Moment  Moment                `json:"moment"`
	Reached bool                  `json:"reached"` // in each order of the ids some run gets there
	Dodge   *check.Counterexample `json:"dodge"`   // the first run that can no longer get there; nil: none found
	Costs   []Cost                `json:"costs"`
}

// Cost returns the cost of that name, or nil if it is not measured.
func (s *Stretch) Cost(name string) *Cost {
	for i := range s.Costs {
		if s.Costs[i].Name == name {
			return &s.Costs[i]
		}
	}
	return nil
}

// A Cost is one cost of runs, such as the messages of one kind. What is unknown, unbounded or of no run is nil.
type Cost struct {
	Name         string   `json:"name"`
	Exact        bool     `json:"exact"` // each whole graph was explored
	Least        *Extreme `json:"least"`
	Greatest     *Extreme `json:"greatest"`
	MeanLeast    *float64 `json:"mean_least"` // over the orders of the ids
	MeanGreatest *float64 `json:"mean_greatest"`
	Drawn        *Spread  `json:"drawn"`

	leasts, greatests, reached int // sums over the orders of the ids; the orders in which some run gets there
}

// An Extreme is a least or greatest cost, with a run that attains it. If it is unbounded, the run is a lasso, and each round
// of its cycle costs more.
type Extreme struct {
	Cost      *int                  `json:"cost"`
	Unbounded bool                  `json:"unbounded"`
	IDs       []model.ID            `json:"ids"`
	Run       *check.Counterexample `json:"run"`

	world world.Config
	story *world.Story
}

// attained is an extreme with its run told.
func attained(w *world.World, e measure.Extreme) *Extreme {
	story := w.Tell(e.Path())
	found := &Extreme{Unbounded: e.Unbounded, IDs: w.Config().IDs, Run: check.JSONStory(&story), world: w.Config(), story: &story}
	if !e.Unbounded {
		found.Cost = &e.Cost
	}
	return found
}

// add adds the extremes of one more order of the ids.
func (c *Cost) add(w *world.World, least, greatest measure.Extreme) {
	if least.Path == nil {
		return
	}
	c.reached++
	if c.leasts += least.Cost; c.Least == nil || least.Cost < *c.Least.Cost {
		c.Least = attained(w, least)
	}
	c.greatests += greatest.Cost
	if most := c.Greatest; most == nil || !most.Unbounded && (greatest.Unbounded || greatest.Cost > *most.Cost) {
		c.Greatest = attained(w, greatest)
	}
}

// finish takes the means, and leaves out what is not exact.
func (m *Point) finish() {
	for i := range m.Until {
		s := &m.Until[i]
		s.Reached = m.Explored && m.Orders > 0
		for j := range s.Costs {
			c := &s.Costs[j]
			if !c.Exact {
				c.Least, c.Greatest = nil, nil
				continue
			}
			s.Reached = s.Reached && c.reached == m.Orders
			c.MeanLeast = c.mean(c.Least, c.leasts, m.Orders)
			c.MeanGreatest = c.mean(c.Greatest, c.greatests, m.Orders)
		}
	}
}

// mean is the mean of an extreme over the orders.
func (c *Cost) mean(e *Extreme, sum, orders int) *float64 {
	if e == nil || e.Unbounded {
		return nil
	}
	mean := float64(sum) / float64(orders)
	return &mean
}

// A Spread is the cost of the drawn runs that reached their moment.
type Spread struct {
	Runs     int     `json:"runs"`
	Mean     float64 `json:"mean"`
	Least    int     `json:"least"`
	Greatest int     `json:"greatest"`

	sum int
}

// draw adds the cost of one more drawn run.
func (c *Cost) draw(cost int) {
	if c.Drawn == nil {
		c.Drawn = &Spread{Least: cost}
	}
	s := c.Drawn
	s.Runs, s.sum = s.Runs+1, s.sum+cost
	s.Least, s.Greatest, s.Mean = min(s.Least, cost), max(s.Greatest, cost), float64(s.sum)/float64(s.Runs)
}
