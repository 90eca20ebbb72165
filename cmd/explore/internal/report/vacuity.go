package report

import (
	"slices"
	"strings"

	"interrex/checker"
)

// A Warning is of something that the exploration has not put to the test, although nothing has
// cut it short: a property that says nothing of any state, or an action that is never taken.
type Warning struct {
	About string // "property" or "action"
	Name  string
}

// warnings lists them, properties first. An action that is never taken is worth a warning only
// where nothing of the author's world is left out: else it may be missing on purpose.
func (f *Findings) warnings() []Warning {
	var all []Warning
	for _, d := range f.Decided {
		if d.Vacuous {
			all = append(all, Warning{"property", d.Name})
		}
	}
	if !f.Counts.Complete || f.Request.World.LeavesOut() {
		return all
	}
	for _, a := range f.Counts.Actions {
		if a.Taken == 0 {
			all = append(all, Warning{"action", a.Action})
		}
	}
	return all
}

// text says what there is to warn of in one sentence.
func (w Warning) text() string {
	if w.About == "action" {
		return w.Name + " is never taken"
	}
	return w.Name + " is vacuous: its premise is true in no state"
}

// reproach counts the warnings: "2 properties are vacuous, 1 action is never taken".
func reproach(warnings []Warning) string {
	actions := slices.DeleteFunc(slices.Clone(warnings), func(w Warning) bool { return w.About != "action" })
	var words []string
	if properties := len(warnings) - len(actions); properties > 0 {
		words = append(words, verb(properties, "property")+" vacuous")
	}
	if len(actions) > 0 {
		words = append(words, verb(len(actions), "action")+" never taken")
	}
	return strings.Join(words, ", ")
}

// premise says in how many states the premise of a property is true.
func premise(states int, complete bool) string {
	switch {
	case states > 0:
		return plural(states, "state")
	case complete:
		return "no state"
	}
	return "no state so far"
}

// activities is the table of actions: in how many states each was enabled, and how many steps
// of it there were.
func activities(w *writer, actions []checker.Activity, complete bool) {
	w.line("")
	w.line("  %-24s %15s %15s", "action", "states enabled", "steps taken")
	for _, a := range actions {
		remark := ""
		switch {
		case a.Taken == 0 && complete:
			remark = "  never"
		case a.Taken == 0:
			remark = "  not so far"
		}
		w.line("  %-24s %15s %15s%s", a.Action, grouped(a.Enabled), grouped(a.Taken), remark)
	}
}

// alarm writes the warnings, one line for each kind.
func alarm(w *writer, warnings []Warning) {
	names := map[string][]string{}
	for _, warning := range warnings {
		names[warning.About] = append(names[warning.About], warning.Name)
	}
	if len(warnings) > 0 {
		w.line("")
	}
	if vacuous := names["property"]; len(vacuous) > 0 {
		w.line("warning: nothing is said of any state by %s", strings.Join(vacuous, ", "))
	}
	if idle := names["action"]; len(idle) > 0 {
		w.line("warning: never taken: %s", strings.Join(idle, ", "))
	}
}

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

// actions adds up how often each action was enabled and taken.
func (r *Rings) actions() []checker.Activity {
	var sum []checker.Activity
	for _, f := range r.found {
		if sum == nil {
			sum = slices.Clone(f.Counts.Actions)
			continue
		}
		for i, a := range f.Counts.Actions {
			sum[i].Enabled += a.Enabled
			sum[i].Taken += a.Taken
		}
	}
	return sum
}

// jsonWarnings are warnings as the JSON has them.
func jsonWarnings(warnings []Warning) []warning {
	all := []warning{}
	for _, w := range warnings {
		all = append(all, warning{w.About, w.Name, w.text()})
	}
	return all
}

func jsonActions(actions []checker.Activity) []activity {
	all := []activity{}
	for _, a := range actions {
		all = append(all, activity(a))
	}
	return all
}

// A warning, an activity: see the schema.
type (
	warning struct {
		About string `json:"about"`
		Name  string `json:"name"`
		Text  string `json:"text"`
	}
	activity struct {
		Action  string `json:"action"`
		Enabled int    `json:"enabled"`
		Taken   int    `json:"taken"`
	}
)
