package draw

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
)

// ITF writes the run in the Informal Trace Format of Apalache and Quint (Apalache's ADR 015). The variables
// are local, a map from names of processes to records; under, the messages in transit; and Quint's
// mbt::actionTaken and mbt::nondetPicks. The last state of a lasso repeats the state that it returns to, so
// that every step has its action.
func (r *Run) ITF(w io.Writer) error {
	meta := object{{"format", "ITF"}, {"format-description", "https://apalache-mc.org/docs/adr/015adr-trace.html"},
		{"varTypes", r.types()}, {"description", r.Title}, {"source", r.Command}, {"violates", r.Property}}
	var states []any
	for i := range r.States {
		states = append(states, r.itfState(i))
	}
	trace := object{{"#meta", meta}, {"vars", []string{"local", "under", "mbt::actionTaken", "mbt::nondetPicks"}}, {"states", states}}
	if r.Cycle != NoCycle {
		trace = append(trace, field{"loop", r.Cycle})
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	return encoder.Encode(trace)
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

// under lists the messages in transit in a state.
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

// An object is a JSON object with keys in a fixed order.
type object []field

type field struct {
	name  string
	value any
}

// MarshalJSON writes the fields in their order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	b.WriteByte('{')
	for i, f := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := encoder.Encode(f.name); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := encoder.Encode(f.value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
