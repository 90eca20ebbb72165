package museum

import (
	"interrex/model"
	"interrex/model/world"
)

// ghost is the id of nobody in any world here.
const ghost model.ID = 99

// ringMaxIDs are the mutants of ring-maxid.
var ringMaxIDs = []Mutant{
	{
		Name: "stale-maxid", Of: "ring-maxid", Rule: "RM3", Breaks: "decides",
		Wound: "never forgets maxID",
		World: doubted(2),
		wound: keeping(on(model.ELECTED), "maxID"),
	},
	{
		Name: "not-strictly", Of: "ring-maxid", Rule: "RM1", Breaks: "decides",
		Wound: "compares with ≤ for <: ignores what is equal to maxID too",
		World: noCrash,
		wound: ignoring(func(self model.Self, e model.Event) bool {
			return e.Kind == model.Receive && announced(self, e) == variable(self.Local, "maxID")
		}),
	},
	{
		Name: "turned-round", Of: "ring-maxid", Rule: "RM1", Breaks: "strict-decides",
		Wound: "ignores what is higher than maxID, unless that is ⊥",
		World: noCrash,
		wound: ignoring(func(self model.Self, e model.Event) bool {
			max := variable(self.Local, "maxID")
			return e.Kind == model.Receive && max != 0 && announced(self, e) > max
		}),
	},
	{
		Name: "no-comparison", Of: "ring-maxid", Rule: "RM2", Breaks: "elected-is-max",
		Wound: "forwards the ELECTION of a lower process, having remembered its id",
		World: noCrash,
		wound: instead(onLower(model.ELECTION), func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
			out := healthy.Handle(self, e)
			out.Sends = []model.Send{{Message: e.Message}}
			return out
		}),
	},
	{
		Name: "all-forgotten", Of: "ring-maxid", Rule: "RM3", Breaks: "irrevocable",
		Wound: "forgets the elected together with maxID when its own ELECTED has come round",
		World: noCrash,
		wound: setting(onOwn(model.ELECTED), "elected", toNobody),
	},
	{
		Name: "ghost", Of: "ring-maxid", Rule: "RM3", Breaks: "validity",
		Wound: "elects a process that does not exist when it is told of the elected",
		World: noCrash,
		wound: setting(on(model.ELECTED), "elected", func(model.Self, model.Event) int { return int(ghost) }),
	},
	{
		Name: "silent-winner", Of: "ring-maxid", Rule: "RM2", Breaks: "decides",
		Wound: "announces itself to nobody",
		World: noCrash,
		wound: withholding(onOwn(model.ELECTION), everything),
	},
	{
		Name: "any-announcement", Of: "ring-maxid", Rule: "RM1",
		Wound: "takes every ELECTED, also one below maxID",
		World: with(noCrash, twoStarts),
		wound: instead(on(model.ELECTED), func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
			self.Local = assign(self.Local, "maxID", int(model.Nobody))
			return healthy.Handle(self, e)
		}),
	},
	{
		Name: "namesakes", Of: "ring-maxid", Rule: "RM2", Breaks: "one-leader",
		Wound: "believes at process 2 that its id is 3, which is another's",
		World: with(noCrash, twoStarts),
		wound: namesake(2, 3),
	},
	{
		Name: "lost-token", Of: "ring-maxid", Rule: "RM2", Breaks: "decides",
		Wound: "loses one message on the way",
		World: noCrash,
		drops: func(c *world.Config) { c.Channels = world.Lossy },
	},
}
