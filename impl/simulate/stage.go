package simulate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"interrex/impl"
	"interrex/impl/detect"
	"interrex/impl/network"
	"interrex/impl/network/memory"
	"interrex/impl/node"
	"interrex/traces"
)

// A Stage is where a plan happens.
type Stage struct {
	Net *memory.Network

	plan     Plan
	how      Options
	election impl.Algorithm
	disks    map[impl.ID]*disk
	down     map[impl.ID]int    // how many faults keep it down
	cuts     map[[2]impl.ID]int // or a link
	ended    map[impl.ID]chan error

	mu      sync.Mutex
	running map[impl.ID]*node.Node
	reigns  map[int]impl.ID // who has led in a term, where terms are numbered
	first   error           // that was found wrong
	reading sync.WaitGroup  // the watches
}

// Options says how a plan is carried out.
type Options struct {
	Folder string              // for traces; "": none
	Adapt  func(*node.Options) // changes what a node knows; nil: nothing

	// Client is run beside each member, and told by its context when the run is over; nil: nobody.
	Client func(context.Context, *Stage, impl.ID)
}

func newStage(p Plan, o Options) (*Stage, error) {
	a, err := impl.Find(p.Algorithm)
	if err != nil {
		return nil, err
	}
	s := &Stage{
		Net: memory.New(p.Seed, p.Members, p.Channels), plan: p, how: o, election: a,
		disks: map[impl.ID]*disk{}, down: map[impl.ID]int{}, cuts: map[[2]impl.ID]int{}, ended: map[impl.ID]chan error{},
		running: map[impl.ID]*node.Node{}, reigns: map[int]impl.ID{},
	}
	for i, id := range p.Members {
		s.disks[id] = &disk{lane: diskLane + i}
	}
	return s, nil
}

// Members lists the group, in ring order.
func (s *Stage) Members() []impl.ID { return s.plan.Members }

// Node is a member that runs, or nil.
func (s *Stage) Node(id impl.ID) *node.Node {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.running[id]
}

// options are those of a node whose clock has its own rate: each length of time is so much longer or
// shorter.
func (s *Stage) options(id impl.ID) node.Options {
	rate := s.plan.Rates[slices.Index(s.plan.Members, id)]
	by := func(d time.Duration) time.Duration { return time.Duration(float64(d) * rate) }
	o := node.Options{
		Algorithm: s.election, Config: impl.Config{Self: id, Members: s.plan.Members}, Store: s.disks[id],
		Join: func(incarnation uint64, observing bool) (network.Network, error) {
			return s.Net.Join(id, incarnation, observing)
		},
		Heartbeat: by(heartbeat), Detector: detect.For(by(heartbeat)), Timers: node.DefaultTimers(s.election, by(heartbeat)),
		Starts: node.Span{Least: by(10 * heartbeat), Most: by(20 * heartbeat)},
		Run:    "simulated", Seed: s.plan.Seed,
	}
	if s.how.Folder != "" {
		o.Trace = func(h *traces.Header) (*traces.Writer, error) { return traces.Open(s.how.Folder, h) }
	}
	if s.how.Adapt != nil {
		s.how.Adapt(&o)
	}
	return o
}

// Start runs a member, the first time or again.
func (s *Stage) Start(id impl.ID) error {
	n, err := node.New(s.options(id))
	if err != nil {
		return err
	}
	ended := make(chan error, 1)
	s.ended[id] = ended
	s.mu.Lock()
	s.running[id] = n
	s.mu.Unlock()
	watch := n.Watch(context.Background())
	s.reading.Go(func() { s.watch(watch) })
	go func() { ended <- n.Run(context.Background()) }()
	s.Net.Pass(time.Millisecond) // so that who comes after whom is no matter of the scheduler
	return nil
}

// watch reads all that a node says of who leads.
func (s *Stage) watch(w *node.Watch) {
	for l := range w.Changes() {
		s.wrong(s.hear(l))
	}
	if err := w.Err(); !errors.Is(err, node.ErrClosed) {
		s.wrong(err)
	}
}

// hear holds what a node says to what has been said before: a term has one leader.
func (s *Stage) hear(l node.Leadership) error {
	if !s.election.Terms || l.Leader == impl.Nobody {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if was, known := s.reigns[l.Term]; known && was != l.Leader {
		return fmt.Errorf("term %d has two leaders: %v and %v", l.Term, was, l.Leader)
	}
	s.reigns[l.Term] = l.Leader
	return nil
}

func (s *Stage) wrong(err error) {
	if err != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.first = errors.Join(s.first, err)
	}
}

// Crash ends a member as it is, and waits until its loop has noticed.
func (s *Stage) Crash(id impl.ID) {
	s.Net.Crash(id)
	s.disks[id].die()
	if s.Node(id) != nil {
		<-s.ended[id]
		s.forget(id)
	}
}

// Stop ends a member with a goodbye.
func (s *Stage) Stop(id impl.ID) {
	n := s.Node(id)
	n.Close()
	s.wrong(<-s.ended[id])
	s.forget(id)
}

func (s *Stage) forget(id impl.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.running, id)
}

// stopAll stops all that runs, and waits for those that watch.
func (s *Stage) stopAll() {
	for _, id := range s.plan.Members {
		if s.Node(id) != nil {
			s.Stop(id)
		}
	}
	s.reading.Wait()
}

// Agreed is whom all nodes that run take for the leader, if they agree and it runs.
func (s *Stage) Agreed() impl.ID {
	leader := impl.Nobody
	for _, id := range s.plan.Members {
		n := s.Node(id)
		if n == nil {
			continue
		}
		l := n.Leader().Leader
		if leader != impl.Nobody && l != leader || l == impl.Nobody || s.Node(l) == nil {
			return impl.Nobody
		}
		leader = l
	}
	return leader
}

// beliefs prints whom each takes for the leader.
func (s *Stage) beliefs() (text string) {
	for _, id := range s.plan.Members {
		if n := s.Node(id); n != nil {
			l := n.Leader()
			text += fmt.Sprintf(" %v: %v (term %d)", id, l.Leader, l.Term)
		}
	}
	return text
}
