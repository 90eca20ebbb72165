package museum

import "interrex/model"

// ringWatches are the mutants of ring-watch.
var ringWatches = []Mutant{
	{
		Name: "nobody-on-watch", Of: "ring-watch", Rule: "RW3", Breaks: "not-stuck",
		Wound: "arms its timers and never lets one fire",
		World: with(pair, starter(1)),
		wound: unarmed("watch"),
	},
	{
		Name: "watch-kept", Of: "ring-watch", Rule: "RW2", Breaks: "not-stuck",
		Wound: "does not clear watch(k) when ELECTED(k) has come",
		World: noCrash,
		wound: keeping(on(model.ELECTED), "successor.armed", "predecessor.armed"),
	},
	{
		Name: "one-watch-kept", Of: "ring-watch", Rule: "RW2", Breaks: "not-stuck",
		Wound: "forgets the elected alone when ELECTED has come: the other neighbour's memory stays",
		World: noCrash,
		wound: keepingLoser,
	},
	{
		Name: "nothing-seen", Of: "ring-watch", Rule: "RW1", Breaks: "ends",
		Wound: "neither remembers ELECTION(k) nor arms watch(k)",
		World: resent,
		wound: keeping(on(model.ELECTION), "successor.election", "successor.armed", "predecessor.election", "predecessor.armed"),
	},
	{
		Name: "second-sight-kept", Of: "ring-watch", Rule: "RW4", Breaks: "ends",
		Wound: "keeps a message that it has seen twice on the ring", Known: "the print, which does not say that it is dropped (RW-D2)",
		World: with(resent, pair, starter(1)),
		wound: secondSightKept,
	},
	{
		Name: "no-new-start", Of: "ring-watch", Rule: "RW4", Breaks: "strict-decides",
		Wound: "drops a message that it has seen twice, and does not start anew",
		World: with(resent, starter(3)),
		wound: withholding(seenTwice, everything),
	},
	{
		Name: "timer-in-vain", Of: "ring-watch", Rule: "RW3", Breaks: "strict-decides",
		Wound: "does not start anew when watch(k) fires",
		World: with(pair, known, starter(2)),
		wound: withholding(firing("watch"), everything),
	},
	{
		Name: "hasty-watch", Of: "ring-watch", Rule: "RW3", Breaks: "ends",
		Wound: "lets watch(k) fire while k lives, or ELECTED(k) is still on its way",
		World: with(noCrash, pair, starter(1)),
		wound: hasty("watch"),
	},
	{
		Name: "no-comparison", Of: "ring-watch", Rule: "RI3", Breaks: "elected-is-max",
		Wound: "forwards the ELECTION of a lower process too",
		World: noCrash,
		wound: instead(onLower(model.ELECTION), forward),
	},
	{
		Name: "silent-winner", Of: "ring-watch", Rule: "RI4", Breaks: "not-stuck",
		Wound: "announces itself to nobody",
		World: noCrash,
		wound: withholding(onOwn(model.ELECTION), everything),
	},
}

// keepingLoser is keeping of what an ELECTED says nothing about.
func keepingLoser(healthy model.Handler) model.Handler {
	return instead(on(model.ELECTED), func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
		out := healthy.Handle(self, e)
		for _, side := range []string{"successor", "predecessor"} {
			if variable(out.Local, side+".elected") == 0 {
				for _, part := range []string{".election", ".armed"} {
					out.Local = assign(out.Local, side+part, variable(self.Local, side+part))
				}
			}
		}
		return out
	})(healthy)
}

// secondSightKept forwards what the healthy one drops.
func secondSightKept(healthy model.Handler) model.Handler {
	return acting(func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
		out := healthy.Handle(self, e)
		if seenTwice(self, e) {
			out.Sends = append([]model.Send{{Message: e.Message}}, out.Sends...)
		}
		return out
	})(healthy)
}

// seenTwice: rule RW4 applies.
func seenTwice(self model.Self, e model.Event) bool {
	if e.Kind != model.Receive {
		return false
	}
	what := "election"
	if e.Message.Kind() == model.ELECTED {
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
