package report

import (
	"encoding/json"
	"io"

	"interrex/model"
	"interrex/model/world"
)

// document is the JSON of a check, published as docs/report.schema.json.
type document struct {
	Interrex        string         `json:"interrex"`
	Algorithm       string         `json:"algorithm"`
	N               int            `json:"n"`
	IDs             []model.ID     `json:"ids"`
	World           map[string]any `json:"world"`
	Reduction       string         `json:"reduction"`
	Complete        bool           `json:"complete"`
	Bound           *string        `json:"bound"`
	States          int            `json:"states"`
	Steps           int            `json:"steps"`
	Terminal        int            `json:"terminal"`
	Depth           int            `json:"depth"`
	Seconds         float64        `json:"seconds"`
	LivenessSeconds float64        `json:"liveness_seconds"`
	StatesPerSecond int            `json:"states_per_second"`
	PeakBytes       uint64         `json:"peak_bytes"`
	Workers         int            `json:"workers"`
	Properties      []property     `json:"properties"`
	Actions         []activity     `json:"actions"`
	Warnings        []warning      `json:"warnings"`
	Reproduce       string         `json:"reproduce"`
	Exit            int            `json:"exit"`
}

type property struct {
	Name           string          `json:"name"`
	Kind           string          `json:"kind"`
	Promised       bool            `json:"promised"`
	Verdict        string          `json:"verdict"`
	Premise        int             `json:"premise"`
	Vacuous        bool            `json:"vacuous"`
	Counterexample *counterexample `json:"counterexample"`
}

type counterexample struct {
	Initial []person `json:"initial"`
	Stem    []step   `json:"stem"`
	Cycle   []step   `json:"cycle"`
	Lasso   bool     `json:"lasso"`
}

type person struct {
	Process   model.ID          `json:"process"`
	Live      bool              `json:"live"`
	Variables map[string]string `json:"variables"`
}

type step struct {
	Action     string    `json:"action"`
	Process    *model.ID `json:"process"`
	Peer       *model.ID `json:"peer"`
	Message    *string   `json:"message"`
	CrashAfter *int      `json:"crash_after"`
	Sends      []sending `json:"sends"`
	Changes    []change  `json:"changes"`
}

type sending struct {
	To      model.ID `json:"to"`
	Message string   `json:"message"`
	Lost    bool     `json:"lost"`
}

type change struct {
	Process  model.ID `json:"process"`
	Variable string   `json:"variable"`
	From     string   `json:"from"`
	To       string   `json:"to"`
}

// JSON writes the findings as one object.
func (f *Findings) JSON(out io.Writer) error {
	c, r := f.Counts, f.Request
	d := document{
		Interrex: Version, Algorithm: r.World.Algorithm.Name, N: len(r.World.IDs), IDs: r.World.IDs,
		World: jsonWorld(r.World), Reduction: "none", Complete: c.Complete,
		States: c.States, Steps: c.Steps, Terminal: c.Terminal, Depth: c.Depth,
		Seconds: c.Seconds, LivenessSeconds: c.LivenessSeconds, StatesPerSecond: rate(c.States, c), PeakBytes: c.PeakBytes,
		Workers: r.Options.Workers, Properties: []property{},
		Actions: jsonActions(c.Actions), Warnings: jsonWarnings(f.Warnings), Reproduce: f.command(), Exit: f.Exit,
	}
	if c.Bound != "" {
		d.Bound = &c.Bound
	}
	for _, decided := range f.Decided {
		d.Properties = append(d.Properties, property{
			Name: decided.Name, Kind: decided.kind(), Promised: decided.Promised, Verdict: decided.Verdict.String(),
			Premise: decided.Premise, Vacuous: decided.Vacuous, Counterexample: jsonStory(decided.Story),
		})
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(d)
}

func jsonStory(story *world.Story) *counterexample {
	if story == nil {
		return nil
	}
	c := &counterexample{Initial: []person{}, Stem: jsonSteps(story.Stem), Cycle: jsonSteps(story.Cycle), Lasso: story.Lasso}
	for _, p := range story.Initial {
		variables := map[string]string{}
		for _, v := range p.Variables {
			variables[v.Name] = v.Value
		}
		c.Initial = append(c.Initial, person{p.ID, p.Live, variables})
	}
	return c
}

func jsonSteps(occurrences []world.Occurrence) []step {
	steps := []step{}
	for _, o := range occurrences {
		s := step{Action: o.Action, Sends: []sending{}, Changes: []change{}}
		if o.Process != model.Nobody {
			s.Process = &o.Process
		}
		if o.Peer != model.Nobody {
			s.Peer = &o.Peer
		}
		if o.Message != "" {
			s.Message = &o.Message
		}
		if o.CrashAfter > 0 {
			s.CrashAfter = &o.CrashAfter
		}
		for _, sent := range o.Sends {
			s.Sends = append(s.Sends, sending(sent))
		}
		for _, c := range o.Changes {
			s.Changes = append(s.Changes, change(c))
		}
		steps = append(steps, s)
	}
	return steps
}
