package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"interrex/impl"
	"interrex/impl/certs"
	"interrex/impl/node/status"
)

// asElect in the environment makes of the test's program elect itself, so that tests can run it as
// processes of their own.
const asElect = "INTERREX_AS_ELECT"

func TestMain(m *testing.M) {
	if os.Getenv(asElect) != "" {
		main()
	}
	goleak.VerifyTestMain(m)
}

// elect is the program, with these arguments.
func elect(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program, args...)
	c.Env = append(os.Environ(), asElect+"=1")
	return c
}

// A group is some nodes, each a process.
type group struct {
	t       *testing.T
	ctx     context.Context
	folder  string
	members []impl.ID
	places  map[impl.ID]string
	flags   func(impl.ID) []string
	nodes   map[impl.ID]*process
}

// A process is a node that runs, and what it has said last.
type process struct {
	id    impl.ID
	cmd   *exec.Cmd
	life  io.Closer
	ended chan struct{}

	mu   sync.Mutex
	last *status.Status
	log  strings.Builder
}

func newGroup(t *testing.T, size int, flags string) *group {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	g := &group{t: t, ctx: ctx, folder: t.TempDir(), places: map[impl.ID]string{}, nodes: map[impl.ID]*process{}}
	for i := range size {
		g.members = append(g.members, impl.ID(i+1))
	}
	if err := certs.Certify(g.folder, "test", g.members, certs.Usual); err != nil {
		t.Fatal(err)
	}
	g.flags = func(impl.ID) []string { return strings.Fields(flags) }
	t.Cleanup(func() {
		for _, p := range g.nodes {
			_ = p.cmd.Process.Kill()
			_ = p.cmd.Process.Signal(syscall.SIGCONT)
			<-p.ended
			p.life.Close()
			if t.Failed() {
				t.Logf("node %v:\n%s", p.id, p.said())
			}
		}
	})
	return g
}

// all starts all members, on sockets that are open before the first begins to call.
func (g *group) all() *group {
	g.t.Helper()
	sockets := map[impl.ID]*os.File{}
	for _, id := range g.members {
		sockets[id] = g.socket(id)
	}
	for _, id := range g.members {
		g.start(id, sockets[id])
	}
	return g
}

// socket opens the place of a member, which is its own from the first time on.
func (g *group) socket(id impl.ID) *os.File {
	g.t.Helper()
	if g.places[id] == "" {
		g.places[id] = ownPlace(g.t)
	}
	l, err := net.Listen("tcp", g.places[id])
	if err != nil {
		g.t.Fatal(err)
	}
	defer l.Close()
	f, err := l.(*net.TCPListener).File()
	if err != nil {
		g.t.Fatal(err)
	}
	return f
}

func (g *group) start(id impl.ID, socket *os.File) *process {
	g.t.Helper()
	defer socket.Close()
	var peers []string
	for _, id := range g.members {
		peers = append(peers, fmt.Sprintf("%v=%s", id, g.places[id]))
	}
	args := []string{"run", "-until-eof", "-report=json", "-print=0", "-listen=fd:3", "-http=127.0.0.1:0", "-cluster=test", "-certs=" + g.folder,
		"-log-level=info", "-heartbeat=50ms", "-start-min=50ms", "-start-max=300ms", "-id=" + id.String()}
	args = append(args, "-peers="+strings.Join(peers, ","))
	p := &process{id: id, cmd: elect(g.t, append(args, g.flags(id)...)...), ended: make(chan struct{})}
	p.cmd.ExtraFiles = []*os.File{socket}
	p.cmd.Stderr = logOf{p}
	life, err := p.cmd.StdinPipe()
	if err != nil {
		g.t.Fatal(err)
	}
	said, err := p.cmd.StdoutPipe()
	if err != nil {
		g.t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		g.t.Fatal(err)
	}
	p.life = life
	go p.hear(said)
	g.nodes[id] = p
	return p
}

// hear remembers the last that a process says, until it has ended.
func (p *process) hear(said io.Reader) {
	defer close(p.ended)
	for lines := bufio.NewScanner(said); lines.Scan(); {
		now := new(status.Status)
		if json.Unmarshal(lines.Bytes(), now) == nil {
			p.mu.Lock()
			p.last = now
			p.mu.Unlock()
		}
	}
	_ = p.cmd.Wait()
}

// A logOf is where a process writes its log.
type logOf struct{ *process }

func (l logOf) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.log.Write(text)
}

func (p *process) said() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.log.String()
}

func (p *process) status() status.Status {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.last == nil {
		return status.Status{}
	}
	return *p.last
}

// kill ends a process as kill -9 does.
func (g *group) kill(id impl.ID) {
	g.t.Helper()
	p := g.nodes[id]
	if err := p.cmd.Process.Kill(); err != nil {
		g.t.Fatal(err)
	}
	<-p.ended
	p.life.Close()
	delete(g.nodes, id)
}

// restart starts a process where it was before.
func (g *group) restart(id impl.ID) *process { return g.start(id, g.socket(id)) }

func (g *group) signal(id impl.ID, s syscall.Signal) {
	g.t.Helper()
	if err := g.nodes[id].cmd.Process.Signal(s); err != nil {
		g.t.Fatal(err)
	}
}

// until waits for what processes do on their own.
func (g *group) until(what string, is func() bool) {
	g.t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !is() {
		select {
		case <-tick.C:
		case <-g.ctx.Done():
			for _, p := range g.nodes {
				g.t.Logf("node %v: %+v", p.id, p.status())
			}
			g.t.Fatalf("it does not come about that %s", what)
		}
	}
}

// elect waits until some members agree on one of them, who says so itself.
func (g *group) elect(some ...impl.ID) (leader impl.ID) {
	g.t.Helper()
	g.until(fmt.Sprintf("%v agree", some), func() bool {
		leader = g.agreed(some...)
		return leader != impl.Nobody
	})
	return leader
}

func (g *group) agreed(some ...impl.ID) (leader impl.ID) {
	led := false
	for i, id := range some {
		s := g.nodes[id].status()
		if s.Leader == nil || i > 0 && impl.ID(*s.Leader) != leader {
			return impl.Nobody
		}
		leader, led = impl.ID(*s.Leader), led || s.Self
	}
	if !led {
		return impl.Nobody
	}
	return leader
}

// data is a folder for a member's storage.
func (g *group) data(id impl.ID) string { return filepath.Join(g.folder, "data-"+id.String()) }
