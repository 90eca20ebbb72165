package exchange

import (
	"fmt"
	"slices"
	"strings"

	"interrex/model"
	"interrex/traces/draw"
)

// readReport reads the counterexamples of a report.
func readReport(root *node) (runs []*Run) {
	algorithm := root.must("algorithm").text()
	a, _ := model.Find(algorithm)
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
		if others := p.get("others"); others != nil { // reports of old have none
			all = append(all, others.list()...)
		}
		for i, c := range all {
			t := &builder{ids: map[int]int{}, resent: resent, both: a.Topology != model.Cycle}
			t.run = &Run{Title: algorithm, Property: p.must("name").text(), Ring: a.Topology.IsRing(), Cycle: draw.NoCycle}
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

// A builder makes states of what a report says of steps: who is in which local state, and what is on
// its way.
type builder struct {
	run    *Run
	ids    map[int]int // places by id
	resent bool        // the ring sends on what was on its way to the dead
	both   bool        // a ring in both directions
	state  State
}

func (t *builder) read(c *node) {
	for i, p := range c.must("initial").list() {
		id := p.must("process")
		if _, known := t.ids[id.number()]; known {
			id.fail("process %d is there twice", id.number())
		}
		t.ids[id.number()] = i
		t.run.Processes = append(t.run.Processes, fmt.Sprintf("P%d", id.number()))
		t.state.Members = append(t.state.Members, Member{!p.must("live").truth(), variablesOf(p.must("variables"))})
	}
	t.keep(c.line)
	stem, cycle := c.must("stem").list(), c.must("cycle").list()
	for _, s := range slices.Concat(stem, cycle) {
		t.step(s)
	}
	if len(cycle) > 0 {
		t.run.Cycle = len(stem)
	}
}

// variablesOf reads variables in the order of their names: an object has none.
func variablesOf(n *node) (variables []Variable) {
	for _, m := range n.members() {
		variables = append(variables, Variable{m.name, m.value.text()})
	}
	slices.SortStableFunc(variables, func(a, b Variable) int { return strings.Compare(a.Name, b.Name) })
	return variables
}

// keep adds a copy of the state to the run.
func (t *builder) keep(line int) {
	t.state.bounded(line)
	copied := State{Under: slices.Clone(t.state.Under)}
	for _, m := range t.state.Members {
		copied.Members = append(copied.Members, Member{m.Dead, slices.Clone(m.Variables)})
	}
	t.run.States = append(t.run.States, copied)
}

// place is where the process of an id stands; Nobody for null.
func (t *builder) place(id *node) int {
	if id.isNull() {
		return Nobody
	}
	place, known := t.ids[id.number()]
	if !known {
		id.fail("process %d is none of those at first", id.number())
	}
	return place
}

func (t *builder) step(n *node) {
	s := Step{Action: n.must("action").text(), Process: t.place(n.must("process")), Peer: t.place(n.must("peer"))}
	if m := n.must("message"); !m.isNull() {
		s.Message = m.text()
	}
	if m := n.must("crash_after"); !m.isNull() {
		s.CrashAfter = m.number()
		s.Note = fmt.Sprintf("dies after sending %d", s.CrashAfter)
	}
	if s.Message != "" && s.Peer == Nobody {
		n.must("peer").fail("a message has a sender")
	}
	if s.Message != "" && s.Process == Nobody {
		n.must("process").fail("a message has a receiver")
	}
	for _, sent := range n.must("sends").list() {
		to := t.place(sent.must("to"))
		if to == Nobody || s.Process == Nobody {
			sent.fail("what is sent has a sender and a receiver")
		}
		s.Sends = append(s.Sends, Send{to, sent.must("message").text(), sent.must("lost").truth()})
	}
	t.take(s)
	for _, sent := range s.Sends {
		if !sent.Lost {
			t.state.Under = append(t.state.Under, Message{s.Process, sent.To, sent.Text})
		}
	}
	for _, c := range n.must("changes").list() {
		t.change(c)
	}
	if back := n.get("variables"); !back.isNull() && s.Process != Nobody {
		t.state.Members[s.Process].Variables = variablesOf(back)
	}
	t.run.Steps = append(t.run.Steps, s)
	t.sort()
	t.keep(n.line)
}

// sort puts what is on its way into the order of the channels.
func (t *builder) sort() {
	slices.SortStableFunc(t.state.Under, func(a, b Message) int {
		if a.From != b.From {
			return a.From - b.From
		}
		return a.To - b.To
	})
}

// take removes the message of a step from its channel, the first of its kind.
func (t *builder) take(s Step) {
	i := slices.Index(t.state.Under, Message{s.Peer, s.Process, s.Message})
	if s.Message != "" && s.Action != "deliver and keep" && i >= 0 {
		t.state.Under = slices.Delete(t.state.Under, i, i+1)
	}
}

// change applies a change, as it stands in the report.
func (t *builder) change(c *node) {
	place, variable, to := t.place(c.must("process")), c.must("variable").text(), c.must("to").text()
	if place == Nobody {
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
	c.fail("%s has no variable %q at first", t.run.Processes[place], variable)
}

// bury says what becomes of the messages to one who dies, and of its local state.
func (t *builder) bury(dead int) {
	var kept []Message
	for _, m := range t.state.Under {
		switch {
		case m.To != dead:
			kept = append(kept, m)
		case t.resent:
			if to := t.beyond(m.From, dead); to != Nobody {
				kept = append(kept, Message{m.From, to, m.Text})
			}
		}
	}
	t.state.Under = kept
}

// beyond is the next one alive behind the dead, in the direction in which a message goes.
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
	return Nobody
}
