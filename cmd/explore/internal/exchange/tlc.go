package exchange

import "io"

// stuttering is TLC's name for the step of a run in which nothing happens any more.
const stuttering = "Stuttering"

// TLC writes the run as TLC does with -dumpTrace json: states numbered from 1, and an action between
// each two. Of a lasso the last action leads back to a state before, which is not repeated; after a
// run that has ended there is a step Stuttering in its last state. A place in a module, which TLC
// gives with each action, our steps have not; they are in module Interrex, line 0.
func (r *Run) TLC(w io.Writer) error {
	states, actions := []any{}, []any{}
	count := len(r.States)
	loop, infinite := r.end()
	back := infinite && loop < len(r.Steps)
	if back {
		count--
	}
	numbered := func(i int) []any { return []any{i + 1, r.tlcState(i)} }
	for i := range count {
		states = append(states, numbered(i))
	}
	for i := range r.Steps {
		to := i + 1
		if back && to == count {
			to = loop
		}
		s := r.Steps[i]
		parameters := object{{"process", r.name(s.Process)}, {"peer", r.name(s.Peer)}, {"message", s.Message}}
		actions = append(actions, []any{numbered(i), action(s.Action, parameters), numbered(to)})
	}
	if infinite && !back {
		actions = append(actions, []any{numbered(count - 1), action(stuttering, nil), numbered(count - 1)})
	}
	return write(w, object{
		{"counterexample", object{{"state", states}, {"action", actions}}},
		{"vars", []string{"local", "under"}},
	})
}

func action(name string, parameters object) object {
	place := object{{"beginLine", 0}, {"beginColumn", 0}, {"endLine", 0}, {"endColumn", 0}, {"module", "Interrex"}}
	a := object{{"name", name}, {"location", place}}
	if parameters != nil {
		a = append(a, field{"parameters", parameters})
	}
	return a
}

// tlcState writes a function of names as TLC does: an object.
func (r *Run) tlcState(i int) object {
	local := object{}
	for p, m := range r.States[i].Members {
		record := object{{"live", !m.Dead}}
		for _, v := range m.Variables {
			record = append(record, field{fieldName(v.Name), v.Value})
		}
		local = append(local, field{r.Processes[p], record})
	}
	return object{{"local", local}, {"under", r.under(i)}}
}
