package report

import (
	"fmt"
	"strings"

	"interrex/model/world"
	"interrex/traces/draw"
)

// counterexamples draws what violates the properties, the same run only once.
func (f *Findings) counterexamples(w *writer) {
	drawn := map[string]string{}
	for _, d := range f.Decided {
		if d.Story == nil {
			continue
		}
		w.line("")
		w.line("%s is violated: %s.", d.Name, d.Violation)
		var picture strings.Builder
		if err := draw.Text(&picture, drawing(f.Request.World, d)); err != nil {
			w.err = err
			return
		}
		if first, again := drawn[picture.String()]; again {
			w.line("The run is the one shown for %s.", first)
			continue
		}
		drawn[picture.String()] = d.Name
		f.counterexample(w, d, f.shape(d), picture.String())
		for i, other := range d.Others {
			w.line("")
			w.line("%s, another run, %d of %d:", d.Name, i+2, len(d.Others)+1)
			picture.Reset()
			if err := draw.Text(&picture, drawing(f.Request.World, other)); err != nil {
				w.err = err
				return
			}
			shape := strings.NewReplacer("A shortest such run", "It", "A shortest way in", "The way in",
				"Such a run", "It", "A way in", "The way in").Replace(f.shape(other))
			f.counterexample(w, other, shape, picture.String())
		}
	}
}

// counterexample writes one run: what kind it is, the picture, the words.
func (f *Findings) counterexample(w *writer, d Decision, shape, picture string) {
	w.line("%s", shape)
	w.line("")
	for line := range strings.Lines(picture) {
		w.line("%s", strings.TrimRight(line, "\n"))
	}
	w.line("")
	w.line("%s", d.outcome())
	for _, paragraph := range f.explain(d) {
		w.line("")
		for _, line := range fold(paragraph, "") {
			w.line("%s", line)
		}
	}
}

// shape says what kind of run the counterexample is.
func (f *Findings) shape(d Decision) string {
	run, way := "A shortest such run", "A shortest way in"
	if !d.Shortest {
		run, way = "Such a run", "A way in"
	}
	stem, cycle := plural(len(d.Story.Stem), "step"), plural(len(d.Story.Cycle), "step")
	switch {
	case !d.Story.Lasso:
		return run + " has " + stem + ":"
	case len(d.Story.Cycle) == 0:
		return run + " has " + stem + ". After them nothing has to happen any more " +
			"(no message to deliver, no timer due), so it may stay so for ever:"
	case len(d.Story.Cycle) == 1:
		cycle += " repeats"
	default:
		cycle += " repeat"
	}
	return way + " has " + stem + "; then " + cycle + " for ever. " +
		"The run is fair: what has to happen, happens:"
}

// outcome says how things stand at the end of a run, or where its cycle begins.
func (d Decision) outcome() string {
	when := "In the end"
	if len(d.Story.Cycle) > 0 {
		when = "Where the cycle begins"
	}
	var parts []string
	for _, p := range d.Story.Final {
		what := note(p)
		if !p.Live {
			what = "is dead"
		}
		var timers []string
		for _, t := range p.Timers {
			timers = append(timers, t.String())
		}
		if len(timers) > 0 {
			what += " (" + strings.Join(timers, ", ") + ")"
		}
		parts = append(parts, strings.TrimRight(fmt.Sprintf("P%d %s", p.ID, what), " "))
	}
	text := when + ": " + strings.Join(parts, ", ")
	if flights := inFlight(d.Story.InFlight); flights != "" {
		text += "; on the way: " + flights
	}
	return text + "."
}

// inFlight lists messages on their way, those together that are spelt alike and as urgent.
func inFlight(flights []world.Flight) string {
	type kind struct{ message, deadline string }
	var kinds []kind
	receivers := map[kind][]string{}
	for _, m := range flights {
		k := kind{m.Message, m.Deadline()}
		if receivers[k] == nil {
			kinds = append(kinds, k)
		}
		receivers[k] = append(receivers[k], fmt.Sprintf("P%d", m.To))
	}
	var all []string
	for _, k := range kinds {
		words := k.message + " to " + strings.Join(receivers[k], ", ")
		if k.deadline != "" {
			words += " (" + k.deadline + ")"
		}
		all = append(all, words)
	}
	return strings.Join(all, "; ")
}
