package step

import (
	"fmt"

	"interrex/checker/component"
	"interrex/model"
	"interrex/model/world"
)

// The bounds of ours that alter or disable steps.
const (
	electionsBound = iota + 1
	capacityBound
	countersBound
)

// Bounds names the bounds, the first being 1.
func Bounds() []string { return []string{"elections", "capacity", "counters"} }

// A handling is a step in which a process handles an event.
type handling struct {
	move     move
	event    model.Event
	v        process          // the process with the event taken
	spends   []component.Send // off the budgets of the adversary
	fairness component.Fairness
}

// handle returns the step in which the process handles an event and, where it may die inside a step, one for each proper,
// non-empty prefix of the messages that it sends.
func (a *acting) handle(h handling) []component.Step {
	self := model.Self{ID: a.id(), Group: a.group, Local: a.v.state, Elections: a.v.elections}
	out := a.handler.Handle(self, h.event)
	model.CheckLocal(out.Local)
	step := component.Step{Code: h.move.code(), Fairness: h.fairness}
	switch {
	case out.Capped && h.event.Kind != model.Receive && h.event.Kind != model.Timeout:
		step.Bound, step.Disabled = electionsBound, true
		return []component.Step{step}
	case out.Capped:
		step.Bound = electionsBound
	case out.Saturated:
		step.Bound = countersBound
	}
	after := h.v
	after.state, after.elections, after.isFresh = out.Local, out.Elections, false
	after.countdown = a.rewind(a.p, a.v, out, h)
	notes := append(h.spends[:len(h.spends):len(h.spends)], a.remember(after, h)...)
	whole := step
	whole.Next, whole.Sends = after, notes
	steps := []component.Step{a.send(whole, out.Sends, h.event.Kind)}
	if len(out.Sends) < 2 || a.config.CrashPoints != world.AtSends || !a.has(crashes) {
		return steps
	}
	for prefix := 1; prefix < len(out.Sends); prefix++ {
		some := component.Step{Code: step.Code + uint64(prefix), Bound: step.Bound, Next: after, Sends: notes}
		steps = append(steps, a.die(a.send(some, out.Sends[:prefix], h.event.Kind), after))
	}
	return steps
}

// send adds messages to a step, each to its receiver. If they do not fit into the channels, the step is disabled. A message
// over a cut link is lost; so is one to a dead process.
func (a *acting) send(step component.Step, sends []model.Send, cause model.EventKind) component.Step {
	filled := map[int]int{} // by receiver: the messages of this step in the channel to it
	step.Sends = step.Sends[:len(step.Sends):len(step.Sends)]
	for _, x := range sends {
		to := a.receiver(x)
		if a.isCut(a.p, to) {
			continue
		}
		if filled[to]++; a.overflows(a.p, to, filled[to]) {
			return full(step)
		}
		step.Sends = append(step.Sends, component.Send{To: to, Message: a.letter(to, x.Message, cause)})
	}
	return step
}

// full is a step that is disabled because its messages do not fit into the channels.
func full(step component.Step) component.Step {
	step.Bound, step.Disabled = capacityBound, true
	return step
}

// overflows reports whether the channel from one process to another has no room for so many messages of this step.
func (a *acting) overflows(from, to, more int) bool {
	return a.config.Capacity != world.Unlimited && a.is(to, isFull{a.System, from, more})
}

// receiver returns the process that a message goes to. On a ring that is the next live process in its direction.
func (a *acting) receiver(x model.Send) int {
	switch topology := a.config.Algorithm.Topology; {
	case x.To == model.Nobody && topology.IsRing():
		return a.neighbour(1)
	case x.To == model.Behind && topology == model.BothWays:
		return a.neighbour(-1)
	}
	to := a.place(x.To)
	if to < 0 || !a.isLinked(a.p, to) {
		panic(fmt.Sprintf("it sends %s to P%d, and there is no channel to it", model.SpellMessage(x.Message), x.To))
	}
	return to
}

// neighbour returns the next live process on the ring in one direction, or the process itself if no other one lives.
func (a *acting) neighbour(way int) int {
	q := (a.p + way + a.n) % a.n
	for q != a.p && a.is(q, isDead{}) {
		q = (q + way + a.n) % a.n
	}
	return q
}
