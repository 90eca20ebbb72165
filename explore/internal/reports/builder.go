package reports

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"interrex/internal/check"
	"interrex/model"
	"interrex/model/world"
	"interrex/traces/draw"
)

// The limits of a run in a file. The work to draw and compare it grows with their squares.
const (
	mostProcesses = 64
	mostVariables = 500 // of a process; also the most messages in transit
)

// A builder rebuilds states from the steps of a report: the local state of each process, and the messages in
// transit.
type builder struct {
	run    *draw.Run
	ids    map[model.ID]int // places by id
	resent bool             // the ring forwards messages that were in transit to the dead
	both   bool             // a ring in both directions
	state  draw.State
}

func (t *builder) read(c *check.Counterexample) error {
	for i, p := range c.Initial {
		if _, known := t.ids[p.Process]; known {
			return fmt.Errorf("process %d is in the initial state twice", p.Process)
		}
		t.ids[p.Process] = i
		t.run.Lanes = append(t.run.Lanes, draw.Lane{Name: fmt.Sprintf("P%d", p.Process)})
		t.state.Members = append(t.state.Members, draw.Member{Dead: !p.Live, Variables: variablesOf(p.Variables)})
	}
	if err := t.keep(); err != nil {
		return err
	}
	for i, s := range slices.Concat(c.Stem, c.Cycle) {
		if err := t.step(s); err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	if len(c.Cycle) > 0 {
		t.run.Cycle = len(c.Stem)
	}
	t.run.Derive()
	return nil
}

// variablesOf lists variables in the order of their names.
func variablesOf(values map[string]string) (variables []draw.Variable) {
	for name, value := range values {
		variables = append(variables, draw.Variable{Name: name, Value: value})
	}
	slices.SortFunc(variables, func(a, b draw.Variable) int { return strings.Compare(a.Name, b.Name) })
	return variables
}

// keep adds a copy of the state to the run. It refuses a state that exceeds a limit.
func (t *builder) keep() error {
	if n := len(t.state.Members); n > mostProcesses {
		return fmt.Errorf("%d processes; at most %d are read", n, mostProcesses)
	}
	if n := len(t.state.Under); n > mostVariables {
		return fmt.Errorf("%d messages in transit; at most %d are read", n, mostVariables)
	}
	copied := draw.State{Under: slices.Clone(t.state.Under)}
	for _, m := range t.state.Members {
		if n := len(m.Variables); n > mostVariables {
			return fmt.Errorf("%d variables of a process; at most %d are read", n, mostVariables)
		}
		copied.Members = append(copied.Members, draw.Member{Dead: m.Dead, Variables: slices.Clone(m.Variables)})
	}
	t.run.States = append(t.run.States, copied)
	return nil
}

// place is the place of a process; draw.Nobody: none.
func (t *builder) place(id model.ID) (int, error) {
	place, known := t.ids[id]
	switch {
	case id == model.Nobody:
		return draw.Nobody, nil
	case !known:
		return 0, fmt.Errorf("process %d is not in the initial state", id)
	}
	return place, nil
}

func (t *builder) step(j check.Step) error {
	o := world.Occurrence{Action: j.Action, Process: or(j.Process, model.Nobody), Peer: or(j.Peer, model.Nobody), Message: or(j.Message, "")}
	lane, err := t.place(o.Process)
	if err != nil {
		return err
	}
	from, err := t.place(o.Peer)
	if err != nil {
		return err
	}
	if o.Message != "" && (lane == draw.Nobody || from == draw.Nobody) {
		return errors.New("a message needs a sender and a receiver")
	}
	s := draw.Step{Action: j.Action, Lane: lane, From: from, Message: o.Message, Words: o.Words()}
	if j.CrashAfter != nil {
		s.CrashAfter = *j.CrashAfter
		s.Note = fmt.Sprintf("dies after sending %d", s.CrashAfter)
	}
	t.take(s)
	if err := t.send(&s, j.Sends); err != nil {
		return err
	}
	for _, c := range j.Changes {
		if err := t.change(c.Process, c.Variable, c.To); err != nil {
			return err
		}
	}
	if j.Variables != nil && lane != draw.Nobody {
		t.state.Members[lane].Variables = variablesOf(j.Variables)
	}
	t.run.Steps = append(t.run.Steps, s)
	t.sort()
	return t.keep()
}

// or returns what a pointer points to, or a value for nil.
func or[T any](p *T, none T) T {
	if p == nil {
		return none
	}
	return *p
}

// send adds the messages that leave in a step.
func (t *builder) send(s *draw.Step, sends []check.Sending) error {
	for _, sent := range sends {
		to, err := t.place(sent.To)
		if err != nil {
			return err
		}
		if to == draw.Nobody || s.Lane == draw.Nobody {
			return errors.New("a message needs a sender and a receiver")
		}
		s.Sends = append(s.Sends, draw.Send{To: to, Message: sent.Message, Lost: sent.Lost})
		if !sent.Lost {
			t.state.Under = append(t.state.Under, draw.Message{From: s.Lane, To: to, Text: sent.Message})
		}
	}
	return nil
}

// sort puts the messages in transit into the order of the channels.
func (t *builder) sort() {
	slices.SortStableFunc(t.state.Under, func(a, b draw.Message) int {
		if a.From != b.From {
			return a.From - b.From
		}
		return a.To - b.To
	})
}

// take removes the message of a step from its channel: the first one equal to it.
func (t *builder) take(s draw.Step) {
	i := slices.Index(t.state.Under, draw.Message{From: s.From, To: s.Lane, Text: s.Message})
	if s.Message != "" && s.Action != "deliver and keep" && i >= 0 {
		t.state.Under = slices.Delete(t.state.Under, i, i+1)
	}
}

// change applies one change from the report.
func (t *builder) change(id model.ID, variable, to string) error {
	place, err := t.place(id)
	if err != nil {
		return err
	}
	if place == draw.Nobody {
		return errors.New("a change needs a process")
	}
	m := &t.state.Members[place]
	if variable == "live" {
		if m.Dead = to == "no"; m.Dead {
			t.bury(place)
		}
		return nil
	}
	for i, v := range m.Variables {
		if v.Name == variable {
			m.Variables[i].Value = to
			return nil
		}
	}
	return fmt.Errorf("%s has no variable %q in the initial state", t.run.Lanes[place].Name, variable)
}

// bury settles what becomes of the messages to a dead process, and of its local state.
func (t *builder) bury(dead int) {
	var kept []draw.Message
	for _, m := range t.state.Under {
		switch {
		case m.To != dead:
			kept = append(kept, m)
		case t.resent:
			if to := t.beyond(m.From, dead); to != draw.Nobody {
				kept = append(kept, draw.Message{From: m.From, To: to, Text: m.Text})
			}
		}
	}
	t.state.Under = kept
}

// beyond is the next live process behind the dead one, in the direction of the message.
func (t *builder) beyond(from, dead int) int {
	n, way := len(t.state.Members), 1
	if t.both && (from-dead+n)%n < (dead-from+n)%n {
		way = n - 1
	}
	for i := 1; i < n; i++ {
		if p := (dead + i*way) % n; !t.state.Members[p].Dead {
			return p
		}
	}
	return draw.Nobody
}
