package mutants

import (
	"interrex/model"
	"interrex/model/world"
)

// leLanns are the mutants of lelann. Its default world has no crash.
var leLanns = []Mutant{
	{
		Name: "silent-start", Of: "lelann", Rule: "LL1", Breaks: "not-stuck",
		Wound: "opens its list when it starts, and sends nothing",
		wound: withholding(at(model.Start), everything),
	},
	{
		Name: "forwarded-first", Of: "lelann", Rule: "LL2", Breaks: "elected-is-max",
		Wound: "forwards the first ELECT, and sends its own behind it", Known: "the printed rule (LL-D1)",
		wound: reversing(withList(false, onOthers(model.ELECT))),
	},
	{
		Name: "received-first", Of: "lelann", Rule: "LL2", Breaks: "ends",
		Wound: "joins the election that it has started itself, when the first ELECT is received",
		Known: "the printed rule (LL-D2)",
		wound: func(model.Handler) model.Handler {
			return reversing(on(model.ELECT))(model.Handle(model.LeLann{Printed: true}))
		},
	},
	{
		Name: "bystander", Of: "lelann", Rule: "LL2", Breaks: "elected-is-max",
		Wound: "forwards an ELECT without joining",
		wound: instead(withList(false, onOthers(model.ELECT)), forward),
	},
	{
		Name: "selfless", Of: "lelann", Rule: "LL2", Breaks: "elected-is-max",
		Wound: "does not put itself on the list when it joins",
		wound: instead(withList(false, onOthers(model.ELECT)), func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
			out := healthy.Handle(self, e)
			out.Local = assign(out.Local, "list", 1<<self.Group.Index(carried(e.Message)))
			return out
		}),
	},
	{
		Name: "unlisted", Of: "lelann", Rule: "LL3", Breaks: "elected-is-max",
		Wound: "forwards an ELECT, and does not list the id",
		wound: keeping(withList(true, onOthers(model.ELECT)), "list"),
	},
	{
		Name: "dead-end", Of: "lelann", Rule: "LL3", Breaks: "not-stuck",
		Wound: "lists the id, and does not forward the ELECT",
		wound: withholding(withList(true, onOthers(model.ELECT)), everything),
	},
	{
		Name: "half-improved", Of: "lelann", Rule: "LL3", Breaks: "not-stuck",
		Wound: "swallows the ELECT of a lower process, as Chang and Roberts do, and announces nothing",
		wound: withholding(withList(true, onLower(model.ELECT)), everything),
	},
	{
		Name: "self-election", Of: "lelann", Rule: "LL4", Breaks: "one-leader",
		Wound: "elects itself when its own id has come round",
		wound: setting(withList(true, onOwn(model.ELECT)), "elected", func(self model.Self, _ model.Event) int { return int(self.ID) }),
	},
	{
		Name: "once-more", Of: "lelann", Rule: "LL4", Breaks: "ends",
		Wound: "forwards its own id, come round",
		World: func(c *world.Config) { c.IDs = []model.ID{1} }, // others would answer, and ever more messages be on their way
		wound: instead(onOwn(model.ELECT), func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
			out := healthy.Handle(self, e)
			out.Sends = []model.Send{{Message: e.Message}}
			return out
		}),
	},
	{
		Name: "list-kept", Of: "lelann", Rule: "LL4", Breaks: "not-stuck",
		Wound: "keeps the list open when it is complete",
		wound: keeping(onOwn(model.ELECT), "list"),
	},
	{
		Name: "no-help", Of: "lelann", Rule: "LL5", Breaks: "decides",
		Wound: "drops the question of another",
		World: with(pair, coming),
		wound: ignoring(onOthers(model.ASK)),
	},
	{
		Name: "disbelief", Of: "lelann", Rule: "LL6", Breaks: "decides",
		Wound: "drops the answer to its own question",
		World: with(pair, coming),
		wound: ignoring(onOwn(model.ASK)),
	},
	{
		Name: "unanswered", Of: "lelann", Rule: "LL6", Breaks: "decides",
		Wound: "does not start when nobody could answer",
		World: with(pair, coming),
		wound: ignoring(func(self model.Self, e model.Event) bool {
			return onOwn(model.ASK)(self, e) && e.Message.(model.Ask).Elected == model.Nobody
		}),
	},
	{
		Name: "nothing-asked", Of: "lelann", Rule: "LL7", Breaks: "decides",
		Wound: "comes back, and asks nobody", Known: "the print, which obliges to nothing (LL-D7)",
		World: with(pair, coming),
		wound: withholding(at(model.Recover), everything),
	},
	{
		Name: "quiet-mourning", Of: "lelann", Rule: "LL8", Breaks: "not-stuck",
		Wound: "opens its list when its leader has died, and sends nothing",
		World: with(known, oneCrash),
		wound: withholding(at(model.Detect), everything),
	},
	{
		Name: "namesakes", Of: "lelann", Rule: "LL4", Breaks: "one-leader",
		Wound: "believes at process 2 that its id is 3, which is another's",
		wound: namesake(2, 3),
	},
	{
		Name: "overtaken", Of: "lelann", Rule: "LL2", Breaks: "elected-is-max",
		Wound: "lets messages of one channel overtake one another",
		World: pair,
		drops: func(c *world.Config) { c.Channels = world.Bag },
	},
	{
		Name: "lost-token", Of: "lelann", Rule: "LL3", Breaks: "not-stuck",
		Wound: "loses one message on the way",
		drops: func(c *world.Config) { c.Channels = world.Lossy },
	},
	{
		Name: "lost-participant", Of: "lelann", Rule: "LL4", Breaks: "one-leader",
		Wound: "lets a process die",
		drops: oneCrash,
	},
}

// withList narrows a trigger to processes whose list is open, or to those whose list is closed.
func withList(open bool, when trigger) trigger {
	return func(self model.Self, e model.Event) bool {
		return when(self, e) && (variable(self.Local, "list") != 0) == open
	}
}
