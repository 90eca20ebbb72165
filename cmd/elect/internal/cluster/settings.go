package cluster

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"interrex/cmd/elect/internal/settings"
	"interrex/impl"
	"interrex/internal/flags"
	"interrex/internal/local"
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
	Seed      uint64 // of the faults
	On        string // the election that a consensus rests on
	Page      string // the address of a page that shows the cluster; "": none
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
		return nil, fmt.Errorf("-heartbeat=%v: 1ms to 1m is allowed", s.Heartbeat)
	case s.Chaos && (s.Duration == 0 || s.N < 2):
		return nil, errors.New("-chaos: it needs -duration and -n=2 or more")
	case s.Chaos && s.Restart > 0:
		return nil, errors.New("-restart: not with -chaos, which restarts the nodes that it killed")
	case (s.PreVote || s.Quorum) && !s.Algorithm.Terms:
		return nil, fmt.Errorf("-pre-vote and -check-quorum: only for raft, not for %s", s.Algorithm)
	}
	return s, nil
}

// Flags are the flags of a cluster.
func (s *Settings) Flags() flags.Table {
	s.N, s.Heartbeat, s.Seed = 5, 50*time.Millisecond, 1
	table := flags.Table{flags.Flag{Name: "n", Takes: "5", Usual: true, Help: "the number of nodes; their ids are 1 to n"}.Count(&s.N, most)}
	s.Algorithm, _ = impl.Find("raft")
	table = append(table, settings.Election(&s.Algorithm, &s.On)...)
	return append(table,
		flags.At(flags.Flag{Name: "heartbeat", Takes: "50ms", Help: "the interval between heartbeats"}, &s.Heartbeat, settings.ParseDuration),
		flags.At(flags.Flag{Name: "restart", Takes: "2s", Help: "the time after which a killed node restarts; default: never"}, &s.Restart, settings.ParseDuration),
		flags.At(flags.Flag{Name: "duration", Takes: "1m", Usual: true, Help: "the time after which the cluster ends; default: at Ctrl-C"}, &s.Duration, settings.ParseDuration),
		flags.Flag{Name: "dir", Takes: "DIR", Help: "the folder for certificates, storage and logs; default: a temporary one, deleted at the end"}.Text(&s.Folder),
		flags.Flag{Name: "trace", Takes: "DIR", Help: "the folder for the traces of the nodes"}.Text(&s.Trace),
		flags.Flag{Name: "pre-vote", Help: "raft: ask for votes in a trial round before an election"}.Switch(&s.PreVote),
		flags.Flag{Name: "check-quorum", Help: "raft: lead only while a majority answers"}.Switch(&s.Quorum),
		flags.Flag{Name: "chaos", Usual: true, Help: "kill, stop and cut off nodes during -duration, by a plan drawn from -seed. The faults end before the run. Then all nodes must agree on a leader in time, and the model must accept their traces. Rings without a rule for crashes have no kills"}.Switch(&s.Chaos),
		flags.At(flags.Flag{Name: "seed", Takes: "1", Help: "the seed of the plan"}, &s.Seed, settings.ParseSeed),
		flags.Flag{Name: "page", Usual: true, Help: "show the cluster in a browser, and kill, pause and start nodes there. -page=127.0.0.1:8090 sets the address",
			Set: func(address string) error {
				switch on, err := strconv.ParseBool(address); {
				case err != nil:
					s.Page = address
				case on:
					s.Page = "127.0.0.1:0"
				default:
					s.Page = ""
				}
				if s.Page != "" && !local.IsLoopback(s.Page) {
					return errors.New("the page controls the nodes: an address of this machine only is allowed, such as 127.0.0.1:8090")
				}
				return nil
			}},
	)
}
