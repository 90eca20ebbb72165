package museum

import (
	"interrex/model"
	"interrex/model/world"
)

// rings are the mutants of ring.
var rings = []Mutant{
	{
		Name: "no-comparison", Of: "ring", Rule: "RI3", Breaks: "elected-is-max",
		Wound: "forwards the ELECTION of a lower process too",
		World: noCrash,
		wound: instead(onLower(model.ELECTION), forward),
	},
	{
		Name: "turned-round", Of: "ring", Rule: "RI2", Breaks: "elected-is-max",
		Wound: "compares ids the wrong way round: forwards what is lower, replaces what is higher",
		World: noCrash,
		wound: turnedRound,
	},
	{
		Name: "not-strictly", Of: "ring", Rule: "RI4", Breaks: "ends",
		Wound: "compares with ≤ for <, and forwards its own ELECTION when it has come round",
		World: noCrash,
		wound: instead(onOwn(model.ELECTION), forward),
	},
	{
		Name: "swallowed", Of: "ring", Rule: "RI2", Breaks: "strict-decides",
		Wound: "drops the ELECTION of a higher process",
		World: noCrash,
		wound: ignoring(onHigher(model.ELECTION)),
	},
	{
		Name: "premature-belief", Of: "ring", Rule: "RI2", Breaks: "agreement",
		Wound: "elects whomever it forwards an ELECTION of", Known: "lecture 004's ring, ring-accept (remark 5)",
		World: with(noCrash, func(c *world.Config) { c.IDs = []model.ID{2, 1, 3} }),
		wound: setting(onHigher(model.ELECTION), "elected", announced),
	},
	{
		Name: "silent-winner", Of: "ring", Rule: "RI4", Breaks: "decides",
		Wound: "announces itself to nobody",
		World: noCrash,
		wound: withholding(onOwn(model.ELECTION), everything),
	},
	{
		Name: "dead-end", Of: "ring", Rule: "RI5", Breaks: "decides",
		Wound: "does not forward ELECTED",
		World: noCrash,
		wound: withholding(onOthers(model.ELECTED), everything),
	},
	{
		Name: "endless-triumph", Of: "ring", Rule: "RI5", Breaks: "ends",
		Wound: "forwards its own ELECTED, come round, once more",
		World: noCrash,
		wound: instead(onOwn(model.ELECTED), forward),
	},
	{
		Name: "short-memory", Of: "ring", Rule: "RI5", Breaks: "eventual-leadership",
		Wound: "forgets the leader when it is told of the elected",
		World: with(noCrash, known),
		wound: setting(on(model.ELECTED), "elected", toNobody),
	},
	{
		Name: "usurper", Of: "ring", Rule: "RI5", Breaks: "strict-agreement",
		Wound: "takes the second sight of an ELECTED for a death, and the office for itself",
		World: with(starter(3), func(c *world.Config) { c.IDs = []model.ID{3, 2, 1} }),
		wound: instead(seenBefore, usurp),
	},
	{
		Name: "resignation", Of: "ring", Rule: "RI1", Breaks: "irrevocable",
		Wound: "forgets the leader when it starts an election, as if it had detected its death",
		World: with(noCrash, known),
		wound: setting(at(model.Start), "elected", toNobody),
	},
	{
		Name: "quiet-mourning", Of: "ring", Rule: "RI6", Breaks: "decides",
		Wound: "forgets a leader that it believes dead, and calls no election",
		World: doubted(1),
		wound: withholding(at(model.Detect), everything),
	},
	{
		Name: "namesakes", Of: "ring", Rule: "RI4", Breaks: "one-leader",
		Wound: "believes at process 2 that its id is 3, which is another's",
		World: with(noCrash, twoStarts),
		wound: namesake(2, 3),
	},
}

// forward passes a message on, and does nothing else.
func forward(_ model.Handler, self model.Self, e model.Event) model.Outcome {
	return unmoved(self, model.Send{Message: e.Message})
}

// turnedRound swaps what is done about a higher id and about a lower one: where the algorithm
// has no more to do than to forward or to replace.
func turnedRound(healthy model.Handler) model.Handler {
	return instead(onOthers(model.ELECTION), func(_ model.Handler, self model.Self, e model.Event) model.Outcome {
		if carried(e.Message) < self.ID {
			return unmoved(self, model.Send{Message: e.Message})
		}
		return unmoved(self, model.Send{Message: model.Election{ID: self.ID}})
	})(healthy)
}

// announced is the id in the message.
func announced(_ model.Self, e model.Event) int { return int(carried(e.Message)) }

func toNobody(model.Self, model.Event) int { return int(model.Nobody) }

// seenBefore: an ELECTED that says what is known.
func seenBefore(self model.Self, e model.Event) bool {
	return onOthers(model.ELECTED)(self, e) && variable(self.Local, "elected") == announced(self, e)
}

func usurp(_ model.Handler, self model.Self, _ model.Event) model.Outcome {
	self.Local = assign(self.Local, "elected", int(self.ID))
	return unmoved(self)
}
