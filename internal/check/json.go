package check

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"interrex/checker"
	"interrex/internal/prose"
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
	Actions         []Activity     `json:"actions"`
	Warnings        []WarningJSON  `json:"warnings"`
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
	Counterexample *Counterexample   `json:"counterexample"`
	Others         []*Counterexample `json:"others"`
}

// A Counterexample is a run in JSON.
type Counterexample struct {
	Initial []person `json:"initial"`
	Stem    []Step   `json:"stem"`
	Cycle   []Step   `json:"cycle"`
	Lasso   bool     `json:"lasso"`
}

type person struct {
	Process   model.ID          `json:"process"`
	Live      bool              `json:"live"`
	Variables map[string]string `json:"variables"`
}

// A Step is one of its steps: null where there is nothing.
type Step struct {
	Action     string            `json:"action"`
	Process    *model.ID         `json:"process"`
	Peer       *model.ID         `json:"peer"`
	Message    *string           `json:"message"`
	CrashAfter *int              `json:"crash_after"`
	Sends      []Sending         `json:"sends"`
	Changes    []change          `json:"changes"`
	Variables  map[string]string `json:"variables"`
}

// A Sending is a message that leaves in a step.
type Sending struct {
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
	c, r := f.Counts, f.Question
	d := document{
		Interrex: Version, Algorithm: r.World.Algorithm.Name, N: len(r.World.IDs), IDs: r.World.IDs,
		World: JSONWorld(r.World), Reduction: f.reduction(), Complete: c.Complete,
		States: c.States, Steps: c.Steps, Terminal: c.Terminal, Depth: c.Depth,
		Seconds: c.Seconds, LivenessSeconds: c.LivenessSeconds, StatesPerSecond: rate(c.States, c), PeakBytes: c.PeakBytes,
		Workers: r.Options.Workers, Properties: []property{},
		Actions: JSONActions(c.Actions), Warnings: JSONWarnings(f.Warnings), Reproduce: f.Question.Reproduce(), Exit: f.Exit,
	}
	if c.Bound != "" {
		d.Bound = &c.Bound
	}
	if c.Unreduced != "" {
		d.Unreduced = &c.Unreduced
	}
	for _, decided := range f.Decided {
		p := property{
			Name: decided.Name, Kind: decided.Kind(), Promised: decided.Promised, Verdict: decided.Verdict.String(),
			Premise: decided.Premise, Vacuous: decided.Vacuous, Counterexample: JSONStory(decided.Story), Others: []*Counterexample{},
		}
		if decided.Story != nil {
			p.Shortest = &decided.Shortest
		}
		for _, other := range decided.Others {
			p.Others = append(p.Others, JSONStory(other.Story))
		}
		d.Properties = append(d.Properties, p)
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(d)
}

// JSONStory is a run as the JSON has it; nil for none.
func JSONStory(story *world.Story) *Counterexample {
	if story == nil {
		return nil
	}
	c := &Counterexample{Initial: []person{}, Stem: JSONSteps(story.Stem), Cycle: JSONSteps(story.Cycle), Lasso: story.Lasso}
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

// JSONSteps are steps as the JSON has them.
func JSONSteps(occurrences []world.Occurrence) []Step {
	steps := []Step{}
	for _, o := range occurrences {
		s := Step{Action: o.Action, Sends: []Sending{}, Changes: []change{}}
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
			s.Sends = append(s.Sends, Sending(sent))
		}
		for _, c := range o.Changes {
			s.Changes = append(s.Changes, change(c))
		}
		steps = append(steps, s)
	}
	return steps
}

// A setting is a flag in force with its value: a number, a word, or a list of ids.
type Setting struct {
	Name  string
	Value any
}

// InForce lists the flags that describe a world, those that mean nothing to it left out.
func InForce(c world.Config) (force []Setting) {
	q := Question{World: c}
	for _, f := range q.WorldFlags() {
		if f.Get != nil && (f.Shown == nil || f.Shown()) {
			force = append(force, Setting{f.Name, f.Get()})
		}
	}
	return force
}

// links lists links as on the command line; none is the word.
func links(none string, list []world.Pair) string {
	var words []string
	for _, l := range list {
		words = append(words, fmt.Sprintf("%d-%d", l.From, l.To))
	}
	if words == nil {
		return none
	}
	return strings.Join(words, ",")
}

// logs lists the logs as on the command line.
func logs(c world.Config) string {
	if c.Logs == nil {
		return "empty"
	}
	var words []string
	for _, l := range c.Logs {
		words = append(words, l.String())
	}
	return strings.Join(words, ",")
}

// Text is the value as on the command line.
func (s Setting) Text() string {
	switch v := s.Value.(type) {
	case int:
		if v == world.Unlimited {
			return "unlimited"
		}
	case []model.ID:
		var ids []string
		for _, id := range v {
			ids = append(ids, fmt.Sprint(int(id)))
		}
		return strings.Join(ids, ",")
	case []int:
		return strings.ReplaceAll(strings.Trim(fmt.Sprint(v), "[]"), " ", ",")
	}
	return fmt.Sprint(s.Value)
}

// JSON is the value in JSON: an unlimited number is the word.
func (s Setting) JSON() any {
	if v, ok := s.Value.(int); ok && v == world.Unlimited {
		return "unlimited"
	}
	return s.Value
}

// JSONWorld is a world as the JSON has it: one key for each flag in force.
func JSONWorld(c world.Config) map[string]any {
	flags := map[string]any{}
	for _, s := range InForce(c) {
		flags[s.Name] = s.JSON()
	}
	return flags
}

// JUnit's elements, as far as they are written.
type (
	junitSuites struct {
		XMLName xml.Name     `xml:"testsuites"`
		Suites  []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
		Out      string      `xml:"system-out,omitempty"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Failure *junitTrouble `xml:"failure"`
		Error   *junitTrouble `xml:"error"`
		Skipped *junitTrouble `xml:"skipped"`
	}
	junitTrouble struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",chardata"`
	}
)

// JUnit writes a case for each property: a failure with the drawing if it is violated, skipped if it
// is inconclusive, an error if it is vacuous and that was to be one. No time is given: it would make
// every report another.
func (f *Findings) JUnit(out io.Writer) error {
	suite := junitSuite{Name: f.Question.Reproduce(), Tests: len(f.Decided), Out: f.Verdict()}
	for _, d := range f.Decided {
		c := junitCase{Class: "interrex." + f.Question.World.Algorithm.Name, Name: d.Name}
		switch {
		case d.Verdict == checker.Violated:
			words := fmt.Sprintf("%s\n\n%s\n%s\n", f.shape(d), f.picture(d, prose.PageWidth), strings.Join(f.explain(d), "\n"))
			c.Failure = &junitTrouble{d.Promise() + ": " + d.Violation, d.Kind(), words}
			suite.Failures++
		case d.Verdict == checker.Inconclusive:
			c.Skipped = &junitTrouble{Message: "inconclusive: bounded by " + f.bound()}
			suite.Skipped++
		case d.Vacuous && f.Question.Vacuous:
			c.Error = &junitTrouble{Message: "its premise is never true", Type: "vacuous"}
			suite.Errors++
		}
		suite.Cases = append(suite.Cases, c)
	}
	if _, err := io.WriteString(out, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(out)
	encoder.Indent("", "  ")
	if err := encoder.Encode(junitSuites{Suites: []junitSuite{suite}}); err != nil {
		return err
	}
	_, err := io.WriteString(out, "\n")
	return err
}

// jsonWarnings are warnings as the JSON has them.
func JSONWarnings(warnings []Warning) []WarningJSON {
	all := []WarningJSON{}
	for _, w := range warnings {
		all = append(all, WarningJSON{w.About, w.Name, w.Text()})
	}
	return all
}

// JSONActions are actions as the JSON has them.
func JSONActions(actions []checker.Activity) []Activity {
	all := []Activity{}
	for _, a := range actions {
		all = append(all, Activity(a))
	}
	return all
}

// A warning, an activity: see the schema.
type (
	WarningJSON struct {
		About string `json:"about"`
		Name  string `json:"name"`
		Text  string `json:"text"`
	}
	Activity struct {
		Action  string `json:"action"`
		Enabled int    `json:"enabled"`
		Taken   int    `json:"taken"`
	}
)
