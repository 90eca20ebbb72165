package mutants

import "interrex/model"

// bullies are the mutants of bully.
var bullies = []Mutant{
	{Name: "usurper", Of: "bully", Rule: "BU2", Breaks: "eventually-agreement",
		Wound: "sends no ELECTION when it begins, and so wins",
		World: with(known, noCrash), wound: withholding(always, every(model.ELECTION))},
	{Name: "no-answer", Of: "bully", Rule: "BU3", Breaks: "one-leader",
		Wound: "never sends OK", wound: withholding(always, every(model.OK))},
	{Name: "abdicating-leader", Of: "bully", Rule: "BU3", Breaks: "stability",
		Wound: "forgets, when it takes an ELECTION while it leads, that it does",
		World: with(noCrash, known), wound: setting(whileLeading(on(model.ELECTION)), "elected", to(0))},
	{Name: "work-done", Of: "bully", Rule: "BU4", Breaks: "strict-decides",
		Wound: "goes idle when OK comes", Known: "lecture 004: a higher one takes over, and the work is done (BU-D5)",
		wound: setting(on(model.OK), "mode", to(idle))},
	{Name: "hasty-t", Of: "bully", Rule: "BU5", Breaks: "one-leader",
		Wound: "has a T that is shorter than the delay of an OK",
		Known: "a delay longer than the timeout, of which lectures 000 and 003 disagree (remark 1)",
		wound: hasty("T")},
	{Name: "no-second-timer", Of: "bully", Rule: "BU6", Breaks: "not-stuck",
		Wound: "waits for COORDINATOR without T'", wound: unarmed("T'")},
	{Name: "old-friend", Of: "bully", Rule: "BU7", Breaks: "eventually-elected-is-max",
		Wound: "keeps the leader that it has elected when COORDINATOR comes from a higher process",
		World: with(coming, pair, noStart), wound: keeping(func(self model.Self, e model.Event) bool {
			elected := model.ID(variable(self.Local, "elected"))
			return on(model.COORDINATOR)(self, e) && elected != model.Nobody && e.From > elected
		}, "elected")},
	{Name: "quiet-mourning", Of: "bully", Rule: "BU8", Breaks: "somebody-leads",
		Wound: "forgets a leader that it finds dead, and begins no election",
		World: with(known, noStart), wound: assigning(at(model.Detect), "elected", to(0))},
	{Name: "revenant", Of: "bully", Rule: "BU1", Breaks: "one-leader",
		Wound: "lets a process come back under its id", Known: "what lecture 003 warns of; exo #2197 is of its kind",
		drops: oneRestart},
}

// highest picks the events of the highest process, except the taking of a COORDINATOR.
func highest(self model.Self, e model.Event) bool {
	return self.ID == self.Group.Highest() && !on(model.COORDINATOR)(self, e)
}

// beyondTheNext picks an ELECTION that goes beyond the next higher process.
func beyondTheNext(self model.Self, s model.Send) bool {
	return model.KindOf(s.Message) == model.ELECTION && s.To > self.ID+1
}

// whileLeading narrows a trigger to processes that consider themselves the leader.
func whileLeading(when trigger) trigger {
	return func(self model.Self, e model.Event) bool {
		return when(self, e) && variable(self.Local, "elected") == int(self.ID)
	}
}

// bullyRecoveries are the mutants of bully-recovery.
var bullyRecoveries = []Mutant{
	{Name: "modest-highest", Of: "bully-recovery", Rule: "BR1", Breaks: "decides",
		Wound: "announces itself where it is the highest, and does not note that it leads",
		World: noCrash, wound: keeping(highest, "elected")},
	{Name: "calls-the-next", Of: "bully-recovery", Rule: "BR2", Breaks: "elected-is-max",
		Wound: "sends ELECTION to the next higher process only",
		wound: withholding(always, beyondTheNext)},
	{Name: "boss-does-not-listen", Of: "bully-recovery", Rule: "BR3", Breaks: "one-leader",
		Wound: "drops ELECTION and COORDINATOR while it leads", Known: "the print (BR-D1)",
		World: with(noCrash, known),
		wound: func(model.Handler) model.Handler { return model.Handle(model.BullyRecovery{Printed: true}) }},
	{Name: "work-done", Of: "bully-recovery", Rule: "BR4", Breaks: "strict-decides",
		Wound: "ends its election when it is rejected", Known: "one slide of lecture 001 (BR-D4)",
		wound: setting(on(model.REJECT), "mode", to(idle))},
	{Name: "hasty-t", Of: "bully-recovery", Rule: "BR5", Breaks: "one-leader",
		Wound: "has a T that is shorter than the delay of a REJECT",
		World: noCrash, wound: hasty("T")},
	{Name: "no-second-timer", Of: "bully-recovery", Rule: "BR6", Breaks: "not-stuck",
		Wound: "waits for COORDINATOR without T'", wound: unarmed("T'")},
	{Name: "never-at-rest", Of: "bully-recovery", Rule: "BR7", Breaks: "ends",
		Wound: "keeps its mode when COORDINATOR comes",
		World: with(noCrash, pair), wound: keeping(on(model.COORDINATOR), "mode")},
	{Name: "obeys-anyone", Of: "bully-recovery", Rule: "BR8", Breaks: "decides",
		Wound: "accepts the COORDINATOR of a lower process",
		World: with(oneRestart, noStart, pair, known),
		wound: instead(onLower(model.COORDINATOR), func(_ model.Handler, self model.Self, e model.Event) model.Outcome {
			self.Local = assign(assign(self.Local, "mode", idle), "elected", announced(self, e))
			return unmoved(self)
		})},
	{Name: "triumphant-return", Of: "bully-recovery", Rule: "BR9", Breaks: "strict-pmax",
		Wound: "announces itself when it has come back, without an election",
		World: quietReturn, wound: instead(at(model.Recover), impose)},
	{Name: "blind-loyalty", Of: "bully-recovery", Rule: "BR11", Breaks: "eventual-leadership",
		Wound: "never finds out that its leader has died",
		World: with(known, noStart), wound: seeming(func(s model.Status) model.Status { s.Idle = false; return s })},
	{Name: "from-above", Of: "bully-recovery", Rule: "BR10",
		Wound: "drops an ELECTION from above", wound: ignoring(onHigher(model.ELECTION))},
}

// impose cuts short the election of a process that comes back: its T fires at once.
func impose(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
	out := healthy.Handle(self, e)
	self.Local, self.Elections = out.Local, out.Elections
	return healthy.Handle(self, model.Event{Kind: model.Timeout, Timer: model.Timer{Name: "T"}})
}
