package mutants

import "interrex/model"

// changRoberts are the mutants of chang-roberts. Its default world has no crash.
var changRoberts = []Mutant{
	{Name: "everyone-wins", Of: "chang-roberts", Rule: "CR5", Breaks: "one-leader",
		Wound: "takes every ELECTION for its own, come round",
		wound: mistaking(on(model.ELECTION), func(self model.Self, e model.Event) model.Event {
			e.Message = model.Election{ID: self.ID}
			return e
		})},
	{Name: "unraised", Of: "chang-roberts", Rule: "CR3", Breaks: "ends",
		Wound: "swallows the ELECTION of a lower process, participant or not",
		wound: ignoring(onLower(model.ELECTION))},
	{Name: "raised-again", Of: "chang-roberts", Rule: "CR4", Breaks: "announced-last",
		Wound: "replaces the ELECTION of a lower process while it is a participant",
		wound: overlooking(onLower(model.ELECTION), "participant")},
	{Name: "flag-not-set", Of: "chang-roberts", Rule: "CR2", Breaks: "announced-last",
		Wound: "forwards the ELECTION of a higher process, and does not become a participant", Known: "lecture 001 by its letter (CR-D6)",
		wound: keeping(onHigher(model.ELECTION), "participant")},
	{Name: "flag-kept", Of: "chang-roberts", Rule: "CR6", Breaks: "not-stuck",
		Wound: "stays a participant when it is told of the elected", Known: "lecture 003 by its letter (CR-D3)",
		wound: keeping(onOthers(model.ELECTED), "participant")},
	{Name: "quiet-mourning", Of: "chang-roberts", Rule: "CR7", Breaks: "not-stuck",
		Wound: "becomes a participant when it believes its leader dead, and sends nothing",
		World: doubted(1), wound: withholding(at(model.Detect), everything)},
	{Name: "lost-initiator", Of: "chang-roberts", Rule: "CR1", Breaks: "not-stuck",
		Wound: "lets a process die, the starter or another", drops: oneCrash},
}
