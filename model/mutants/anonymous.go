package mutants

import "interrex/model"

// anonymous are the mutants of anonymous. On a ring of two or more it elects no process, so few properties can
// be violated; on a ring of one it keeps all properties of an election.
var anonymous = []Mutant{
	{Name: "silent-start", Of: "anonymous", Rule: "AN1", Breaks: "not-stuck",
		Wound: "becomes a participant, and sends nothing",
		World: alone, wound: withholding(at(model.Start), everything)},
	{Name: "not-strictly", Of: "anonymous", Rule: "AN2", Breaks: "ends",
		Wound: "forwards ELECTION(1), as if another's",
		World: alone, wound: instead(on(model.ELECTION), forward)},
	{Name: "name-for-a-place", Of: "anonymous", Rule: "AN2", Breaks: "validity",
		Wound: "takes the id for a place, and elects a process that there is not",
		World: alone, wound: setting(on(model.ELECTION), "elected", func(model.Self, model.Event) int { return 2 })},
	{Name: "deposed", Of: "anonymous", Rule: "AN3", Breaks: "irrevocable",
		Wound: "forgets, on its own ELECTED(1), that it leads",
		World: alone,
		wound: setting(on(model.ELECTED), "elected", func(model.Self, model.Event) int { return int(model.Nobody) })},
}
