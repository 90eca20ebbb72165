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
// where nothing of the author's world is left out: else it may be missing on purpose. A reduced graph
// may leave it out, too.
func (f *Findings) warnings() []Warning {
	var all []Warning
	for _, d := range f.Decided {
		if d.Vacuous {
			all = append(all, Warning{"property", d.Name})
		}
	}
	if !f.Counts.Complete || f.Counts.Reduction != checker.Whole || f.Request.World.LeavesOut() {
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
