package service

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"interrex/cmd/elect/internal/settings"
	"interrex/impl"
	"interrex/impl/certs"
	"interrex/internal/testlevel"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A group is some nodes in this process, over TCP on loopback with certificates.
type group struct {
	t       *testing.T
	ctx     context.Context
	flags   string // moreover
	beat    string // how often a heart beats
	folder  string
	members []impl.ID
	nodes   map[impl.ID]*Service
	ends    map[impl.ID]func() error
}

// quick are the times of a test: an election takes a few of these heartbeats.
const quick = " -start-min=10ms -start-max=100ms -print=0 -http=127.0.0.1:0"

func newGroup(t *testing.T, size int, flags string) *group {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	beat := "25ms"
	if testlevel.Race { // all is slower, and a detector that is wrong about all members elects none
		beat = "100ms"
	}
	g := &group{t: t, ctx: ctx, flags: flags, beat: beat, folder: t.TempDir(), nodes: map[impl.ID]*Service{}, ends: map[impl.ID]func() error{}}
	if err := certs.CreateAuthority(g.folder, "test"); err != nil {
		t.Fatal(err)
	}
	for i := range size {
		g.members = append(g.members, impl.ID(i+1))
		if err := certs.Issue(g.folder, impl.ID(i+1)); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// open makes a node that does not run yet.
func (g *group) open(id impl.ID) *Service {
	g.t.Helper()
	var peers []string
	for _, id := range g.members {
		peers = append(peers, fmt.Sprintf("%v=127.0.0.1:1", id)) // where they are is found out below
	}
	args := strings.Fields(fmt.Sprintf("-id=%v -peers=%s -listen=127.0.0.1:0 -cluster=test -certs=%s -data=%s -heartbeat=%s %s %s",
		id, strings.Join(peers, ","), g.folder, filepath.Join(g.folder, "data"), g.beat, quick, g.flags))
	s, err := settings.Parse(args)
	if err != nil {
		g.t.Fatal(err)
	}
	to := io.Discard
	if testing.Verbose() {
		to = os.Stderr
	}
	v, err := Open(s, slog.New(slog.NewTextHandler(to, nil)))
	if err != nil {
		g.t.Fatal(err)
	}
	g.nodes[id] = v
	return v
}

// run runs all nodes that have been opened.
func (g *group) run() {
	for id := range g.nodes {
		g.begin(id)
	}
	g.t.Cleanup(func() {
		for id := range g.ends {
			g.stop(id)
		}
	})
}

// begin runs one node that has been opened.
func (g *group) begin(id impl.ID) {
	v := g.nodes[id]
	for other, w := range g.nodes {
		v.locate(other, w.plug.Address())
	}
	ctx, stop := context.WithCancel(g.ctx)
	ended := make(chan error, 1)
	go func() { ended <- v.Run(ctx, io.Discard) }()
	g.ends[id] = func() error {
		stop()
		return <-ended
	}
}

// all opens and runs all members.
func (g *group) all() *group {
	for _, id := range g.members {
		g.open(id)
	}
	g.run()
	return g
}

// stop ends a node with a goodbye.
func (g *group) stop(id impl.ID) {
	g.t.Helper()
	if err := g.ends[id](); err != nil {
		g.t.Errorf("node %v: %v", id, err)
	}
	delete(g.ends, id)
	delete(g.nodes, id)
}

// until waits for what nodes do on their own.
func (g *group) until(what string, is func() bool) {
	g.t.Helper()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for !is() {
		select {
		case <-tick.C:
		case <-g.ctx.Done():
			for id, v := range g.nodes {
				g.t.Logf("node %v: %+v", id, v.node.Leader())
			}
			g.t.Fatalf("it does not come about that %s", what)
		}
	}
}

// agreed is whom some members take for the leader, if it is one of them and knows.
func (g *group) agreed(some ...impl.ID) impl.ID {
	leader := impl.Nobody
	led := false
	for i, id := range some {
		l := g.nodes[id].node.Leader()
		if i > 0 && l.Leader != leader {
			return impl.Nobody
		}
		leader, led = l.Leader, led || l.Self
	}
	if !led {
		return impl.Nobody
	}
	return leader
}

// elect waits until some members agree, and says on whom.
func (g *group) elect(some ...impl.ID) (leader impl.ID) {
	g.t.Helper()
	g.until(fmt.Sprintf("%v agree", some), func() bool {
		leader = g.agreed(some...)
		return leader != impl.Nobody
	})
	return leader
}
