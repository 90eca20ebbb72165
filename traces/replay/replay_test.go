package replay_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"interrex/impl"
	"interrex/impl/node"
	"interrex/internal/testlevel"
	"interrex/traces/replay"
)

// follow replays the trace in a folder.
func follow(t testing.TB, folder string) (*replay.Report, error) {
	t.Helper()
	found, err := replay.Find([]string{folder})
	if err != nil || len(found) != 1 {
		t.Fatalf("%s: %d traces, want one: %v", folder, len(found), err)
	}
	return found[0].Replay(replay.Options{World: replay.Perfect()})
}

// told is what a report tells of a divergence.
func told(r *replay.Report) string {
	var b strings.Builder
	if r.Diverged != nil {
		_ = r.Diverged.Write(&b)
	}
	return b.String()
}

// more is how many runs of each algorithm are recorded and followed.
var more = flag.Int("runs", 3, "random runs of each algorithm that are recorded and followed")

// TestRunsAreAccepted records runs of every algorithm with faults of all kinds, and finds each to be
// one of the model.
func TestRunsAreAccepted(t *testing.T) {
	testlevel.Alone(t)
	for i, a := range impl.Algorithms() {
		if !testlevel.OneOf(4, i) {
			continue
		}
		for seed := range uint64(*more) {
			t.Run(fmt.Sprintf("%s/%d", a.Name, seed), func(t *testing.T) {
				r := recording{algorithm: a.Name, members: []impl.ID{2, 5, 1, 4, 3}, seed: seed, run: "chaos", folder: t.TempDir(), act: chaos(seed)}
				r.members = r.members[:3+seed%3]
				r.adapt = func(o *node.Options) { o.Config.PreVote, o.Config.CheckQuorum = seed%2 == 1, seed%4 > 1 }
				record(t, r)
				isAccepted(t, r.folder)
			})
		}
	}
}
