package world_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"interrex/checker"
	"interrex/model/world"
)

// Two states are equal if and only if their snapshots are.
func TestSnapshots(t *testing.T) {
	tell := func(f failer, c world.Config) {
		f.Helper()
		w := world.New(c)
		_, states := explored(t, f, w, checker.Options{MaxStates: 1000})
		known := map[string]checker.State{}
		for _, s := range states {
			words := fmt.Sprintf("%#v", w.Snapshot(s))
			if other, again := known[words]; again {
				f.Fatalf("%s:\nthe states %v and %v have the same snapshot, %s", configText(c), other, s, words)
			}
			known[words] = s
		}
	}
	rapid.Check(t, func(r *rapid.T) {
		c := draw(r)
		if rapid.Bool().Draw(r, "clocked") {
			c = drawClocked(r)
		}
		tell(r, c)
	})
}
