package check

import (
	"math"
	"runtime/debug"
	"testing"
)

// TestHeed: a bound counts for as long as it is heeded, and only if it is tighter than the one that there is.
func TestHeed(t *testing.T) {
	before := debug.SetMemoryLimit(3 << 30)
	defer debug.SetMemoryLimit(before)
	for most, want := range map[uint64]int64{0: 3 << 30, 1 << 30: 1 << 30, 4 << 30: 3 << 30, math.MaxUint64: 3 << 30} {
		end := heed(most)
		if got := debug.SetMemoryLimit(-1); got != want {
			t.Errorf("with %d the limit is %d, and not %d", most, got, want)
		}
		end()
		if got := debug.SetMemoryLimit(-1); got != 3<<30 {
			t.Errorf("after %d the limit is %d", most, got)
		}
	}
}
