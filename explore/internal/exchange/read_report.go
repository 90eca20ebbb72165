package exchange

import (
	"fmt"
	"slices"
	"strings"

	"interrex/model"
	"interrex/model/world"
	"interrex/traces/draw"
)

// readReport reads the counterexamples of a report.
func readReport(root *node, elections []model.Algorithm) (runs []*draw.Run) {
	algorithm := root.must("algorithm").text()
	var a model.Algorithm
	if i := slices.IndexFunc(elections, func(a model.Algorithm) bool { return a.Name == algorithm }); i >= 0 {
		a = elections[i]
	}
	resent := false
	if repair := root.must("world").get("repair"); repair != nil {
		resent = repair.text() == "resent" && a.Topology.IsRing()
	}
	for _, p := range root.must("properties").list() {
		c := p.must("counterexample")
		if c.isNull() {
			continue
		}
		all := []*node{c}
		if others := p.get("others"); others != nil { // older reports lack it
			all = append(all, others.list()...)
		}
		for i, c := range all {
			t := &builder{ids: map[int]int{}, resent: resent, both: a.Topology != model.Cycle}
			t.run = &draw.Run{Title: algorithm, Property: p.must("name").text(), Ring: a.Topology.IsRing(), Cycle: draw.NoCycle}
			if i > 0 {
				t.run.Title += fmt.Sprintf(", run %d", i+1)
			}
			if command := root.get("reproduce"); command != nil {
				t.run.Command = command.text()
			}
			t.read(c)
			runs = append(runs, t.run)
		}
	}
	return runs
}

// A builder rebuilds states from the steps of a report: the local state of each process, and the messages in
// transit.
type builder struct {
	run    *draw.Run
	ids    map[int]int // places by id
	resent bool        // the ring forwards messages that were in transit to the dead
	both   bool        // a ring in both directions
	state  draw.State
}

func (t *builder) read(c *node) {
	for i, p := range c.must("initial").list() {
		id := p.must("process")
		if _, known := t.ids[id.number()]; known {
			id.fail("process %d is there twice", id.number())
		}
		t.ids[id.number()] = i
		t.run.Lanes = append(t.run.Lanes, draw.Lane{Name: fmt.Sprintf("P%d", id.number())})
		t.state.Members = append(t.state.Members, draw.Member{Dead: !p.must("live").truth(), Variables: variablesOf(p.must("variables"))})
	}
	t.keep(c.line)
	stem, cycle := c.must("stem").list(), c.must("cycle").list()
	for _, s := range slices.Concat(stem, cycle) {
		t.step(s)
	}
	if len(cycle) > 0 {
		t.run.Cycle = len(stem)
	}
	t.run.Derive()
}

// variablesOf reads variables in the order of their names, since a JSON object has no order.
func variablesOf(n *node) (variables []draw.Variable) {
	for _, m := range n.members() {
		variables = append(variables, draw.Variable{Name: m.name, Value: m.value.text()})
	}
	slices.SortStableFunc(variables, func(a, b draw.Variable) int { return strings.Compare(a.Name, b.Name) })
	return variables
}

// keep adds a copy of the state to the run.
func (t *builder) keep(line int) {
	bounded(t.state, line)
	copied := draw.State{Under: slices.Clone(t.state.Under)}
	for _, m := range t.state.Members {
		copied.Members = append(copied.Members, draw.Member{Dead: m.Dead, Variables: slices.Clone(m.Variables)})
	}
	t.run.States = append(t.run.States, copied)
}

// place is the place of the process with that id; Nobody for null.
func (t *builder) place(id *node) int {
	if id.isNull() {
		return draw.Nobody
	}
	place, known := t.ids[id.number()]
	if !known {
		id.fail("process %d is none of those at first", id.number())
	}
	return place
}

// idOf reads an id; null is model.Nobody.
func idOf(n *node) model.ID {
	if n.isNull() {
		return model.Nobody
	}
	return model.ID(n.number())
}

func (t *builder) step(n *node) {
	s := draw.Step{Action: n.must("action").text(), Lane: t.place(n.must("process")), From: t.place(n.must("peer"))}
	if m := n.must("message"); !m.isNull() {
		s.Message = m.text()
	}
	if m := n.must("crash_after"); !m.isNull() {
		s.CrashAfter = m.number()
		s.Note = fmt.Sprintf("dies after sending %d", s.CrashAfter)
	}
	if s.Message != "" && s.From == draw.Nobody {
		n.must("peer").fail("a message has a sender")
	}
	if s.Message != "" && s.Lane == draw.Nobody {
		n.must("process").fail("a message has a receiver")
	}
	s.Words = world.Occurrence{Action: s.Action, Process: idOf(n.must("process")), Peer: idOf(n.must("peer")), Message: s.Message}.Words()
	for _, sent := range n.must("sends").list() {
		to := t.place(sent.must("to"))
		if to == draw.Nobody || s.Lane == draw.Nobody {
			sent.fail("what is sent has a sender and a receiver")
		}
		s.Sends = append(s.Sends, draw.Send{To: to, Message: sent.must("message").text(), Lost: sent.must("lost").truth()})
	}
	t.take(s)
	for _, sent := range s.Sends {
		if !sent.Lost {
			t.state.Under = append(t.state.Under, draw.Message{From: s.Lane, To: sent.To, Text: sent.Message})
		}
	}
	for _, c := range n.must("changes").list() {
		t.change(c)
	}
	if back := n.get("variables"); !back.isNull() && s.Lane != draw.Nobody {
		t.state.Members[s.Lane].Variables = variablesOf(back)
	}
	t.run.Steps = append(t.run.Steps, s)
	t.sort()
	t.keep(n.line)
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
func (t *builder) change(c *node) {
	place, variable, to := t.place(c.must("process")), c.must("variable").text(), c.must("to").text()
	if place == draw.Nobody {
		c.fail("a change is of some process")
	}
	m := &t.state.Members[place]
	if variable == "live" {
		if m.Dead = to == "no"; m.Dead {
			t.bury(place)
		}
		return
	}
	for i, v := range m.Variables {
		if v.Name == variable {
			m.Variables[i].Value = to
			return
		}
	}
	c.fail("%s has no variable %q at first", t.run.Lanes[place].Name, variable)
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
