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
	Unreduced       *string        `json:"unreduced"`
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
	Name           string            `json:"name"`
	Kind           string            `json:"kind"`
	Promised       bool              `json:"promised"`
	Verdict        string            `json:"verdict"`
	Premise        int               `json:"premise"`
	Vacuous        bool              `json:"vacuous"`
	Shortest       *bool             `json:"shortest"` // null where there is no counterexample
	Counterexample *counterexample   `json:"counterexample"`
	Others         []*counterexample `json:"others"`
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
	Action     string            `json:"action"`
	Process    *model.ID         `json:"process"`
	Peer       *model.ID         `json:"peer"`
	Message    *string           `json:"message"`
	CrashAfter *int              `json:"crash_after"`
	Sends      []sending         `json:"sends"`
	Changes    []change          `json:"changes"`
	Variables  map[string]string `json:"variables"`
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
		World: jsonWorld(r.World), Reduction: f.reduction(), Complete: c.Complete,
		States: c.States, Steps: c.Steps, Terminal: c.Terminal, Depth: c.Depth,
		Seconds: c.Seconds, LivenessSeconds: c.LivenessSeconds, StatesPerSecond: rate(c.States, c), PeakBytes: c.PeakBytes,
		Workers: r.Options.Workers, Properties: []property{},
		Actions: jsonActions(c.Actions), Warnings: jsonWarnings(f.Warnings), Reproduce: f.command(), Exit: f.Exit,
	}
	if c.Bound != "" {
		d.Bound = &c.Bound
	}
	if c.Unreduced != "" {
		d.Unreduced = &c.Unreduced
	}
	for _, decided := range f.Decided {
		p := property{
			Name: decided.Name, Kind: decided.kind(), Promised: decided.Promised, Verdict: decided.Verdict.String(),
			Premise: decided.Premise, Vacuous: decided.Vacuous, Counterexample: jsonStory(decided.Story), Others: []*counterexample{},
		}
		if decided.Story != nil {
			p.Shortest = &decided.Shortest
		}
		for _, other := range decided.Others {
			p.Others = append(p.Others, jsonStory(other.Story))
		}
		d.Properties = append(d.Properties, p)
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
		c.Initial = append(c.Initial, person{p.ID, p.Live, jsonVariables(p.Variables)})
	}
	return c
}

func jsonVariables(list []model.Variable) map[string]string {
	variables := map[string]string{}
	for _, v := range list {
		variables[v.Name] = v.Value
	}
	return variables
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
		if o.Revived != nil {
			s.Variables = jsonVariables(o.Revived)
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
