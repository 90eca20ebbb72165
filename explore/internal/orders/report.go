package orders

import (
	"fmt"
	"io"
	"math"
	"slices"

	"interrex/checker"
	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/model"
)

// A Report holds the findings for every arrangement of the ids on the ring.
type Report struct {
	asked       *check.Question
	found       []*check.Findings
	interrupted bool // not all arrangements were explored
}

// Exit is the worst exit code of all arrangements.
func (r *Report) Exit() int {
	for _, code := range []int{check.ExitSafety, check.ExitStuck, check.ExitLiveness, check.ExitError, check.ExitInconclusive} {
		for _, f := range r.found {
			if f.Exit == code {
				return code
			}
		}
	}
	if r.interrupted {
		return check.ExitInconclusive
	}
	return check.ExitHolds
}

// Text writes a few lines, and the first counterexample.
func (r *Report) Text(w *prose.Writer) {
	mark, least, most := w.Green("✓"), math.MaxInt, 0
	if r.Exit() != check.ExitHolds {
		mark = w.Red("✗")
	}
	for _, f := range r.found {
		least, most = min(least, f.Counts.States), max(most, f.Counts.States)
	}
	w.Line("%s %s: every order of the ids on the ring", mark, r.asked.InWords())
	w.Line("  %s, %s to %s states each; %s", prose.Plural(len(r.found), "arrangement"), prose.Grouped(min(least, most)), prose.Grouped(most), r.completeness())
	for i := range r.asked.Properties {
		if f := r.first(i); f != nil {
			one, ids := *f, idList(f.Question.World.IDs)
			one.Decided = f.Decided[i : i+1]
			w.Line("")
			w.Line("On the ring %s (check with -ids=%s):", ids, ids)
			one.Draw(w)
			break
		}
	}
	all, times := r.warnings()
	for i, warning := range all {
		if i == 0 {
			w.Line("")
		}
		w.Line("warning: %s (in %d of %s)", warning.Text, times[warning], prose.Plural(len(r.found), "arrangement"))
	}
	w.Line("reproduce: %s", r.asked.Reproduce())
}

// warnings are those of all arrangements, with the numbers of arrangements.
func (r *Report) warnings() (all []check.Warning, times map[check.Warning]int) {
	times = map[check.Warning]int{}
	for _, f := range r.found {
		for _, w := range f.Warnings {
			if times[w]++; times[w] == 1 {
				all = append(all, w)
			}
		}
	}
	return all, times
}

// first returns the first findings in which property i is asked and violated, or nil.
func (r *Report) first(i int) *check.Findings {
	for _, f := range r.found {
		if d := f.Decided[i]; d.Verdict == checker.Violated && !d.Unasked {
			return f
		}
	}
	return nil
}

// completeness is whether the exploration is complete or, if not, the first bound that was hit.
func (r *Report) completeness() string {
	if r.interrupted {
		return "bounded by an interrupt"
	}
	for _, f := range r.found {
		if !f.Counts.Complete {
			return f.Completeness() + " on the ring " + idList(f.Question.World.IDs)
		}
	}
	return "complete"
}

// Verdict is the last line: in how many arrangements which properties are violated, or else the worst outcome.
func (r *Report) Verdict() string {
	verdict := fmt.Sprintf("holds: everything asked for, in all %s", prose.Plural(len(r.found), "arrangement"))
	switch code := r.Exit(); {
	case code == check.ExitInconclusive:
		verdict = "inconclusive: " + r.completeness()
	case code == check.ExitError:
		all, _ := r.warnings()
		verdict = "error: " + check.Reproach(all) + " in some arrangement, and -fail-on=vacuous"
	case code != check.ExitHolds:
		verdict = r.violations()
		if c := r.completeness(); c != "complete" {
			verdict += "; incomplete, " + c
		}
	}
	return "verdict: " + verdict
}

// violations counts the arrangements in which each property is violated.
func (r *Report) violations() string {
	count := map[string]int{}
	var violated []check.Decision
	for i, p := range r.asked.Properties {
		for _, f := range r.found {
			if f.Decided[i].Verdict == checker.Violated {
				count[p.Name]++
			}
		}
		if f := r.first(i); f != nil {
			violated = append(violated, f.Decided[i])
		}
	}
	return check.BrokenOf(violated, func(d check.Decision) string {
		return fmt.Sprintf("%s in %d of %d arrangements", d.Name, count[d.Name], len(r.found))
	})
}

func idList(ids []model.ID) string { return check.Setting{Value: ids}.Text() }

// A Document is the JSON of a report, published in docs/report.schema.json.
type Document struct {
	// The version of Interrex that wrote this.
	Interrex string `json:"interrex"`
	// The name of the algorithm, which is one for rings.
	Algorithm string `json:"algorithm"`
	// The number of processes.
	N int `json:"n"`
	// The arrangements, in the order in which words stand in a dictionary; all of them, unless the run was
	// interrupted.
	Arrangements []Row `json:"arrangements"`
	// Whether all arrangements were explored, and each completely.
	Complete bool `json:"complete"`
	// How often each action of the world was enabled and taken, in all arrangements together.
	Actions []check.Activity `json:"actions"`
	// The exit code: the worst of the arrangements, and 152 if not all were explored.
	Exit int `json:"exit"`
}

// A Row is one arrangement of a Document.
type Row struct {
	// The ids in ring order; the least stands first.
	IDs []model.ID `json:"ids"`
	// Different reachable states that were found.
	States int `json:"states"`
	// Steps out of the states that were expanded.
	Steps int `json:"steps"`
	// States with no step.
	Terminal int `json:"terminal"`
	// Levels beyond the first.
	Depth int `json:"depth"`
	// Whether every reachable state was explored and no bound has altered anything.
	Complete bool `json:"complete"`
	// The verdict on each property that was asked, by its name.
	Verdicts map[string]string `json:"verdicts"`
	// The warnings of explore check on this ring.
	Warnings []check.Warning `json:"warnings"`
	// The exit code of explore check for this arrangement.
	Exit int `json:"exit"`
}

// JSON writes one object with a row for each arrangement.
func (r *Report) JSON(out io.Writer) error {
	all := Document{check.Version, r.asked.World.Algorithm.Name, len(r.asked.World.IDs), []Row{}, !r.interrupted, check.JSONActions(r.actions()), r.Exit()}
	for _, f := range r.found {
		c := f.Counts
		verdicts := map[string]string{}
		for _, d := range f.Decided {
			verdicts[d.Name] = d.Verdict.String()
		}
		all.Complete = all.Complete && c.Complete
		all.Arrangements = append(all.Arrangements, Row{f.Question.World.IDs, c.States, c.Steps, c.Terminal, c.Depth, c.Complete, verdicts, f.Warnings, f.Exit})
	}
	return prose.JSON(out, all)
}

// actions adds up how often each action was enabled and taken.
func (r *Report) actions() (sum []checker.Activity) {
	for _, f := range r.found {
		for _, a := range f.Counts.Actions {
			i := slices.IndexFunc(sum, func(known checker.Activity) bool { return known.Action == a.Action })
			if i < 0 {
				sum = append(sum, a)
				continue
			}
			sum[i].Enabled += a.Enabled
			sum[i].Taken += a.Taken
		}
	}
	return sum
}
