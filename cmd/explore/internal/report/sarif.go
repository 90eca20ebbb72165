package report

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"interrex/checker"
	"interrex/model"
)

// SARIF's objects, as far as they are written (SARIF 2.1.0, OASIS 2020).
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		Results     []sarifResult     `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID    string    `json:"id"`
		Short sarifText `json:"shortDescription"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifInvocation struct {
		Command       string              `json:"commandLine"`
		Exit          int                 `json:"exitCode"`
		Successful    bool                `json:"executionSuccessful"`
		Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level   string    `json:"level"`
		Message sarifText `json:"message"`
	}
	sarifResult struct {
		Rule      string          `json:"ruleId"`
		Index     int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
		Related   []sarifLocation `json:"relatedLocations,omitempty"`
		Flows     []sarifFlow     `json:"codeFlows"`
	}
	sarifFlow struct {
		Message sarifText     `json:"message"`
		Threads []sarifThread `json:"threadFlows"`
	}
	sarifThread struct {
		ID    string       `json:"id"`
		Steps []sarifPlace `json:"locations"`
	}
	sarifPlace struct {
		Order    int           `json:"executionOrder"`
		Location sarifLocation `json:"location"`
	}
	sarifLocation struct {
		ID       int           `json:"id,omitempty"`
		Message  *sarifText    `json:"message,omitempty"`
		Physical sarifPhysical `json:"physicalLocation"`
		Links    []sarifLink   `json:"relationships,omitempty"`
	}
	sarifLink struct {
		Target int      `json:"target"` // the ID of a related location
		Kinds  []string `json:"kinds"`
	}
	sarifPhysical struct {
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region struct {
			Line int `json:"startLine"`
		} `json:"region"`
	}
)

// SARIF writes a result for each property that is violated, an error if it was promised and else a warning, and of each of its runs a thread flow for
// each process and one for the world, where time passes. Each step points at its rule in spec/, and the
// result at the rule of the last step of its first run. Related to them are the lines of model/ that do
// what the rules say.
func (f *Findings) SARIF(out io.Writer) error {
	run := sarifRun{Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "interrex", Version: Version}
	invocation := sarifInvocation{Command: f.command(), Exit: f.Exit, Successful: true}
	for i, d := range f.Decided {
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{d.Name, sarifText{d.Statement}})
		switch {
		case d.Story != nil:
			run.Results = append(run.Results, f.sarifResult(i, d))
		case d.Verdict == checker.Inconclusive:
			text := fmt.Sprintf("%s is inconclusive: bounded by %s", d.Name, f.bound())
			invocation.Notifications = append(invocation.Notifications, sarifNotification{"warning", sarifText{text}})
		}
	}
	for _, w := range f.Warnings {
		invocation.Notifications = append(invocation.Notifications, sarifNotification{"warning", sarifText{w.text()}})
	}
	run.Invocations = []sarifInvocation{invocation}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

func (f *Findings) sarifResult(index int, d Decision) sarifResult {
	a := f.Request.World.Algorithm
	level := "warning"
	if d.Promised {
		level = "error"
	}
	text := fmt.Sprintf("%s is violated (%s): %s.", d.Name, d.promise(), d.Violation)
	r := sarifResult{Rule: d.Name, Index: index, Level: level, Message: sarifText{text}}
	r.Locations, r.Flows = []sarifLocation{location(place{a.Name + ".md", 1}, "")}, []sarifFlow{}
	for i, run := range append([]Decision{d}, d.Others...) {
		flow, last := f.sarifFlow(&r, run)
		if len(flow.Threads) > 0 {
			r.Flows = append(r.Flows, flow)
		}
		if i == 0 && last != nil {
			r.Locations[0] = *last
		}
	}
	return r
}

// sarifFlow tells one run; last is the place of its last step.
func (f *Findings) sarifFlow(r *sarifResult, d Decision) (flow sarifFlow, last *sarifLocation) {
	a := f.Request.World.Algorithm
	flow.Message = sarifText{f.shape(d)}
	threads := map[model.ID]*sarifThread{}
	for i, o := range slices.Concat(d.Story.Stem, d.Story.Cycle) {
		t := threads[o.Process]
		if t == nil {
			t = &sarifThread{ID: threadName(o.Process)}
			threads[o.Process] = t
		}
		at := location(placeOf(a, o), fmt.Sprintf("%d. %s", i+1, f.sentence(o)))
		for _, rule := range rulesOf(a, o) {
			if target := r.relate(rule.ID); target > 0 {
				at.Links = append(at.Links, sarifLink{target, []string{"relevant"}})
			}
		}
		t.Steps = append(t.Steps, sarifPlace{i + 1, at})
		last = &at
	}
	for _, id := range append(slices.Clone(f.Request.World.IDs), model.Nobody) {
		if t := threads[id]; t != nil {
			flow.Threads = append(flow.Threads, *t)
		}
	}
	return flow, last
}

// relate adds the line of the model where a rule is, once, and says under which ID: from 1, and 0 where
// there is none.
func (r *sarifResult) relate(rule string) int {
	at, known := model.Cited(rule)
	if !known {
		return 0
	}
	for _, l := range r.Related {
		if l.Message.Text == rule {
			return l.ID
		}
	}
	l := sarifLocation{ID: len(r.Related) + 1, Message: &sarifText{rule}}
	l.Physical.Artifact.URI, l.Physical.Region.Line = at.File, at.Line
	r.Related = append(r.Related, l)
	return l.ID
}

func threadName(id model.ID) string {
	if id == model.Nobody {
		return "the world"
	}
	return fmt.Sprintf("P%d", id)
}

func location(p place, message string) (l sarifLocation) {
	l.Physical.Artifact.URI, l.Physical.Region.Line = "spec/"+p.page, p.line
	if message != "" {
		l.Message = &sarifText{message}
	}
	return l
}
