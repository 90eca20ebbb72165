package drive

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"interrex/impl"
	"interrex/model"
	"interrex/model/world"
)

// beyond looks for steps of the implementation that the model lacks in a pair. It delivers every message
// that may be delivered, compares every guard with the model's, and checks that a member which the world
// holds back would do what the model does. It follows stutters.
func (x *comparer) beyond(p *pair) {
	x.deliveries(p)
	for place, m := range p.group.members {
		if m.state == nil || x.Divergence != nil {
			continue
		}
		x.guards(p, place)
		x.stutters(p, place)
	}
}

// deliveries compares the deliveries of the heads of channels.
func (x *comparer) deliveries(p *pair) {
	n := len(p.group.members)
	for i, channel := range p.group.channels {
		if len(channel) == 0 {
			continue
		}
		s := Step{Action: "deliver", Process: p.group.id(i % n), Peer: p.group.id(i / n), Message: channel[0].text}
		if !p.state.has(s) {
			x.diverge(p, s, "the implementation does this, the model does not", "")
		}
	}
}

// has reports whether the model may take a step, cut by a bound or not.
func (s *state) has(step Step) bool {
	return slices.ContainsFunc(s.edges, func(e edge) bool { return e.step == step })
}

// An agreement is a local state of the model and one of the implementation.
type agreement struct {
	model model.Local
	local int
}

// An agreed is the result of their comparison: the difference, and the steps that both may take.
type agreed struct {
	wrong string
	steps []Step
}

// guards compares the steps that a member may take by itself, and their effects, with the model's rules,
// regardless of what the world allows just now.
func (x *comparer) guards(p *pair, place int) {
	m, id := p.group.members[place], p.group.id(place)
	local := x.Whole(p.state.vector).Processes[place].Local
	key := agreement{local, m.number}
	found, known := x.agreed[key]
	if !known {
		found = x.agree(m, local)
		x.agreed[key] = found
	}
	if found.wrong != "" {
		x.diverge(p, Step{Process: id, Action: "any"}, found.wrong, "")
		return
	}
	for _, s := range found.steps {
		if !p.state.has(s) && !(s.Action == "detect" && p.state.has(s.as("suspect"))) {
			x.withhold(p, s)
		}
	}
}

func (s Step) as(action string) Step {
	s.Action = action
	return s
}

// withhold asks whether the world has a reason not to allow a step.
func (x *comparer) withhold(p *pair, s Step) {
	word, _, _ := strings.Cut(s.Action, " ")
	_, isOccasional := x.Handler().Protocol().(model.Occasional)
	switch {
	case s.Action == "start" && x.startsLeft(p) != 0 && x.isInitiator(s.Process),
		word == "timeout" && x.config.Timeouts == world.Any && !isOccasional,
		s.Action == "recover":
		x.diverge(p, s, "the implementation does this, the model does not", "")
	}
}

// startsLeft is the rest of the adversary's budget of starts.
func (x *comparer) startsLeft(p *pair) int {
	if s := p.state; !s.counted {
		for _, b := range x.Snapshot(s.vector).Budgets {
			if b.Name == "starts" {
				s.counted, s.starts = true, b.Left
			}
		}
	}
	return p.state.starts
}

func (x *comparer) isInitiator(id model.ID) bool {
	return x.config.Initiators == nil || slices.Contains(x.config.Initiators, id)
}

// may lists a process's own steps by the model's rules in a local state, with the events.
func (x *comparer) may(id model.ID, local model.Local) map[Step]model.Event {
	may := map[Step]model.Event{}
	h := x.Handler()
	status := h.Status(local)
	if status.MayStart {
		may[Step{Action: "start", Process: id}] = model.Event{Kind: model.Start}
	}
	if status.Recovering {
		may[Step{Action: "recover", Process: id}] = model.Event{Kind: model.Recover}
	}
	if status.Idle && status.Elected != model.Nobody && status.Elected != id {
		may[Step{Action: "detect", Process: id, Peer: status.Elected}] = model.Event{Kind: model.Detect}
	}
	for _, t := range h.Timers(id, x.group, local) {
		may[Step{Action: timeout + t.String(), Process: id}] = model.Event{Kind: model.Timeout, Timer: t}
	}
	report, withdraw := h.Suspects(id, x.group, local)
	for _, of := range report {
		may[Step{Action: "report", Process: id, Peer: of}] = model.Event{Kind: model.Report, Of: of}
	}
	for _, of := range withdraw {
		may[Step{Action: "withdraw", Process: id, Peer: of}] = model.Event{Kind: model.Withdraw, Of: of}
	}
	return may
}

// does lists a member's own steps.
func (x *comparer) does(m *local) map[Step]*act {
	does := map[Step]*act{}
	id := x.cast.id(m.place)
	try := func(s Step) {
		if a := x.cast.act(m, cause{action: s.Action, peer: impl.ID(s.Peer)}, s.input()); !a.ignored && !a.aside {
			does[s] = a
		}
	}
	try(Step{Action: "start", Process: id})
	try(Step{Action: "recover", Process: id})
	for _, peer := range x.config.IDs {
		if peer != id {
			try(Step{Action: "detect", Process: id, Peer: peer})
			try(Step{Action: "report", Process: id, Peer: peer})
			try(Step{Action: "withdraw", Process: id, Peer: peer})
		}
	}
	for _, r := range m.running {
		if !x.cast.hides(m, r.timer) {
			try(Step{Action: timeout + r.timer.String(), Process: id})
		}
	}
	return does
}

// agree finds what a member may do and the model may not, or the other way round, or what they do
// differently.
func (x *comparer) agree(m *local, local model.Local) agreed {
	may, does := x.may(x.cast.id(m.place), local), x.does(m)
	either := map[Step]bool{}
	for s := range may {
		either[s] = true
	}
	for s := range does {
		either[s] = true
	}
	found := agreed{steps: slices.SortedFunc(maps.Keys(may), compareSteps)}
	for _, s := range slices.SortedFunc(maps.Keys(either), compareSteps) {
		e, inModel := may[s]
		a, inImpl := does[s]
		switch {
		case s.Action == timeout+quorumCheck && x.cast.algorithm.Terms:
		case !inImpl:
			found.wrong = "the model may do this, the implementation does nothing about it"
		case !inModel:
			found.wrong = "the implementation does this, in the model nothing is to be done"
		default:
			found.wrong = x.outcome(m, local, e).differs(a)
		}
		if found.wrong != "" {
			found.wrong = fmt.Sprintf("%v: %s", s, found.wrong)
			break
		}
	}
	return found
}

func compareSteps(a, b Step) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) }

// An outcome is what the model makes of an event, in words.
type outcome struct {
	variables string
	sends     []string
	bounded   bool
}

func (x *comparer) outcome(m *local, local model.Local, e model.Event) outcome {
	after := x.Handler().Handle(model.Self{ID: x.cast.id(m.place), Group: x.group, Local: local, Elections: model.Unlimited}, e)
	o := outcome{variables: fmt.Sprint(model.Variables(x.group, after.Local)), bounded: after.Capped || after.Saturated}
	for _, s := range after.Sends {
		to := impl.ID(s.To)
		switch s.To {
		case model.Nobody:
			to = impl.Next
		case model.Behind:
			to = impl.Behind
		}
		o.sends = append(o.sends, fmt.Sprint(to, " ", model.SpellMessage(s.Message)))
	}
	return o
}

func (o outcome) differs(a *act) string {
	if o.bounded {
		return ""
	}
	var sends []string
	for _, s := range a.sends {
		sends = append(sends, fmt.Sprint(s.to, " ", s.message.text))
	}
	if a.after.variables != o.variables {
		return fmt.Sprintf("afterwards the implementation is %s, the model %s", a.after.variables, o.variables)
	}
	if !slices.Equal(sends, o.sends) {
		return fmt.Sprintf("the implementation sends %v, the model %v", sends, o.sends)
	}
	return ""
}

// stutters follows what only the implementation notes: that a member is dead or cannot be heard, and
// that it no longer is so.
func (x *comparer) stutters(p *pair, place int) {
	m, id := p.group.members[place], p.group.id(place)
	for q, peer := range p.group.members {
		if q == place {
			continue
		}
		other := p.group.id(q)
		s := Step{Action: "withdraw", Process: id, Peer: other}
		if peer.state == nil || x.isCut(id, other) || x.isCut(other, id) {
			s.Action = "report"
		}
		a := x.cast.act(m, cause{action: s.Action, peer: impl.ID(other)}, s.input())
		if a.ignored || !a.aside {
			continue
		}
		if len(a.sends) > 0 || a.after.text != m.text {
			x.diverge(p, s, "a stutter changes what the page speaks of", "")
			return
		}
		x.Stutters++
		group := &Group{p.group.Cast, slices.Clone(p.group.members), p.group.channels}
		group.members[place] = a.after
		x.meet(&pair{p.state, group, p, s})
	}
}

func (x *comparer) isCut(from, to model.ID) bool {
	return slices.Contains(x.config.Cut, world.Pair{From: from, To: to})
}
