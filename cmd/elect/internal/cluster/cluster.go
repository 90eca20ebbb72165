// Package cluster runs a group of nodes on this machine, each in a process of its own, and shows who leads. It can
// apply planned faults to them.
package cluster

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"interrex/impl"
	"interrex/impl/certs"
	"interrex/impl/node/status"
)

// name is the name of the cluster in its certificates.
const name = "development"

// patience is how long a child may take to end after it was told to.
const patience = 5 * time.Second

// A Console is where a cluster is shown, and the program that its nodes run.
type Console struct {
	Program string
	Command string // the program, as a user calls it
	Out     io.Writer
}

// A cluster is a group of children.
type cluster struct {
	settings *Settings
	console  Console
	folder   string
	trace    string     // the folder of the traces; "": none
	page     *page      // nil: none
	ports    []*Port    // of node 1, 2, ...
	ways     [][]string // addresses by which each of them calls each
	children map[impl.ID]*child
	away     map[impl.ID]time.Duration // how long an ended child must stay away
	links    *links
	events   chan event
	due      chan func() error // actions whose time has come
	view     *view
	wait     sync.WaitGroup
}

// An outcome is the result of a run. Times are counted from the moment from which faults may occur.
type outcome struct {
	dead   []impl.ID // nodes that were killed, or ended with an error
	agreed []agreement
	lasted time.Duration // until the nodes were told to end
}

// An agreement is a time in which all live nodes named the same live node as the leader, and that node did too.
type agreement struct {
	leader   impl.ID
	from, to time.Duration
}

// run runs a cluster until ctx or its time ends. It leaves behind only what was asked for.
func run(ctx context.Context, s *Settings, faults []fault, console Console) (out *outcome, err error) {
	c := &cluster{settings: s, console: console, folder: s.Folder, trace: s.Trace, children: map[impl.ID]*child{}, away: map[impl.ID]time.Duration{},
		links: newLinks(), events: make(chan event), due: make(chan func() error)}
	defer c.links.close()
	if s.Folder == "" {
		if c.folder, err = os.MkdirTemp("", "elect-"); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(c.folder)) }()
	}
	if err := c.prepare(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer func() {
		cancel()
		dead := c.end()
		if c.page != nil {
			err = errors.Join(err, c.page.server.Close())
		}
		if out != nil {
			out.dead = dead
		}
	}()
	if err := c.openPage(ctx); err != nil {
		return nil, err
	}
	if err := c.startAll(); err != nil {
		return nil, err
	}
	if s.Duration > 0 { // from now on: a busy machine takes a while to start the nodes
		var over context.CancelFunc
		ctx, over = context.WithTimeout(ctx, s.Duration)
		defer over()
	}
	begun := time.Now()
	for _, f := range faults {
		c.after(ctx, f.at, func() error { return c.strike(ctx, f) })
	}
	if err := c.follow(ctx); err != nil {
		return nil, err
	}
	return &outcome{agreed: c.view.history(begun), lasted: time.Since(begun)}, nil
}

func (c *cluster) prepare() error {
	var ids []impl.ID
	for i := range c.settings.N {
		ids = append(ids, impl.ID(i+1))
	}
	if err := os.MkdirAll(c.folder, 0o700); err != nil {
		return err
	}
	if c.trace == "" && c.settings.Page != "" {
		c.trace = filepath.Join(c.folder, "trace")
	}
	c.view = newView(c.settings, c.folder, c.console)
	folder := filepath.Join(c.folder, "certs")
	if c.settings.Folder == "" {
		return certs.Ephemeral(folder, name, ids) // only a thief would use its key again
	}
	return certs.Certify(folder, name, ids, certs.Usual)
}

// startAll takes all addresses before the first child begins to call the others.
func (c *cluster) startAll() error {
	var sockets []*net.TCPListener
	defer func() {
		for _, l := range sockets {
			l.Close()
		}
	}()
	for range c.settings.N {
		p, err := Reserve()
		if err != nil {
			return err
		}
		c.ports = append(c.ports, p)
		l, err := p.Listen()
		if err != nil {
			return err
		}
		sockets = append(sockets, l)
	}
	if err := c.openWays(); err != nil {
		return err
	}
	for i, l := range sockets {
		if err := c.start(impl.ID(i+1), l); err != nil {
			return err
		}
	}
	return nil
}

// openWays opens the ways between all children, if faults are planned.
func (c *cluster) openWays() error {
	var addresses []string
	for _, p := range c.ports {
		addresses = append(addresses, p.Address.String())
	}
	for i := range addresses {
		c.ways = append(c.ways, slices.Clone(addresses))
		for j, at := range addresses {
			if i == j || !c.settings.Chaos {
				continue
			}
			var err error
			if c.ways[i][j], err = c.links.open(way{impl.ID(i + 1), impl.ID(j + 1)}, at); err != nil {
				return err
			}
		}
	}
	return nil
}

// follow shows what happens until the run is over.
func (c *cluster) follow(ctx context.Context) error {
	for {
		c.view.show()
		select {
		case e := <-c.events:
			if err := c.take(ctx, e); err != nil {
				return err
			}
		case do := <-c.due:
			if err := do(); err != nil {
				return err
			}
		case <-ctx.Done():
			return nil
		}
	}
}

// take handles an event. If a child ends by itself, and not by a signal, it has found something wrong, and the run
// ends: without it the rest would not be the cluster asked for.
func (c *cluster) take(ctx context.Context, e event) error {
	if e.status != nil {
		c.view.said(e.id, e.status)
		return nil
	}
	c.view.ended(e.id, e.how)
	c.stands(e.id, false, false)
	delete(c.children, e.id)
	if strings.HasPrefix(e.how, "exit status") {
		return fmt.Errorf("node %v ended, %s: %s", e.id, e.how, c.lastWords(e.id))
	}
	away, again := c.away[e.id]
	if delete(c.away, e.id); !again {
		away, again = c.settings.Restart, c.settings.Restart > 0
	}
	if again {
		c.after(ctx, away, func() error { return c.restart(e.id) })
	}
	return nil
}

// restart starts a child at its old address, unless it runs already.
func (c *cluster) restart(id impl.ID) error {
	if c.children[id] != nil {
		return nil
	}
	l, err := c.ports[id-1].Listen()
	if err != nil {
		return err
	}
	return c.start(id, l)
}

// end tells all children to end, kills those that do not, and names those that did not end well.
func (c *cluster) end() (dead []impl.ID) {
	over := make(chan struct{})
	go func() {
		for {
			select {
			case <-c.events:
			case <-over:
				return
			}
		}
	}()
	c.links.healAll()
	for _, id := range slices.Sorted(maps.Keys(c.children)) {
		_ = c.children[id].signal(syscall.SIGCONT)
		c.children[id].life.Close()
	}
	limit := time.NewTimer(patience)
	defer limit.Stop()
	for i := range c.settings.N {
		k := c.children[impl.ID(i+1)]
		if k == nil {
			dead = append(dead, impl.ID(i+1))
			continue
		}
		select {
		case <-k.ended:
		case <-limit.C:
			limit.Reset(0)
			_ = k.process.Process.Kill()
			<-k.ended
		}
		if !k.process.ProcessState.Success() {
			dead = append(dead, k.id)
		}
	}
	c.wait.Wait()
	close(over)
	for _, p := range c.ports {
		_ = p.Release()
	}
	return dead
}

// An event is something a child printed, or its end.
type event struct {
	id     impl.ID
	status *status.Status // nil: it ended
	how    string         // it ended
}

// A child is the process of a node, running or ended.
type child struct {
	id      impl.ID
	process *exec.Cmd
	life    io.Closer // the child's standard input: when it is closed, the child ends
	ended   chan struct{}
}

// start runs a child on a socket that is open already, so that no other program can take its address.
func (c *cluster) start(id impl.ID, l *net.TCPListener) error {
	socket, err := l.File()
	if err != nil {
		return err
	}
	defer socket.Close()
	defer l.Close() // otherwise connections would be accepted even after the child has died
	log, err := os.OpenFile(c.log(id), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	k := &child{id: id, ended: make(chan struct{})}
	k.process = exec.Command(c.console.Program, c.arguments(id)...)
	k.process.Stderr, k.process.ExtraFiles = log, []*os.File{socket}
	k.process.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // only we handle Ctrl-C
	if k.life, err = k.process.StdinPipe(); err != nil {
		return err
	}
	said, err := k.process.StdoutPipe()
	if err != nil {
		return err
	}
	if err := k.process.Start(); err != nil {
		return err
	}
	c.wait.Go(func() { c.hear(k, said) })
	c.children[id] = k
	c.view.begun(id, k.process.Process.Pid)
	c.stands(id, true, false)
	return nil
}

// arguments are the arguments of a child.
func (c *cluster) arguments(id impl.ID) []string {
	var peers []string
	for i, at := range c.ways[id-1] {
		peers = append(peers, fmt.Sprintf("%d=%s", i+1, at))
	}
	s, h := c.settings, c.settings.Heartbeat
	args := []string{"run", "-until-eof", "-report=json", "-print=0", "-log-level=info", "-cluster=" + name, "-listen=fd:3", "-http=127.0.0.1:0",
		"-id=" + id.String(), "-algo=" + s.Algorithm.Name, "-peers=" + strings.Join(peers, ","),
		"-certs=" + filepath.Join(c.folder, "certs"), "-data=" + filepath.Join(c.folder, "data"),
		fmt.Sprintf("-heartbeat=%v", h), fmt.Sprintf("-start-min=%v", 2*h), fmt.Sprintf("-start-max=%v", 10*h)}
	if s.Algorithm.On != "" {
		args = append(args, "-on="+s.Algorithm.On)
	}
	if c.trace != "" {
		args = append(args, "-trace="+c.trace, "-run="+filepath.Base(c.folder))
	}
	if s.PreVote {
		args = append(args, "-pre-vote")
	}
	if s.Quorum {
		args = append(args, "-check-quorum")
	}
	return args
}

// hear passes on what a child prints, until it ended.
func (c *cluster) hear(k *child, said io.Reader) {
	lines := bufio.NewScanner(said)
	for lines.Scan() {
		now := new(status.Status)
		if json.Unmarshal(lines.Bytes(), now) == nil && now.Node == int(k.id) {
			c.events <- event{id: k.id, status: now}
		}
	}
	err := k.process.Wait()
	close(k.ended)
	how := "ended without an error"
	if err != nil {
		how = err.Error() // "exit status 75", "signal: killed"
	}
	c.events <- event{id: k.id, how: how}
}

func (c *cluster) log(id impl.ID) string {
	return filepath.Join(c.folder, fmt.Sprintf("node-%v.log", id))
}

// lastWords is the last line of a child's log.
func (c *cluster) lastWords(id impl.ID) string {
	text, err := os.ReadFile(c.log(id))
	if err != nil {
		return ""
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return lines[len(lines)-1]
}

// A Port is an address on this machine that stays ours even while its node is dead. Otherwise the system might
// give it to another program, and the node could not come back. Connections to a port without a listener are refused.
type Port struct {
	socket  int
	Address *net.TCPAddr
}

// Reserve binds a socket that does not listen to a free port.
func Reserve() (*Port, error) {
	syscall.ForkLock.RLock()
	socket, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(socket)
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, os.NewSyscallError("socket", err)
	}
	err = errors.Join(syscall.SetsockoptInt(socket, syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1),
		syscall.Bind(socket, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}))
	name, why := syscall.Getsockname(socket)
	if err := errors.Join(err, why); err != nil {
		return nil, errors.Join(err, syscall.Close(socket))
	}
	return &Port{socket, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: name.(*syscall.SockaddrInet4).Port}}, nil
}

// Listen listens at the port. It can be called again after the listener was closed.
func (p *Port) Listen() (*net.TCPListener, error) { return net.ListenTCP("tcp4", p.Address) }

// Release gives the port up.
func (p *Port) Release() error { return syscall.Close(p.socket) }

// after calls do after a time, unless the run has ended by then.
func (c *cluster) after(ctx context.Context, d time.Duration, do func() error) {
	c.wait.Go(func() {
		timer := time.NewTimer(d)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
			return
		}
		select {
		case c.due <- do:
		case <-ctx.Done():
		}
	})
}

// signal sends a signal to a child, if it still lives. If it does not, an event will tell how it ended.
func (k *child) signal(s syscall.Signal) error {
	if err := k.process.Process.Signal(s); !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return nil
}
