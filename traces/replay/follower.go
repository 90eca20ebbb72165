package replay

import (
	"errors"
	"fmt"
	"io"

	"interrex/model"
	"interrex/model/world"
	"interrex/traces"
)

// A Follower follows a trace through the model. It holds the local state of each node and the messages on
// their way, and no history.
type Follower struct {
	Merge     *traces.Merge // which reads the trace
	group     *group
	processes []*process
	counts    Counts
	events    int
	followed  int
	diverged  []*Divergence
	stopped   []stop
}

// A stop is the event after which a node is no longer followed.
type stop struct {
	Place
	why string
}

// Follow replays a trace to its end. The error is bad input, an [*traces.Error], or one of reading.
func Follow(sources []traces.Source, o Options) (*Report, error) {
	f, err := NewFollower(sources, o)
	if err != nil {
		return nil, err
	}
	for {
		switch _, err := f.Next(); {
		case errors.Is(err, io.EOF):
			return f.Report(), nil
		case err != nil:
			return nil, err
		}
	}
}

// NewFollower begins to follow a trace. The error is bad input, an [*traces.Error], or one of reading.
func NewFollower(sources []traces.Source, o Options) (*Follower, error) {
	m, err := traces.NewMerge(sources)
	if err != nil {
		return nil, err
	}
	m.Crashed, m.Pick = o.Crashed, o.Pick
	if o.Algorithm != "" && o.Algorithm != m.Header.Algorithm {
		return nil, m.Fault(fmt.Errorf("a run of %s: want one of %s", m.Header.Algorithm, o.Algorithm))
	}
	if on := restsOn(m.Header); o.On != "" && o.On != on {
		return nil, m.Fault(fmt.Errorf("a run of %s on %s: want one on %s", m.Header.Algorithm, on, o.On))
	}
	g, err := newGroup(m.Header, o.Elections)
	if err != nil {
		return nil, m.Fault(err)
	}
	f := &Follower{Merge: m, group: g}
	for i, id := range g.ids {
		p := &process{id: id, place: i}
		if g.algorithm.Numbering() != nil {
			p.numbering = newNumbering(g)
		}
		f.processes = append(f.processes, p)
	}
	return f, nil
}

// Next follows the next line, and returns it; at the end of the trace it is io.EOF.
func (f *Follower) Next() (traces.Moment, error) {
	m, err := f.Merge.Next()
	switch {
	case errors.Is(err, io.EOF) && f.events == 0:
		return m, f.Merge.Fault(errors.New("no event is recorded; a trace needs at least one"))
	case err != nil:
		return m, err
	}
	return m, f.take(&m)
}

// take follows a line.
func (f *Follower) take(m *traces.Moment) error {
	p := f.processes[m.Place]
	switch l := m.Line; {
	case l.Header != nil:
		if !sameElection(l.Header, f.Merge.Header) {
			return &traces.Error{File: m.File, Line: m.Number, Err: errors.New("another configuration of the election than that of the first file")}
		}
		if p.incarnation > 0 {
			f.counts.Ended++
		}
		f.counts.Unrecorded += int(l.Header.Incarnation - p.incarnation - 1)
		p.incarnation, p.former, p.began = l.Header.Incarnation, m.Before, false
		p.doubts, p.letters, p.disputed = doubts{}, nil, 0
	case l.End:
		p.last = nil
	case l.Event != nil:
		f.events++
		f.event(p, m)
	}
	return nil
}

// event follows an event, or records why it cannot.
func (f *Follower) event(p *process, m *traces.Moment) {
	e := m.Line.Event
	if p.lost && (e.Seq > 1 || f.group.algorithm.Stable()) {
		return
	}
	before := p.local
	p.seq, p.rules = e.Seq, nil
	word, no := p.fields(e)
	switch {
	case no != nil:
	case e.Seq == 1 && !e.Aside:
		no = f.boot(p, m)
	case e.Aside:
		no = f.aside(p, word, m)
	case word == "resend" || word == "dispute":
		no = refuse(word+" is no step of the page", "aside is missing")
	case word == "transfer":
		f.stop(p, m, "the handing over of a leadership (RF16, RF17) is the implementation's alone")
		return
	default:
		no = f.step(p, word, m)
	}
	switch {
	case no != nil:
		f.diverge(p, m, no)
	case !p.lost:
		f.followed++
		p.last = nil
		if f.group.algorithm.Stable() && e.Seq > 1 && !e.Aside {
			p.last = &lastStep{before, m.Sent}
		}
	}
}

// boot begins an incarnation.
func (f *Follower) boot(p *process, m *traces.Moment) *refusal {
	e, g := m.Line.Event, f.group
	p.lost = false
	back := p.incarnation > 1
	local := g.handler.Begin(p.id, g.model, model.Nobody, back)
	if back {
		f.counts.Restarts++
	}
	if back && g.algorithm.Stable() && p.local != nil {
		local = g.handler.Kept(p.local)
	}
	variables := g.spell(local)
	if p.numbering != nil {
		var no *refusal
		if variables, no = p.numbering.begin(variables, e.After); no != nil {
			return no
		}
	}
	p.enter(local, variables, m.At())
	p.began = true
	last := p.last
	p.last = nil
	if no := compare(variables, e.After); no != nil && !f.unmade(p, m, last, no) {
		return no
	}
	return f.sends(p, &answer{}, m)
}

// aside follows an event that changes no variable of the page.
func (f *Follower) aside(p *process, word string, m *traces.Moment) *refusal {
	switch {
	case word == "resend" && f.group.algorithm.Topology.IsRing():
		return f.resends(p, m)
	case word == "report" || word == "withdraw":
		return f.judges(p, word, m)
	case word == "dispute":
		return f.disputes(p, m)
	}
	return refuse("an event that changes no variable is declared", "%s of %s is not", m.Line.Event.Action, f.group.algorithm.Name)
}

// step follows an event that is a step of the model.
func (f *Follower) step(p *process, word string, m *traces.Moment) *refusal {
	e := m.Line.Event
	event, no := f.enable(p, word, m)
	if no == nil && word == "deliver" {
		no = f.arrives(p, m)
	}
	if no != nil {
		return no
	}
	f.count(word)
	if word == "deliver" {
		if m.Taken.Value == nil {
			p.lost = true // it comes from one who is not followed
			return nil
		}
		if u, is := m.Taken.Value.(unsent); is {
			f.hasLeft(u)
			p.lost = true
			return nil
		}
		event.Message = m.Taken.Value.(posted).message
	}
	a := f.group.answer(p, event)
	if a.saturated {
		f.stop(p, m, "a counter of the model is at its end")
		return nil
	}
	if no := compare(a.variables, e.After); no != nil {
		return no
	}
	if no := f.sends(p, a, m); no != nil {
		return no
	}
	p.enter(a.local, a.variables, m.At())
	p.rules = a.rules
	return nil
}

func (f *Follower) count(word string) {
	switch word {
	case "start":
		f.counts.Starts++
	case "detect":
		f.counts.Detections++
	case "report":
		f.counts.Reports++
	}
}

// A process is the model's side of a node.
type process struct {
	id    model.ID
	place int

	incarnation uint64
	former      []uint64      // the last clock of the incarnation before; nil: none
	began       bool          // in this incarnation
	seq         uint64        // of its last event
	rules       []model.Fired // that it followed in it
	local       model.Local
	variables   []traces.Variable // of local
	at          string            // the line after which it is in that state
	lost        bool              // its state is unknown, after an event that the model cannot follow
	doubts      doubts            // members that its failure detector suspects
	disputed    uint64            // the event by which it last heard of a leader other than the elected one; 0: none
	letters     []letter          // that it has sent in this incarnation, in order; on a ring
	numbering   *numbering        // of omega-minimal
	last        *lastStep         // of this incarnation, if something is kept; nil if the trace has its end
}

// An answer is what the rules make of an event in a local state.
type answer struct {
	local     model.Local
	variables []traces.Variable
	sends     []model.Send
	spelled   []string
	saturated bool
	rules     []model.Fired
}

// ask runs the rules for an event.
func (g *group) ask(p *process, e model.Event) *answer {
	var rules []model.Fired
	self := model.Self{ID: p.id, Group: g.model, Local: p.local, Elections: model.Unlimited, Record: func(r model.Fired) { rules = append(rules, r) }}
	out := g.handler.Handle(self, e)
	a := &answer{local: out.Local, variables: g.spell(out.Local), sends: out.Sends, saturated: out.Saturated, rules: rules}
	for _, s := range out.Sends {
		a.spelled = append(a.spelled, model.SpellMessage(s.Message))
	}
	return a
}

// spell puts a local state into the trace's words.
func (g *group) spell(local model.Local) []traces.Variable { return model.Variables(g.model, local) }

// enter puts a process into a local state.
func (p *process) enter(local model.Local, variables []traces.Variable, at string) {
	p.local, p.variables, p.at = local, variables, at
}

// enabled lists the actions of its own that are possible for the process now.
func (g *group) enabled(p *process) (list []world.Occurrence) {
	add := func(action string, peer model.ID) {
		list = append(list, world.Occurrence{Action: action, Process: p.id, Peer: peer})
	}
	if p.local == nil {
		add("boot", model.Nobody)
		return list
	}
	status := g.handler.Status(p.local)
	if status.MayStart {
		add("start", model.Nobody)
	}
	if status.Idle && status.Elected != model.Nobody && status.Elected != p.id {
		add("detect", status.Elected)
	}
	if status.Recovering {
		add("recover", model.Nobody)
	}
	for _, t := range g.handler.Timers(p.id, g.model, p.local) {
		add("timeout "+t.String(), model.Nobody)
	}
	report, withdraw := g.handler.Suspects(p.id, g.model, p.local)
	for _, id := range report {
		add("report", id)
	}
	for _, id := range withdraw {
		add("withdraw", id)
	}
	return list
}
