package measure

import (
	"fmt"
	"io"
	"math"

	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/model"
)

// measured is the JSON of the command measure. A value is null where it is unknown, or does not exist.
type measured struct {
	Interrex  string      `json:"interrex"`
	Algorithm string      `json:"algorithm"`
	World     check.World `json:"world"`
	Orders    string      `json:"orders"`
	Seed      uint64      `json:"seed"`
	Points    []point     `json:"points"`
	Reproduce string      `json:"reproduce"`
	Exit      int         `json:"exit"`
}

type point struct {
	N           int        `json:"n"`
	IDs         []model.ID `json:"ids"`
	Orders      int        `json:"orders"`
	Explored    bool       `json:"explored"`
	States      int        `json:"states"`
	Bound       *string    `json:"bound"`
	DelaysBound *string    `json:"delays_bound"`
	Drawn       int        `json:"drawn"`
	Cut         bool       `json:"cut"`
	Until       []until    `json:"until"`
	Phases      []phase    `json:"phases"`
	LastPhase   *int       `json:"last_phase"`
	Lockstep    []int      `json:"lockstep"` // messages sent by the end of each round; null: no such run was made
}

// In a phase, null means unbounded.
type phase struct {
	Name     string `json:"name"`
	Starters *int   `json:"starters"`
	OfOne    *int   `json:"of_one"`
}

type until struct {
	Moment  string                `json:"moment"`
	Reached bool                  `json:"reached"`
	Dodge   *check.Counterexample `json:"dodge"`
	Costs   []cost                `json:"costs"`
}

type cost struct {
	Name         string    `json:"name"`
	Exact        bool      `json:"exact"`
	Least        *attainer `json:"least"`
	Greatest     *attainer `json:"greatest"`
	MeanLeast    *float64  `json:"mean_least"`
	MeanGreatest *float64  `json:"mean_greatest"`
	Drawn        *sample   `json:"drawn"`
	Formulas     []formula `json:"formulas"`
}

// An attainer is an extreme with a run that attains it. If the extreme is unbounded, the run is a lasso.
type attainer struct {
	Cost      *int                  `json:"cost"`
	Unbounded bool                  `json:"unbounded"`
	IDs       []model.ID            `json:"ids"`
	Run       *check.Counterexample `json:"run"`
}

type sample struct {
	Runs      int     `json:"runs"`
	Mean      float64 `json:"mean"`
	Deviation float64 `json:"deviation"`
	Least     int     `json:"least"`
	Greatest  int     `json:"greatest"`
}

type formula struct {
	Text     string  `json:"text"`
	Claim    string  `json:"claim"`
	Cause    string  `json:"cause"`
	Source   string  `json:"source"`
	Value    float64 `json:"value"`
	Standing string  `json:"standing"`
}

// JSON writes one object.
func (c *Costs) JSON(out io.Writer) error {
	d := measured{
		Interrex: check.Version, Algorithm: c.request.World.Algorithm.Name, World: check.JSONWorld(c.request.World),
		Orders: string(c.request.Orders), Seed: c.request.Draw.Seed, Points: []point{},
		Reproduce: c.request.Reproduce(), Exit: c.Exit(),
	}
	delete(d.World, "n")
	delete(d.World, "ids")
	for _, p := range c.points {
		d.Points = append(d.Points, c.point(p))
	}
	return prose.JSON(out, d)
}

func (c *Costs) point(p *Point) point {
	found := point{N: p.N, IDs: p.World.IDs, Orders: p.Orders, Explored: p.Explored(), States: p.States,
		Bound: prose.UnlessEmpty(p.Bound), DelaysBound: prose.UnlessEmpty(p.Chained), Drawn: p.Runs, Cut: p.Cut}
	for moment, s := range p.Stretches() {
		u := until{Moment: Moment(moment).Word(), Reached: s.Reached, Dodge: check.JSONStory(s.Dodge), Costs: []cost{}}
		for _, known := range s.Costs {
			u.Costs = append(u.Costs, c.cost(p, known))
		}
		found.Until = append(found.Until, u)
	}
	if p.Rounds != nil {
		found.Lockstep = p.Rounds.After
	}
	found.Phases = []phase{}
	for k, ph := range p.Phases {
		found.Phases = append(found.Phases, phase{fmt.Sprint("phase ", k), most(ph.Starters), most(ph.OfOne)})
		if ph.OfOne.Unbounded || ph.OfOne.Cost > 0 {
			found.LastPhase = &k
		}
	}
	return found
}

func most(m Most) *int {
	if m.Unbounded {
		return nil
	}
	return &m.Cost
}

func (c *Costs) cost(p *Point, s Cost) cost {
	found := cost{Name: s.Name, Exact: s.Exact, Formulas: []formula{}}
	if s.Exact {
		found.Least, found.MeanLeast = attaining(s.Least, s.MeanLeast)
		found.Greatest, found.MeanGreatest = attaining(s.Greatest, s.MeanGreatest)
	}
	if r := s.Random; r.Runs > 0 {
		found.Drawn = &sample{r.Runs, r.Mean, r.Deviation, r.Least, r.Greatest}
	}
	for _, f := range c.formulasOf(s.Name) {
		found.Formulas = append(found.Formulas, formula{f.Text, string(f.Claim), string(f.Cause), f.Source, f.Of(p.N), string(compare(f, p.N, s))})
	}
	return found
}

// attaining is an extreme, and the mean of the extremes of all orders, if any.
func attaining(e Extreme, mean float64) (*attainer, *float64) {
	if !e.Reached {
		return nil, nil
	}
	a := &attainer{Unbounded: e.Unbounded, IDs: e.World.IDs, Run: check.JSONStory(e.Story)}
	if !e.Unbounded {
		a.Cost = &e.Cost
	}
	if math.IsInf(mean, 1) {
		return a, nil
	}
	return a, &mean
}
