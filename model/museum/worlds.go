package museum

import (
	"interrex/model"
	"interrex/model/world"
)

// The worlds of the mutants are put together of these.

func with(changes ...func(*world.Config)) func(*world.Config) {
	return func(c *world.Config) {
		for _, change := range changes {
			change(c)
		}
	}
}

func noCrash(c *world.Config)    { c.Crashes, c.Restarts = 0, 0 }
func oneCrash(c *world.Config)   { c.Crashes = 1 }
func twoStarts(c *world.Config)  { c.Starts = 2 }
func noStart(c *world.Config)    { c.Starts = 0 }
func resent(c *world.Config)     { c.Repair = world.Resent }
func known(c *world.Config)      { c.Initial = world.LeaderElected }
func oneRestart(c *world.Config) { c.Restarts = 1 }
func alone(c *world.Config)      { c.IDs = []model.ID{1} }
func pair(c *world.Config)       { c.IDs = []model.ID{1, 2} }
func four(c *world.Config)       { c.IDs = []model.ID{1, 2, 3, 4} }

// byClock: with the shortest timers that are safe.
func byClock(c *world.Config) { c.Timeouts = world.ByClock }

// starter lets one process alone begin elections.
func starter(id model.ID) func(*world.Config) {
	return func(c *world.Config) { c.Initiators = []model.ID{id} }
}

// doubted: all have elected the leader, nobody dies, and so often somebody believes that it has.
func doubted(mistakes int) func(*world.Config) {
	return func(c *world.Config) {
		c.Crashes, c.Initial, c.Starts = 0, world.LeaderElected, 0
		c.Detector, c.Mistakes = world.InaccurateDetector, mistakes
	}
}

// coming: all have elected the leader, and one of them dies and comes back.
func coming(c *world.Config) { c.Initial, c.Crashes, c.Restarts = world.LeaderElected, 1, 1 }

// quietReturn: nobody is elected and nobody starts, so that none but a process that has come back
// begins an election.
func quietReturn(c *world.Config) { c.Crashes, c.Restarts, c.Starts = 1, 1, 0 }
