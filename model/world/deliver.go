package world

import "interrex/checker/component"

// deliveries are the steps in which a process receives the first message of a channel, or any one of a bag. The channel is not empty.
func (a *actor) deliveries(from int) (steps []component.Step) {
	if a.mayAct() != "" {
		return nil
	}
	first, _ := a.v.inbox.channelEnds(from)
	takes := []removal{{0, a.v.inbox.at(first), a.v.inbox.without(first)}}
	if a.config.Channels == Bag {
		takes = a.removals(a.v.inbox, from)
	}
	for _, t := range takes {
		m := move{kind: deliver, process: a.p, peer: from, variant: t.number}
		steps = append(steps, a.handle(m, t.rest, a.deliveryClass(from, a.p, t.envelope.message), nil)...)
		if a.has(duplicates) {
			m.kind = deliverAgain
			steps = append(steps, a.handle(m, a.v.inbox, component.Fairness{}, a.spending(duplicates))...)
		}
	}
	return steps
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
