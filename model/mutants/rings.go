package mutants

import "interrex/model"

// rings are the mutants of ring.
var rings = []Mutant{
	{Name: "no-comparison", Of: "ring", Rule: "RI3", Breaks: "elected-is-max",
		Wound: "forwards the ELECTION of a lower process too",
		World: noCrash, wound: instead(onLower(model.ELECTION), forward)},
	{Name: "premature-belief", Of: "ring", Rule: "RI2", Breaks: "agreement",
		Wound: "elects each process when it forwards its ELECTION", Known: "lecture 004's ring, ring-accept (remark 5)",
		World: with(noCrash, ids(2, 1, 3)), wound: setting(onHigher(model.ELECTION), "elected", announced)},
	{Name: "silent-winner", Of: "ring", Rule: "RI4", Breaks: "decides",
		Wound: "announces itself to nobody",
		World: noCrash, wound: withholding(onOwn(model.ELECTION), everything)},
	{Name: "usurper", Of: "ring", Rule: "RI5", Breaks: "strict-agreement",
		Wound: "leads when it receives the same ELECTED twice, as if the leader had died",
		World: with(starter(3), ids(3, 2, 1)), wound: assigning(seenBefore, "elected", itself)},
	{Name: "resignation", Of: "ring", Rule: "RI1", Breaks: "irrevocable",
		Wound: "forgets the leader when it starts an election, as if it had detected its death",
		World: with(noCrash, known), wound: setting(at(model.Start), "elected", to(0))},
	{Name: "quiet-mourning", Of: "ring", Rule: "RI6", Breaks: "decides",
		Wound: "forgets a leader that it believes dead, and calls no election",
		World: doubted(1), wound: withholding(at(model.Detect), everything)},
}

// forward passes a message on, without other effect.
func forward(_ model.Handler, self model.Self, e model.Event) model.Outcome {
	return unmoved(self, model.Send{Message: e.Message})
}

// seenBefore picks another's ELECTED with the known leader.
func seenBefore(self model.Self, e model.Event) bool {
	return onOthers(model.ELECTED)(self, e) && variable(self.Local, "elected") == announced(self, e)
}

// ringAccepts are the mutants of ring-accept. On the ring 1, 2, 3 a process accepts only the highest, so there
// the original also keeps properties that its author does not promise.
var ringAccepts = []Mutant{
	{Name: "self-acceptance", Of: "ring-accept", Rule: "RA1", Breaks: "elected-is-max",
		Wound: "accepts itself when it starts",
		World: noCrash, wound: setting(at(model.Start), "elected", itself)},
	{Name: "accepted-low", Of: "ring-accept", Rule: "RA2", Breaks: "elected-is-max",
		Wound: "accepts the lower process when it replaces its ELECTION",
		World: noCrash, wound: setting(onLower(model.ELECTION), "elected", announced)},
	{Name: "short-memory", Of: "ring-accept", Rule: "RA5", Breaks: "strict-decides",
		Wound: "forgets the accepted process when ELECTED comes",
		World: noCrash, wound: setting(on(model.ELECTED), "elected", to(0))},
	{Name: "quiet-mourning", Of: "ring-accept", Rule: "RA6", Breaks: "decides",
		Wound: "forgets a leader that it believes dead, and calls no election",
		World: doubted(1), wound: withholding(at(model.Detect), everything)},
	{Name: "another-order", Of: "ring-accept", Rule: "RA3", Breaks: "agreement",
		Wound: "accepts what it forwards, on a ring where ids do not ascend", Known: "the printed rule (remark 1)",
		World: noCrash, drops: ids(2, 1, 3)},
	{Name: "lost-candidate", Of: "ring-accept", Rule: "RA4", Breaks: "ends",
		Wound: "lets a process die", Known: "the lecture asks that failures during an election be survived",
		World: noCrash, drops: oneCrash},
}

// ringDetectors are the mutants of ring-detector.
var ringDetectors = []Mutant{
	{Name: "nothing-seen", Of: "ring-detector", Rule: "RD1", Breaks: "ends",
		Wound: "does not remember the ELECTION messages that it has seen",
		World: starter(3), wound: keeping(on(model.ELECTION), "seen")},
	{Name: "still-forwarded", Of: "ring-detector", Rule: "RD3", Breaks: "ends",
		Wound: "forwards the messages of a process that it suspects", Known: "the print, which does not say that they are dropped (RD-D1)",
		World: starter(3), wound: overlooking(at(model.Receive), "suspected")},
	{Name: "no-new-start", Of: "ring-detector", Rule: "RD2", Breaks: "strict-decides",
		Wound: "suspects a process that is reported, and calls no election",
		World: with(starter(3), resent), wound: withholding(at(model.Report), everything)},
	{Name: "dead-end", Of: "ring-detector", Rule: "RI5", Breaks: "decides",
		Wound: "does not forward ELECTED",
		World: noCrash, wound: withholding(onOthers(model.ELECTED), everything)},
}

// ghost is an id that no process has in any world here.
const ghost = 99

// ringMaxIDs are the mutants of ring-maxid.
var ringMaxIDs = []Mutant{
	{Name: "not-strictly", Of: "ring-maxid", Rule: "RM1", Breaks: "decides",
		Wound: "compares with ≤ for <: ignores what is equal to maxID too",
		World: noCrash, wound: ignoring(func(self model.Self, e model.Event) bool {
			return e.Kind == model.Receive && announced(self, e) == variable(self.Local, "maxID")
		})},
	{Name: "no-comparison", Of: "ring-maxid", Rule: "RM2", Breaks: "elected-is-max",
		Wound: "forwards the ELECTION of a lower process, having remembered its id",
		World: noCrash,
		wound: afterwards(onLower(model.ELECTION), func(_ model.Self, e model.Event, out *model.Outcome) {
			out.Sends = []model.Send{{Message: e.Message}}
		})},
	{Name: "all-forgotten", Of: "ring-maxid", Rule: "RM3", Breaks: "irrevocable",
		Wound: "forgets the elected together with maxID when its own ELECTED has come round",
		World: noCrash, wound: setting(onOwn(model.ELECTED), "elected", to(0))},
	{Name: "ghost", Of: "ring-maxid", Rule: "RM3", Breaks: "validity",
		Wound: "elects a process that does not exist when it is told of the elected",
		World: noCrash, wound: setting(on(model.ELECTED), "elected", to(ghost))},
	{Name: "any-announcement", Of: "ring-maxid", Rule: "RM1",
		Wound: "takes every ELECTED, also one below maxID",
		World: with(noCrash, twoStarts), wound: supposing(on(model.ELECTED), "maxID", to(0))},
}

// ringWatches are the mutants of ring-watch.
var ringWatches = []Mutant{
	{Name: "watch-kept", Of: "ring-watch", Rule: "RW2", Breaks: "not-stuck",
		Wound: "does not clear watch(k) when ELECTED(k) has come",
		World: noCrash, wound: keeping(on(model.ELECTED), "successor.armed", "predecessor.armed")},
	{Name: "one-watch-kept", Of: "ring-watch", Rule: "RW2", Breaks: "not-stuck",
		Wound: "forgets the elected alone when ELECTED has come: the other neighbour's memory stays",
		World: noCrash, wound: keepingLoser},
	{Name: "nothing-seen", Of: "ring-watch", Rule: "RW1", Breaks: "ends",
		Wound: "neither remembers ELECTION(k) nor arms watch(k)",
		World: resent,
		wound: keeping(on(model.ELECTION), "successor.election", "successor.armed", "predecessor.election", "predecessor.armed")},
	{Name: "second-sight-kept", Of: "ring-watch", Rule: "RW4", Breaks: "ends",
		Wound: "keeps a message that it has seen twice on the ring", Known: "the print, which does not say that it is dropped (RW-D2)",
		World: with(resent, pair, starter(1)), wound: secondSightKept},
	{Name: "timer-in-vain", Of: "ring-watch", Rule: "RW3", Breaks: "strict-decides",
		Wound: "does not start anew when watch(k) fires",
		World: with(pair, known, starter(2)), wound: withholding(firing("watch"), everything)},
}

// keepingLoser keeps the sights of a neighbour that ELECTED does not announce.
var keepingLoser = afterwards(on(model.ELECTED), func(self model.Self, _ model.Event, out *model.Outcome) {
	for _, side := range []string{"successor", "predecessor"} {
		if variable(out.Local, side+".elected") == 0 {
			for _, part := range []string{".election", ".armed"} {
				out.Local = assign(out.Local, side+part, variable(self.Local, side+part))
			}
		}
	}
})

// secondSightKept forwards the messages that the original drops.
var secondSightKept = afterwards(seenTwice, func(_ model.Self, e model.Event, out *model.Outcome) {
	out.Sends = append([]model.Send{{Message: e.Message}}, out.Sends...)
})

// seenTwice picks the events of rule RW4.
func seenTwice(self model.Self, e model.Event) bool {
	if e.Kind != model.Receive {
		return false
	}
	what := "election"
	if model.KindOf(e.Message) == model.ELECTED {
		what = "elected"
	}
	k := carried(e.Message)
	switch {
	case k == self.ID:
		return false
	case k == self.Group.Successor(self.ID):
		return variable(self.Local, "successor."+what) == 1
	case k == self.Group.Predecessor(self.ID):
		return variable(self.Local, "predecessor."+what) == 1
	}
	return false
}
