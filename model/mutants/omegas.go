package mutants

import (
	"interrex/model"
	"interrex/model/world"
)

// omegasTimely are the mutants of omega-timely.
var omegasTimely = []Mutant{
	{Name: "not-to-oneself", Of: "omega-timely", Rule: "OT1", Breaks: "eventual-leadership",
		Wound: "sends ALIVE to all others, and takes none of its own", Known: "the print (OT-D1)",
		World: pair,
		wound: func(model.Handler) model.Handler { return model.Handle(model.OmegaTimely{Printed: true, Most: 3}) }},
	{Name: "learns-nothing", Of: "omega-timely", Rule: "OT3", Breaks: "eventual-leadership",
		Wound: "does not lengthen its timeout",
		World: pair, wound: keeping(always, "raised")},
	{Name: "blind-trust", Of: "omega-timely", Rule: "OT4", Breaks: "eventual-leadership",
		Wound: "keeps its leader when the timer fires, unless it is 0",
		World: pair, wound: ignoring(func(self model.Self, e model.Event) bool {
			return firing("timer")(self, e) && variable(self.Local, "elected") != 0
		})},
	{Name: "late-for-ever", Of: "omega-timely", Rule: "OT2", Breaks: "eventual-leadership",
		Wound: "has no link that is ever timely",
		World: pair, drops: func(c *world.Config) { c.Timely = []world.Pair{} }},
}

// omegasMinimal are the mutants of omega-minimal. A mutation with unlimited suspicions of all by all has no
// verdict within any bound on counters, so it is not here.
var omegasMinimal = []Mutant{
	{Name: "tells-no-suspicion", Of: "omega-minimal", Rule: "OM1", Breaks: "eventual-leadership",
		Wound: "sends ALIVE as if it suspected nobody",
		World: with(pair, noCrash, oneWay),
		wound: afterwards(firing("heartbeat"), func(_ model.Self, _ model.Event, out *model.Outcome) {
			for i, s := range out.Sends {
				out.Sends[i].Message = unsuspecting(s.Message)
			}
		})},
	{Name: "hears-itself", Of: "omega-minimal", Rule: "OM2", Breaks: "eventual-leadership",
		Wound: "drops every ALIVE but its own",
		World: with(pair, noCrash, oneWay), wound: ignoring(on(model.ALIVE))},
	{Name: "news-without-effect", Of: "omega-minimal", Rule: "OM3", Breaks: "eventual-leadership",
		Wound: "does not choose anew when ALIVE comes",
		World: pair, wound: keeping(on(model.ALIVE), "elected")},
	{Name: "suspects-nobody", Of: "omega-minimal", Rule: "OM4", Breaks: "eventual-leadership",
		Wound: "does nothing when a timer expires",
		World: pair, wound: ignoring(firing("timer"))},
}

// unsuspecting returns an ALIVE without its suspicions.
func unsuspecting(m model.Message) model.Message {
	news := m.(model.AliveOf)
	news.Suspect = news.Suspect.Cleared()
	return news
}

// oneWay: of the two links between two processes, only the one from the lower is timely.
func oneWay(c *world.Config) { c.Timely = []world.Pair{{From: 1, To: 2}} }
