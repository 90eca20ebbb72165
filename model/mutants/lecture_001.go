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
		wound: setting(withList(true, onOwn(model.ELECT)), "elected", itself)},
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

// hirschbergSinclairs are the mutants of hirschberg-sinclair. Its default world has no crash.
var hirschbergSinclairs = []Mutant{
	{Name: "half-asked", Of: "hirschberg-sinclair", Rule: "HS1", Breaks: "ends",
		Wound: "asks only the side on its right when it starts",
		wound: withholding(at(model.Start), travelling(model.Left))},
	{Name: "never-swallowed", Of: "hirschberg-sinclair", Rule: "HS2", Breaks: "elected-is-max",
		Wound: "handles a lower PROBE like a higher one",
		wound: instead(onLower(model.PROBE), func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
			self.ID = model.Nobody // below all others
			return healthy.Handle(self, e)
		})},
	{Name: "greedy-swallower", Of: "hirschberg-sinclair", Rule: "HS3", Breaks: "not-stuck",
		Wound: "swallows a higher PROBE that has farther to go",
		wound: withholding(onHigher(model.PROBE), every(model.PROBE))},
	{Name: "no-answer", Of: "hirschberg-sinclair", Rule: "HS4", Breaks: "not-stuck",
		Wound: "does not answer where a neighbourhood ends",
		wound: withholding(onHigher(model.PROBE), every(model.REPLY))},
	{Name: "dead-letter", Of: "hirschberg-sinclair", Rule: "HS6", Breaks: "not-stuck",
		Wound: "does not forward the REPLY to another", wound: ignoring(onOthers(model.REPLY))},
	{Name: "temporal-leader", Of: "hirschberg-sinclair", Rule: "HS7", Breaks: "one-leader",
		Wound: "becomes the leader when both sides have answered in phase 0",
		Known: `lecture 001: "if a node receives both replies, then it becomes a temporal leader"`,
		World: ids(1, 3, 2, 4),
		wound: instead(onOwn(model.REPLY), func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
			if out := healthy.Handle(self, e); len(out.Sends) == 0 {
				return out
			}
			e.Message = model.Probe{ID: self.ID, Way: model.WayOf(e.Message)}
			return healthy.Handle(self, e)
		})},
	{Name: "dead-end", Of: "hirschberg-sinclair", Rule: "HS8", Breaks: "decides",
		Wound: "does not forward ELECTED", wound: withholding(onOthers(model.ELECTED), everything)},
	{Name: "quiet-mourning", Of: "hirschberg-sinclair", Rule: "HS9", Breaks: "not-stuck",
		Wound: "becomes a candidate when it finds its leader dead, and sends nothing",
		World: with(known, oneCrash), wound: withholding(at(model.Detect), everything)},
	{Name: "namesakes", Of: "hirschberg-sinclair", Rule: "HS5", Breaks: "one-leader",
		Wound: "believes at process 2 that its id is 3, which is another's", Known: "the paper assumes distinct ids",
		wound: namesake(2, 3)},
}

// travelling picks the messages in one direction.
func travelling(way model.Way) func(model.Self, model.Send) bool {
	return func(_ model.Self, s model.Send) bool { return model.WayOf(s.Message) == way }
}
