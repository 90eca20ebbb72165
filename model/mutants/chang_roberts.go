package mutants

import (
	"interrex/model"
	"interrex/model/world"
)

// changRoberts are the mutants of chang-roberts. Its default world has no crash.
var changRoberts = []Mutant{
	{
		Name: "everyone-wins", Of: "chang-roberts", Rule: "CR5", Breaks: "one-leader",
		Wound: "takes every ELECTION for its own, come round",
		wound: mistaking(on(model.ELECTION), func(self model.Self, e model.Event) model.Event {
			e.Message = model.Election{ID: self.ID}
			return e
		}),
	},
	{
		Name: "turned-round", Of: "chang-roberts", Rule: "CR2", Breaks: "elected-is-max",
		Wound: "compares ids the wrong way round: forwards what is lower, stops what is higher",
		wound: instead(onOthers(model.ELECTION), func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
			took := variable(self.Local, "participant") == 1
			self.Local = assign(self.Local, "participant", 1)
			switch {
			case carried(e.Message) < self.ID:
				return unmoved(self, model.Send{Message: e.Message})
			case !took:
				return unmoved(self, model.Send{Message: model.Election{ID: self.ID}})
			}
			return unmoved(self)
		}),
	},
	{
		Name: "not-strictly", Of: "chang-roberts", Rule: "CR5", Breaks: "ends",
		Wound: "compares with ≥ for >, and forwards its own ELECTION when it has come round",
		wound: instead(onOwn(model.ELECTION), forward),
	},
	{
		Name: "greedy-swallower", Of: "chang-roberts", Rule: "CR2", Breaks: "not-stuck",
		Wound: "swallows the ELECTION of a higher process",
		wound: withholding(onHigher(model.ELECTION), everything),
	},
	{
		Name: "unraised", Of: "chang-roberts", Rule: "CR3", Breaks: "ends",
		Wound: "swallows the ELECTION of a lower process, participant or not",
		wound: ignoring(onLower(model.ELECTION)),
	},
	{
		Name: "never-swallowed", Of: "chang-roberts", Rule: "CR4", Breaks: "elected-is-max",
		Wound: "forwards the ELECTION of a lower process while it is a participant",
		wound: instead(func(self model.Self, e model.Event) bool {
			return onLower(model.ELECTION)(self, e) && variable(self.Local, "participant") == 1
		}, forward),
	},
	{
		Name: "raised-again", Of: "chang-roberts", Rule: "CR4", Breaks: "announced-last",
		Wound: "replaces the ELECTION of a lower process while it is a participant",
		wound: overlooking(onLower(model.ELECTION), "participant"),
	},
	{
		Name: "flag-not-set", Of: "chang-roberts", Rule: "CR2", Breaks: "announced-last",
		Wound: "forwards the ELECTION of a higher process, and does not become a participant", Known: "lecture 001 by its letter (CR-D6)",
		wound: keeping(onHigher(model.ELECTION), "participant"),
	},
	{
		Name: "flag-kept", Of: "chang-roberts", Rule: "CR6", Breaks: "not-stuck",
		Wound: "stays a participant when it is told of the elected", Known: "lecture 003 by its letter (CR-D3)",
		wound: keeping(onOthers(model.ELECTED), "participant"),
	},
	{
		Name: "leader-kept-busy", Of: "chang-roberts", Rule: "CR5", Breaks: "not-stuck",
		Wound: "stays a participant when it wins",
		wound: keeping(onOwn(model.ELECTION), "participant"),
	},
	{
		Name: "dead-end", Of: "chang-roberts", Rule: "CR6", Breaks: "decides",
		Wound: "does not forward ELECTED",
		wound: withholding(onOthers(model.ELECTED), everything),
	},
	{
		Name: "own-announcement", Of: "chang-roberts", Rule: "CR6",
		Wound: "handles its own ELECTED, come round, like any other, but for the forwarding",
		Known: "lecture 001 by its letter (CR-D4)",
		wound: instead(onOwn(model.ELECTED), func(_ model.Handler, self model.Self, _ model.Event) model.Outcome {
			self.Local = assign(assign(self.Local, "participant", 0), "elected", int(self.ID))
			return unmoved(self)
		}),
	},
	{
		Name: "quiet-mourning", Of: "chang-roberts", Rule: "CR7", Breaks: "not-stuck",
		Wound: "becomes a participant when it believes its leader dead, and sends nothing",
		World: doubted(1),
		wound: withholding(at(model.Detect), everything),
	},
	{
		Name: "namesakes", Of: "chang-roberts", Rule: "CR5", Breaks: "one-leader",
		Wound: "believes at process 2 that its id is 3, which is another's",
		Known: "the paper assumes distinct ids",
		wound: namesake(2, 3),
	},
	{
		Name: "lost-token", Of: "chang-roberts", Rule: "CR2", Breaks: "not-stuck",
		Wound: "loses one message on the way",
		drops: func(c *world.Config) { c.Channels = world.Lossy },
	},
	{
		Name: "lost-initiator", Of: "chang-roberts", Rule: "CR1", Breaks: "not-stuck",
		Wound: "lets a process die, the starter or another",
		drops: oneCrash,
	},
	{
		Name: "overtaken", Of: "chang-roberts", Rule: "CR6", Breaks: "not-stuck",
		Wound: "lets messages of one channel overtake one another",
		World: four,
		drops: func(c *world.Config) { c.Channels = world.Bag },
	},
}
