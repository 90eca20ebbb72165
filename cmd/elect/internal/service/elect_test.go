package service

import (
	"fmt"
	"slices"
	"testing"

	"interrex/impl"
	"interrex/internal/testlevel"
)

// mayDiffer are the algorithms that elect whom they will: the others elect the highest.
var mayDiffer = []string{"raft", "omega-timely", "omega-minimal"}

// quiet waits until nothing is on its way round a ring: no node has sent anything for a hundred looks. A
// message of one who leaves while it is on its way might go round for ever (claim C05), and be elected
// again and again.
func (g *group) quiet() {
	g.t.Helper()
	last, same := -1, 0
	g.until("nothing is sent any more", func() bool {
		sent := 0
		for _, v := range g.nodes {
			for _, count := range v.Node().Statistics().Sent {
				sent += count
			}
		}
		if same++; sent != last {
			last, same = sent, 0
		}
		return same == 100
	})
}

// TestAllElect: every algorithm elects over TCP with mTLS, in groups of one to seven. When the leader
// leaves, the others elect again, except on rings: those promise nothing once a member suspects another
// that is alive, and a detector that is quick enough for a test does that on a busy machine. So their
// hearts beat slowly here, and nobody is suspected.
func TestAllElect(t *testing.T) {
	for _, a := range impl.Algorithms() {
		_, most := pace()
		for size := 1; size <= most; size++ {
			if !testlevel.OneOf(3, size) {
				continue
			}
			t.Run(fmt.Sprintf("%s/%d", a.Name, size), func(t *testing.T) {
				t.Parallel()
				g := newGroup(t, size, "-algo="+a.Name)
				if a.Topology == impl.Ring {
					g.beat = "1s"
				}
				g.all()
				first := g.elect(g.members...)
				if highest := g.members[size-1]; first != highest && !slices.Contains(mayDiffer, a.Name) {
					g.until("the highest leads", func() bool { return g.agreed(g.members...) == highest })
					first = highest
				}
				if size == 1 || a.Terms && size == 2 || a.Topology == impl.Ring {
					return
				}
				g.stop(first)
				g.elect(slices.DeleteFunc(slices.Clone(g.members), func(id impl.ID) bool { return id == first })...)
			})
		}
	}
}
