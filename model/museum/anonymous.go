package museum

import (
	"interrex/model"
	"interrex/model/world"
)

// anonymous are the mutants of anonymous. On a ring of two and more it elects nobody as it should,
// so that there is little to break; on a ring of one it keeps all that an election must do.
var anonymous = []Mutant{
	{
		Name: "silent-start", Of: "anonymous", Rule: "AN1", Breaks: "not-stuck",
		Wound: "becomes a participant, and sends nothing",
		World: alone,
		wound: withholding(at(model.Start), everything),
	},
	{
		Name: "started-twice", Of: "anonymous", Rule: "AN1", Breaks: "announced-last",
		Wound: "does not become a participant when it starts, and so starts again",
		World: alone,
		wound: keeping(at(model.Start), "participant"),
	},
	{
		Name: "never-wins", Of: "anonymous", Rule: "AN2", Breaks: "not-stuck",
		Wound: "drops ELECTION(1)",
		World: alone,
		wound: ignoring(on(model.ELECTION)),
	},
	{
		Name: "not-strictly", Of: "anonymous", Rule: "AN2", Breaks: "ends",
		Wound: "forwards ELECTION(1), as if another's",
		World: alone,
		wound: instead(on(model.ELECTION), forward),
	},
	{
		Name: "leader-kept-busy", Of: "anonymous", Rule: "AN2", Breaks: "not-stuck",
		Wound: "stays a participant when it wins",
		World: alone,
		wound: keeping(on(model.ELECTION), "participant"),
	},
	{
		Name: "name-for-a-place", Of: "anonymous", Rule: "AN2", Breaks: "validity",
		Wound: "takes the id for a place, and elects a process that there is not",
		World: alone,
		wound: setting(on(model.ELECTION), "elected", func(model.Self, model.Event) int { return 2 }),
	},
	{
		Name: "modest", Of: "anonymous", Rule: "AN2", Breaks: "strict-decides",
		Wound: "does not note that it has won",
		World: alone,
		wound: keeping(on(model.ELECTION), "elected"),
	},
	{
		Name: "never-dropped", Of: "anonymous", Rule: "AN3", Breaks: "ends",
		Wound: "forwards ELECTED(1)",
		World: alone,
		wound: instead(on(model.ELECTED), forward),
	},
	{
		Name: "deposed", Of: "anonymous", Rule: "AN3", Breaks: "irrevocable",
		Wound: "forgets, on its own ELECTED(1), that it leads",
		World: alone,
		wound: setting(on(model.ELECTED), "elected", func(model.Self, model.Event) int { return int(model.Nobody) }),
	},
	{
		Name: "lost-token", Of: "anonymous", Rule: "AN2", Breaks: "not-stuck",
		Wound: "loses one message on the way",
		World: alone,
		drops: func(c *world.Config) { c.Channels = world.Lossy },
	},
}
