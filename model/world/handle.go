package world

import (
	"fmt"
	"reflect"
	"slices"

	"interrex/checker/component"
	"interrex/model"
)

// The bounds of the search that alter or disable steps.
const (
	electionsBound = iota + 1
	capacityBound
	countersBound
)

// bounds are the names of the bounds. The first one has number 1.
var bounds = []string{"elections", "capacity", "counters"}

// steps lists the steps of a move.
func (a *actor) steps(m move) []component.Step {
	if m.kind.isHandled() {
		return a.handle(m)
	}
	step := component.Step{Code: m.code(), Action: kinds[m.kind].name, Fairness: a.fairness(m), Sends: a.payment(m)}
	switch m.kind {
	case mistakesEnd: // from now on an eventually perfect detector makes no mistakes
		left := a.value.(adversary)
		left[mistakes] = 0
		step.Next = left
	case passTick:
		step = a.tickStep(step)
	case stabilize: // from now on the bounds of the clock hold
		step.Next, step.Sends = clockValue{}, a.toAll(boundsHold{})
	case crash:
		step = a.crashStep(step)
	case restart:
		step.Next = a.restarted()
	case lose:
		_, rest := a.v.inbox.take(m)
		step.Next = process{a.v.local, rest}
	}
	return []component.Step{step}
}

// handle lists the step in which the process handles the event of a move. If it may crash inside the step, one step for each proper,
// non-empty prefix of its messages follows.
func (a *actor) handle(m move) []component.Step {
	e := a.event(m)
	out := a.outcome(e)
	step := component.Step{Code: m.code(), Fairness: a.fairness(m), Action: a.actionOf(m.kind, e)}
	switch {
	case out.next == nil:
		step.Bound, step.Disabled = electionsBound, true
		return []component.Step{step}
	case out.Capped:
		step.Bound = electionsBound
	case out.Saturated:
		step.Bound = countersBound
	}
	sender := a.system.actor(a.ask, a.p, process{out.next, a.v.inbox})
	if m.kind == deliver {
		_, sender.v.inbox = a.v.inbox.take(m)
		sender.took = m.peer
	}
	step.Next, step.Sends = sender.v, slices.Concat(a.payment(m), a.observations(sender.v, e))
	steps := []component.Step{sender.send(step, out.Sends, e.Kind)}
	if len(out.Sends) < 2 || a.config.CrashPoints != AtSends || a.guard(move{kind: crash, process: a.p}) != nil {
		return steps
	}
	step.Action, step.Fairness, step.Sends = crashInside, component.Fairness{}, append(step.Sends, a.spending(crashes)...)
	for prefix := range out.Sends[1:] {
		step.Code++
		steps = append(steps, sender.crashStep(sender.send(step, out.Sends[:prefix+1], e.Kind)))
	}
	return steps
}

// event is the event that the process handles.
func (a *actor) event(m move) model.Event {
	e := model.Event{Kind: kinds[m.kind].event}
	switch m.kind {
	case deliver, deliverAgain:
		e.From, e.Message = a.config.IDs[m.peer], a.carried(m)
	case timeout:
		e.Timer = a.v.timers[m.variant]
	case draw:
		e.Value = a.choices()[m.variant]
	case detectorReport, withdraw:
		e.Of = a.config.IDs[m.peer]
	}
	return e
}

// carried is the message that is delivered or lost.
func (a *actor) carried(m move) model.Message {
	l, _ := a.v.inbox.take(m)
	return l.message
}

// An outcome is the result of an event. next is nil if the bound on elections disables the step.
type outcome struct {
	model.Outcome
	next *local
}

// outcome returns the result of an event. The cache is in the local part, which many values of the process share.
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

// forbids reports whether the bound on elections disables the step. It does not disable messages and timeouts.
func (o *outcome) forbids(e model.Event) bool {
	return o.Capped && e.Kind != model.Receive && e.Kind != model.Timeout
}

// maxPurityChecks is the number of events that are handled twice to find impure rules. Subtler impurities are not detected.
const maxPurityChecks = 500

// checkPure panics if two outcomes of the same event differ.
func checkPure(id model.ID, first, second model.Outcome) {
	if !reflect.DeepEqual(first, second) && fmt.Sprintf("%+v", first) != fmt.Sprintf("%+v", second) {
		panic(fmt.Sprintf("a rule is not pure: for the same event P%d returned first %+v, then %+v", id, first, second))
	}
	equal := first.Local == second.Local
	for i, s := range first.Sends {
		equal = equal && s.Message == second.Sends[i].Message
	}
	if !equal {
		panic(fmt.Sprintf("two outcomes of the same event of P%d are not equal: a local state or a message contains a pointer or NaN", id))
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

// send adds messages to a step. Messages over a cut link are lost.
func (a *actor) send(step component.Step, sends []model.Send, cause model.EventKind) component.Step {
	for _, x := range sends {
		if to := a.receiver(x); !a.isCut(a.p, to) {
			step = a.post(step, to, a.envelopeTo(to, x.Message, cause))
		}
	}
	return step
}

// post adds an envelope to a step. If the channel is full, the step is disabled. A message to a dead process is lost.
func (a *actor) post(step component.Step, to int, l *envelope) component.Step {
	if a.config.Capacity != Unlimited && !step.Disabled {
		room := a.config.Capacity - 1
		if to == a.p && l.from == a.took {
			room++
		}
		for _, x := range step.Sends {
			if other, isLetter := x.Message.(*envelope); isLetter && x.To == to && other.from == l.from {
				room--
			}
		}
		if a.is(to, isFull{l.from, room}) {
			step.Bound, step.Disabled = capacityBound, true
		}
	}
	step.Sends = append(slices.Clip(step.Sends), component.Send{To: to, Message: l})
	return step
}

// receiver returns the index of a message's receiver. On a ring it is the next live process in a direction.
func (a *actor) receiver(x model.Send) int {
	switch x.To {
	case model.Nobody:
		return a.neighbour(1)
	case model.Behind:
		return a.neighbour(-1)
	}
	return a.place(x.To)
}

// neighbour returns the next live process on the ring in one direction, or the process itself if all others are dead.
func (a *actor) neighbour(way int) int {
	q := (a.p + way + a.n) % a.n
	for q != a.p && a.is(q, isDead{}) {
		q = (q + way + a.n) % a.n
	}
	return q
}
