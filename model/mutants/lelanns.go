package mutants

import "interrex/model"

// leLanns are the mutants of lelann. Its default world has no crash.
var leLanns = []Mutant{
	{Name: "silent-start", Of: "lelann", Rule: "LL1", Breaks: "not-stuck",
		Wound: "opens its list when it starts, and sends nothing",
		wound: withholding(at(model.Start), everything)},
	{Name: "forwarded-first", Of: "lelann", Rule: "LL2", Breaks: "elected-is-max",
		Wound: "forwards the first ELECT, and sends its own behind it", Known: "the printed rule (LL-D1)",
		wound: reversing(withList(false, onOthers(model.ELECT)))},
	{Name: "received-first", Of: "lelann", Rule: "LL2", Breaks: "ends",
		Wound: "joins the election that it has started itself, when the first ELECT is received",
		Known: "the printed rule (LL-D2)",
		wound: func(model.Handler) model.Handler {
			return reversing(on(model.ELECT))(model.Handle(model.LeLann{Printed: true}))
		}},
	{Name: "half-improved", Of: "lelann", Rule: "LL3", Breaks: "not-stuck",
		Wound: "swallows the ELECT of a lower process, as Chang and Roberts do, and announces nothing",
		wound: withholding(withList(true, onLower(model.ELECT)), everything)},
	{Name: "self-election", Of: "lelann", Rule: "LL4", Breaks: "one-leader",
		Wound: "elects itself when its own id has come round",
		wound: setting(withList(true, onOwn(model.ELECT)), "elected", func(self model.Self, _ model.Event) int { return int(self.ID) })},
	{Name: "no-help", Of: "lelann", Rule: "LL5", Breaks: "decides",
		Wound: "drops the question of another",
		World: with(pair, coming), wound: ignoring(onOthers(model.ASK))},
	{Name: "unanswered", Of: "lelann", Rule: "LL6", Breaks: "decides",
		Wound: "does not start when nobody could answer",
		World: with(pair, coming), wound: ignoring(func(self model.Self, e model.Event) bool {
			return onOwn(model.ASK)(self, e) && e.Message.(model.Ask).Elected == model.Nobody
		})},
	{Name: "nothing-asked", Of: "lelann", Rule: "LL7", Breaks: "decides",
		Wound: "comes back, and asks nobody", Known: "the print, which obliges to nothing (LL-D7)",
		World: with(pair, coming), wound: withholding(at(model.Recover), everything)},
	{Name: "quiet-mourning", Of: "lelann", Rule: "LL8", Breaks: "not-stuck",
		Wound: "opens its list when its leader has died, and sends nothing",
		World: with(known, oneCrash), wound: withholding(at(model.Detect), everything)},
}

// withList narrows a trigger to processes whose list is open, or to those whose list is closed.
func withList(open bool, when trigger) trigger {
	return func(self model.Self, e model.Event) bool {
		return when(self, e) && (variable(self.Local, "list") != 0) == open
	}
}
