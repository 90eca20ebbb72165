package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "failover:", err)
		os.Exit(1)
	}
}

// A plan is the plan of a measurement.
type plan struct {
	rounds    int // leaders of each group to kill
	heartbeat time.Duration
	stop      bool // the leader is stopped before it is killed, so that its machine refuses no connections
}

func run(args []string) error {
	f := flag.NewFlagSet("failover", flag.ContinueOnError)
	p, s := plan{}, seat{}
	f.IntVar(&p.rounds, "rounds", 100, "how many leaders of each group are killed")
	f.DurationVar(&p.heartbeat, "heartbeat", 50*time.Millisecond, "how often a leader says that it lives; an election timeout is ten times as long")
	f.BoolVar(&p.stop, "stop", false, "stop the leader (SIGSTOP) instead of killing it, and kill it afterwards")
	serve := f.String("serve", "", "be a node of this system (for the program's own use)")
	f.IntVar(&s.at, "at", 0, "its place, from 0")
	f.StringVar(&s.folder, "folder", "", "where it keeps what it keeps")
	addresses := f.String("addresses", "", "of all nodes")
	if err := f.Parse(args); err != nil {
		return err
	}
	s.heartbeat, s.addresses = p.heartbeat, strings.Split(*addresses, ",")
	switch {
	case f.NArg() > 0:
		return fmt.Errorf("unexpected %q: there are only flags", f.Arg(0))
	case p.rounds < 1 || p.heartbeat < 10*time.Millisecond:
		return errors.New("at least one round, and a heartbeat of 10ms or more")
	case *serve != "":
		return serveNode(*serve, s)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	r, err := p.measure(ctx)
	if err != nil {
		return err
	}
	return r.print(os.Stdout)
}

// A process is one life of a node.
type process struct {
	command *exec.Cmd
	over    chan struct{} // closed when it has ended and all its reports have been handed on
}

// A word is a report of a process.
type word struct {
	from *process
	at   int // the node's place
	kind string
	what string
	when time.Time
}

// spawn starts a node's process. Its reports go to words, and finally its end.
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
	if _, err = c.StdinPipe(); err != nil { // it ends with this process
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

// childName, in its environment, makes a test binary a node.
const childName = "FAILOVER_NODE"

// endLine is the report of a process's end.
const endLine = "end"

func (p *process) signal(s syscall.Signal) error { return p.command.Process.Signal(s) }

// A node's process writes lines: "self NAME", and "leader NAME" at each change.
const (
	selfLine   = "self"
	leaderLine = "leader"
)

// serveNode runs a node's process. It ends with its standard input, and so with its parent.
func serveNode(name string, s seat) error {
	known := systems()
	i := slices.IndexFunc(known, func(other system) bool { return other.name == name })
	if i < 0 {
		return fmt.Errorf("no system %q", name)
	}
	s.patience = known[i].patience
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	return known[i].serve(s, func(self bool, name string) {
		kind := leaderLine
		if self {
			kind = selfLine
		}
		fmt.Println(kind, name) // by one goroutine at a time
	})
}

// members is the number of nodes in a group.
const members = 5

// A seat is the input of a node.
type seat struct {
	at        int      // its place, from 0
	folder    string   // of the group
	addresses []string // of all nodes, by place
	heartbeat time.Duration
	patience  int // of ours: the least heartbeats of silence before a suspicion; 0: the default
}

// timeout is the least wait of a follower for its leader; it is drawn anew up to twice as long. In etcd,
// hashicorp/raft and here the default is ten heartbeats: a second and a tenth of one.
func (s seat) timeout() time.Duration { return 10 * s.heartbeat }

// A system is a measured election.
type system struct {
	name     string
	patience int // see seat

	// serve runs a node until its process ends. It calls tell with its own name, and then with its leader's at
	// each change: in names of the system, "" for none.
	serve func(s seat, tell func(self bool, name string)) error
}

// ours is the prefix of our systems' names.
const ours = "interrex "

// The others tolerate at least ten heartbeats of silence. Ours tolerate three by default, and here also as
// many as the others.
func systems() []system {
	return []system{
		{ours + "raft, patience 10", 10, serveElection("raft")},
		{ours + "bully, patience 10", 10, serveElection("bully")},
		{ours + "raft", 0, serveElection("raft")},
		{ours + "bully", 0, serveElection("bully")},
		{"hashicorp/raft", 0, serveHashicorp},
		{"etcd", 0, serveEtcd},
	}
}
