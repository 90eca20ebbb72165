package report

import "slices"

// An untested is a warning for some of the arrangements.
type untested struct {
	Warning
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
func (r *Rings) alarm(w *writer) {
	for i, u := range r.untested() {
		if i == 0 {
			w.line("")
		}
		w.line("warning: %s (in %d of %s)", u.text(), u.times, plural(len(r.found), "arrangement"))
	}
}

// reproach counts what there is a warning of in any arrangement.
func (r *Rings) reproach() string {
	var warnings []Warning
	for _, u := range r.untested() {
		warnings = append(warnings, u.Warning)
	}
	return reproach(warnings)
}
