package world

import (
	"fmt"
	"reflect"
	"slices"

	"interrex/checker/component"
	"interrex/model"
)

// The bounds of ours that alter or disable steps.
const (
	electionsBound = iota + 1
	capacityBound
	countersBound
)

// bounds names the bounds, the first being 1.
var bounds = []string{"elections", "capacity", "counters"}

// A handling is a step in which a process handles an event.
type handling struct {
	move     move
	event    model.Event
	v        process          // the process with the event taken
	budget   []component.Send // off the budgets of the adversary
	fairness component.Fairness
}

// handle returns the step in which the process handles an event and, where it may die inside a step, one for each proper,
// non-empty prefix of the messages that it sends.
func (a *actor) handle(h handling) []component.Step {
	out := a.outcome(h.event)
	step := component.Step{Code: h.move.code(), Fairness: h.fairness, Action: a.actionName(h.move, h.event)}
	switch {
	case out.next == nil:
		step.Bound, step.Disabled = electionsBound, true
		return []component.Step{step}
	case out.Capped:
		step.Bound = electionsBound
	case out.Saturated:
		step.Bound = countersBound
	}
	after := process{out.next, h.v.inbox}
	notes := append(h.budget[:len(h.budget):len(h.budget)], a.observations(after, h)...)
	whole := step
	whole.Next, whole.Sends = after, notes
	sender := &actor{a.system, a.ask, a.p, after}
	steps := []component.Step{sender.send(whole, out.Sends, h.event.Kind)}
	if len(out.Sends) < 2 || a.config.CrashPoints != AtSends || !a.has(crashes) {
		return steps
	}
	for prefix := 1; prefix < len(out.Sends); prefix++ {
		some := component.Step{Code: step.Code + uint64(prefix), Action: CrashInside, Bound: step.Bound, Next: after, Sends: notes}
		steps = append(steps, sender.crashStep(sender.send(some, out.Sends[:prefix], h.event.Kind)))
	}
	return steps
}

// An outcome is what comes of an event. next is nil if the bound on elections forbids the step.
type outcome struct {
	model.Outcome
	next *local
}

// outcome returns what comes of an event. Outcomes are kept with the local part: many values of the process share it.
func (a *actor) outcome(e model.Event) *outcome {
	a.v.local.mu.Lock()
	defer a.v.local.mu.Unlock()
	out, known := a.v.outcomes[e]
	if !known {
		self := model.Self{ID: a.id(), Group: a.group, Local: a.v.state, Elections: a.v.elections, Reaches: a.reaches}
		out = &outcome{Outcome: a.handler.Handle(self, e)}
		model.CheckLocal(out.Local)
		if a.purityChecks.Add(1) <= maxPurityChecks {
			checkPure(self.ID, out.Outcome, a.handler.Handle(self, e))
		}
		if !out.forbids(e) {
			next := core{state: out.Local, elections: out.Elections, countdown: a.countdownAfter(a.p, a.v.local, out.Outcome, e)}
			out.next = a.internLocal(a.p, next)
		}
		a.v.outcomes[e] = out
	}
	return out
}

// forbids reports whether the bound on elections disables the step. An event that comes from elsewhere is handled all the same.
func (o *outcome) forbids(e model.Event) bool {
	return o.Capped && e.Kind != model.Receive && e.Kind != model.Timeout
}

// mostRehearsed is the number of events that are handled twice: a rule that is not pure shows soon.
const maxPurityChecks = 500

// checkPure panics if a rule makes something else of the same event the second time.
func checkPure(id model.ID, first, second model.Outcome) {
	if !reflect.DeepEqual(first, second) && fmt.Sprintf("%+v", first) != fmt.Sprintf("%+v", second) {
		panic(fmt.Sprintf("a rule is not pure: of the same event P%d has made %+v at first, and %+v then", id, first, second))
	}
	equal := first.Local == second.Local
	for i, s := range first.Sends {
		equal = equal && s.Message == second.Sends[i].Message
	}
	if !equal {
		panic(fmt.Sprintf("what P%d makes of the same event twice is not equal: a local state, or a message, has a new pointer or NaN in it", id))
	}
}

// reaches reports whether there is a channel to the receiver of a message.
func (a *actor) reaches(id model.ID) bool {
	switch topology := a.config.Algorithm.Topology; id {
	case model.Nobody:
		return topology.IsRing()
	case model.Behind:
		return topology == model.BothWays
	}
	to := a.place(id)
	return to >= 0 && a.isLinked(a.p, to)
}

// send adds messages to a step, each to its receiver. A message over a cut link is lost.
func (a *actor) send(step component.Step, sends []model.Send, cause model.EventKind) component.Step {
	for _, x := range sends {
		if to := a.receiver(x); !a.isCut(a.p, to) {
			step = a.post(step, to, a.envelopeTo(to, x.Message, cause))
		}
	}
	return step
}

// post adds a letter to a step. If it does not fit into the channel, the step is disabled. What goes to a dead process is lost.
func (a *actor) post(step component.Step, to int, l *envelope) component.Step {
	if a.config.Capacity != Unlimited && !step.Disabled {
		more := 1
		for _, x := range step.Sends {
			if other, isLetter := x.Message.(*envelope); isLetter && x.To == to && other.from == l.from {
				more++
			}
		}
		if a.is(to, isFull{a.system, l.from, more}) {
			step.Bound, step.Disabled = capacityBound, true
		}
	}
	step.Sends = append(slices.Clip(step.Sends), component.Send{To: to, Message: l})
	return step
}

// receiver returns the process that a message goes to. On a ring that is the next live process in its direction.
func (a *actor) receiver(x model.Send) int {
	switch x.To {
	case model.Nobody:
		return a.neighbour(1)
	case model.Behind:
		return a.neighbour(-1)
	}
	return a.place(x.To)
}

// neighbour returns the next live process on the ring in one direction, or the process itself if no other one lives.
func (a *actor) neighbour(way int) int {
	q := (a.p + way + a.n) % a.n
	for q != a.p && a.is(q, isDead{}) {
		q = (q + way + a.n) % a.n
	}
	return q
}
