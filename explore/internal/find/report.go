package find

import (
	"fmt"
	"io"

	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/traces/draw"
)

// A report is the report of a result.
type report struct {
	*Result
	request *check.Question
}

// drawings are the runs.
func (r *report) drawings() (all []*draw.Run) {
	for i, path := range r.Paths {
		run := check.Walked(*r.request, r.World, path)
		if run.Title = r.Condition.String(); i > 0 {
			run.Title += fmt.Sprintf(", run %d: %s", i+1, r.Differs(i))
		}
		all = append(all, run)
	}
	return all
}

func (r *report) page(all []*draw.Run) draw.Page {
	return draw.Page{Title: r.Condition.String(), Command: r.request.Reproduce(), World: r.request.WorldLine(), Verdict: r.Outcome(), Runs: all}
}

// Text draws the runs.
func (r *report) Text(out io.Writer) error {
	w := &prose.Writer{Out: out}
	if len(r.Paths) == 0 {
		w.Line("%s %s: no state that was searched has %s", w.Grey("?"), r.request.InWords(), r.Condition)
		for _, unseen := range r.Condition.Unseen() {
			w.Line("  %s", unseen)
		}
	}
	for i, run := range r.drawings() {
		what := "a shortest run"
		if i > 0 {
			what = fmt.Sprintf("run %d, %s", i+1, r.Differs(i))
		}
		w.Line("%s %s: %s to %s", w.Green("✓"), what, prose.Plural(len(run.Steps), "step"), r.Condition)
		w.Line("")
		run.Width = prose.Width(w)
		_ = draw.Text(w, *run) // a Writer keeps its error
		w.Line("")
		w.Line("go on from here: %s", r.request.Step()+" -at="+r.Walk(i).String())
		w.Line("")
	}
	w.Line("%s", r.Verdict())
	return w.Err
}

// Verdict is the last line.
func (r *report) Verdict() string { return fmt.Sprintf("verdict: %s (exit %d)", r.Outcome(), r.Exit()) }

// document is the JSON of a search.
type document struct {
	// The version of Interrex that wrote this.
	Interrex string `json:"interrex"`
	// The name of the algorithm.
	Algorithm string `json:"algorithm"`
	// What may befall its processes: every flag in force.
	World check.World `json:"world"`
	// The condition as it was given.
	Condition string `json:"condition"`
	// The states that were searched.
	States int `json:"states"`
	// The bound that ended the search; null: none.
	Bound *string `json:"bound"`
	// Values in the condition that no state has had, each in a sentence with those that there were.
	Unseen []string `json:"unseen"`
	// The runs, shorter ones first.
	Runs []row `json:"runs"`
	// The command that leads to the same.
	Reproduce string `json:"reproduce"`
	// The exit code: 0 found, 12 there is none, 152 inconclusive.
	Exit int `json:"exit"`
}

type row struct {
	// The number of its steps.
	Steps int `json:"steps"`
	// The actions that it takes, each once.
	Actions []string `json:"actions"`
	// The walk, for step -at and for links.
	Walk string `json:"walk"`
	// The run.
	Run *check.Counterexample `json:"run"`
}

// JSON writes the result as one object.
func (r *report) JSON(out io.Writer) error {
	d := document{
		Interrex: check.Version, Algorithm: r.request.World.Algorithm.Name, World: check.JSONWorld(r.request.World), Condition: r.Condition.String(),
		States: r.States, Bound: prose.UnlessEmpty(r.Bound), Unseen: []string{}, Runs: []row{}, Reproduce: r.request.Reproduce(), Exit: r.Exit(),
	}
	if len(r.Paths) == 0 {
		d.Unseen = append(d.Unseen, r.Condition.Unseen()...)
	}
	for i, path := range r.Paths {
		story := r.World.Tell(path)
		d.Runs = append(d.Runs, row{len(path.Stem), r.Actions[i], r.Walk(i).String(), check.JSONStory(&story)})
	}
	return prose.JSON(out, d)
}
