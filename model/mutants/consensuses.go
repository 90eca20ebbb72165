package mutants

import (
	"interrex/model"
	"interrex/spec"
)

// consensuses are the mutants of consensus, by bully. With a crash the original keeps neither of its promises
// (remark 2 of its page), so there is no crash here.
var consensuses = []Mutant{
	{Name: "retired", Of: model.ConsensusName, Rule: "CO1", Breaks: "one-leader",
		Wound: "takes no message of the election any more once it has decided",
		World: with(noCrash, pair, twoStarts),
		wound: ignoring(func(self model.Self, e model.Event) bool { return at(model.Receive)(self, e) && hasDecided(self, e) })},
	{Name: "own-bit", Of: model.ConsensusName, Rule: "CO2", Breaks: "same-decision",
		Wound: "decides the last bit of its own id",
		World: noCrash, wound: deciding(ofItself)},
	{Name: "undecided-leader", Of: model.ConsensusName, Rule: "CO2", Breaks: "all-decide",
		Wound: "leads, and does not decide itself",
		World: noCrash, wound: keeping(highest, "decision")},
	{Name: "other-bit", Of: model.ConsensusName, Rule: "CO2", Breaks: "never-0",
		Wound: "decides the opposite of the last bit",
		World: noCrash, wound: deciding(opposite)},
	{Name: "other-bit-of-two", Of: model.ConsensusName, Rule: "CO2", Breaks: "never-1",
		Wound: "decides the opposite of the last bit, where the highest id is even",
		World: with(noCrash, pair), wound: deciding(opposite)},
}

// hasDecided picks the events of a process that has decided.
func hasDecided(self model.Self, _ model.Event) bool {
	return variable(self.Local, "decision") != int(spec.Undecided)
}

// deciding changes the decision in the step in which the rule decides.
func deciding(otherwise func(self model.Self, decision spec.Decision) spec.Decision) wound {
	return instead(always, func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
		out := healthy.Handle(self, e)
		if now := healthy.Status(out.Local).Decision; !hasDecided(self, e) && now != spec.Undecided {
			out.Local = assign(out.Local, "decision", int(otherwise(self, now)))
		}
		return out
	})
}

func opposite(_ model.Self, decision spec.Decision) spec.Decision {
	return spec.Zero + spec.One - decision
}

func ofItself(self model.Self, _ spec.Decision) spec.Decision {
	return spec.Zero + spec.Decision(self.ID&1)
}
