package service

import (
	"slices"
	"testing"

	"interrex/impl"
)

// mayDiffer are the algorithms that elect whom they will: the others elect the highest.
var mayDiffer = []string{"raft", "omega-timely", "omega-minimal"}

// TestAllElect: every algorithm elects over TCP with certificates on both sides.
func TestAllElect(t *testing.T) {
	for _, a := range impl.Algorithms() {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			g := newGroup(t, 3, "-algo="+a.Name)
			if a.Topology == impl.Ring {
				g.beat = "1s" // so that no member is suspected: a ring promises nothing after a mistake
			}
			g.all()
			g.elect(g.members...)
			if !slices.Contains(mayDiffer, a.Name) {
				g.until("the highest leads", func() bool { return g.agreed(g.members...) == 3 })
			}
		})
	}
}
