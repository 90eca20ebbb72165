package world

import "interrex/checker/component"

// deliveries are the steps in which a process receives the first message of a channel, or any one of a bag. The channel is not empty.
func (a *actor) deliveries(from int) (steps []component.Step) {
	if a.mayAct() != nil {
		return nil
	}
	first, _ := a.v.inbox.channelEnds(from)
	takes := []removal{{0, a.v.inbox.at(first), a.v.inbox.without(first)}}
	if a.config.Channels == Bag {
		takes = a.v.inbox.removals(from)
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
	if a.mayLose(from) != nil {
		return nil
	}
	for _, t := range a.v.inbox.removals(from) {
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
func (a *actor) mayLose(from int) reason {
	switch {
	case !a.v.inbox.hasFrom(from):
		return a.empty(from)
	case a.clock < 0:
		return a.inBudget(losses)
	case a.v.inbox.channel(from).at(0).promise != unsure:
		return because("the link keeps its bounds")
	}
	return nil
}

// mayTake is the guard of a delivery from a channel.
func (a *actor) mayTake(from int) reason { return a.empty(from).unless(a.v.inbox.hasFrom(from)) }

// mayTakeAgain is the guard of a delivery that leaves the message in the channel.
func (a *actor) mayTakeAgain(from int) reason {
	if why := a.mayTake(from); why != nil {
		return why
	}
	return a.inBudget(duplicates)
}

// mayAct is the guard of all steps in which a process handles an event: it lives, and it has no pending draw.
func (a *actor) mayAct() reason {
	switch {
	case !a.v.isLive():
		return because(Dead)
	case a.mustDraw():
		return because("it has a lot to draw first")
	}
	return nil
}

func (a *actor) mustDraw() bool { return a.able.Choosing && len(a.handler.Choices(a.v.state)) > 0 }
