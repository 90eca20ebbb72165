package museum

import "interrex/model"

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
			return s.Message.Kind() == model.COORDINATOR && s.To == 1
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

// impose cuts short what a process that comes back had to begin.
func impose(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
	out := healthy.Handle(self, e)
	self.Local, self.Elections = out.Local, out.Elections
	return healthy.Handle(self, model.Event{Kind: model.Timeout, Timer: model.Timer{Name: "T"}})
}
