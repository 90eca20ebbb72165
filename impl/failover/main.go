package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
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

// A plan says what is to be measured.
type plan struct {
	systems   []string
	rounds    int
	heartbeat time.Duration
	stop      bool          // the leader is stopped before it is killed, so that its machine refuses nothing
	idle      time.Duration // how long to look at the groups at rest; 0: not at all
	watch     time.Duration // how long to leave all groups alone, and count what they do to themselves; 0: not at all
	crowd     int           // how many nodes of ours share a process; 0: none
}

func run(args []string) error {
	f := flag.NewFlagSet("failover", flag.ContinueOnError)
	p := plan{}
	f.IntVar(&p.rounds, "rounds", 100, "how many leaders of each group are killed")
	f.DurationVar(&p.heartbeat, "heartbeat", 50*time.Millisecond, "how often a leader says that it lives; an election timeout is ten times as long")
	f.BoolVar(&p.stop, "stop", false, "stop the leader (SIGSTOP) instead of killing it, and kill it afterwards")
	f.DurationVar(&p.idle, "idle", 10*time.Second, "how long to measure each group at rest; 0: not at all")
	f.DurationVar(&p.watch, "watch", time.Minute, "how long to leave all groups alone, and count wrong suspicions and leaders lost; 0: not at all")
	f.IntVar(&p.crowd, "crowd", 50, "how many nodes to run in one process; 0: none")
	only := f.String("systems", strings.Join(names(), ","), "which to measure")
	s := seat{}
	serve := f.String("serve", "", "be a node of this system (for the program's own use)")
	f.IntVar(&s.at, "at", 0, "its place, from 0")
	f.StringVar(&s.folder, "folder", "", "where it keeps what it keeps")
	addresses := f.String("addresses", "", "of all nodes")
	if err := f.Parse(args); err != nil {
		return err
	}
	s.heartbeat, s.addresses = p.heartbeat, strings.Split(*addresses, ",")
	p.systems = strings.Split(*only, ",")
	switch {
	case f.NArg() > 0:
		return fmt.Errorf("unexpected %q: there are only flags", f.Arg(0))
	case p.rounds < 0 || p.heartbeat < 10*time.Millisecond:
		return errors.New("no less than 0 rounds, and a heartbeat of 10ms or more")
	case *serve != "":
		return serveNode(*serve, s)
	}
	for _, name := range p.systems {
		if !slices.Contains(names(), name) {
			return fmt.Errorf("no system %q: there are %s", name, strings.Join(names(), ", "))
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	results, err := p.measure(ctx)
	if results == nil {
		return err
	}
	return errors.Join(results.print(os.Stdout), err)
}
