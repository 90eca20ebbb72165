package network_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"interrex/impl/network"
)

// TestInstant: the moment belongs to the lane, and no earlier one would do.
func TestInstant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := time.Unix(0, rapid.Int64Range(-1e18, 1e18).Draw(t, "at"))
		lane := rapid.IntRange(0, network.Lanes-1).Draw(t, "lane")
		got := network.Instant(at, lane)
		if wait := got.Sub(at); wait < 0 || wait >= network.Lanes {
			t.Fatalf("%v later", wait)
		}
		if (got.UnixNano()-int64(lane))%network.Lanes != 0 {
			t.Fatalf("%d is not in lane %d", got.UnixNano(), lane)
		}
	})
}
