package alike

import (
	"encoding/json"
	"fmt"
	"io"

	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/model"
)

// document is the JSON of a pair of runs.
type document struct {
	// The version of Interrex that wrote this.
	Interrex string `json:"interrex"`
	// The name of the algorithm, as in -algo.
	Algorithm string `json:"algorithm"`
	// The number of processes.
	N int `json:"n"`
	// The processes, in ring order.
	IDs []model.ID `json:"ids"`
	// The process to which the runs are alike.
	To model.ID `json:"to"`
	// Whether there are two such runs, and no bound has acted on them.
	Complete bool `json:"complete"`
	// The bound that has acted on a search that found none, as in a report of check; null if none has.
	Bound *string `json:"bound"`
	// What is true of each of the two runs.
	Properties []verdict `json:"properties"`
	// The run in which nobody dies; null if there is no pair.
	R *run `json:"r"`
	// The run in which a process dies.
	Other *run `json:"r_prime"`
	// The exit code: 0 if there are two such runs, 152 if none was found, 255 if the views differ: a bug of ours.
	Exit int `json:"exit"`
}

type verdict struct {
	// Of which run something is said.
	Name string `json:"name"`
	// Whether all settle on one live leader in it.
	Verdict string `json:"verdict"`
}

type trust struct {
	// A process.
	Process model.ID `json:"process"`
	// Whom it trusts in the part that repeats; nobody if it is dead. 0 is nobody.
	Trusts []model.ID `json:"trusts"`
}

type run struct {
	// Who dies; null if nobody does.
	Dead *model.ID `json:"dead"`
	// Steps before the run begins to repeat itself.
	Stem int `json:"stem"`
	// Steps that repeat.
	Cycle int `json:"cycle"`
	// Each process, and whom it trusts for ever.
	Trust []trust `json:"trust"`
}

// JSON writes the pair for programs.
func (a *Alike) JSON(out io.Writer) error {
	r := a.request
	world := r.World
	written := document{check.Version, world.Algorithm.Name, len(world.IDs), world.IDs, r.To,
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
