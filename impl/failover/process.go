package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// A process is one life of a node.
type process struct {
	command *exec.Cmd
	ask     io.WriteCloser // a line is a question; the end ends the process
	over    chan struct{}  // closed when it has ended and all that it said has been handed on
}

// A word is what a process has said.
type word struct {
	from *process
	at   int // the node's place
	kind string
	what string
	when time.Time
}

// spawn starts a node's process. What it says goes to words, and at last that it has ended.
func spawn(system string, s seat, words chan<- word) (*process, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	c := exec.Command(program, "-serve="+system, fmt.Sprint("-at=", s.at), "-folder="+s.folder,
		"-addresses="+strings.Join(s.addresses, ","), fmt.Sprint("-heartbeat=", s.heartbeat))
	c.Env = append(os.Environ(), childName+"=1")
	c.Stderr = os.Stderr
	p := &process{command: c, over: make(chan struct{})}
	if p.ask, err = c.StdinPipe(); err != nil {
		return nil, err
	}
	said, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(p.over)
		for lines := bufio.NewScanner(said); lines.Scan(); {
			when := time.Now()
			kind, what, _ := strings.Cut(lines.Text(), " ")
			words <- word{p, s.at, kind, what, when}
		}
		words <- word{p, s.at, endLine, fmt.Sprint(c.Wait()), time.Now()}
	}()
	return p, nil
}

// childName, in its environment, tells a test binary that it is to be a node.
const childName = "FAILOVER_NODE"

// endLine is the word for the end of a process.
const endLine = "end"

func (p *process) signal(s syscall.Signal) error { return p.command.Process.Signal(s) }
