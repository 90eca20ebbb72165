package measure

import (
	"encoding/json"
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
	Points    []*Point    `json:"points"`
	Reproduce string      `json:"reproduce"`
	Exit      int         `json:"exit"`
}

type cost struct {
	Name         string    `json:"name"`
	Exact        bool      `json:"exact"`
	Least        *attainer `json:"least"`
	Greatest     *attainer `json:"greatest"`
	MeanLeast    *float64  `json:"mean_least"`
	MeanGreatest *float64  `json:"mean_greatest"`
	Drawn        *Spread   `json:"drawn"`
}

// An attainer is an extreme with a run that attains it. If the extreme is unbounded, the run is a lasso.
type attainer struct {
	Cost      *int                  `json:"cost"`
	Unbounded bool                  `json:"unbounded"`
	IDs       []model.ID            `json:"ids"`
	Run       *check.Counterexample `json:"run"`
}

// JSON writes one object.
func (c *Costs) JSON(out io.Writer) error {
	d := measured{
		Interrex: check.Version, Algorithm: c.request.World.Algorithm.Name, World: check.JSONWorld(c.request.World),
		Orders: string(c.request.Orders), Seed: c.request.Draw.Seed, Points: append([]*Point{}, c.points...),
		Reproduce: c.request.Reproduce(), Exit: c.Exit(),
	}
	delete(d.World, "n")
	delete(d.World, "ids")
	return prose.JSON(out, d)
}

// MarshalJSON leaves out what is not exact.
func (s Cost) MarshalJSON() ([]byte, error) {
	found := cost{Name: s.Name, Exact: s.Exact}
	if s.Exact {
		found.Least, found.MeanLeast = attaining(s.Least, s.MeanLeast)
		found.Greatest, found.MeanGreatest = attaining(s.Greatest, s.MeanGreatest)
	}
	if s.Random.Runs > 0 {
		found.Drawn = &s.Random
	}
	return json.Marshal(found)
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
