package world_test

import (
	"interrex/model/world"
)

// variety has worlds of each algorithm: most with violations, some with bags, and some with bounds.
var variety = []row{
	{"holds", "chang-roberts", idsOf(4, 8, 9, 3), func(c *world.Config) {}},
	{"waits for a dead process",
		"chang-roberts", idsOf(1, 2, 3), func(c *world.Config) { c.Crashes, c.Channels, c.Elections = 1, world.Bag, 1 }},
	{"circulates forever",
		"ring", idsOf(2, 3, 1), func(c *world.Config) { c.Starts, c.Elections, c.Repair = 2, 1, world.Resent }},
	{"circulates in a bag",
		"ring", idsOf(2, 3, 1), func(c *world.Config) { c.Channels, c.Elections = world.Bag, 1 }},
	{"remembers a dead process",
		"ring-maxid", idsOf(1, 2, 3), func(c *world.Config) { c.Channels, c.Starts, c.Elections = world.Bag, 2, 1 }},
	{"full channels",
		"ring-watch", idsOf(3, 1, 2), func(c *world.Config) { c.Timeouts, c.Elections, c.Capacity = world.Any, 1, 2 }},
	{"wrong reports", "ring-detector", idsOf(1, 2, 3), func(c *world.Config) {
		c.Detector, c.Mistakes, c.Crashes = world.InaccurateDetector, 2, 0
		c.Elections, c.Capacity, c.Channels = 1, 1, world.Bag
	}},
	{"holds", "bully", idsOf(3, 1, 2), func(c *world.Config) {}},
	{"early timeouts",
		"bully", idsOf(1, 2, 3), func(c *world.Config) { c.Timeouts, c.Channels = world.Any, world.Bag }},
	{"elections without end",
		"bully", idsOf(1, 2), func(c *world.Config) { c.Timeouts, c.Channels, c.Elections = world.Any, world.Lossy, world.Unlimited }},
	{"restarts",
		"bully-recovery", idsOf(2, 1, 3), func(c *world.Config) { c.Restarts, c.Elections, c.Initial, c.Starts = 1, 2, world.LeaderElected, 0 }},
}
