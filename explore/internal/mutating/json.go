package mutating

import (
	"io"

	"interrex/internal/check"
	"interrex/internal/prose"
)

// mutant is a trial in JSON. The ledger reads it, too.
type mutant struct {
	Algorithm string      `json:"algorithm"`
	Name      string      `json:"name"`
	World     check.World `json:"world"`
	Outcome   string      `json:"outcome"`
	AsClaimed bool        `json:"as_claimed"`
	Broken    []breakage  `json:"broken"` // the properties that the mutant violates and the original keeps
	Wounded   size        `json:"wounded"`
}

type breakage struct {
	Property string `json:"property"`
	Stem     int    `json:"stem"`
	Cycle    int    `json:"cycle"`
	Shortest bool   `json:"shortest"`
}

// size is the explored part of the mutant's world.
type size struct {
	States   int  `json:"states"`
	Steps    int  `json:"steps"`
	Complete bool `json:"complete"`
}

// JSON writes the trials as one object.
func (m *Mutants) JSON(out io.Writer) error {
	all := []mutant{}
	for _, t := range m.tried {
		one := mutant{t.Mutant.Of, t.Mutant.Name, check.JSONWorld(t.World.Config()), t.Outcome.String(), t.AsClaimed(),
			[]breakage{}, size{t.Report.States, t.Report.Steps, t.Report.Complete}}
		for _, b := range t.Broken {
			one.Broken = append(one.Broken, breakage{b.Property.Name, len(b.Path.Stem), len(b.Path.Cycle), t.IsShortest(b)})
		}
		all = append(all, one)
	}
	return prose.JSON(out, struct {
		Interrex string   `json:"interrex"`
		Mutants  []mutant `json:"mutants"`
		Exit     int      `json:"exit"`
	}{check.Version, all, m.Exit()})
}
