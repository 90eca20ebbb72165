package world

import (
	"slices"

	"interrex/checker/component"
	"interrex/model"
)

// crashStep lets the process crash at the end of a step. Messages on their way to it are lost or, with the repair Resent, sent on.
// Messages that it has sent stay in the channels.
func (a *actor) crashStep(step component.Step) component.Step {
	if a.suspicions >= 0 {
		step.Sends = append(slices.Clip(step.Sends), component.Send{To: a.suspicions, Message: suspicion{clears: 1 << a.p}})
	}
	dead := core{}
	if a.able.Keeping && a.config.Restarts != 0 {
		dead.persisted = a.handler.Kept(a.v.state)
	}
	step.Next = process{a.internLocal(a.p, dead), a.emptyInbox()}
	if a.config.Repair == Resent && a.config.Algorithm.Topology.IsRing() {
		step = a.resend(step, model.Right)
		if a.config.Algorithm.Topology == model.BothWays {
			step = a.resend(step, model.Left)
		}
	}
	return step
}

// resend sends on the messages of one direction to a dead process, if another one lives. They go, in order, to the end of the channel
// between its neighbours. The messages of the nearest sender are the oldest ones, and go first.
func (a *actor) resend(step component.Step, way model.Way) component.Step {
	direction := 1
	if way == model.Left {
		direction = -1
	}
	before, after := a.neighbour(-direction), a.neighbour(direction)
	if after == a.p {
		return step
	}
	for distance := 1; distance <= a.n; distance++ {
		from := ((a.p-direction*distance)%a.n + a.n) % a.n
		for l := range a.v.inbox.channel(from).envelopes() {
			if model.WayOf(l.message) == way {
				again := l.inTransit
				again.from = before
				step = a.post(step, after, a.internEnvelope(again))
			}
		}
	}
	return step
}

// restarted returns a dead process after its restart: with the same id, in its initial local state or with its stable storage, and with
// empty incoming channels.
func (a *actor) restarted() process {
	state := a.v.persisted
	if state == nil {
		state = a.handler.Begin(a.id(), a.group, model.Nobody, true)
	}
	return a.begin(a.p, state, true)
}
