package cluster

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"interrex/cmd/elect/internal/status"
	"interrex/impl"
)

// An event is what a child has said, or that it has ended.
type event struct {
	id     impl.ID
	status *status.Status // nil: it has ended
	how    string         // it has ended
}

// A child is a node, or was one.
type child struct {
	id      impl.ID
	address string
	process *exec.Cmd
	life    io.Closer // what the child reads: it ends when this does
	ended   chan struct{}
}

// start runs a child on a socket that is open already, so that nobody else can have its address.
func (c *cluster) start(id impl.ID, l *net.TCPListener) (*child, error) {
	socket, err := l.File()
	if err != nil {
		return nil, err
	}
	defer socket.Close()
	defer l.Close() // or others would still be received when the child has died
	log, err := os.OpenFile(c.log(id), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	k := &child{id: id, address: l.Addr().String(), ended: make(chan struct{})}
	k.process = exec.Command(c.console.Program, c.arguments(id)...)
	k.process.Env = append(slices.DeleteFunc(os.Environ(), isSetting), c.console.Env...)
	k.process.Stderr, k.process.ExtraFiles = log, []*os.File{socket}
	k.process.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C is ours
	if k.life, err = k.process.StdinPipe(); err != nil {
		return nil, err
	}
	said, err := k.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := k.process.Start(); err != nil {
		return nil, err
	}
	c.wait.Go(func() { c.hear(k, said) })
	return k, nil
}

// isSetting finds what would speak to each child as to a node.
func isSetting(variable string) bool { return strings.HasPrefix(variable, "ELECT_") }

// arguments are what a child is told.
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
	if s.Trace != "" {
		args = append(args, "-trace="+s.Trace, "-run="+filepath.Base(c.folder))
	}
	if s.PreVote {
		args = append(args, "-pre-vote")
	}
	if s.Quorum {
		args = append(args, "-check-quorum")
	}
	return args
}

// hear passes on what a child says, until it has ended.
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
	how := "it has ended"
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
