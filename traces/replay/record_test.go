package replay_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"interrex/impl"
	"interrex/impl/durable"
	"interrex/impl/network"
	"interrex/impl/network/memory"
	"interrex/impl/node"
	"interrex/traces"
)

// A stage is a group of nodes on a network in memory, in virtual time, that is recorded.
type stage struct {
	t       *testing.T
	net     *memory.Network
	members []impl.ID
	options func(impl.ID) node.Options
	running map[impl.ID]*node.Node
	ended   map[impl.ID]chan error
}

// A recording says what is to be recorded.
type recording struct {
	algorithm string
	members   []impl.ID
	seed      uint64
	run       string
	folder    string
	adapt     func(*node.Options)
	faults    memory.Faults
	act       func(*stage)
}

// record makes a run, and its trace.
func record(t *testing.T, r recording) {
	t.Helper()
	a, err := impl.Find(r.algorithm)
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		r.faults.Least, r.faults.Most = time.Millisecond, 20*time.Millisecond
		s := &stage{t: t, net: memory.New(r.seed, r.members, r.faults), members: r.members, running: map[impl.ID]*node.Node{}, ended: map[impl.ID]chan error{}}
		stores := map[impl.ID]*durable.Memory{}
		for _, id := range r.members {
			stores[id] = new(durable.Memory)
		}
		s.options = func(id impl.ID) node.Options {
			o := node.Options{
				Algorithm: a, Config: impl.Config{Self: id, Members: r.members}, Store: stores[id],
				Join: func(incarnation uint64, observing bool) (network.Network, error) {
					return s.net.Join(id, incarnation, observing)
				},
				Trace:  func(h *traces.Header) (*traces.Writer, error) { return traces.Open(r.folder, h) },
				Starts: node.Span{Least: time.Second, Most: 2 * time.Second}, Run: r.run, Seed: r.seed,
			}
			if r.adapt != nil {
				r.adapt(&o)
			}
			return o
		}
		for _, id := range r.members {
			s.start(id)
		}
		r.act(s)
		for _, id := range r.members {
			if s.running[id] != nil {
				s.stop(id)
			}
		}
	})
}

// start runs a node, the first time or again.
func (s *stage) start(id impl.ID) {
	n, err := node.New(s.options(id))
	if err != nil {
		s.t.Fatal(err)
	}
	ended := make(chan error, 1)
	s.running[id], s.ended[id] = n, ended
	go func() { ended <- n.Run(context.Background()) }()
	s.net.Pass(time.Millisecond)
}

// stop ends a node with a goodbye.
func (s *stage) stop(id impl.ID) {
	s.running[id].Close()
	if err := <-s.ended[id]; err != nil {
		s.t.Error(err)
	}
	delete(s.running, id)
}

// crash ends a node without one.
func (s *stage) crash(id impl.ID) {
	s.net.Crash(id)
	<-s.ended[id]
	delete(s.running, id)
}

func (s *stage) pass(d time.Duration) { s.net.Pass(d) }

const calmEnough = 4 * time.Second

// calm lets an election be, and its leader.
func calm(s *stage) { s.pass(calmEnough) }

// troubled crashes and restarts, stops and partitions.
func troubled(s *stage) {
	last := s.members[len(s.members)-1]
	s.pass(4 * time.Second)
	s.crash(last)
	s.pass(3 * time.Second)
	s.start(last)
	s.pass(2 * time.Second)
	s.net.Pause(s.members[0])
	s.pass(3 * time.Second)
	s.net.Resume(s.members[0])
	s.pass(3 * time.Second)
	half := len(s.members) / 2
	s.net.Partition(s.members[:half], s.members[half:])
	s.pass(4 * time.Second)
	s.net.Partition(s.members)
	s.pass(4 * time.Second)
	s.crash(last)
	s.start(last)
	s.pass(3 * time.Second)
}
