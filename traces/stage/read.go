package stage

import (
	"fmt"
	"slices"

	"interrex/model"
	"interrex/model/world"
	"interrex/traces/draw"
)

// The limits of a document from a file. The work to draw it grows with their squares.
const (
	mostProcesses = 64
	mostSteps     = 10_000
	mostMessages  = 50_000
	mostDrawn     = 4_000_000 // variables, and messages in transit, of all states together
)

// Validate refuses a document whose parts do not fit together, such as one from a file.
func (r *Run) Validate() error {
	switch n := len(r.Processes); {
	case r.Format != Format:
		return fmt.Errorf("format %q: unsupported; allowed is %q", r.Format, Format)
	case n == 0 || n > mostProcesses:
		return fmt.Errorf("%d processes; 1 to %d are read", n, mostProcesses)
	case len(r.Steps) > mostSteps:
		return fmt.Errorf("%d steps; at most %d are read", len(r.Steps), mostSteps)
	case len(r.Messages) > mostMessages:
		return fmt.Errorf("%d messages; at most %d are read", len(r.Messages), mostMessages)
	case len(r.States) != len(r.Steps)+1:
		return fmt.Errorf("%d states of %d steps; there is one more than steps", len(r.States), len(r.Steps))
	case r.Cycle != nil && (*r.Cycle < 0 || *r.Cycle > len(r.Steps)):
		return fmt.Errorf("cycle %d: there is no such state", *r.Cycle)
	}
	for i, id := range r.Processes {
		if id <= model.Nobody || slices.Contains(r.Processes[:i], id) {
			return fmt.Errorf("process %d: ids are positive, and each is there once", id)
		}
	}
	if what, i := r.dangling(); what != "" {
		return fmt.Errorf("%s %d: it refers to what is not there", what, i)
	}
	size := 0
	for i, s := range r.States {
		if n := len(s.Properties); n != 0 && n != len(r.Properties) {
			return fmt.Errorf("state %d: %d standings of %d properties", i, n, len(r.Properties))
		}
		for _, at := range s.Locals {
			size += len(r.Locals[at].Variables)
		}
	}
	for _, m := range r.Messages {
		until := len(r.States)
		if m.End != nil {
			until = min(*m.End, until)
		}
		size += until - m.Sent
	}
	if size > mostDrawn {
		return fmt.Errorf("the states have %d variables and messages together; at most %d are read", size, mostDrawn)
	}
	return nil
}

// dangling finds a part that refers to another one which is not there, and its number; "": there is none.
func (r *Run) dangling() (what string, number int) {
	known := func(id model.ID) bool { return slices.Contains(r.Processes, id) }
	act := func(process, peer model.ID) bool {
		return (process == model.Nobody || known(process)) && (peer == model.Nobody || known(peer))
	}
	within := func(n int, list ...int) bool {
		return !slices.ContainsFunc(list, func(i int) bool { return i < 0 || i >= n })
	}
	optional := func(n int, at *int) bool { return at == nil || within(n, *at) }
	for i, s := range r.States {
		if len(s.Locals) != len(r.Processes) || !within(len(r.Locals), s.Locals...) || !within(len(r.Choices), s.Can...) || !within(len(r.Refusals), s.Cannot...) {
			return "state", i
		}
	}
	for i, s := range r.Steps {
		if !act(s.Process, s.Peer) || !optional(len(r.Messages), s.Takes) || !optional(len(r.States[i].Can), s.Choice) {
			return "step", i + 1
		}
	}
	for i, c := range r.Choices {
		if !act(c.Process, c.Peer) {
			return "choice", i
		}
	}
	for i, c := range r.Refusals {
		if !act(c.Process, c.Peer) {
			return "refusal", i
		}
	}
	for i, m := range r.Messages {
		if !known(m.From) || !known(m.To) || !within(len(r.States), m.Sent) || m.End != nil && *m.End < m.Sent {
			return "message", i + 1
		}
	}
	return "", 0
}

// Drawing is a valid document as a run that can be drawn.
func (r *Run) Drawing() *draw.Run {
	d := &draw.Run{Title: r.Title, Command: r.Command, Property: r.Property, Ring: r.Topology != "complete", Cycle: draw.NoCycle, Words: r.Words}
	if r.Cycle != nil {
		d.Cycle = *r.Cycle
	}
	lane := func(id model.ID) int { return slices.Index(r.Processes, id) }
	for _, id := range r.Processes {
		d.Lanes = append(d.Lanes, draw.Lane{Name: fmt.Sprintf("P%d", id)})
	}
	for k, s := range r.States {
		var members []draw.Member
		for _, at := range s.Locals {
			m := draw.Member{Dead: !r.Locals[at].Live}
			for _, v := range r.Locals[at].Variables {
				m.Variables = append(m.Variables, draw.Variable{Name: v[0], Value: v[1]})
			}
			members = append(members, m)
		}
		var under draw.Transit
		for _, m := range r.Messages {
			if m.Sent <= k && (m.End == nil || k < *m.End) {
				under = append(under, draw.Flight{Message: draw.Message{From: lane(m.From), To: lane(m.To), Text: m.Text}})
			}
		}
		d.States = append(d.States, under.State(members))
	}
	for k, s := range r.Steps {
		o := world.Occurrence{Action: s.Action, Process: s.Process, Peer: s.Peer}
		if s.Takes != nil {
			m := r.Messages[*s.Takes]
			o.Message, o.Peer = m.Text, m.From
		}
		step := draw.Step{Action: s.Action, Lane: lane(s.Process), From: lane(o.Peer), Message: o.Message, Folded: s.Folded, Words: o.Words()}
		if s.Action == "end" { // of a recorded node, which no world has
			step.Words = s.Says
		}
		for _, m := range r.Messages {
			if m.Sent == k+1 && m.From == s.Process {
				step.Sends = append(step.Sends, draw.Send{To: lane(m.To), Message: m.Text, Lost: m.End != nil && *m.End == m.Sent})
			}
		}
		d.Steps = append(d.Steps, step)
	}
	d.Derive()
	return d
}
