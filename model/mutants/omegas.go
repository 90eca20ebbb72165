package mutants

import (
	"interrex/model"
	"interrex/model/world"
)

// omegasTimely are the mutants of omega-timely.
var omegasTimely = []Mutant{
	{
		Name: "not-to-oneself", Of: "omega-timely", Rule: "OT1", Breaks: "eventual-leadership",
		Wound: "sends ALIVE to all others, and takes none of its own", Known: "the print (OT-D1)",
		World: pair,
		wound: func(model.Handler) model.Handler { return model.Handle(model.OmegaTimely{Printed: true, Most: 3}) },
	},
	{
		Name: "tells-those-below", Of: "omega-timely", Rule: "OT1", Breaks: "eventual-leadership",
		Wound: "sends ALIVE to lower processes only",
		World: pair,
		wound: withholding(firing("heartbeat"), func(self model.Self, s model.Send) bool { return s.To > self.ID }),
	},
	{
		Name: "no-way-back", Of: "omega-timely", Rule: "OT3", Breaks: "eventual-leadership",
		Wound: "drops ALIVE from below its leader",
		World: pair,
		wound: ignoring(fromBelow),
	},
	{
		Name: "learns-nothing", Of: "omega-timely", Rule: "OT3", Breaks: "eventual-leadership",
		Wound: "does not lengthen its timeout",
		World: pair,
		wound: keeping(always, "raised"),
	},
	{
		Name: "blind-trust", Of: "omega-timely", Rule: "OT4", Breaks: "eventual-leadership",
		Wound: "keeps its leader when the timer fires, unless it is 0",
		World: pair,
		wound: ignoring(func(self model.Self, e model.Event) bool {
			return firing("timer")(self, e) && variable(self.Local, "elected") != 0
		}),
	},
	{
		Name: "late-for-ever", Of: "omega-timely", Rule: "OT2", Breaks: "eventual-leadership",
		Wound: "has no link that is ever timely",
		World: pair,
		drops: func(c *world.Config) { c.Timely = []world.Pair{} },
	},
}

// omegasMinimal are the mutants of omega-minimal. A wound that lets all processes suspect all without end
// has no verdict within any bound on counters, so it is not here.
var omegasMinimal = []Mutant{
	{
		Name: "tells-no-suspicion", Of: "omega-minimal", Rule: "OM1", Breaks: "eventual-leadership",
		Wound: "sends ALIVE as if it suspected nobody",
		World: with(pair, noCrash, oneWay),
		wound: instead(firing("heartbeat"), func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
			out := healthy.Handle(self, e)
			for i, s := range out.Sends {
				out.Sends[i].Message = unsuspecting(s.Message)
			}
			return out
		}),
	},
	{
		Name: "hears-itself", Of: "omega-minimal", Rule: "OM2", Breaks: "eventual-leadership",
		Wound: "drops every ALIVE but its own",
		World: with(pair, noCrash, oneWay),
		wound: ignoring(on(model.ALIVE)),
	},
	{
		Name: "suspects-alone", Of: "omega-minimal", Rule: "OM3", Breaks: "eventual-leadership",
		Wound: "takes ALIVE as if its origin suspected nobody",
		World: with(pair, noCrash, oneWay),
		wound: mistaking(on(model.ALIVE), func(_ model.Self, e model.Event) model.Event {
			e.Message = unsuspecting(e.Message)
			return e
		}),
	},
	{
		Name: "news-without-effect", Of: "omega-minimal", Rule: "OM3", Breaks: "eventual-leadership",
		Wound: "does not choose anew when ALIVE comes",
		World: pair,
		wound: keeping(on(model.ALIVE), "elected"),
	},
	{
		Name: "suspects-nobody", Of: "omega-minimal", Rule: "OM4", Breaks: "eventual-leadership",
		Wound: "does nothing when a timer expires",
		World: pair,
		wound: ignoring(firing("timer")),
	},
	{
		Name: "does-not-choose", Of: "omega-minimal", Rule: "OM4", Breaks: "eventual-leadership",
		Wound: "does not choose anew when a timer expires",
		World: pair,
		wound: keeping(firing("timer"), "elected"),
	},
	{
		Name: "lowest-id", Of: "omega-minimal", Rule: "OM4", Breaks: "eventual-leadership",
		Wound: "trusts the lowest process, however much it is suspected",
		World: pair,
		wound: setting(always, "elected", func(self model.Self, _ model.Event) int { return int(self.Group.Ascending()[0]) }),
	},
	{
		Name: "sends-nothing-on", Of: "omega-minimal", Rule: "OM2",
		Wound: "relays nothing, in a group of two, where nobody else is",
		World: pair,
		wound: withholding(on(model.ALIVE), everything),
	},
}

// unsuspecting returns an ALIVE without its suspicions.
func unsuspecting(m model.Message) model.Message {
	news := m.(model.AliveOf)
	news.Suspect = news.Suspect.Cleared()
	return news
}

// fromBelow picks the taking of a message from below the trusted process, or of any if nobody is left to trust.
func fromBelow(self model.Self, e model.Event) bool {
	return e.Kind == model.Receive && (int(e.From) < variable(self.Local, "elected") || variable(self.Local, "past") == 1)
}

// oneWay: of the two links between two processes, only the one from the lower is ever timely.
func oneWay(c *world.Config) { c.Timely = []world.Pair{{From: 1, To: 2}} }
