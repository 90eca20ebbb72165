package simulate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"interrex/impl"
	"interrex/impl/network"
	"interrex/impl/network/memory"
	"interrex/impl/node"
	"interrex/traces"
)

// A turn is the beginning or the end of a fault.
type turn struct {
	at    time.Duration
	fault Fault
	over  bool
}

// turns lists them in their order.
func (p Plan) turns() []turn {
	var list []turn
	for _, f := range p.Faults {
		list = append(list, turn{f.At, f, false}, turn{f.At + f.For, f, true})
	}
	slices.SortStableFunc(list, func(a, b turn) int { return int(a.at - b.at) })
	return list
}

// Run carries out a plan, and returns what was wrong with the run. It must be called in a bubble of
// testing/synctest.
func Run(p Plan, o Options) error {
	return run(p, o, func(s *Stage) {
		if p.Owed() {
			s.wrong(s.elects())
		}
	})
}

// run carries out a plan, with something to do once all is healed.
func run(p Plan, o Options, healed func(*Stage)) error {
	s, err := NewStage(p, o)
	if err != nil {
		return err
	}
	defer s.End()
	begin := time.Now()
	for _, id := range p.Members {
		if err := s.Start(id); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	var clients sync.WaitGroup
	if o.Client != nil {
		for _, id := range p.Members {
			clients.Go(func() { o.Client(ctx, s, id) })
		}
	}
	for _, t := range p.turns() {
		s.passTo(begin.Add(t.at))
		s.wrong(s.apply(t))
	}
	s.passTo(begin.Add(p.Length))
	s.Net.Change(memory.Faults{Least: p.Channels.Least, Most: p.Channels.Most})
	healed(s)
	cancel()
	clients.Wait()
	return s.End()
}

func (s *Stage) passTo(moment time.Time) {
	if d := time.Until(moment); d > 0 {
		s.Net.Pass(d)
	}
}

// elects waits for the promised time; then there must be a leader that all know, and it must stay.
func (s *Stage) elects() error {
	within := PromiseOf(s.election).Within
	s.Net.Pass(within)
	leader := s.Agreed()
	if leader == impl.Nobody {
		return fmt.Errorf("no agreement %v after the last fault:%s", within, s.beliefs())
	}
	s.Net.Pass(20 * heartbeat)
	if later := s.Agreed(); later != leader {
		return fmt.Errorf("%v leads %v after the last fault, and then:%s", leader, within, s.beliefs())
	}
	return nil
}

// apply begins a fault, or ends it.
func (s *Stage) apply(t turn) error {
	f := t.fault
	switch {
	case f.crashes() && t.over:
		return s.comeBack(f)
	case f.crashes():
		if s.down[f.Node]++; f.Kind == CrashInside {
			s.Net.CrashAfter(f.Node, f.Messages)
		} else {
			s.Crash(f.Node)
		}
	case f.Kind == Pause && t.over:
		s.Net.Resume(f.Node)
	case f.Kind == Pause:
		s.Net.Pause(f.Node)
	case f.Kind == SlowDisk && t.over:
		s.disks[f.Node].become(func(d *disk) { d.slow = 0 })
	case f.Kind == SlowDisk:
		s.disks[f.Node].become(func(d *disk) { d.slow = heartbeat })
	case f.Kind == Cut:
		s.cut(f.Node, f.To, t.over)
	case f.Kind == Partition:
		for _, a := range s.plan.Members {
			for _, b := range s.plan.Members {
				if !f.together(a, b) {
					s.cut(a, b, t.over)
				}
			}
		}
	}
	return nil
}

// together reports whether two members share a side.
func (f Fault) together(a, b impl.ID) bool {
	return a == b || slices.ContainsFunc(f.Sides, func(side []impl.ID) bool {
		return slices.Contains(side, a) && slices.Contains(side, b)
	})
}

// cut cuts a link, or heals it when the last fault that cuts it is over.
func (s *Stage) cut(from, to impl.ID, over bool) {
	link := [2]impl.ID{from, to}
	if !over {
		s.cuts[link]++
		s.Net.Cut(from, to)
	} else if s.cuts[link]--; s.cuts[link] == 0 {
		s.Net.Heal(from, to)
	}
}

// comeBack restarts a member when the last fault that keeps it down is over. If a crash inside a broadcast is
// pending, it crashes now.
func (s *Stage) comeBack(f Fault) error {
	if f.Kind == LostDisk {
		s.disks[f.Node].become(func(d *disk) { d.kept = nil })
	}
	if s.down[f.Node]--; s.down[f.Node] > 0 {
		return nil
	}
	s.Crash(f.Node)
	s.Net.CrashAfter(f.Node, -1)
	return s.Start(f.Node)
}

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
	leaders map[int]impl.ID // the leader of each term, where terms are numbered
	first   error           // that was found wrong
	reading sync.WaitGroup  // the watches
}

// Options configures how a plan is run.
type Options struct {
	Folder string              // for traces; "": none
	Adapt  func(*node.Options) // changes a node's options; nil: none

	// Client runs beside each member until its context ends with the run; nil: none.
	Client func(context.Context, *Stage, impl.ID)
}

// NewStage is the stage of a plan, before the run.
func NewStage(p Plan, o Options) (*Stage, error) {
	a, err := impl.Find(p.Algorithm)
	if err != nil {
		return nil, err
	}
	s := &Stage{
		Net: memory.New(p.Seed, p.Members, p.Channels), plan: p, how: o, election: a,
		disks: map[impl.ID]*disk{}, down: map[impl.ID]int{}, cuts: map[[2]impl.ID]int{}, ended: map[impl.ID]chan error{},
		running: map[impl.ID]*node.Node{}, leaders: map[int]impl.ID{},
	}
	for i, id := range p.Members {
		s.disks[id] = &disk{lane: diskLane + i}
	}
	return s, nil
}

// Node is a member that runs, or nil.
func (s *Stage) Node(id impl.ID) *node.Node {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.running[id]
}

// options are those of a node with a clock rate of its own: each duration is scaled.
func (s *Stage) options(id impl.ID) node.Options {
	rate := s.plan.Rates[slices.Index(s.plan.Members, id)]
	by := func(d time.Duration) time.Duration { return time.Duration(float64(d) * rate) }
	o := node.Options{
		Algorithm: s.election, Config: impl.Config{Self: id, Members: s.plan.Members}, Store: s.disks[id],
		Join: func(incarnation uint64) (network.Network, error) {
			return s.Net.Join(id, incarnation)
		},
		Heartbeat: by(heartbeat),
		Starts:    node.Span{Least: by(10 * heartbeat), Most: by(20 * heartbeat)},
		Run:       "simulated", Seed: s.plan.Seed,
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

// watch reads all changes of a node's leadership.
func (s *Stage) watch(changes <-chan node.Leadership) {
	for l := range changes {
		s.wrong(s.hear(l))
	}
}

// hear compares a node's leader with earlier ones: a term has one leader.
func (s *Stage) hear(l node.Leadership) error {
	if !s.election.Terms || l.Leader == impl.Nobody {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if was, known := s.leaders[l.Term]; known && was != l.Leader {
		return fmt.Errorf("term %d has two leaders: %v and %v", l.Term, was, l.Leader)
	}
	s.leaders[l.Term] = l.Leader
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
	s.disks[id].become(func(d *disk) { d.dead = true })
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

// End stops all that runs, and returns what was wrong so far.
func (s *Stage) End() error {
	for _, id := range s.plan.Members {
		if s.Node(id) != nil {
			s.Stop(id)
		}
	}
	s.reading.Wait()
	return s.first
}

// Agreed is the leader that all running nodes agree on, if it runs too.
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

// beliefs prints each member's leader.
func (s *Stage) beliefs() (text string) {
	for _, id := range s.plan.Members {
		if n := s.Node(id); n != nil {
			l := n.Leader()
			text += fmt.Sprintf(" %v: %v (term %d)", id, l.Leader, l.Term)
		}
	}
	return text
}

// A Promise lists the faults that an algorithm survives if all members are back in the end, and the time until
// it has a leader that all know.
type Promise struct {
	Mistakes bool // that members die while an election is under way, and that the living are held for dead
	Within   time.Duration
}

// PromiseOf follows from the pages; the bounds are for [heartbeat] and its timers. A node calls an election
// two seconds after it has begun or has lost its leader. It tolerates a silence for one second. It waits with
// two leaders for less than half a second. Timers other than raft's run for at most one second. Raft's runs
// for up to two, and a vote may be split several times. Omega's timers grow with each mistake.
//
// On most rings, a message that names a dead member may circulate until the member is back and removes it.
// Ring, ring-accept, ring-detector and ring-watch start without a guard, and so they recover; in ring-maxid an
// outdated id drops every start (remark 1). The others guard their starts. In chang-roberts a participant with
// a lost election waits for ever (remark 2 of its page). So do a candidate in hirschberg-sinclair (remark 4)
// and a process in lelann with a lost ELECT (remark 4). If two leaders have skipped one another, neither may
// start (CR1, HS1, LL1), and no page defines the loop's reaction.
func PromiseOf(a impl.Algorithm) Promise {
	switch a.Election() {
	case "bully", "bully-recovery", "omega-minimal", "omega-timely", "ring", "ring-accept", "ring-detector", "ring-watch":
		return Promise{Mistakes: true, Within: 5 * time.Second}
	case "raft":
		return Promise{Mistakes: true, Within: 10 * time.Second}
	}
	return Promise{Within: 5 * time.Second}
}
