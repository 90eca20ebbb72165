package world_test

import (
	"testing"

	"pgregory.net/rapid"

	"interrex/model"
	"interrex/model/world"
)

// unlimited makes a number up to most, or Unlimited now and then.
func upTo(most int, unlimited bool) *rapid.Generator[int] {
	return rapid.Custom(func(t *rapid.T) int {
		if n := rapid.IntRange(0, most+1).Draw(t, "number"); n <= most {
			return n
		}
		if unlimited {
			return world.Unlimited
		}
		return 0
	})
}

// draw makes a world. Small ones are likelier, since a twin gives up on large ones.
func draw(t *rapid.T) world.Config {
	a := rapid.SampledFrom(model.Catalogue()).Draw(t, "algorithm")
	n := rapid.SampledFrom([]int{3, 2, 2, 3, 3, 1, 4}).Draw(t, "n")
	ids := rapid.SliceOfNDistinct(rapid.IntRange(1, 12), n, n, rapid.ID[int]).Draw(t, "ids")
	c := world.Config{Algorithm: a}
	for _, id := range ids {
		c.IDs = append(c.IDs, model.ID(id))
	}
	if rapid.IntRange(0, 3).Draw(t, "only some initiate") == 3 {
		c.Initiators = []model.ID{}
		for _, id := range c.IDs {
			if rapid.Bool().Draw(t, "initiates") {
				c.Initiators = append(c.Initiators, id)
			}
		}
	}
	c.Crashes = rapid.SampledFrom([]int{1, 0, 2}).Draw(t, "crashes")
	c.Restarts = rapid.SampledFrom([]int{0, 0, 1}).Draw(t, "restarts")
	c.CrashPoints = rapid.SampledFrom([]world.CrashPoints{world.AtSends, world.AtSteps}).Draw(t, "crash points")
	c.Initial = rapid.SampledFrom([]world.Initial{world.NobodyElected, world.LeaderElected}).Draw(t, "initial")
	c.Starts = upTo(2, true).Draw(t, "starts")
	c.Timeouts = rapid.SampledFrom([]world.Timeouts{world.Sync, world.Perfect, world.Any}).Draw(t, "timeouts")
	c.Detector = rapid.SampledFrom([]world.Detector{world.PerfectDetector, world.IncompleteDetector, world.InaccurateDetector}).Draw(t, "detector")
	c.Mistakes = upTo(2, true).Draw(t, "mistakes")
	c.Channels = rapid.SampledFrom([]world.Channels{world.FIFO, world.Bag, world.Lossy, world.Duplicating}).Draw(t, "channels")
	c.Losses, c.Duplicates = upTo(2, true).Draw(t, "losses"), upTo(2, true).Draw(t, "duplicates")
	c.Repair = rapid.SampledFrom([]world.Repair{world.Lost, world.Resent}).Draw(t, "repair")
	c.Reading = rapid.SampledFrom([]model.Reading{model.Repaired, model.Printed}).Draw(t, "reading")
	c.Watchers = rapid.SampledFrom([]model.Watchers{model.BothNeighbours, model.OnlyPredecessor, model.OnlySuccessor}).Draw(t, "watchers")
	c.Elections = upTo(2, true).Draw(t, "elections")
	c.Capacity = rapid.SampledFrom([]int{world.Unlimited, 2, 1, 3}).Draw(t, "capacity")
	return c
}

// TestTwin draws worlds. Where no bound keeps a world small the twin gives up.
func TestTwin(t *testing.T) {
	drawn, small := 0, 0
	rapid.Check(t, func(r *rapid.T) {
		c := draw(r)
		drawn++
		if agree(t, r, newTwin(c), 1500) != nil {
			small++
		}
	})
	if 2*small < drawn {
		t.Errorf("only %d of %d worlds were small enough to compare: draw smaller ones", small, drawn)
	}
}
