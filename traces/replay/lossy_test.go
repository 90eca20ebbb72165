package replay_test

import (
	"testing"
	"time"

	"interrex/impl/network/memory"
	"interrex/model/world"
	"interrex/traces/replay"
)

// TestChannelsAreAsAsked: a run of raft on a network that loses messages, or doubles them, is one of
// the world whose channels do so, within its budget, and of no other.
func TestChannelsAreAsAsked(t *testing.T) {
	for _, c := range []struct {
		faults   memory.Faults
		channels world.Channels
	}{
		{memory.Faults{Loss: 0.1}, world.Lossy},
		{memory.Faults{Duplication: 0.1}, world.Duplicating},
		{memory.Faults{Loss: 0.1}, world.Bag}, // overtaken, or lost: nobody knows
	} {
		folder := t.TempDir()
		run := calm("raft", 3, 1, 2, 3)
		run.Channels, run.Length = c.faults, 4*time.Second
		record(t, recording{Plan: run}, "lossy", folder)
		for _, try := range []struct {
			channels world.Channels
			budget   int
			want     replay.Verdict
		}{
			{c.channels, world.Unlimited, replay.Accepted},
			{c.channels, 1, replay.Inconclusive},
			{world.FIFO, world.Unlimited, replay.Diverges},
		} {
			found, err := replay.Find([]string{folder})
			if err != nil {
				t.Fatal(err)
			}
			w := replay.Perfect()
			w.Channels = try.channels
			w.Losses, w.Duplicates, w.Reorderings = try.budget, try.budget, try.budget
			r, err := found[0].Replay(replay.Options{World: w})
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != try.want {
				t.Errorf("%+v, -channels=%s, a budget of %d: %s, want %s; %+v %s", c.faults, try.channels, try.budget, r.Verdict, try.want, r.Counts, told(r))
			}
		}
	}
}
