package museum

import (
	"interrex/model"
	"interrex/model/world"
)

// bullies are the mutants of algorithms on the complete graph.
var bullies = []Mutant{
	{
		Name: "no answer", Of: "bully", Breaks: "one-leader",
		Wound: "never sends OK",
		wound: withholding(func(_ model.Self, m model.Message) bool { return m.Kind() == model.OK }),
	},
	{
		Name: "no rival called", Of: "bully", Breaks: "elected-is-max",
		Wound: "sends no ELECTION, so that nobody can answer",
		World: noCrash,
		wound: withholding(func(_ model.Self, m model.Message) bool { return m.Kind() == model.ELECTION }),
	},
	{
		Name: "hasty acclaim", Of: "bully", Breaks: "agreement",
		Wound: "takes an OK for the COORDINATOR of its sender",
		wound: mistaking(func(_ model.Self, e model.Event) model.Event {
			if _, ok := e.Message.(model.Ok); ok {
				e.Message = model.Coordinator{ID: e.From}
			}
			return e
		}),
	},
	{
		Name: "ghost coordinator", Of: "bully-recovery", Breaks: "validity",
		Wound: "takes COORDINATOR for that of a process that does not exist",
		wound: mistaking(func(_ model.Self, e model.Event) model.Event {
			if _, ok := e.Message.(model.Coordinator); ok {
				e.Message = model.Coordinator{ID: ghost}
			}
			return e
		}),
	},
	{
		Name: "stopped clock", Of: "bully", Breaks: "not-stuck",
		Wound: "arms its timers and never lets one fire",
		wound: timeless,
	},
	{
		Name: "no comeback", Of: "bully-recovery", Breaks: "decides",
		Wound: "begins no election when it has come back",
		World: func(c *world.Config) { c.Restarts, c.IDs, c.Initial = 1, []model.ID{1, 2}, world.LeaderElected },
		wound: seeming(func(s model.Status) model.Status { s.Recovering = false; return s }),
	},
	{
		Name: "no crown", Of: "bully", Breaks: "ends",
		Wound: "sends COORDINATOR to nobody",
		World: noCrash,
		wound: withholding(func(_ model.Self, m model.Message) bool { return m.Kind() == model.COORDINATOR }),
	},
	{
		Name: "triumphant return", Of: "bully-recovery", Breaks: "strict-pmax",
		Wound: "announces itself when it has come back, without an election",
		World: quietReturn,
		wound: acting(impose),
	},
	{
		Name: "yielding leader", Of: "bully", Breaks: "irrevocable",
		Wound: "takes an ELECTION for the COORDINATOR of its sender while it leads",
		World: func(c *world.Config) { noCrash(c); c.Initial = world.LeaderElected },
		wound: acting(yield),
	},
	{
		Name: "blind loyalty", Of: "bully", Breaks: "eventual-leadership",
		Wound: "never finds out that its leader has died",
		World: func(c *world.Config) { c.Initial, c.Starts = world.LeaderElected, 0 },
		wound: seeming(func(s model.Status) model.Status { s.Idle = false; return s }),
	},
}

// quietReturn is a world in which nobody but a process that has come back begins an election.
func quietReturn(c *world.Config) {
	c.Crashes, c.Restarts, c.Starts, c.Initiators = 1, 1, 0, []model.ID{}
}

// impose replaces rule BR9: what a process that comes back had to begin is cut short.
func impose(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
	out := healthy.Handle(self, e)
	if e.Kind != model.Recover {
		return out
	}
	self.Local, self.Elections = out.Local, out.Elections
	return healthy.Handle(self, model.Event{Kind: model.Timeout, Timer: model.Timer{Name: "T"}})
}

// yield replaces rule BU3 for a leader.
func yield(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
	if _, ok := e.Message.(model.Election); ok && healthy.Status(self.Local).Elected == self.ID {
		e.Message = model.Coordinator{ID: e.From}
	}
	return healthy.Handle(self, e)
}
