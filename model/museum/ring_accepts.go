package museum

import (
	"interrex/model"
	"interrex/model/world"
)

// ringAccepts are the mutants of ring-accept. On the ring 1, 2, 3 nobody accepts any but the
// highest, so that there the healthy algorithm keeps what its author does not promise too.
var ringAccepts = []Mutant{
	{
		Name: "self-acceptance", Of: "ring-accept", Rule: "RA1", Breaks: "elected-is-max",
		Wound: "accepts itself when it starts",
		World: noCrash,
		wound: setting(at(model.Start), "elected", func(self model.Self, _ model.Event) int { return int(self.ID) }),
	},
	{
		Name: "resignation", Of: "ring-accept", Rule: "RA1", Breaks: "irrevocable",
		Wound: "forgets the leader when it starts an election",
		World: with(noCrash, known),
		wound: setting(at(model.Start), "elected", toNobody),
	},
	{
		Name: "no-comparison", Of: "ring-accept", Rule: "RA2", Breaks: "elected-is-max",
		Wound: "accepts and forwards the ELECTION of a lower process too",
		World: noCrash,
		wound: instead(onLower(model.ELECTION), func(_ model.Handler, self model.Self, e model.Event) model.Outcome {
			self.Local = assign(self.Local, "elected", announced(self, e))
			return unmoved(self, model.Send{Message: e.Message})
		}),
	},
	{
		Name: "accepted-low", Of: "ring-accept", Rule: "RA2", Breaks: "elected-is-max",
		Wound: "accepts the lower process whose ELECTION it replaces",
		World: noCrash,
		wound: setting(onLower(model.ELECTION), "elected", announced),
	},
	{
		Name: "turned-round", Of: "ring-accept", Rule: "RA3", Breaks: "elected-is-max",
		Wound: "compares ids the wrong way round: accepts what is lower, replaces what is higher",
		World: noCrash,
		wound: instead(onOthers(model.ELECTION), func(_ model.Handler, self model.Self, e model.Event) model.Outcome {
			if carried(e.Message) > self.ID {
				return unmoved(self, model.Send{Message: model.Election{ID: self.ID}})
			}
			self.Local = assign(self.Local, "elected", announced(self, e))
			return unmoved(self, model.Send{Message: e.Message})
		}),
	},
	{
		Name: "dead-end", Of: "ring-accept", Rule: "RA3", Breaks: "decides",
		Wound: "accepts a higher process, and does not forward its ELECTION",
		World: noCrash,
		wound: withholding(onHigher(model.ELECTION), everything),
	},
	{
		Name: "everyone-wins", Of: "ring-accept", Rule: "RA4", Breaks: "one-leader",
		Wound: "takes every ELECTION for its own, come round",
		World: with(noCrash, twoStarts),
		wound: mistaking(on(model.ELECTION), func(self model.Self, e model.Event) model.Event {
			e.Message = model.Election{ID: self.ID}
			return e
		}),
	},
	{
		Name: "not-strictly", Of: "ring-accept", Rule: "RA4", Breaks: "ends",
		Wound: "compares with ≤ for <, and forwards its own ELECTION when it has come round",
		World: noCrash,
		wound: instead(onOwn(model.ELECTION), forward),
	},
	{
		Name: "endless-triumph", Of: "ring-accept", Rule: "RA5", Breaks: "ends",
		Wound: "forwards its own ELECTED, come round, once more",
		World: noCrash,
		wound: instead(onOwn(model.ELECTED), forward),
	},
	{
		Name: "short-memory", Of: "ring-accept", Rule: "RA5", Breaks: "strict-decides",
		Wound: "forgets whom it has accepted when it is told of the elected",
		World: noCrash,
		wound: setting(on(model.ELECTED), "elected", toNobody),
	},
	{
		Name: "quiet-mourning", Of: "ring-accept", Rule: "RA6", Breaks: "decides",
		Wound: "forgets a leader that it believes dead, and calls no election",
		World: doubted(1),
		wound: withholding(at(model.Detect), everything),
	},
	{
		Name: "namesakes", Of: "ring-accept", Rule: "RA4", Breaks: "one-leader",
		Wound: "believes at process 2 that its id is 3, which is another's",
		World: with(noCrash, twoStarts),
		wound: namesake(2, 3),
	},
	{
		Name: "another-order", Of: "ring-accept", Rule: "RA3", Breaks: "agreement",
		Wound: "accepts what it forwards, on a ring whose ids do not ascend", Known: "the printed rule (remark 1)",
		World: noCrash,
		drops: func(c *world.Config) { c.IDs = []model.ID{2, 1, 3} },
	},
	{
		Name: "lost-candidate", Of: "ring-accept", Rule: "RA4", Breaks: "ends",
		Wound: "lets a process die", Known: "the lecture asks that failures during an election be survived",
		World: noCrash,
		drops: oneCrash,
	},
}
