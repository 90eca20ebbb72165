package mutants

import (
	"interrex/model"
	"interrex/model/world"
)

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
		World: func(c *world.Config) { c.IDs = []model.ID{1, 3, 2, 4} },
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
