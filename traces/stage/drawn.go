package stage

import (
	"slices"
	"strconv"
	"strings"

	"interrex/model"
	"interrex/model/world"
	"interrex/traces/draw"
)

// Known is what is known of a state beside its drawing, and of the step that led there. Each field may be empty.
type Known struct {
	Locals  []*Local // by process; nil: the drawing has all
	Can     []Choice
	Cannot  []Refusal
	Rules   []Fired
	Seconds *float64 // since the beginning of the run
}

// Drawn makes the document of a run of which the drawing is known, and for each state, if known is not empty, some more.
func Drawn(r *draw.Run, known []Known) *Run {
	d := &drawing{draw: r, builder: newBuilder(nil)}
	for i, l := range r.Lanes {
		id, err := strconv.Atoi(strings.TrimPrefix(l.Name, "P"))
		if err != nil {
			id = i + 1
		}
		d.run.Processes = append(d.run.Processes, model.ID(id))
	}
	d.run.Title, d.run.Command, d.run.Property = r.Title, r.Command, r.Property
	d.run.Topology, d.run.Words = topologies[model.Complete], append(d.run.Words, r.Words...)
	if r.Ring {
		d.run.Topology = topologies[model.Cycle]
	}
	if r.Property != "" {
		d.run.Verdict = "violated"
	}
	if r.Cycle != draw.NoCycle {
		d.run.Cycle = &r.Cycle
	}
	for i := range r.States {
		k := Known{}
		if i < len(known) {
			k = known[i]
		}
		d.add(i, k)
	}
	return d.run.readable()
}

// A drawing becomes a document.
type drawing struct {
	*builder
	draw *draw.Run
}

func (d *drawing) id(lane int) model.ID {
	if lane < 0 {
		return model.Nobody
	}
	return d.run.Processes[lane]
}

// add adds a state, and the step that leads to it.
func (d *drawing) add(at int, k Known) {
	if at > 0 {
		s := d.draw.Steps[at-1]
		o := d.occurrence(at - 1)
		step := occurred(o)
		if s.Words != "" {
			step.Says = sentence(s.Words, o)
		}
		if s.Note != "" {
			step.Says = strings.TrimSuffix(step.Says, ".") + " (" + s.Note + ")."
		}
		step.Seconds, step.Folded, step.Crashed = k.Seconds, s.Folded, s.CrashAfter > 0
		step.Rules = append(step.Rules, k.Rules...)
		d.step(step, o)
	}
	state := d.draw.States[at]
	var members []Local
	for p, m := range state.Members {
		l := drawn(d.id(p), m)
		if p < len(k.Locals) && k.Locals[p] != nil && !m.Dead {
			l = *k.Locals[p]
		}
		members = append(members, l)
	}
	var flying []world.Flight
	for _, m := range state.Under {
		flying = append(flying, world.Flight{From: d.id(m.From), To: d.id(m.To), Message: m.Text})
	}
	d.state(members, flying)
	now := &d.run.States[at]
	for _, c := range k.Can {
		now.Can = append(now.Can, d.choice(c))
	}
	for _, c := range k.Cannot {
		now.Cannot = append(now.Cannot, d.refusal(c))
	}
	if at == len(d.draw.Steps) || len(k.Cannot) > 0 { // what is refused is not chosen
		return
	}
	o := d.occurrence(at)
	next := slices.IndexFunc(k.Can, func(c Choice) bool {
		return c.Process == o.Process && c.Action == o.Action && c.Peer == o.Peer && c.Message == o.Message
	})
	if next >= 0 {
		d.chosen = &next
	}
}

// occurrence is a step of the drawing in the words of the world.
func (d *drawing) occurrence(at int) world.Occurrence {
	s := d.draw.Steps[at]
	o := world.Occurrence{Action: s.Action, Process: d.id(s.Lane), Peer: d.id(s.From), Message: s.Message, CrashAfter: s.CrashAfter, Of: len(s.Sends)}
	for _, sent := range s.Sends {
		o.Sends = append(o.Sends, world.Sending{To: d.id(sent.To), Message: sent.Message, Lost: sent.Lost})
	}
	if s.Lane >= 0 && !d.draw.States[at].Members[s.Lane].Dead {
		before, after := d.draw.States[at].Members[s.Lane], d.draw.States[at+1].Members[s.Lane]
		if from, to := before.Value("elected"), after.Value("elected"); from != to && !after.Dead {
			o.Changes = append(o.Changes, world.Change{Process: o.Process, Variable: "elected", From: from, To: to})
		}
	}
	return o
}

// drawn is a local state of which only the variables are known.
func drawn(id model.ID, m draw.Member) Local {
	l := Local{Live: !m.Dead, Role: "idle", Variables: [][2]string{}}
	for _, v := range m.Variables {
		l.Variables = append(l.Variables, [2]string{v.Name, v.Value})
	}
	elected, _ := strconv.Atoi(m.Value("elected"))
	switch {
	case m.Dead:
		l.Role = "dead"
	case elected > 0 && model.ID(elected) == id:
		l.Role, l.Elected = "leader", id
	case elected > 0:
		l.Elected = model.ID(elected)
	}
	return l
}
