package node_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"interrex/impl"
	"interrex/impl/fence"
	"interrex/impl/network"
	"interrex/impl/network/memory"
	"interrex/impl/node"
)

// bubble runs a scenario with three nodes in virtual time.
func bubble(t *testing.T, algorithm string, scenario func(t *testing.T, g *group)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		g := newGroup(t, algorithm, 3, 7, delays)
		scenario(t, g)
		g.end()
	})
}

// TestAllCountTheSameReigns: who is led learns the leader's term, also where no message says it.
func TestAllCountTheSameReigns(t *testing.T) {
	bubble(t, "bully", func(t *testing.T, g *group) {
		g.elects()
		g.Net.Pass(time.Second) // some heartbeats
		g.Stop(3)
		if leader := g.elects(); leader != 2 {
			t.Fatalf("elected %v, want 2", leader)
		}
		g.Net.Pass(time.Second)
		if one, two := g.Node(1).Leader(), g.Node(2).Leader(); one.Term != two.Term || two.Term < 2 {
			t.Errorf("%+v and %+v: one term is wanted, and the second at least", one, two)
		}
	})
}

// A doorway is a network of one's own, whose goodbye takes until someone lets go.
type doorway struct {
	treadmill
	leaving, letGo chan struct{}
}

func (d doorway) Close(bool) error {
	d.leaving <- struct{}{}
	<-d.letGo
	return nil
}

// TestNobodyLeadsWhileItSaysGoodbye: to be told that it is free is to take the leadership, so it must
// be free by then.
func TestNobodyLeadsWhileItSaysGoodbye(t *testing.T) {
	d := doorway{treadmill{make(chan network.Arrival)}, make(chan struct{}), make(chan struct{})}
	n, err := node.New(node.Options{
		Algorithm: impl.Algorithms()[0], Config: impl.Config{Self: 1, Members: []impl.ID{1}},
		Join: func(uint64) (network.Network, error) { return d, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- n.Run(context.Background()) }()
	if err := n.Campaign(t.Context()); err != nil {
		t.Fatal(err)
	}
	if l := n.Leader(); !l.Self {
		t.Fatalf("alone, and does not lead: %+v", l)
	}
	done := make(chan struct{})
	go func() { n.Close(); close(done) }()
	<-d.leaving
	if _, err := n.Token(); !errors.Is(err, node.ErrNotLeader) || n.Leader().Self {
		t.Errorf("it says goodbye, and leads: %v", err)
	}
	close(d.letGo)
	go func() {
		for range d.leaving {
		}
	}()
	<-done
	n.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	close(d.leaving)
}

func nowhere(uint64) (network.Network, error) { return nil, errors.New("nowhere") }

func TestOptionsThatAreRefused(t *testing.T) {
	sound := func() node.Options {
		return node.Options{Algorithm: impl.Algorithms()[0], Config: impl.Config{Self: 1, Members: []impl.ID{1}}, Join: nowhere}
	}
	for want, wound := range map[string]func(*node.Options){
		"no algorithm": func(o *node.Options) { o.Algorithm = impl.Algorithm{} },
		"not among":    func(o *node.Options) { o.Config.Self = 2 },
		"no Store: raft keeps": func(o *node.Options) {
			var err error
			if o.Algorithm, err = impl.Find("raft"); err != nil {
				t.Fatal(err)
			}
		},
		"no network": func(o *node.Options) { o.Join = nil },
		"heartbeat":  func(o *node.Options) { o.Heartbeat = -1 },
		"starts":     func(o *node.Options) { o.Starts = node.Span{Least: 2, Most: 1} },
	} {
		o := sound()
		wound(&o)
		if _, err := node.New(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	n, err := node.New(sound())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"nowhere", ""} { // it does not run twice
		if err := n.Run(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v", err)
		}
	}
}

func TestTransfer(t *testing.T) {
	bubble(t, "raft", func(t *testing.T, g *group) {
		old := g.elects()
		before, err := g.Node(old).Token()
		if err != nil {
			t.Fatal(err)
		}
		next := old%3 + 1
		if err := g.Node(next).Transfer(t.Context(), old); !errors.Is(err, node.ErrNotLeader) {
			t.Errorf("who does not lead hands over: %v", err)
		}
		if err := g.Node(old).Transfer(t.Context(), next); err != nil {
			t.Fatal(err)
		}
		g.Net.Pass(200 * time.Millisecond) // less than anyone's patience
		if leader := g.Agreed(); leader != next {
			t.Fatalf("%v leads, want %v", leader, next)
		}
		after, err := g.Node(next).Token()
		if err != nil || !before.Less(after) {
			t.Errorf("token %v after %v: %v", after, before, err)
		}
	})
}

// TestCallsAtOnce: whatever is called while a node ends gets an answer, and tokens only grow.
func TestCallsAtOnce(t *testing.T) {
	shared := memory.New(1, []impl.ID{1}, memory.Faults{})
	n, err := node.New(node.Options{
		Algorithm: impl.Algorithms()[0], Config: impl.Config{Self: 1, Members: []impl.ID{1}},
		Join: func(incarnation uint64) (network.Network, error) {
			return shared.Join(1, incarnation)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- n.Run(context.Background()) }()
	if err := n.Campaign(t.Context()); err != nil {
		t.Fatal(err)
	}
	given, cancel := context.WithCancel(t.Context())
	cancel()
	var wait sync.WaitGroup
	for _, call := range []func() error{
		func() error { return n.Campaign(context.Background()) },
		func() error { return n.Campaign(given) },
		func() error { _ = n.Transfer(context.Background(), 1); return nil },
	} {
		wait.Go(func() {
			for range 100 {
				if err := call(); errors.Is(err, node.ErrClosed) {
					return
				} else if err != nil && !errors.Is(err, context.Canceled) {
					t.Error(err)
				}
			}
		})
	}
	wait.Go(func() {
		var last fence.Token
		for range 1000 {
			if next, err := n.Token(); err == nil {
				if !last.Less(next) {
					t.Errorf("token %v after %v", next, last)
				}
				last = next
			}
		}
	})
	watch := n.Watch(t.Context())
	wait.Go(func() {
		term := 0
		for now := range watch {
			if now.Term < term {
				t.Errorf("term %d after %d", now.Term, term)
			}
			term = now.Term
		}
	})
	for range 3 {
		wait.Go(func() {
			<-n.Watch(given)
			if n.Leader().Term > 5 {
				n.Close()
			}
		})
	}
	wait.Go(func() { <-n.Watch(t.Context()); n.Close(); n.Close() })
	wait.Wait()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// A treadmill is a network that hands over what a test says, and drops what is sent.
type treadmill struct{ arrivals chan network.Arrival }

func (treadmill) Send(network.Envelope) error        { return nil }
func (treadmill) Beat(network.Pulse)                 {}
func (w treadmill) Arrivals() <-chan network.Arrival { return w.arrivals }
func (treadmill) Abandon(impl.ID) []network.Envelope { return nil }
func (treadmill) Close(bool) error                   { return nil }
