package replay_test

import (
	"testing"
	"time"

	"interrex/impl/network/memory"
	"interrex/model/world"
	"interrex/traces/replay"
)

// TestChannelsAreAsAsked: a run of raft on a network that loses messages, or doubles them, is one of
// the world whose channels do so, and of no other.
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
		for channels, want := range map[world.Channels]replay.Verdict{c.channels: replay.Accepted, world.FIFO: replay.Diverges} {
			found, err := replay.Find([]string{folder})
			if err != nil {
				t.Fatal(err)
			}
			r, err := found[0].Replay(replay.Options{Channels: channels})
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != want {
				t.Errorf("%+v, -channels=%s: %s, want %s; %+v %s", c.faults, channels, r.Verdict, want, r.Counts, told(r))
			}
		}
	}
}
