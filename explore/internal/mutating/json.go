package mutating

import (
	"encoding/json"
	"io"

	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/model/mutants"
)

// mutantsDocument is the JSON of the mutants, published as docs/mutants.schema.json.
type mutantsDocument struct {
	Interrex string   `json:"interrex"`
	Mutants  []mutant `json:"mutants"`
	Scores   []score  `json:"scores"`
	Total    score    `json:"total"`
	Complete bool     `json:"complete"`
	Exit     int      `json:"exit"`
}

type mutant struct {
	Algorithm string         `json:"algorithm"`
	Name      string         `json:"name"`
	Rule      string         `json:"rule"`
	Wound     string         `json:"wound"`
	Known     *string        `json:"known"`
	OfWorld   bool           `json:"of_world"`
	World     map[string]any `json:"world"`
	Breaks    *string        `json:"breaks"`

	Outcome   string     `json:"outcome"`
	AsClaimed bool       `json:"as_claimed"`
	Broken    []breakage `json:"broken"`
	Healthy   size       `json:"healthy"`
	Wounded   size       `json:"wounded"`

	LockstepPairs  *int                  `json:"lockstep_pairs"`
	Counterexample *check.Counterexample `json:"counterexample"`
}

type breakage struct {
	Property string `json:"property"`
	Stem     int    `json:"stem"`
	Cycle    int    `json:"cycle"`
	Shortest bool   `json:"shortest"`
}

type size struct {
	States   int  `json:"states"`
	Steps    int  `json:"steps"`
	Complete bool `json:"complete"`
}

type score struct {
	Algorithm  *string `json:"algorithm"`
	Mutants    int     `json:"mutants"`
	Killed     int     `json:"killed"`
	Equivalent int     `json:"equivalent"`
	Survived   int     `json:"survived"`
	Undecided  int     `json:"undecided"`
}

// JSON writes the trials as one object.
func (m *Mutants) JSON(out io.Writer) error {
	d := mutantsDocument{
		Interrex: check.Version, Mutants: []mutant{}, Scores: []score{}, Total: jsonScore(nil, m.score("")),
		Complete: m.score("").Undecided == 0 && len(m.tried) == len(m.request.Mutants), Exit: m.Exit(),
	}
	for _, algorithm := range m.request.algorithms() {
		if s := m.score(algorithm); s.All() > 0 {
			d.Scores = append(d.Scores, jsonScore(&algorithm, s))
		}
	}
	for _, t := range m.tried {
		d.Mutants = append(d.Mutants, jsonMutant(t))
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(d)
}

func jsonScore(algorithm *string, s mutants.Score) score {
	return score{algorithm, s.All(), s.Killed, s.Equivalent, s.Survived, s.Undecided}
}

func jsonMutant(t *mutants.Trial) mutant {
	m := t.Mutant
	d := mutant{
		Algorithm: m.Of, Name: m.Name, Rule: m.Rule, Wound: m.Wound, Known: prose.UnlessEmpty(m.Known),
		OfWorld: m.OfWorld(), World: check.JSONWorld(t.World.Config()), Breaks: prose.UnlessEmpty(m.Breaks),
		Outcome: t.Outcome.String(), AsClaimed: t.AsClaimed(), Broken: []breakage{},
		Healthy: size{t.Healthy.States, t.Healthy.Steps, t.Healthy.Complete},
		Wounded: size{t.Report.States, t.Report.Steps, t.Report.Complete},
	}
	for _, b := range t.Broken {
		d.Broken = append(d.Broken, breakage{b.Property.Name, len(b.Path.Stem), len(b.Path.Cycle), t.IsShortest(b)})
	}
	if t.Outcome == mutants.Equivalent {
		d.LockstepPairs = &t.Likeness.Pairs
	}
	if named := t.Named(); named != nil {
		story := t.World.Tell(named.Path)
		d.Counterexample = check.JSONStory(&story)
	}
	return d
}
