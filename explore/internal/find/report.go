package find

import (
	"fmt"
	"io"
	"strings"

	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/traces/draw"
	"interrex/traces/stage"
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

// documents are the runs as pages play them.
func (r *report) documents() (all []*stage.Run) {
	for i, path := range r.Paths {
		run := check.Staged(*r.request, r.World, path)
		run.Note = r.Differs(i)
		all = append(all, run)
	}
	return all
}

func (r *report) page() stage.Page {
	page := stage.Page{Title: r.Condition.String(), Verdict: r.Outcome(), Runs: r.documents()}
	for i, run := range page.Runs {
		if run.Title = page.Title; i > 0 {
			run.Title += fmt.Sprintf(", run %d", i+1)
		}
	}
	return page
}

// Text draws the runs.
func (r *report) Text(out io.Writer) error {
	w := &prose.Writer{Out: out}
	if len(r.Paths) == 0 {
		w.Line("%s %s: no state that was searched has %s", w.Grey("?"), r.request.InWords(), r.Condition)
		for _, unseen := range r.Condition.Unseen() {
			if !strings.HasSuffix(r.Outcome(), unseen) {
				w.Line("  %s", unseen)
			}
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

// JSON writes the result as one object. show reads its runs.
func (r *report) JSON(out io.Writer) error {
	runs := []check.WatchedJSON{}
	for _, run := range r.documents() {
		runs = append(runs, check.WatchedJSON{About: "found", Run: run})
	}
	return prose.JSON(out, struct {
		Interrex  string              `json:"interrex"`
		Condition string              `json:"condition"`
		Outcome   string              `json:"outcome"`
		States    int                 `json:"states"` // searched
		Runs      []check.WatchedJSON `json:"runs"`
		Reproduce string              `json:"reproduce"`
		Exit      int                 `json:"exit"`
	}{check.Version, r.Condition.String(), r.Outcome(), r.States, runs, r.request.Reproduce(), r.Exit()})
}
