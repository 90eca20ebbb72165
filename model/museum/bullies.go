package museum

import (
	"interrex/model"
	"interrex/model/world"
)

// bullies are the mutants of bully.
var bullies = []Mutant{
	{
		Name: "modest-highest", Of: "bully", Rule: "BU1", Breaks: "decides",
		Wound: "announces itself where it is the highest, and does not note that it leads",
		World: noCrash,
		wound: keeping(highest, "elected"),
	},
	{
		Name: "calls-nobody", Of: "bully", Rule: "BU2", Breaks: "elected-is-max",
		Wound: "sends no ELECTION, so that nobody can answer",
		World: noCrash,
		wound: withholding(always, every(model.ELECTION)),
	},
	{
		Name: "calls-the-next", Of: "bully", Rule: "BU2", Breaks: "elected-is-max",
		Wound: "sends ELECTION to the next higher process only",
		Known: "masters that each saw a part of the cluster: Elasticsearch before 7 (Zen)",
		wound: withholding(always, beyondTheNext),
	},
	{
		Name: "no-answer", Of: "bully", Rule: "BU3", Breaks: "one-leader",
		Wound: "never sends OK",
		wound: withholding(always, every(model.OK)),
	},
	{
		Name: "answer-only", Of: "bully", Rule: "BU3", Breaks: "ends",
		Wound: "sends OK, and begins no election of its own",
		World: with(noCrash, pair),
		wound: answerOnly,
	},
	{
		Name: "yielding-leader", Of: "bully", Rule: "BU3", Breaks: "irrevocable",
		Wound: "takes an ELECTION for the COORDINATOR of its sender while it leads",
		Known: "FoundationDB #3378: a lower id unseats the leader",
		World: with(noCrash, known),
		wound: mistaking(whileLeading(on(model.ELECTION)), asCoordinator),
	},
	{
		Name: "abdicating-leader", Of: "bully", Rule: "BU3", Breaks: "stability",
		Wound: "forgets, when it takes an ELECTION while it leads, that it does",
		World: with(noCrash, known),
		wound: setting(whileLeading(on(model.ELECTION)), "elected", func(model.Self, model.Event) int { return 0 }),
	},
	{
		Name: "answers-below", Of: "bully", Rule: "BU3",
		Wound: "answers and begins only if the ELECTION comes from below",
		wound: ignoring(onHigher(model.ELECTION)),
	},
	{
		Name: "hasty-acclaim", Of: "bully", Rule: "BU4", Breaks: "agreement",
		Wound: "takes an OK for the COORDINATOR of its sender",
		wound: mistaking(on(model.OK), asCoordinator),
	},
	{
		Name: "answer-unheard", Of: "bully", Rule: "BU4", Breaks: "one-leader",
		Wound: "drops OK, and leads when T fires",
		wound: ignoring(on(model.OK)),
	},
	{
		Name: "late-answer", Of: "bully", Rule: "BU4", Breaks: "ends",
		Wound: "waits for COORDINATOR on any OK, also on one that it did not wait for",
		World: noCrash,
		wound: setting(on(model.OK), "mode", func(model.Self, model.Event) int { return waitingForCoordinator }),
	},
	{
		Name: "work-done", Of: "bully", Rule: "BU4", Breaks: "strict-decides",
		Wound: "goes idle when OK comes", Known: "lecture 004: a higher one takes over, and the work is done (BU-D5)",
		wound: setting(on(model.OK), "mode", func(model.Self, model.Event) int { return idle }),
	},
	{
		Name: "hasty-t", Of: "bully", Rule: "BU5", Breaks: "one-leader",
		Wound: "has a T that is shorter than the delay of an OK",
		Known: "a delay longer than the timeout, of which lectures 000 and 003 disagree (remark 1)",
		wound: hasty("T"),
	},
	{
		Name: "modest-leader", Of: "bully", Rule: "BU5", Breaks: "decides",
		Wound: "announces itself, and does not note that it leads", Known: "the prints, which only send (BU-D1)",
		World: pair,
		wound: keeping(firing("T"), "elected"),
	},
	{
		Name: "one-not-told", Of: "bully", Rule: "BU5", Breaks: "decides",
		Wound: "sends COORDINATOR to all lower processes but the lowest",
		World: with(noCrash, starter(3)),
		wound: withholding(always, func(_ model.Self, s model.Send) bool {
			return s.Message.Kind() == model.COORDINATOR && s.To == 1
		}),
	},
	{
		Name: "no-crown", Of: "bully", Rule: "BU5", Breaks: "ends",
		Wound: "sends COORDINATOR to nobody",
		World: noCrash,
		wound: withholding(always, every(model.COORDINATOR)),
	},
	{
		Name: "stopped-clock", Of: "bully", Rule: "BU5", Breaks: "not-stuck",
		Wound: "arms its timers and never lets one fire",
		wound: unarmed("T", "T'"),
	},
	{
		Name: "no-second-timer", Of: "bully", Rule: "BU6", Breaks: "not-stuck",
		Wound: "waits for COORDINATOR without T'",
		wound: unarmed("T'"),
	},
	{
		Name: "never-at-rest", Of: "bully", Rule: "BU7", Breaks: "ends",
		Wound: "keeps its mode when COORDINATOR comes",
		World: with(noCrash, pair),
		wound: keeping(on(model.COORDINATOR), "mode"),
	},
	{
		Name: "in-one-ear", Of: "bully", Rule: "BU7", Breaks: "decides",
		Wound: "goes idle when COORDINATOR comes, and does not note who leads",
		wound: keeping(on(model.COORDINATOR), "elected"),
	},
	{
		Name: "blind-loyalty", Of: "bully", Rule: "BU8", Breaks: "eventual-leadership",
		Wound: "never finds out that its leader has died",
		World: with(known, noStart),
		wound: seeming(func(s model.Status) model.Status { s.Idle = false; return s }),
	},
	{
		Name: "early-successor", Of: "bully", Rule: "BU8", Breaks: "one-leader",
		Wound: "takes the office of a leader that it finds dead",
		World: with(known, noStart),
		wound: setting(at(model.Detect), "elected", func(self model.Self, _ model.Event) int { return int(self.ID) }),
	},
	{
		Name: "revenant", Of: "bully", Rule: "BU1", Breaks: "one-leader",
		Wound: "lets a process come back under its id", Known: "what lecture 003 warns of; exo #2197 is of its kind",
		drops: oneRestart,
	},
	{
		Name: "short-t", Of: "bully", Rule: "BU5", Breaks: "one-leader",
		Wound: "grants T one tick less than an OK may take",
		World: with(byClock, noCrash),
		drops: func(c *world.Config) { c.Clock.T-- },
	},
	{
		Name: "timer-first", Of: "bully", Rule: "BU5", Breaks: "one-leader",
		Wound: "lets T fire in the tick in which the OK arrives, and before it",
		World: with(byClock, noCrash),
		drops: func(c *world.Config) { c.Ties = world.TimerFirst },
	},
	{
		Name: "slow-start", Of: "bully", Rule: "BU2", Breaks: "decides",
		Wound: "has a network that is late for up to two ticks after the beginning",
		Known: "partial synchrony, before it is synchronous (000)",
		World: with(byClock, noCrash),
		drops: func(c *world.Config) { c.GST = 2 },
	},
}

// highest: the process is the highest of all, and does anything but hear of a leader.
func highest(self model.Self, e model.Event) bool {
	return self.ID == self.Group.Highest() && !on(model.COORDINATOR)(self, e)
}

// beyondTheNext: an ELECTION to another than the next higher process.
func beyondTheNext(self model.Self, s model.Send) bool {
	return s.Message.Kind() == model.ELECTION && s.To > self.ID+1
}

// asCoordinator takes a message for the COORDINATOR of its sender.
func asCoordinator(_ model.Self, e model.Event) model.Event {
	e.Message = model.Coordinator{ID: e.From}
	return e
}

// whileLeading: and the process considers itself the leader.
func whileLeading(when trigger) trigger {
	return func(self model.Self, e model.Event) bool {
		return when(self, e) && variable(self.Local, "elected") == int(self.ID)
	}
}

// answerOnly begins nothing on an ELECTION.
func answerOnly(healthy model.Handler) model.Handler {
	return instead(on(model.ELECTION), func(_ model.Handler, self model.Self, e model.Event) model.Outcome {
		return unmoved(self, model.Send{To: e.From, Message: model.Ok{}})
	})(healthy)
}
