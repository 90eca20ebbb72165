package node_test

import (
	"testing"
	"time"

	"interrex/impl"
	"interrex/impl/network/memory"
	"interrex/impl/node"
	"interrex/impl/simulate"
)

// A group is a simulated one, in virtual time.
type group struct {
	*simulate.Stage
	t *testing.T
}

// bound is how long an election may take here: starts come after two seconds at most, a silence is
// tolerated for one, and no timer of the defaults runs for longer than two. Several may follow one another.
const bound = 30 * time.Second

// delays are those of a network on which no timer of the defaults is too short.
var delays = memory.Faults{Least: time.Millisecond, Most: 20 * time.Millisecond}

// newGroup starts members 1 to size.
func newGroup(t *testing.T, algorithm string, size int, seed uint64, faults memory.Faults) *group {
	t.Helper()
	p := simulate.Plan{Algorithm: algorithm, Seed: seed, Channels: faults}
	for i := range size {
		p.Members, p.Rates = append(p.Members, impl.ID(i+1)), append(p.Rates, 1)
	}
	s, err := simulate.NewStage(p, simulate.Options{Adapt: func(o *node.Options) { o.Config.PreVote, o.Config.CheckQuorum = true, true }})
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range p.Members {
		if err := s.Start(id); err != nil {
			t.Fatal(err)
		}
	}
	return &group{s, t}
}

func (g *group) end() {
	if err := g.End(); err != nil {
		g.t.Error(err)
	}
}

// elects waits until all agree, and fails after the bound.
func (g *group) elects() impl.ID {
	g.t.Helper()
	for end := time.Now().Add(bound); time.Now().Before(end); g.Net.Pass(10 * time.Millisecond) {
		if leader := g.Agreed(); leader != impl.Nobody {
			return leader
		}
	}
	g.t.Fatalf("no agreement after %v", bound)
	return impl.Nobody
}
