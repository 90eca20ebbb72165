package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"interrex/impl"
	"interrex/impl/durable"
	"interrex/impl/network"
	"interrex/impl/network/memory"
	"interrex/impl/node"
)

// patience is how long anything may take before the measurement is given up.
const patience = 3 * time.Minute

// A group is five nodes of one system, as they have said of themselves.
type group struct {
	system string
	seat   seat // of all, but for the place
	words  chan word
	nodes  []nodeView
	lost   int // how often a leader has ceased to lead, as it says itself
}

// A nodeView is what is known of a node.
type nodeView struct {
	process *process
	self    string // its name in the system
	leader  string // whom it takes for the leader
	cost    *cost  // its answer to the last question
}

// newGroup starts the nodes of a system.
func newGroup(system, folder string, heartbeat time.Duration, nodes, processes int) (*group, error) {
	g := &group{system: system, words: make(chan word, 64), nodes: make([]nodeView, processes)}
	g.seat = seat{folder: filepath.Join(folder, strings.ReplaceAll(system, "/", "-")), heartbeat: heartbeat}
	if err := os.MkdirAll(g.seat.folder, 0o700); err != nil {
		return nil, err
	}
	if err := issue(g.seat.folder, nodes); err != nil {
		return nil, err
	}
	var err error
	if g.seat.addresses, err = free(nodes); err != nil {
		return nil, err
	}
	for at := range g.nodes {
		if err := g.start(at); err != nil {
			return nil, errors.Join(err, g.close())
		}
	}
	return g, nil
}

// ports are those that no node has been given yet, in random order: below those that the kernel uses for outgoing calls, among
// which a node that starts again might find its own taken.
var ports = rand.Perm(20000)

// free finds ports on loopback. None is given twice, whatever the node does that has it: it may not listen yet, or not again.
func free(nodes int) (list []string, err error) {
	for len(list) < nodes {
		if len(ports) == 0 {
			return nil, errors.New("there are no more ports from 12000 to 31999")
		}
		address := fmt.Sprint("127.0.0.1:", 12000+ports[0])
		ports = ports[1:]
		if l, err := net.Listen("tcp", address); err == nil {
			_ = l.Close()
			list = append(list, address)
		}
	}
	return list, nil
}

func (g *group) start(at int) error {
	s := g.seat
	s.at = at
	p, err := spawn(g.system, s, g.words)
	g.nodes[at] = nodeView{process: p}
	return err
}

// hear takes a word of a node. The end of a node that should go on is an error.
func (g *group) hear(w word) error {
	n := &g.nodes[w.at]
	if n.process != w.from {
		return nil // of a former life
	}
	switch w.kind {
	case selfLine:
		n.self = w.what
	case leaderLine:
		if n.self != "" && n.leader == n.self && w.what != n.self {
			g.lost++
		}
		n.leader = w.what
	case costLine:
		c, err := parseCost(w.what)
		n.cost = &c
		return err
	case endLine:
		return fmt.Errorf("%s: node %d has ended by itself: %s", g.system, w.at+1, w.what)
	}
	return nil
}

// until hears the nodes until a condition holds, and says when the word came that made it.
func (g *group) until(ctx context.Context, what string, holds func() bool) (when time.Time, err error) {
	limit := time.NewTimer(patience)
	defer limit.Stop()
	for when = time.Now(); !holds(); {
		select {
		case w := <-g.words:
			when = w.when
			if err := g.hear(w); err != nil {
				return when, err
			}
		case <-limit.C:
			return when, fmt.Errorf("%s: waited %v until %s: %s", g.system, patience, what, g)
		case <-ctx.Done():
			return when, ctx.Err()
		}
	}
	return when, nil
}

// rest hears the nodes for a while.
func (g *group) rest(ctx context.Context, d time.Duration) error {
	over := time.After(d)
	for {
		select {
		case w := <-g.words:
			if err := g.hear(w); err != nil {
				return err
			}
		case <-over:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// leader is the place of the node that all nodes take for the leader, or -1.
func (g *group) leader() int {
	leader := -1
	for at, n := range g.nodes {
		if n.self == "" || n.leader == "" || n.leader != g.nodes[0].leader {
			return -1
		}
		if n.self == n.leader {
			leader = at
		}
	}
	return leader
}

// replaced reports whether a majority of the survivors take one and the same survivor for the leader.
func (g *group) replaced(dead int) bool {
	believers := map[string]int{}
	for at, n := range g.nodes {
		if at != dead && n.leader != "" && n.leader != g.nodes[dead].self {
			believers[n.leader]++
		}
	}
	for _, count := range believers {
		if count > (len(g.nodes)-1)/2 {
			return true
		}
	}
	return false
}

// failover kills the leader, at a random moment between two heartbeats, and returns how long there was none. Then
// it starts the killed node again.
func (g *group) failover(ctx context.Context, stop bool) (without time.Duration, err error) {
	for settled := false; !settled; {
		if _, err := g.until(ctx, "all agree", func() bool { return g.leader() >= 0 }); err != nil {
			return 0, err
		}
		calm := 2*g.seat.heartbeat + rand.N(g.seat.heartbeat)
		if err := g.rest(ctx, calm); err != nil {
			return 0, err
		}
		settled = g.leader() >= 0
	}
	dead := g.leader()
	p := g.nodes[dead].process
	deadly := syscall.SIGKILL
	if stop {
		deadly = syscall.SIGSTOP
	}
	last := g.nodes[dead].self
	g.nodes[dead] = nodeView{self: last} // it is not listened to any more
	from := time.Now()
	if err := p.signal(deadly); err != nil {
		return 0, err
	}
	to, err := g.until(ctx, "there is another leader", func() bool { return g.replaced(dead) })
	if err != nil {
		return 0, err
	}
	if stop {
		if err := p.signal(syscall.SIGKILL); err != nil {
			return 0, err
		}
	}
	g.drain(p)
	return to.Sub(from), g.start(dead)
}

// drain waits until a process has ended that has been killed. What others say meanwhile is heard too.
func (g *group) drain(p *process) {
	for {
		select {
		case w := <-g.words:
			_ = g.hear(w) // an end is heard at the next question: the channel of words stays open
		case <-p.over:
			return
		}
	}
}

// costs asks all nodes what they have used.
func (g *group) costs(ctx context.Context) (list []cost, err error) {
	for at := range g.nodes {
		n := &g.nodes[at]
		n.cost = nil
		if _, err := fmt.Fprintln(n.process.ask, costLine); err != nil {
			return nil, err
		}
	}
	for at := range g.nodes {
		if _, err := g.until(ctx, "all answer", func() bool { return g.nodes[at].cost != nil }); err != nil {
			return nil, err
		}
		list = append(list, *g.nodes[at].cost)
	}
	return list, nil
}

// close ends all nodes.
func (g *group) close() error {
	for at := range g.nodes {
		p := g.nodes[at].process
		g.nodes[at].process = nil
		if p == nil {
			continue
		}
		_ = p.signal(syscall.SIGKILL) // it may have ended already
		g.drain(p)
	}
	return os.RemoveAll(g.seat.folder)
}

// String says what the nodes say.
func (g *group) String() string {
	var list []string
	for _, n := range g.nodes {
		list = append(list, fmt.Sprintf("%q takes %q for the leader", n.self, n.leader))
	}
	return strings.Join(list, ", ")
}

// crowds are groups of ours of which all nodes share one process: what a node takes beside what a
// process takes anyway.
func crowds() []system {
	return []system{
		{"in memory", 0, serveCrowd(true)},
		{"over TCP, mTLS", 0, serveCrowd(false)},
	}
}

// serveCrowd runs raft at all the addresses, and tells of a leader once all agree.
func serveCrowd(inMemory bool) func(seat, func(bool, string)) error {
	return func(s seat, tell func(bool, string)) error {
		var all []impl.ID
		for i := range s.addresses {
			all = append(all, impl.ID(i+1))
		}
		shared := memory.New(1, all, memory.Faults{})
		ended := make(chan error, len(all))
		var nodes []*node.Node
		for i := range s.addresses {
			s := s
			s.at, s.greeting = i, patience // thousands of handshakes at once take their time
			store := new(durable.Memory)
			s.store = store.Name()
			o, err := s.options("raft")
			if err != nil {
				return err
			}
			o.Store = store
			if inMemory {
				o.Join = func(incarnation uint64, observing bool) (network.Network, error) {
					return shared.Join(o.Config.Self, incarnation, observing)
				}
			}
			n, err := node.New(o)
			if err != nil {
				return err
			}
			nodes = append(nodes, n)
			go func() { ended <- n.Run(context.Background()) }()
		}
		tell(true, "crowd")
		for {
			select {
			case err := <-ended:
				return fmt.Errorf("a node of the crowd has ended: %w", err)
			case <-time.After(s.heartbeat):
			}
			if leader := agreed(nodes); leader != impl.Nobody {
				debug.FreeOSMemory() // what dialling took
				tell(false, leader.String())
			}
		}
	}
}

func agreed(nodes []*node.Node) impl.ID {
	leader := nodes[0].Leader().Leader
	for _, n := range nodes {
		if n.Leader().Leader != leader {
			return impl.Nobody
		}
	}
	return leader
}
