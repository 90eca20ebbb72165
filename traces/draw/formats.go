package draw

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// The head of a file for ShiViz: how an event is written, and that several executions stand in one
// file, each under its name.
const (
	shivizEvent     = `(?<event>.*)\n(?<host>\S*) (?<clock>{.*})`
	shivizExecution = `=== (?<trace>.*) ===`
)

// ShiViz writes runs for ShiViz: one event per step, with the vector clock of the process that acts.
// Taking a message merges the clock of its sending. The cycle of a lasso is written once. A step of
// no process, such as a tick of the clock, is no event; nor is the loss of a message.
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

// events gives the steps their vector clocks.
func (r *Run) events() (events []event) {
	sent := Sources(*r)
	clocks := make([]map[string]int, len(r.Lanes))
	at := make([]map[string]int, len(r.Steps)) // of each step
	for i, s := range r.Steps {
		if s.Lane == Nobody || s.Lost {
			continue
		}
		host := host(r.Lanes[s.Lane].Name)
		clock := map[string]int{}
		merge(clock, clocks[s.Lane])
		if s.Message != "" && sent[i] >= 0 {
			merge(clock, at[sent[i]])
		}
		clock[host]++
		clocks[s.Lane], at[i] = clock, clock
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
		words := "sends " + s.Message + " to " + r.Lanes[s.To].Name
		if s.Lost {
			words += ", which is lost"
		}
		parts = append(parts, words)
	}
	for _, c := range r.differences(step) {
		parts = append(parts, c.String())
	}
	return strings.Join(strings.Fields(strings.Join(parts, "; ")), " ")
}

// ITF writes the run in the Informal Trace Format of Apalache and Quint (Apalache's ADR 015). The
// variables are local, a map from names of processes to records; under, what is on its way; and
// Quint's mbt::actionTaken and mbt::nondetPicks. Of a lasso the last state is the one it goes back
// to once more, so that every step has its action.
func (r *Run) ITF(w io.Writer) error {
	meta := object{{"format", "ITF"}, {"format-description", "https://apalache-mc.org/docs/adr/015adr-trace.html"},
		{"varTypes", r.types()}, {"description", r.Title}, {"source", r.Command}, {"violates", r.Property}}
	var states []any
	for i := range r.States {
		states = append(states, r.itfState(i))
	}
	trace := object{{"#meta", meta}, {"vars", []string{"local", "under", "mbt::actionTaken", "mbt::nondetPicks"}}, {"states", states}}
	if loop, infinite := r.end(); infinite {
		trace = append(trace, field{"loop", loop})
	}
	return writeObject(w, trace)
}

// types are the variables' types as Apalache writes them.
func (r *Run) types() object {
	fields := []string{"live: Bool"}
	if len(r.Lanes) > 0 {
		for _, v := range r.States[0].Members[0].Variables {
			fields = append(fields, fieldName(v.Name)+": Str")
		}
	}
	return object{
		{"local", "Str -> { " + strings.Join(fields, ", ") + " }"},
		{"under", "Seq({ from: Str, message: Str, to: Str })"},
		{"mbt::actionTaken", "Str"},
		{"mbt::nondetPicks", "{ message: Str, peer: Str, process: Str }"},
	}
}

// fieldName is the name of a variable as a field: one that is nested has a dot, which no field of
// TLA+ may have.
func fieldName(name string) string { return strings.ReplaceAll(name, ".", "_") }

func (r *Run) itfState(i int) object {
	local := []any{}
	for p, m := range r.States[i].Members {
		record := object{{"live", !m.Dead}}
		for _, v := range m.Variables {
			record = append(record, field{fieldName(v.Name), v.Value})
		}
		local = append(local, []any{r.Lanes[p].Name, record})
	}
	meta := object{{"index", i}}
	action, picks := "init", object{{"message", ""}, {"peer", ""}, {"process", ""}}
	if i > 0 {
		s := r.Steps[i-1]
		action = s.Action
		picks = object{{"message", s.Message}, {"peer", r.name(s.From)}, {"process", r.name(s.Lane)}}
		meta = append(meta, field{"action", s.Action}, field{"process", r.name(s.Lane)})
	}
	return object{{"#meta", meta}, {"local", object{{"#map", local}}}, {"under", r.under(i)}, {"mbt::actionTaken", action}, {"mbt::nondetPicks", picks}}
}

// under lists what is on its way in a state.
func (r *Run) under(i int) []any {
	list := []any{}
	for _, m := range r.States[i].Under {
		list = append(list, object{{"from", r.name(m.From)}, {"to", r.name(m.To)}, {"message", m.Text}})
	}
	return list
}

func (r *Run) name(process int) string {
	if process == Nobody {
		return ""
	}
	return r.Lanes[process].Name
}

// An object is a JSON object whose keys keep their order.
type object []field

type field struct {
	name  string
	value any
}

// MarshalJSON writes the fields in their order.
func (o object) MarshalJSON() ([]byte, error) {
	var b strings.Builder
	b.WriteByte('{')
	for i, f := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := plain(&b, f.name); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := plain(&b, f.value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return []byte(b.String()), nil
}

// plain writes a value on one line, without the care that a page needs.
func plain(b *strings.Builder, value any) error {
	encoder := json.NewEncoder(b)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}

func writeObject(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	return encoder.Encode(value)
}
