package museum

import (
	"interrex/model"
	"interrex/model/world"
)

// ghost is the id of nobody in any world here.
const ghost model.ID = 99

// rings are the mutants of algorithms on rings.
var rings = []Mutant{
	{
		Name: "everyone wins", Of: "chang-roberts", Breaks: "one-leader",
		Wound: "takes every ELECTION for its own, come round",
		wound: mistaking(func(self model.Self, e model.Event) model.Event {
			if _, ok := e.Message.(model.Election); ok {
				e.Message = model.Election{ID: self.ID}
			}
			return e
		}),
	},
	{
		Name: "no id comparison", Of: "ring", Breaks: "elected-is-max",
		Wound: "forwards the ELECTION of a lower process too",
		World: noCrash,
		wound: acting(forwardLower),
	},
	{
		Name: "premature belief", Of: "ring", Breaks: "agreement",
		Wound: "elects whomever it forwards an ELECTION of",
		World: func(c *world.Config) { noCrash(c); c.IDs = []model.ID{2, 1, 3} },
		wound: believing(func(_ model.Handler, self model.Self, e model.Event) (model.ID, bool) {
			m, ok := e.Message.(model.Election)
			return m.ID, ok && m.ID > self.ID
		}),
	},
	{
		Name: "ghost", Of: "ring-maxid", Breaks: "validity",
		Wound: "elects a process that does not exist when it is told of the elected",
		World: noCrash,
		wound: believing(func(_ model.Handler, _ model.Self, e model.Event) (model.ID, bool) {
			_, ok := e.Message.(model.Elected)
			return ghost, ok
		}),
	},
	{
		Name: "greedy swallower", Of: "chang-roberts", Breaks: "not-stuck",
		Wound: "swallows the ELECTION of a higher process",
		wound: withholding(func(self model.Self, m model.Message) bool {
			election, ok := m.(model.Election)
			return ok && election.ID > self.ID
		}),
	},
	{
		Name: "nobody on watch", Of: "ring-watch", Breaks: "not-stuck",
		Wound: "arms its timers and never lets one fire",
		World: func(c *world.Config) { c.IDs, c.Initiators = []model.ID{1, 2}, []model.ID{1} },
		wound: timeless,
	},
	{
		Name: "silent winner", Of: "ring", Breaks: "decides",
		Wound: "announces itself to nobody",
		World: noCrash,
		wound: withholding(func(_ model.Self, m model.Message) bool { return m.Kind() == model.ELECTED }),
	},
	{
		Name: "endless triumph", Of: "ring", Breaks: "ends",
		Wound: "forwards its own ELECTED, come round, once more",
		World: noCrash,
		wound: acting(func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
			out := healthy.Handle(self, e)
			if m, ok := e.Message.(model.Elected); ok && m.ID == self.ID {
				out.Sends = append(out.Sends, model.Send{Message: m})
			}
			return out
		}),
	},
	{
		Name: "unheeded detector", Of: "ring-detector", Breaks: "ends",
		Wound: "never learns of a death from its failure detector",
		World: func(c *world.Config) { c.Initiators = []model.ID{3} },
		wound: carefree,
	},
	{
		Name: "usurper", Of: "ring", Breaks: "strict-agreement",
		Wound: "takes the second sight of an ELECTED for a death, and the office for itself",
		World: func(c *world.Config) { c.IDs, c.Initiators = []model.ID{3, 2, 1}, []model.ID{3} },
		wound: acting(usurp),
	},
	{
		Name: "resignation", Of: "ring", Breaks: "irrevocable",
		Wound: "forgets the leader when it starts an election, as if it had detected its death",
		World: func(c *world.Config) { noCrash(c); c.Initial = world.LeaderElected },
		wound: mistaking(func(_ model.Self, e model.Event) model.Event {
			if e.Kind == model.Start {
				e.Kind = model.Detect
			}
			return e
		}),
	},
	{
		Name: "short memory", Of: "ring", Breaks: "eventual-leadership",
		Wound: "forgets the leader when it is told of the elected",
		World: func(c *world.Config) { noCrash(c); c.Initial = world.LeaderElected },
		wound: believing(func(_ model.Handler, _ model.Self, e model.Event) (model.ID, bool) {
			_, ok := e.Message.(model.Elected)
			return model.Nobody, ok
		}),
	},
}

func noCrash(c *world.Config) { c.Crashes = 0 }

// forwardLower replaces rule RI3.
func forwardLower(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
	if m, ok := e.Message.(model.Election); ok && m.ID < self.ID {
		return model.Outcome{Local: self.Local, Elections: self.Elections, Sends: []model.Send{{Message: m}}}
	}
	return healthy.Handle(self, e)
}

// usurp replaces rule RI5 for one who has been told before.
func usurp(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
	m, ok := e.Message.(model.Elected)
	if ok && m.ID != self.ID && healthy.Status(self.Local).Elected == m.ID {
		return model.Outcome{Local: healthy.Initial(self.ID), Elections: self.Elections}
	}
	return healthy.Handle(self, e)
}
