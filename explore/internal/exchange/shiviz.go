package exchange

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"interrex/traces/draw"
)

// The head of a file for ShiViz: how an event is written, and that several executions stand in one
// file, each under its name.
const (
	shivizEvent     = `(?<event>.*)\n(?<host>\S*) (?<clock>{.*})`
	shivizExecution = `=== (?<trace>.*) ===`
)

// ShiViz writes runs for ShiViz: an event a step, with the vector clock of the one who acts. Who
// takes a message merges the clock of its sending. Of a lasso the cycle is written once. A step that
// nobody takes, as a tick of the clock, is no event, and neither is the loss of a message.
func ShiViz(w io.Writer, runs []*Run) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n", shivizEvent, shivizExecution)
	names := map[string]int{}
	for _, r := range runs {
		name := shivizName(r)
		if names[name]++; names[name] > 1 {
			name += fmt.Sprintf(", run %d", names[name])
		}
		fmt.Fprintf(&b, "=== %s ===\n", name)
		for _, e := range r.events() {
			clock, err := json.Marshal(e.clock)
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, "%s\n%s %s\n", e.text, e.host, clock)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func shivizName(r *Run) string {
	if r.Property == "" {
		return r.Title
	}
	return r.Property + " is violated"
}

// An event is a step of one process, and all that it may know of.
type event struct {
	text, host string
	clock      map[string]int // of those that have had an event
}

// events puts vector clocks to the steps.
func (r *Run) events() (events []event) {
	sent := draw.Sources(r.Drawing())
	clocks := make([]map[string]int, len(r.Processes))
	at := make([]map[string]int, len(r.Steps)) // of each step
	for i, s := range r.Steps {
		if s.Process == Nobody || s.IsLost() {
			continue
		}
		host := host(r.Processes[s.Process])
		clock := map[string]int{}
		merge(clock, clocks[s.Process])
		if s.Message != "" && sent[i] >= 0 {
			merge(clock, at[sent[i]])
		}
		clock[host]++
		clocks[s.Process], at[i] = clock, clock
		events = append(events, event{r.said(i), host, clock})
	}
	return events
}

func merge(into, from map[string]int) {
	for host, n := range from {
		into[host] = max(into[host], n)
	}
}

// host is a name without white space.
func host(name string) string { return strings.Join(strings.Fields(name), "-") }

// said is a step on one line, with what it sends and changes.
func (r *Run) said(step int) string {
	parts := []string{r.Name(step)}
	for _, s := range r.Steps[step].Sends {
		words := "sends " + s.Text + " to " + r.Processes[s.To]
		if s.Lost {
			words += ", which is lost"
		}
		parts = append(parts, words)
	}
	for _, c := range r.Changes(step) {
		parts = append(parts, c.String())
	}
	return strings.Join(strings.Fields(strings.Join(parts, "; ")), " ")
}
