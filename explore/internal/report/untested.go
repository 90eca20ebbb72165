package report

import (
	"slices"

	"interrex/checker"
	"interrex/internal/check"
	"interrex/internal/prose"
)

// An untested is a warning for some of the arrangements.
type untested struct {
	check.Warning
	times int // in so many arrangements
}

// untested adds up the warnings for all arrangements, in the order of a report.
func (r *Rings) untested() []untested {
	var all []untested
	for _, about := range []string{"property", "action"} {
		for _, f := range r.found {
			for _, w := range f.Warnings {
				i := slices.IndexFunc(all, func(u untested) bool { return u.Warning == w })
				switch {
				case w.About != about:
				case i < 0:
					all = append(all, untested{w, 1})
				default:
					all[i].times++
				}
			}
		}
	}
	return all
}

// alarm writes them, each with the number of arrangements.
func (r *Rings) alarm(w *prose.Writer) {
	for i, u := range r.untested() {
		if i == 0 {
			w.Line("")
		}
		w.Line("warning: %s (in %d of %s)", u.Text(), u.times, prose.Plural(len(r.found), "arrangement"))
	}
}

// reproach counts what there is a warning of in any arrangement.
func (r *Rings) reproach() string {
	var warnings []check.Warning
	for _, u := range r.untested() {
		warnings = append(warnings, u.Warning)
	}
	return check.Reproach(warnings)
}

// actions adds up how often each action was enabled and taken.
func (r *Rings) actions() []checker.Activity {
	var sum []checker.Activity
	for _, f := range r.found {
		if sum == nil {
			sum = slices.Clone(f.Counts.Actions)
			continue
		}
		for _, a := range f.Counts.Actions {
			i := slices.IndexFunc(sum, func(known checker.Activity) bool { return known.Action == a.Action })
			if i < 0 {
				i, sum = len(sum), append(sum, checker.Activity{Action: a.Action})
			}
			sum[i].Enabled += a.Enabled
			sum[i].Taken += a.Taken
		}
	}
	return sum
}
