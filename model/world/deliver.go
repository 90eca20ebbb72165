package world

import (
	"interrex/checker/component"
	"interrex/model"
)

// deliveries are the steps in which a process receives the first message of a channel, or any one of a bag. The channel is not empty.
func (a *actor) deliveries(from int) (steps []component.Step) {
	if a.mayAct() != "" {
		return nil
	}
	for _, t := range a.deliverable(from) {
		m := t.envelope.message
		h := handling{event: model.Event{Kind: model.Receive, From: a.config.IDs[from], Message: m}, v: a.v}
		h.move = move{kind: deliver, process: a.p, peer: from, variant: t.number}
		h.v.inbox = t.rest
		h.fairness = a.deliveryClass(from, a.p, m)
		steps = append(steps, a.handle(h)...)
		if a.has(duplicates) {
			h.move.kind, h.v.inbox, h.fairness = deliverAgain, a.v.inbox, component.Fairness{}
			h.budget = a.spending(duplicates)
			steps = append(steps, a.handle(h)...)
		}
	}
	return steps
}

// deliverable lists the removals of the messages of a channel that may be delivered.
func (a *actor) deliverable(from int) []removal {
	if a.config.Channels == Bag {
		return a.removals(a.v.inbox, from)
	}
	first, _ := a.v.inbox.channelEnds(from)
	return []removal{{0, a.v.inbox.at(first), a.v.inbox.without(first)}}
}

// losses are the steps in which a message of a channel is lost. Without a clock it is any message within the budget. With a clock it
// is the first one, if its link is not timely. Its delivery and its loss are then one class of fairness, so that time can pass.
func (a *actor) losses(from int) (steps []component.Step) {
	takes := a.removals(a.v.inbox, from)
	if a.mayLose(takes) != "" {
		return nil
	}
	for _, t := range takes {
		step := move{kind: lose, process: a.p, peer: from, variant: t.number}.step()
		step.Next = process{a.v.local, t.rest}
		if a.clock >= 0 {
			step.Fairness = a.deliveryClass(from, a.p, t.envelope.message)
			return []component.Step{step}
		}
		step.Sends = a.spending(losses)
		steps = append(steps, step)
	}
	return steps
}

// mayLose is the guard of a loss from a channel.
func (a *actor) mayLose(takes []removal) Guard {
	switch {
	case len(takes) == 0:
		return OnTheWay
	case a.clock < 0:
		return a.inBudget(losses)
	case takes[0].envelope.promise != unsure:
		return MayBeLost
	}
	return ""
}

// mayAct is the guard of all steps of a process: it lives, and it has no pending draw.
func (a *actor) mayAct() Guard {
	switch {
	case !a.v.isLive():
		return Lives
	case a.able.Choosing && len(a.handler.Choices(a.v.state)) > 0:
		return DrawsFirst
	}
	return ""
}
