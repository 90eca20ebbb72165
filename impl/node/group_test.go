package node_test

import (
	"context"
	"testing"
	"time"

	"interrex/impl"
	"interrex/impl/durable"
	"interrex/impl/network"
	"interrex/impl/network/memory"
	"interrex/impl/node"
)

// A group is a simulated one: nodes on a network in memory, in virtual time.
type group struct {
	t         *testing.T
	algorithm impl.Algorithm
	setup     setup
	net       *memory.Network
	members   []impl.ID
	options   func(impl.ID) node.Options
	nodes     map[impl.ID]*node.Node
	ended     map[impl.ID]chan error
	stores    map[impl.ID]*durable.Memory
}

// setup says which group is to be simulated.
type setup struct {
	algorithm string
	size      int
	seed      uint64
	faults    memory.Faults
}

// bound is how long an election may take here: starts come after two seconds at most, a silence is
// borne for one, and no timer of the defaults runs for longer than two. Several may follow one another.
const bound = 30 * time.Second

// delays are those of a network on which no timer of the defaults is too short.
var delays = memory.Faults{Least: time.Millisecond, Most: 20 * time.Millisecond}

func newGroup(t *testing.T, s setup) *group {
	t.Helper()
	a, err := impl.Find(s.algorithm)
	if err != nil {
		t.Fatal(err)
	}
	g := &group{t: t, algorithm: a, setup: s, nodes: map[impl.ID]*node.Node{}, ended: map[impl.ID]chan error{}, stores: map[impl.ID]*durable.Memory{}}
	for i := range s.size {
		g.members = append(g.members, impl.ID(i+1))
		g.stores[impl.ID(i+1)] = new(durable.Memory)
	}
	g.net = memory.New(g.setup.seed, g.members, g.setup.faults)
	g.options = func(id impl.ID) node.Options {
		return node.Options{
			Algorithm: g.algorithm,
			Config:    impl.Config{Self: id, Members: g.members, PreVote: true, CheckQuorum: true},
			Join: func(incarnation uint64, observing bool) (network.Network, error) {
				return g.net.Join(id, incarnation, observing)
			},
			Store: g.stores[id], Starts: node.Span{Least: time.Second, Most: 2 * time.Second},
			Seed: g.setup.seed,
		}
	}
	for _, id := range g.members {
		g.start(id)
	}
	return g
}

// start runs a node, or runs it again.
func (g *group) start(id impl.ID) {
	g.t.Helper()
	n, err := node.New(g.options(id))
	if err != nil {
		g.t.Fatal(err)
	}
	ended := make(chan error, 1)
	g.nodes[id], g.ended[id] = n, ended
	go func() { ended <- n.Run(context.Background()) }()
	g.net.Pass(time.Millisecond) // so that who comes after whom is no matter of the scheduler
}

// stop ends a node with a goodbye.
func (g *group) stop(id impl.ID) {
	g.t.Helper()
	g.nodes[id].Close()
	if err := <-g.ended[id]; err != nil {
		g.t.Error(err)
	}
	delete(g.nodes, id)
}

// crash ends a node without one.
func (g *group) crash(id impl.ID) {
	g.t.Helper()
	g.net.Crash(id)
	if err := <-g.ended[id]; err == nil {
		g.t.Errorf("node %v has crashed, and says it has ended well", id)
	}
	delete(g.nodes, id)
}

func (g *group) stopAll() {
	for _, id := range g.members {
		if g.nodes[id] != nil {
			g.stop(id)
		}
	}
}

// agreed is whom all nodes that live take for the leader, if they agree and it lives.
func (g *group) agreed() impl.ID {
	leader := impl.Nobody
	for _, id := range g.members {
		n := g.nodes[id]
		if n == nil {
			continue
		}
		l := n.Leader().Leader
		if leader != impl.Nobody && l != leader || l == impl.Nobody || g.nodes[l] == nil {
			return impl.Nobody
		}
		leader = l
	}
	return leader
}

// elects waits until all agree, and fails after the bound.
func (g *group) elects(bound time.Duration) impl.ID {
	g.t.Helper()
	for end := time.Now().Add(bound); time.Now().Before(end); g.net.Pass(10 * time.Millisecond) {
		if leader := g.agreed(); leader != impl.Nobody {
			return leader
		}
	}
	for _, id := range g.members {
		if n := g.nodes[id]; n != nil {
			g.t.Logf("node %v: %+v", id, n.Leader())
		}
	}
	g.t.Fatalf("no agreement after %v", bound)
	return impl.Nobody
}
