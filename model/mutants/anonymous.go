package mutants

import (
	"interrex/model"
	"interrex/model/world"
)

// anonymous are the mutants of anonymous. On a ring of two or more it elects no process, so few properties can
// be violated; on a ring of one it keeps all properties of an election.
var anonymous = []Mutant{
	{Name: "silent-start", Of: "anonymous", Rule: "AN1", Breaks: "not-stuck",
		Wound: "becomes a participant, and sends nothing",
		World: alone, wound: withholding(at(model.Start), everything)},
	{Name: "not-strictly", Of: "anonymous", Rule: "AN2", Breaks: "ends",
		Wound: "forwards ELECTION(1), as if another's",
		World: alone, wound: instead(on(model.ELECTION), forward)},
	{Name: "name-for-a-place", Of: "anonymous", Rule: "AN2", Breaks: "validity",
		Wound: "takes the id for a place, and elects a process that there is not",
		World: alone, wound: setting(on(model.ELECTION), "elected", to(2))},
	{Name: "deposed", Of: "anonymous", Rule: "AN3", Breaks: "irrevocable",
		Wound: "forgets, on its own ELECTED(1), that it leads",
		World: alone, wound: setting(on(model.ELECTED), "elected", to(0))},
}

// The modes of itai-rodeh.
const (
	drawing = waitingForCoordinator + 1 + iota
	candidate
	passive
)

// itaiRodehs are the mutants of itai-rodeh. Its default world has no crash. An election is promised to end
// with probability one; if only one process may start, it always ends.
var itaiRodehs = []Mutant{
	{Name: "stands-back", Of: "itai-rodeh", Rule: "IR1", Breaks: "not-stuck",
		Wound: "becomes passive when it starts, and draws nothing",
		wound: setting(at(model.Start), "mode", to(passive))},
	{Name: "never-clean", Of: "itai-rodeh", Rule: "IR2", Breaks: "ends",
		Wound: "sends ELECTION(k,1,false) when it has drawn k",
		World: starter(1),
		wound: sending(at(model.Choose), func(m model.Candidacy) model.Candidacy { m.Clean = false; return m })},
	{Name: "late-riser", Of: "itai-rodeh", Rule: "IR3", Breaks: "announced-last",
		Wound: "lets an ELECTION pass before it has started, and may start all the same",
		wound: keeping(candidacy(func(self model.Self, _ model.Candidacy) bool { return variable(self.Local, "mode") == idle }), "mode")},
	{Name: "half-as-many", Of: "itai-rodeh", Rule: "IR4", Breaks: "one-leader",
		Wound: "believes that there are half as many processes as there are",
		Known: "without a known N there is no such algorithm (Itai and Rodeh 1981)",
		World: four, wound: believing(2)},
	{Name: "jealous", Of: "itai-rodeh", Rule: "IR6", Breaks: "not-stuck",
		Wound: "swallows the ELECTION of one of the same identity",
		wound: withholding(passing(func(own, other int) bool { return own == other }), everything)},
	{Name: "greedy-swallower", Of: "itai-rodeh", Rule: "IR7", Breaks: "not-stuck",
		Wound: "swallows the ELECTION of a higher identity",
		wound: withholding(passing(func(own, other int) bool { return own < other }), everything)},
	{Name: "never-swallowed", Of: "itai-rodeh", Rule: "IR8", Breaks: "announced-last",
		Wound: "lets the ELECTION of a lower identity pass",
		wound: instead(passing(func(own, other int) bool { return own > other }), func(_ model.Handler, self model.Self, e model.Event) model.Outcome {
			m := e.Message.(model.Candidacy)
			m.Hops++
			return unmoved(self, model.Send{Message: m})
		})},
	{Name: "near-sighted", Of: "itai-rodeh", Rule: "IR9", Breaks: "agreement",
		Wound: "takes its predecessor for the leader, however far the ELECTED has come",
		wound: setting(on(model.ELECTED), "elected", func(self model.Self, _ model.Event) int {
			return int(self.Group.Predecessor(self.ID))
		})},
	{Name: "overtaken", Of: "itai-rodeh", Rule: "IR5", Breaks: "not-stuck",
		Wound: "lets messages of one channel overtake one another",
		Known: "without FIFO channels there must be round numbers (Fokkink and Pang 2006)",
		World: threeIdentities, drops: func(c *world.Config) { c.Channels = world.Bag }},
}

// candidacy picks the deliveries of an ELECTION that suits.
func candidacy(suits func(self model.Self, m model.Candidacy) bool) trigger {
	return func(self model.Self, e model.Event) bool {
		return on(model.ELECTION)(self, e) && suits(self, e.Message.(model.Candidacy))
	}
}

// passing picks the deliveries, to a candidate, of another's ELECTION if the two identities suit.
func passing(suits func(own, other int) bool) trigger {
	return candidacy(func(self model.Self, m model.Candidacy) bool {
		return variable(self.Local, "mode") == candidate && m.Hops < len(self.Group.Ring) &&
			suits(variable(self.Local, "identity"), m.Identity)
	})
}

// sending changes each sent ELECTION.
func sending(when trigger, change func(model.Candidacy) model.Candidacy) wound {
	return afterwards(when, func(_ model.Self, _ model.Event, out *model.Outcome) {
		sends := out.Sends
		out.Sends = nil
		for _, s := range sends {
			if m, ok := s.Message.(model.Candidacy); ok {
				s.Message = change(m)
			}
			out.Sends = append(out.Sends, s)
		}
	})
}

// threeIdentities adds an identity, so that a candidate may be neither highest nor lowest.
func threeIdentities(c *world.Config) {
	c.Algorithm.Make = func(model.Variant) model.Handler { return model.Handle(model.ItaiRodeh{Identities: 3}) }
}

// believing makes all processes assume n for N.
func believing(n int) wound {
	return func(model.Handler) model.Handler { return model.Handle(model.ItaiRodeh{Believed: n}) }
}
