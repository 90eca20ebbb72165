package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"interrex/impl"
	"interrex/impl/certs"
)

// patience is the time limit of each wait of the measurement.
const patience = 3 * time.Minute

// A group is five nodes of one system, by their own reports.
type group struct {
	system string
	seat   seat // common to all, except the place
	words  chan word
	nodes  []nodeView
}

// A nodeView is the last report of a node.
type nodeView struct {
	process *process
	self    string // its name in the system
	leader  string // the node's leader
}

// newGroup starts the nodes of a system.
func newGroup(system, folder string, heartbeat time.Duration) (*group, error) {
	g := &group{system: system, words: make(chan word, 64), nodes: make([]nodeView, members)}
	g.seat = seat{folder: filepath.Join(folder, strings.ReplaceAll(system, "/", "-")), heartbeat: heartbeat}
	err := certs.Passing(g.seat.folder, cluster, []impl.ID{1, 2, 3, 4, 5})
	if err != nil {
		return nil, err
	}
	if g.seat.addresses, err = free(); err != nil {
		return nil, err
	}
	for at := range g.nodes {
		if err := g.start(at); err != nil {
			return nil, errors.Join(err, g.close())
		}
	}
	return g, nil
}

// ports are the unused ports, in random order. They are below the kernel's ports for outgoing calls, which
// might take the port of a restarting node.
var ports = rand.Perm(20000)

// free finds ports on loopback. It never returns a port twice.
func free() (list []string, err error) {
	for len(list) < members {
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

// hear handles a report of a node. The end of a node that should run is an error.
func (g *group) hear(w word) error {
	n := &g.nodes[w.at]
	if n.process != w.from {
		return nil // of a former life
	}
	switch w.kind {
	case selfLine:
		n.self = w.what
	case leaderLine:
		n.leader = w.what
	case endLine:
		return fmt.Errorf("%s: node %d has ended by itself: %s", g.system, w.at+1, w.what)
	}
	return nil
}

// until reads reports until a condition holds, and returns the time of the deciding report.
func (g *group) until(ctx context.Context, what string, holds func() bool) (when time.Time, err error) {
	when, held, err := g.listen(ctx, patience, holds)
	if err == nil && !held {
		err = fmt.Errorf("%s: waited %v until %s", g.system, patience, what)
	}
	return when, err
}

// listen reads reports for a while, or until a condition holds.
func (g *group) listen(ctx context.Context, d time.Duration, holds func() bool) (when time.Time, held bool, err error) {
	over := time.After(d)
	for when = time.Now(); !holds(); {
		select {
		case w := <-g.words:
			when = w.when
			if err := g.hear(w); err != nil {
				return when, false, err
			}
		case <-over:
			return when, false, nil
		case <-ctx.Done():
			return when, false, ctx.Err()
		}
	}
	return when, true, nil
}

// leader is the place of the node that all nodes consider the leader, or -1.
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

// replaced reports whether a majority of the survivors agree on a survivor as the leader.
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

// failover kills the leader, at a random moment between two heartbeats, and returns the time without a leader.
// Then it restarts the killed node.
func (g *group) failover(ctx context.Context, stop bool) (without time.Duration, err error) {
	for settled := false; !settled; {
		if _, err := g.until(ctx, "all agree", func() bool { return g.leader() >= 0 }); err != nil {
			return 0, err
		}
		calm := 2*g.seat.heartbeat + rand.N(g.seat.heartbeat)
		if _, _, err := g.listen(ctx, calm, func() bool { return false }); err != nil {
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

// drain waits until a killed process has ended, and handles the other reports meanwhile.
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
