package replay_test

import (
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"interrex/internal/testlevel"
	"interrex/traces/replay"
)

// TestAnyOrderOfCausesWillDo: the whole report is the same, whatever order concurrent lines are read
// in; that of a bad trace too, and what is wrong with a malformed one.
func TestAnyOrderOfCausesWillDo(t *testing.T) {
	testlevel.Alone(t)
	all, err := replay.Find([]string{filepath.Join(corpus, "good"), filepath.Join(corpus, "bad")})
	if err != nil {
		t.Fatal(err)
	}
	for _, trace := range all {
		o := replay.Options{}
		want, fault := trace.Replay(o)
		for seed := range uint64(10) {
			lots := rand.New(rand.NewPCG(seed, 1))
			other := false
			o.Pick = func(ready []int) int {
				i := lots.IntN(len(ready))
				other = other || i > 0
				return ready[i]
			}
			got, again := trace.Replay(o)
			if !cmp.Equal(got, want) {
				t.Fatalf("%s, seed %d:\n%s", trace.Name, seed, cmp.Diff(want, got))
			}
			if (fault == nil) != (again == nil) || fault != nil && fault.Error() != again.Error() {
				t.Fatalf("%s, seed %d: %v, and then %v", trace.Name, seed, fault, again)
			}
			if len(trace.Files) > 1 && fault == nil && !other {
				t.Fatalf("%s, seed %d: there was no choice", trace.Name, seed)
			}
		}
	}
}
