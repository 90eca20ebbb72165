package mutants

import (
	"interrex/model"
	"interrex/model/world"
)

// The modes of itai-rodeh.
const (
	drawing = waitingForCoordinator + 1 + iota
	candidate
	passive
)

// itaiRodehs are the mutants of itai-rodeh. Its default world has no crash. An election is promised
// to end only in almost all runs; if only one process may start, it ends in all.
var itaiRodehs = []Mutant{
	{
		Name: "stands-back", Of: "itai-rodeh", Rule: "IR1", Breaks: "not-stuck",
		Wound: "becomes passive when it starts, and draws nothing",
		wound: setting(at(model.Start), "mode", func(model.Self, model.Event) int { return passive }),
	},
	{
		Name: "silent-draw", Of: "itai-rodeh", Rule: "IR2", Breaks: "not-stuck",
		Wound: "keeps to itself what it has drawn",
		wound: withholding(at(model.Choose), everything),
	},
	{
		Name: "head-start", Of: "itai-rodeh", Rule: "IR2", Breaks: "announced-last",
		Wound: "says of its ELECTION that it is at its second hop already",
		wound: sending(at(model.Choose), func(m model.Candidacy) model.Candidacy { m.Hops++; return m }),
	},
	{
		Name: "never-clean", Of: "itai-rodeh", Rule: "IR2", Breaks: "ends",
		Wound: "sends ELECTION(k,1,false) when it has drawn k",
		World: starter(1),
		wound: sending(at(model.Choose), func(m model.Candidacy) model.Candidacy { m.Clean = false; return m }),
	},
	{
		Name: "passive-swallower", Of: "itai-rodeh", Rule: "IR3", Breaks: "not-stuck",
		Wound: "swallows an ELECTION while it is no candidate",
		wound: withholding(candidacy(func(self model.Self, _ model.Candidacy) bool { return variable(self.Local, "mode") != candidate }), everything),
	},
	{
		Name: "late-riser", Of: "itai-rodeh", Rule: "IR3", Breaks: "announced-last",
		Wound: "lets an ELECTION pass before it has started, and may start all the same",
		wound: keeping(candidacy(func(self model.Self, _ model.Candidacy) bool { return variable(self.Local, "mode") == idle }), "mode"),
	},
	{
		Name: "bit-forgotten", Of: "itai-rodeh", Rule: "IR4", Breaks: "one-leader",
		Wound: "wins when its ELECTION has come round, whether another one has the same identity or not",
		wound: mistaking(comeRound, func(_ model.Self, e model.Event) model.Event {
			m := e.Message.(model.Candidacy)
			m.Clean = true
			e.Message = m
			return e
		}),
	},
	{
		Name: "one-too-few", Of: "itai-rodeh", Rule: "IR4", Breaks: "not-stuck",
		Wound: "believes that there is one process less than there are",
		World: four,
		wound: believing(3),
	},
	{
		Name: "half-as-many", Of: "itai-rodeh", Rule: "IR4", Breaks: "one-leader",
		Wound: "believes that there are half as many processes as there are",
		Known: "without a known N there is no such algorithm (Itai and Rodeh 1981)",
		World: four,
		wound: believing(2),
	},
	{
		Name: "twice-as-many", Of: "itai-rodeh", Rule: "IR4", Breaks: "ends",
		Wound: "believes that there are twice as many processes as there are",
		Known: "without a known N there is no such algorithm (Itai and Rodeh 1981)",
		World: starter(1),
		wound: believing(6),
	},
	{
		Name: "offended", Of: "itai-rodeh", Rule: "IR5", Breaks: "not-stuck",
		Wound: "draws no other identity when another one has the same",
		wound: ignoring(func(self model.Self, e model.Event) bool {
			return comeRound(self, e) && !e.Message.(model.Candidacy).Clean
		}),
	},
	{
		Name: "blind-to-equals", Of: "itai-rodeh", Rule: "IR6", Breaks: "one-leader",
		Wound: "lets the ELECTION of one of the same identity pass as clean",
		wound: sending(passing(func(own, other int) bool { return own == other }),
			func(m model.Candidacy) model.Candidacy { m.Clean = true; return m }),
	},
	{
		Name: "jealous", Of: "itai-rodeh", Rule: "IR6", Breaks: "not-stuck",
		Wound: "swallows the ELECTION of one of the same identity",
		wound: withholding(passing(func(own, other int) bool { return own == other }), everything),
	},
	{
		Name: "sore-loser", Of: "itai-rodeh", Rule: "IR7", Breaks: "not-stuck",
		Wound: "stays a candidate when it lets a higher ELECTION pass",
		World: threeIdentities,
		wound: keeping(passing(func(own, other int) bool { return own < other }), "mode", "identity"),
	},
	{
		Name: "greedy-swallower", Of: "itai-rodeh", Rule: "IR7", Breaks: "not-stuck",
		Wound: "swallows the ELECTION of a higher identity",
		wound: withholding(passing(func(own, other int) bool { return own < other }), everything),
	},
	{
		Name: "never-swallowed", Of: "itai-rodeh", Rule: "IR8", Breaks: "announced-last",
		Wound: "lets the ELECTION of a lower identity pass",
		wound: instead(passing(func(own, other int) bool { return own > other }), func(_ model.Handler, self model.Self, e model.Event) model.Outcome {
			m := e.Message.(model.Candidacy)
			m.Hops++
			return unmoved(self, model.Send{Message: m})
		}),
	},
	{
		Name: "near-sighted", Of: "itai-rodeh", Rule: "IR9", Breaks: "agreement",
		Wound: "takes its predecessor for the leader, however far the ELECTED has come",
		wound: setting(on(model.ELECTED), "elected", func(self model.Self, _ model.Event) int {
			return int(self.Group.Predecessor(self.ID))
		}),
	},
	{
		Name: "dead-end", Of: "itai-rodeh", Rule: "IR9", Breaks: "not-stuck",
		Wound: "does not send ELECTED on",
		wound: withholding(on(model.ELECTED), everything),
	},
	{
		Name: "overtaken", Of: "itai-rodeh", Rule: "IR5", Breaks: "not-stuck",
		Wound: "lets messages of one channel overtake one another",
		Known: "without FIFO channels there must be round numbers (Fokkink and Pang 2006)",
		World: threeIdentities,
		drops: func(c *world.Config) { c.Channels = world.Bag },
	},
	{
		Name: "lost-token", Of: "itai-rodeh", Rule: "IR3", Breaks: "not-stuck",
		Wound: "loses one message on the way",
		drops: func(c *world.Config) { c.Channels = world.Lossy },
	},
	{
		Name: "lost-candidate", Of: "itai-rodeh", Rule: "IR4", Breaks: "not-stuck",
		Wound: "lets a process die, so that there are fewer than all believe",
		drops: oneCrash,
	},
}

// candidacy picks the taking of an ELECTION that suits.
func candidacy(suits func(self model.Self, m model.Candidacy) bool) trigger {
	return func(self model.Self, e model.Event) bool {
		return on(model.ELECTION)(self, e) && suits(self, e.Message.(model.Candidacy))
	}
}

// comeRound picks the taking, by a candidate, of its own ELECTION.
func comeRound(self model.Self, e model.Event) bool {
	return candidacy(func(self model.Self, m model.Candidacy) bool {
		return variable(self.Local, "mode") == candidate && m.Hops == len(self.Group.Ring)
	})(self, e)
}

// passing picks the taking, by a candidate, of another's ELECTION if the two identities suit.
func passing(suits func(own, other int) bool) trigger {
	return candidacy(func(self model.Self, m model.Candidacy) bool {
		return variable(self.Local, "mode") == candidate && m.Hops < len(self.Group.Ring) &&
			suits(variable(self.Local, "identity"), m.Identity)
	})
}

// sending changes each ELECTION that is sent.
func sending(when trigger, change func(model.Candidacy) model.Candidacy) wound {
	return instead(when, func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
		out := healthy.Handle(self, e)
		sends := out.Sends
		out.Sends = nil
		for _, s := range sends {
			if m, ok := s.Message.(model.Candidacy); ok {
				s.Message = change(m)
			}
			out.Sends = append(out.Sends, s)
		}
		return out
	})
}

// threeIdentities has one identity more than usual, so that a candidate may be neither highest nor lowest.
func threeIdentities(c *world.Config) {
	c.Algorithm.Make = func(model.Variant) model.Handler { return model.Handle(model.ItaiRodeh{Identities: 3}) }
}

// believing makes all processes take n for N.
func believing(n int) wound {
	return func(model.Handler) model.Handler { return model.Handle(model.ItaiRodeh{Believed: n}) }
}
