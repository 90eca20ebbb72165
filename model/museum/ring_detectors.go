package museum

import "interrex/model"

// ringDetectors are the mutants of ring-detector.
var ringDetectors = []Mutant{
	{
		Name: "unheeded-detector", Of: "ring-detector", Rule: "RD2", Breaks: "ends",
		Wound: "never learns of a death from its failure detector",
		World: starter(3),
		wound: carefree,
	},
	{
		Name: "nothing-seen", Of: "ring-detector", Rule: "RD1", Breaks: "ends",
		Wound: "does not remember whose ELECTION it has seen",
		World: starter(3),
		wound: keeping(on(model.ELECTION), "seen"),
	},
	{
		Name: "still-forwarded", Of: "ring-detector", Rule: "RD3", Breaks: "ends",
		Wound: "forwards the messages of a process that it suspects", Known: "the print, which does not say that they are dropped (RD-D1)",
		World: starter(3),
		wound: overlooking(at(model.Receive), "suspected"),
	},
	{
		Name: "half-dropped", Of: "ring-detector", Rule: "RD3", Breaks: "ends",
		Wound: "drops the ELECTION of a process that it suspects, and forwards its ELECTED",
		World: starter(3),
		wound: overlooking(on(model.ELECTED), "suspected"),
	},
	{
		Name: "no-new-start", Of: "ring-detector", Rule: "RD2", Breaks: "strict-decides",
		Wound: "suspects a process that is reported, and calls no election",
		World: with(starter(3), resent),
		wound: withholding(at(model.Report), everything),
	},
	{
		Name: "guilt-by-association", Of: "ring-detector", Rule: "RD3", Breaks: "decides",
		Wound: "drops everybody's messages once it suspects anyone",
		World: with(resent, starter(3)),
		wound: ignoring(func(self model.Self, e model.Event) bool {
			return e.Kind == model.Receive && variable(self.Local, "suspected") != 0
		}),
	},
	{
		Name: "heir", Of: "ring-detector", Rule: "RD2", Breaks: "one-leader",
		Wound: "takes the office of a process that is reported dead",
		World: with(resent, starter(3)),
		wound: setting(at(model.Report), "elected", func(self model.Self, _ model.Event) int { return int(self.ID) }),
	},
	{
		Name: "no-comparison", Of: "ring-detector", Rule: "RI3", Breaks: "elected-is-max",
		Wound: "remembers the ELECTION of a lower process, and forwards it",
		World: noCrash,
		wound: instead(onLower(model.ELECTION), func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
			out := healthy.Handle(self, e)
			out.Sends = []model.Send{{Message: e.Message}}
			return out
		}),
	},
	{
		Name: "dead-end", Of: "ring-detector", Rule: "RI5", Breaks: "decides",
		Wound: "does not forward ELECTED",
		World: noCrash,
		wound: withholding(onOthers(model.ELECTED), everything),
	},
}
