package alike

import (
	"encoding/json"
	"fmt"
	"io"

	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/model"
)

// JSON writes the pair for programs: what docs/alike.schema.json describes.
func (a *Alike) JSON(out io.Writer) error {
	type verdict struct {
		Name    string `json:"name"`
		Verdict string `json:"verdict"`
	}
	type trust struct {
		Process model.ID   `json:"process"`
		Trusts  []model.ID `json:"trusts"`
	}
	type run struct {
		Dead  *model.ID `json:"dead"`
		Stem  int       `json:"stem"`
		Cycle int       `json:"cycle"`
		Trust []trust   `json:"trust"`
	}
	r := a.request
	world := r.World
	written := struct {
		Interrex   string     `json:"interrex"`
		Algorithm  string     `json:"algorithm"`
		N          int        `json:"n"`
		IDs        []model.ID `json:"ids"`
		To         model.ID   `json:"to"`
		Complete   bool       `json:"complete"`
		Bound      *string    `json:"bound"`
		Properties []verdict  `json:"properties"`
		R          *run       `json:"r"`
		Other      *run       `json:"r_prime"`
		Exit       int        `json:"exit"`
	}{check.Version, world.Algorithm.Name, len(world.IDs), world.IDs, r.To,
		a.pair != nil && !a.pair.IsBounded(), prose.UnlessEmpty(a.bound), []verdict{}, nil, nil, a.Exit()}
	tell := func(name string, one Run, dead *model.ID) *run {
		word := "violated"
		if a.pair.IsRight(one) {
			word = "holds"
		}
		written.Properties = append(written.Properties, verdict{"eventual-leadership in " + name, word})
		told := &run{Dead: dead, Stem: len(one.Path.Stem), Cycle: len(one.Path.Cycle)}
		for _, id := range world.IDs {
			told.Trust = append(told.Trust, trust{id, append([]model.ID{}, a.pair.Trusts(one, id)...)})
		}
		return told
	}
	if a.pair != nil {
		written.R = tell("R", a.pair.Run, nil)
		written.Other = tell("R'", a.pair.Other, &a.pair.Dead)
	}
	text, err := json.MarshalIndent(written, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s\n", text)
	return err
}
