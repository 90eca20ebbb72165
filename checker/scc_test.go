package checker

import (
	"testing"

	"interrex/internal/testlevel"
)

// A search that used the goroutine's stack would need some hundred megabytes of it here.
func TestComponentsOfADeepGraph(t *testing.T) {
	testlevel.Alone(t)
	const n = 1_000_000
	for _, test := range []struct {
		why   string
		last  uint32 // where the edge out of the last vertex leads
		count int
	}{
		{"a path: every vertex is a component", n - 1, n},
		{"a ring: all are one", 0, 1},
		{"a path into a ring of its second half", n / 2, n/2 + 1},
	} {
		t.Run(test.why, func(t *testing.T) {
			count := 0
			components(n, []uint32{0}, func(v uint32, to []uint32) []uint32 {
				if v == n-1 {
					return append(to, test.last)
				}
				return append(to, v+1)
			}, func([]uint32, bool) { count++ })
			if count != test.count {
				t.Errorf("%d components, want %d", count, test.count)
			}
		})
	}
}
