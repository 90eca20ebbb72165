package report

import (
	"slices"

	"interrex/checker"
)

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
	if len(actions) == 0 { // nothing was explored
		return
	}
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
