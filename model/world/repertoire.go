package world

import (
	"slices"

	"interrex/checker"
	"interrex/model"
)

// A repertoire is the actions of a world, by the names that a report gives them: those of the
// algorithm, its messages and timers told apart, and those of the adversary as far as it has a
// budget for them. What is not in it has no name and cannot happen, unless an algorithm declares
// less than it does.
type repertoire struct {
	names   []string
	deliver [1 << 8]checker.Action // by kind of message
	timeout map[string]checker.Action
	of      [moveKinds]checker.Action // by kind of move, but for deliveries and timeouts
	inside  checker.Action            // a crash inside a step, whatever the step is
}

// CrashInside is the action of a process that dies after some of a step's messages.
const CrashInside = "crash inside a step"

// ordered are the kinds of moves in the order of a report: how elections begin, how they go on,
// what detectors say, what befalls processes and messages.
var ordered = [moveKinds]moveKind{
	start, detect, suspect, draw, deliver, deliverAgain, timeout, report, withdraw, recover_, mistakesEnd, tick, stabilise, crash, restart, lose,
}

// learn gives each action of the world its number, in the order of a report.
func (w *World) learn() {
	w.actions.timeout = map[string]checker.Action{}
	may := w.possible()
	for _, kind := range ordered {
		switch {
		case !may[kind]:
		case kind == deliver:
			w.learnDeliveries()
		case kind == timeout:
			w.learnTimeouts()
		default:
			w.actions.of[kind] = w.actions.name(actions[kind])
		}
		if kind == crash && may[kind] && w.diesInside() {
			w.actions.inside = w.actions.name(CrashInside)
		}
	}
}

// name enters an action.
func (r *repertoire) name(name string) checker.Action {
	r.names = append(r.names, name)
	return checker.Action(len(r.names))
}

// learnDeliveries: each kind of message is an action of its own, if the algorithm declares them;
// those that only a return can bring about, if there are restarts.
func (w *World) learnDeliveries() {
	r := &w.actions
	if w.config.Algorithm.Kinds == nil {
		all := r.name(actions[deliver])
		for kind := range r.deliver {
			r.deliver[kind] = all
		}
	}
	kinds := w.config.Algorithm.Kinds
	if w.budgets.restarts.size != 0 {
		kinds = slices.Concat(kinds, w.config.Algorithm.Returning)
	}
	if w.config.PreVote {
		kinds = slices.Concat(kinds, w.config.Algorithm.PreVoteKinds)
	}
	for _, kind := range kinds {
		r.deliver[kind] = r.name(actions[deliver] + " " + kind.String())
	}
}

// learnTimeouts: so is each timer.
func (w *World) learnTimeouts() {
	r := &w.actions
	if w.config.Algorithm.Timers == nil {
		r.timeout[""] = r.name(actions[timeout])
	}
	for _, timer := range w.timerNames() {
		r.timeout[timer] = r.name(actions[timeout] + " " + timer)
	}
}

// timerNames are the names of the timers that the algorithm declares.
func (w *World) timerNames() []string {
	if w.config.CheckQuorum {
		return slices.Concat(w.config.Algorithm.Timers, w.config.Algorithm.CheckQuorumTimers)
	}
	return w.config.Algorithm.Timers
}

// timeoutOf is the action of a timer that fires.
func (r *repertoire) timeoutOf(t model.Timer) checker.Action {
	if action, declared := r.timeout[t.Name]; declared {
		return action
	}
	return r.timeout[""]
}

// possible says which kinds of move the world has at all. Whether one of them ever happens is
// for the exploration to say.
func (w *World) possible() [moveKinds]bool {
	c, b := w.config, w.budgets
	a, has := c.Algorithm, w.handler.Has
	crashes, restarts, mistakes := b.crashes.size != 0, b.restarts.size != 0, b.mistakes.size != 0
	return [moveKinds]bool{
		deliver: true, deliverAgain: b.duplicates.size != 0,
		timeout:  a.Timed && has(model.Timeout),
		draw:     has(model.Choose),
		recover_: restarts && has(model.Recover),
		report:   a.Detected && has(model.Report) && (crashes || mistakes),
		withdraw: a.Detected && has(model.Withdraw) && (restarts || mistakes),
		detect:   crashes && !w.startsDetect() && !a.Terms && !a.Clockwork, // there timers find out
		suspect:  !w.startsDetect() && !a.Terms && (mistakes || a.Timed && !a.Detected && c.Timeouts == Any),
		start:    b.starts.size != 0 || restarts, // who has come back may start
		crash:    crashes, restart: restarts, lose: b.losses.size != 0 || w.drops(),
		tick: c.IsClocked(), stabilise: w.gst.cell >= 0, mistakesEnd: b.mistakes.ends && mistakes,
	}
}

// diesInside reports whether a process may die after some of the messages of a step, but not all.
func (w *World) diesInside() bool {
	c := w.config
	isPair := c.Algorithm.Clockwork && len(c.IDs) <= 2 // each heartbeat and relay has one receiver
	return c.CrashPoints == AtSends && c.Crashes != 0 && !isPair && !slices.Contains(c.Algorithm.Singly, c.Reading)
}

// drops: a world by the clock may lose what a link is not sure to deliver.
func (w *World) drops() bool {
	c := w.config
	return c.IsClocked() && c.Algorithm.Clockwork && (c.GST != 0 || slices.Contains(w.timely, false))
}

// startsDetect: a start stands for a detection too, so that none is needed. On a ring it does
// not: detection forgets the leader first.
func (w *World) startsDetect() bool {
	a := w.config.Algorithm
	return w.config.Starts == Unlimited && !a.SelfGuarded && a.Topology == model.Complete
}

// Actions is part of checker.Acting.
func (w *World) Actions() []string { return w.actions.names }
