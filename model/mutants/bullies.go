package mutants

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
		Name: "usurper", Of: "bully", Rule: "BU2", Breaks: "eventually-agreement",
		Wound: "sends no ELECTION when it begins, and so wins",
		World: with(known, noCrash),
		wound: withholding(always, every(model.ELECTION)),
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
			return model.KindOf(s.Message) == model.COORDINATOR && s.To == 1
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
		Name: "old-friend", Of: "bully", Rule: "BU7", Breaks: "eventually-elected-is-max",
		Wound: "keeps the leader that it has elected when COORDINATOR comes from a higher process",
		World: with(coming, pair, noStart),
		wound: keeping(func(self model.Self, e model.Event) bool {
			elected := model.ID(variable(self.Local, "elected"))
			return on(model.COORDINATOR)(self, e) && elected != model.Nobody && e.From > elected
		}, "elected"),
	},
	{
		Name: "quiet-mourning", Of: "bully", Rule: "BU8", Breaks: "somebody-leads",
		Wound: "forgets a leader that it finds dead, and begins no election",
		World: with(known, noStart),
		wound: instead(at(model.Detect), func(_ model.Handler, self model.Self, _ model.Event) model.Outcome {
			self.Local = assign(self.Local, "elected", 0)
			return unmoved(self)
		}),
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

// highest picks the events of the highest process, except the taking of a COORDINATOR.
func highest(self model.Self, e model.Event) bool {
	return self.ID == self.Group.Highest() && !on(model.COORDINATOR)(self, e)
}

// beyondTheNext picks an ELECTION that goes beyond the next higher process.
func beyondTheNext(self model.Self, s model.Send) bool {
	return model.KindOf(s.Message) == model.ELECTION && s.To > self.ID+1
}

// asCoordinator takes a message for the COORDINATOR of its sender.
func asCoordinator(_ model.Self, e model.Event) model.Event {
	e.Message = model.Coordinator{ID: e.From}
	return e
}

// whileLeading narrows a trigger to processes that consider themselves the leader.
func whileLeading(when trigger) trigger {
	return func(self model.Self, e model.Event) bool {
		return when(self, e) && variable(self.Local, "elected") == int(self.ID)
	}
}

// answerOnly begins no election on an ELECTION.
func answerOnly(healthy model.Handler) model.Handler {
	return instead(on(model.ELECTION), func(_ model.Handler, self model.Self, e model.Event) model.Outcome {
		return unmoved(self, model.Send{To: e.From, Message: model.Ok{}})
	})(healthy)
}

// bullyRecoveries are the mutants of bully-recovery.
var bullyRecoveries = []Mutant{
	{
		Name: "modest-highest", Of: "bully-recovery", Rule: "BR1", Breaks: "decides",
		Wound: "announces itself where it is the highest, and does not note that it leads",
		World: noCrash,
		wound: keeping(highest, "elected"),
	},
	{
		Name: "calls-the-next", Of: "bully-recovery", Rule: "BR2", Breaks: "elected-is-max",
		Wound: "sends ELECTION to the next higher process only",
		wound: withholding(always, beyondTheNext),
	},
	{
		Name: "boss-does-not-listen", Of: "bully-recovery", Rule: "BR3", Breaks: "one-leader",
		Wound: "drops ELECTION and COORDINATOR while it leads", Known: "the print (BR-D1)",
		World: with(noCrash, known),
		wound: func(model.Handler) model.Handler { return model.Handle(model.BullyRecovery{Printed: true}) },
	},
	{
		Name: "no-answer", Of: "bully-recovery", Rule: "BR3", Breaks: "one-leader",
		Wound: "never sends REJECT",
		wound: withholding(always, every(model.REJECT)),
	},
	{
		Name: "answer-unheard", Of: "bully-recovery", Rule: "BR4", Breaks: "one-leader",
		Wound: "drops REJECT, and leads when T fires",
		wound: ignoring(on(model.REJECT)),
	},
	{
		Name: "work-done", Of: "bully-recovery", Rule: "BR4", Breaks: "strict-decides",
		Wound: "ends its election when it is rejected", Known: "one slide of lecture 001 (BR-D4)",
		wound: setting(on(model.REJECT), "mode", func(model.Self, model.Event) int { return idle }),
	},
	{
		Name: "hasty-t", Of: "bully-recovery", Rule: "BR5", Breaks: "one-leader",
		Wound: "has a T that is shorter than the delay of a REJECT",
		World: noCrash,
		wound: hasty("T"),
	},
	{
		Name: "one-not-told", Of: "bully-recovery", Rule: "BR5", Breaks: "decides",
		Wound: "sends COORDINATOR to all others but the lowest",
		World: with(noCrash, starter(3)),
		wound: withholding(always, func(_ model.Self, s model.Send) bool {
			return model.KindOf(s.Message) == model.COORDINATOR && s.To == 1
		}),
	},
	{
		Name: "no-second-timer", Of: "bully-recovery", Rule: "BR6", Breaks: "not-stuck",
		Wound: "waits for COORDINATOR without T'",
		wound: unarmed("T'"),
	},
	{
		Name: "gives-up", Of: "bully-recovery", Rule: "BR6", Breaks: "strict-decides",
		Wound: "ends its election when T' fires",
		wound: instead(firing("T'"), func(_ model.Handler, self model.Self, _ model.Event) model.Outcome {
			self.Local = assign(self.Local, "mode", idle)
			return unmoved(self)
		}),
	},
	{
		Name: "ghost-coordinator", Of: "bully-recovery", Rule: "BR7", Breaks: "validity",
		Wound: "takes COORDINATOR for that of a process that does not exist",
		wound: mistaking(on(model.COORDINATOR), func(_ model.Self, e model.Event) model.Event {
			e.Message = model.Coordinator{ID: ghost}
			return e
		}),
	},
	{
		Name: "never-at-rest", Of: "bully-recovery", Rule: "BR7", Breaks: "ends",
		Wound: "keeps its mode when COORDINATOR comes",
		World: with(noCrash, pair),
		wound: keeping(on(model.COORDINATOR), "mode"),
	},
	{
		Name: "obeys-anyone", Of: "bully-recovery", Rule: "BR8", Breaks: "decides",
		Wound: "accepts the COORDINATOR of a lower process",
		World: with(oneRestart, noStart, pair, known),
		wound: instead(onLower(model.COORDINATOR), func(_ model.Handler, self model.Self, e model.Event) model.Outcome {
			self.Local = assign(assign(self.Local, "mode", idle), "elected", announced(self, e))
			return unmoved(self)
		}),
	},
	{
		Name: "no-comeback", Of: "bully-recovery", Rule: "BR9", Breaks: "decides",
		Wound: "begins no election when it has come back",
		World: with(oneRestart, pair, known),
		wound: seeming(func(s model.Status) model.Status { s.Recovering = false; return s }),
	},
	{
		Name: "eternal-return", Of: "bully-recovery", Rule: "BR9", Breaks: "ends",
		Wound: "still owes a recovery when it has begun one",
		World: with(quietReturn, pair),
		wound: keeping(at(model.Recover), "recovering"),
	},
	{
		Name: "triumphant-return", Of: "bully-recovery", Rule: "BR9", Breaks: "strict-pmax",
		Wound: "announces itself when it has come back, without an election",
		World: quietReturn,
		wound: instead(at(model.Recover), impose),
	},
	{
		Name: "blind-loyalty", Of: "bully-recovery", Rule: "BR11", Breaks: "eventual-leadership",
		Wound: "never finds out that its leader has died",
		World: with(known, noStart),
		wound: seeming(func(s model.Status) model.Status { s.Idle = false; return s }),
	},
	{
		Name: "from-above", Of: "bully-recovery", Rule: "BR10",
		Wound: "drops an ELECTION from above",
		wound: ignoring(onHigher(model.ELECTION)),
	},
}

// impose cuts short the election of a process that comes back: its T fires at once.
func impose(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
	out := healthy.Handle(self, e)
	self.Local, self.Elections = out.Local, out.Elections
	return healthy.Handle(self, model.Event{Kind: model.Timeout, Timer: model.Timer{Name: "T"}})
}
