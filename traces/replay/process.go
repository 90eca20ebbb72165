package replay

import (
	"interrex/model"
	"interrex/traces"
)

// A process is the model's side of a node.
type process struct {
	id    model.ID
	place int

	incarnation uint64
	former      []uint64 // the last clock of the incarnation before; nil: there was none
	began       bool     // in this incarnation
	local       model.Local
	variables   []traces.Variable // of local
	at          string            // the line after which it is in that state
	lost        bool              // its state is not known: of an earlier event the model says nothing
	doubts      doubts            // of its failure detector
	disputed    uint64            // the event by which it last heard of a leader beside the one elected; 0: none
	letters     []letter          // that it has sent in this incarnation, in order; on a ring
	numbering   *numbering        // of omega-minimal
	last        *lastStep         // of this incarnation, where something is kept; nil: it has its end

	answers map[question]*answer
}

// A question is an event in a local state.
type question struct {
	local   model.Local
	kind    model.EventKind
	from    model.ID
	timer   model.Timer
	message model.Message
}

// An answer is what the rules make of it.
type answer struct {
	local     model.Local
	variables []traces.Variable
	sends     []model.Send
	spelled   []string
	saturated bool
	forgotten model.Local // local without the ages of messages, where there are any
}

// remembered is how many answers a process keeps.
const remembered = 1 << 14

// ask runs the rules, once for each question.
func (g *group) ask(p *process, e model.Event) *answer {
	q := question{p.local, e.Kind, e.From, e.Timer, e.Message}
	if e.Kind == model.Report || e.Kind == model.Withdraw {
		q.from = e.Of
	}
	if known := p.answers[q]; known != nil {
		return known
	}
	out := g.handler.Handle(model.Self{ID: p.id, Group: g.model, Local: p.local, Elections: model.Unlimited}, e)
	a := &answer{local: out.Local, variables: g.spell(out.Local), sends: out.Sends, saturated: out.Saturated}
	for _, s := range out.Sends {
		a.spelled = append(a.spelled, s.Message.String())
	}
	if len(p.answers) >= remembered || p.answers == nil {
		p.answers = map[question]*answer{}
	}
	p.answers[q] = a
	return a
}

// spell puts a local state into the trace's words.
func (g *group) spell(local model.Local) []traces.Variable {
	var list []traces.Variable
	for _, v := range model.Variables(g.model, local) {
		list = append(list, traces.Variable(v))
	}
	return list
}

// enter puts a process into a local state.
func (p *process) enter(local model.Local, variables []traces.Variable, at string) {
	p.local, p.variables, p.at = local, variables, at
}

// enabled lists what the process could do now, by the names of the actions.
func (g *group) enabled(p *process) (list []string) {
	if p.local == nil {
		return []string{"boot"}
	}
	status := g.handler.Status(p.local)
	if status.MayStart {
		list = append(list, "start")
	}
	if status.Idle && status.Elected != model.Nobody && status.Elected != p.id {
		list = append(list, "detect "+model.Spell(status.Elected))
	}
	if status.Recovering {
		list = append(list, "recover")
	}
	for _, t := range g.handler.Timers(p.id, g.model, p.local) {
		list = append(list, "timeout "+t.String())
	}
	report, withdraw := g.handler.Suspects(p.id, g.model, p.local)
	for _, id := range report {
		list = append(list, "report "+model.Spell(id))
	}
	for _, id := range withdraw {
		list = append(list, "withdraw "+model.Spell(id))
	}
	return list
}

// timer finds an armed timer by its name.
func (g *group) timer(p *process, name string) (model.Timer, []string, bool) {
	var armed []string
	for _, t := range g.handler.Timers(p.id, g.model, p.local) {
		if t.String() == name {
			return t, nil, true
		}
		armed = append(armed, t.String())
	}
	return model.Timer{}, armed, false
}
