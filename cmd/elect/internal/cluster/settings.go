package cluster

import (
	"errors"
	"fmt"
	"time"

	"interrex/cmd/elect/internal/settings"
	"interrex/impl"
	"interrex/internal/flags"
)

// most is the greatest number of nodes.
const most = 50

// Settings describes the group and its run.
type Settings struct {
	N         int
	Algorithm impl.Algorithm
	Folder    string        // for certificates, storage and logs; "": a temporary one
	Trace     string        // a folder; "": none
	Heartbeat time.Duration // of all nodes
	Restart   time.Duration // time after which an ended node is started again; 0: never
	Duration  time.Duration // after which the run ends; 0: when told to
	PreVote   bool
	Quorum    bool
	Chaos     bool
	Seed      uint64  // of the faults
	Faults    []Fault // the planned ones
	On        string  // the election that a consensus rests on
	Plain     bool    // line by line, even on a terminal
}

// Parse reads the flags of a cluster.
func Parse(args []string) (*Settings, error) {
	s := new(Settings)
	err := settings.Read(s.Flags(), "cluster", args)
	if err != nil {
		return nil, err
	}
	if s.Algorithm, err = s.Algorithm.Over(s.On); err != nil {
		return nil, err
	}
	switch {
	case s.Heartbeat < time.Millisecond || s.Heartbeat > time.Minute:
		return nil, fmt.Errorf("-heartbeat=%v: from 1ms to 1m is possible", s.Heartbeat)
	case s.Chaos && (s.Duration == 0 || s.N < 2):
		return nil, errors.New("-chaos needs a -duration, and two nodes at least")
	case s.Chaos && s.Restart > 0:
		return nil, errors.New("-restart does not go with -chaos, which itself starts again what it has killed")
	case (s.PreVote || s.Quorum) && !s.Algorithm.Terms:
		return nil, fmt.Errorf("-pre-vote and -check-quorum are raft's, and this is %s", s.Algorithm)
	}
	return s, nil
}

// Flags are the flags of a cluster.
func (s *Settings) Flags() flags.Table {
	s.N, s.Heartbeat, s.Seed = 5, 50*time.Millisecond, 1
	table := flags.Table{flags.Flag{Name: "n", Takes: "5", Usual: true, Help: "nodes, with ids 1 to n"}.Count(&s.N, most)}
	table = append(table, settings.Election(&s.Algorithm, &s.On)...)
	return append(table,
		settings.Of(flags.Flag{Name: "heartbeat", Takes: "50ms", Help: "the interval between heartbeats"}, &s.Heartbeat, settings.ParseDuration),
		settings.Of(flags.Flag{Name: "restart", Takes: "2s", Help: "the time after which a killed node is started again; by default never"}, &s.Restart, settings.ParseDuration),
		settings.Of(flags.Flag{Name: "duration", Takes: "1m", Usual: true, Help: "the cluster ends after this time; by default at Ctrl-C"}, &s.Duration, settings.ParseDuration),
		flags.Flag{Name: "dir", Takes: "DIR", Help: "the folder for certificates, storage and logs; without it they are deleted at the end"}.Text(&s.Folder),
		flags.Flag{Name: "trace", Takes: "DIR", Help: "the folder where every node records what it does"}.Text(&s.Trace),
		flags.Flag{Name: "pre-vote", Help: "raft: asks whether it could win before it stands for election"}.Switch(&s.PreVote),
		flags.Flag{Name: "check-quorum", Help: "raft: leads only while a majority answers"}.Switch(&s.Quorum),
		flags.Flag{Name: "chaos", Usual: true, Help: "during -duration nodes are killed, stopped, cut off and slowed down, by a plan drawn from the seed. The faults end before the run does; then all nodes must soon agree on a leader, and the model must explain what they recorded. Nodes of a ring algorithm without crashes are not killed"}.Switch(&s.Chaos),
		settings.Of(flags.Flag{Name: "seed", Takes: "1", Help: "the seed of the plan of -chaos"}, &s.Seed, settings.ParseSeed),
		flags.Flag{Name: "plain", Help: "output line by line, even on a terminal"}.Switch(&s.Plain),
	)
}
