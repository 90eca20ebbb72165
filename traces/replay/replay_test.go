package replay_test

import (
	"strings"
	"testing"

	"interrex/traces/replay"
)

// follow replays the trace in a folder.
func follow(t testing.TB, folder string) (*replay.Report, error) {
	t.Helper()
	found, err := replay.Find([]string{folder})
	if err != nil || len(found) != 1 {
		t.Fatalf("%s: %d traces, want one: %v", folder, len(found), err)
	}
	return found[0].Replay(replay.Options{})
}

// told is what a report tells of a divergence.
func told(r *replay.Report) string {
	var b strings.Builder
	if r.Diverged != nil {
		_ = r.Diverged.Write(&b)
	}
	return b.String()
}
