package cluster

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"interrex/cmd/elect/internal/settings"
	"interrex/impl"
	"interrex/impl/certs"
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
	s := &Settings{Algorithm: impl.Algorithms()[0]}
	fs := s.flags()
	if err := fs.Parse(args); err != nil {
		return nil, settings.Refusal(fs, err)
	}
	var err error
	if s.Algorithm, err = s.Algorithm.Over(s.On); err != nil {
		return nil, err
	}
	switch {
	case fs.NArg() > 0:
		return nil, fmt.Errorf("%q: cluster takes only flags", fs.Arg(0))
	case s.N < 1 || s.N > most:
		return nil, fmt.Errorf("-n=%d: from 1 to %d nodes are possible", s.N, most)
	case s.Heartbeat < time.Millisecond || s.Heartbeat > time.Minute:
		return nil, fmt.Errorf("-heartbeat=%v: from 1ms to 1m is possible", s.Heartbeat)
	case s.Restart < 0 || s.Duration < 0:
		return nil, errors.New("-restart and -duration: neither is negative")
	case s.Chaos && (s.Duration == 0 || s.N < 2):
		return nil, errors.New("-chaos needs a -duration, and two nodes at least")
	case s.Chaos && s.Restart > 0:
		return nil, errors.New("-restart does not go with -chaos, which itself starts again what it has killed")
	case (s.PreVote || s.Quorum) && !s.Algorithm.Terms:
		return nil, fmt.Errorf("-pre-vote and -check-quorum are raft's, and this is %s", s.Algorithm)
	}
	return s, nil
}

func (s *Settings) flags() *flag.FlagSet {
	fs := flag.NewFlagSet("cluster", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.IntVar(&s.N, "n", 5, "")
	fs.Func("algo", "", func(v string) (err error) {
		s.Algorithm, err = impl.Find(v)
		return err
	})
	fs.Func("on", "", func(v string) error {
		if s.On = v; v == "" {
			return errors.New("the name of an election is expected")
		}
		return nil
	})
	fs.StringVar(&s.Folder, "dir", "", "")
	fs.StringVar(&s.Trace, "trace", "", "")
	fs.DurationVar(&s.Heartbeat, "heartbeat", 50*time.Millisecond, "")
	fs.DurationVar(&s.Restart, "restart", 0, "")
	fs.DurationVar(&s.Duration, "duration", 0, "")
	fs.BoolVar(&s.PreVote, "pre-vote", false, "")
	fs.BoolVar(&s.Quorum, "check-quorum", false, "")
	fs.BoolVar(&s.Chaos, "chaos", false, "")
	fs.Uint64Var(&s.Seed, "seed", 1, "")
	fs.BoolVar(&s.Plain, "plain", false, "")
	return fs
}

// Names lists the flags of cluster.
func Names() (names []string) {
	new(Settings).flags().VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	return names
}

// Certify makes the authority of a cluster in a folder, unless it exists, and certificates for the nodes without
// one.
func Certify(folder, cluster string, nodes []impl.ID) error {
	return CertifyFor(folder, cluster, nodes, certs.Usual)
}

// CertifyFor is Certify for certificates with a limited lifetime.
func CertifyFor(folder, cluster string, nodes []impl.ID, lives time.Duration) error {
	switch err := owned(folder, cluster); {
	case errors.Is(err, fs.ErrNotExist):
		if err := certs.CreateAuthority(folder, cluster); err != nil {
			return err
		}
	case err != nil:
		return err
	}
	for _, id := range nodes {
		if _, err := os.Lstat(filepath.Join(folder, fmt.Sprintf("node-%v.pem", id))); err == nil {
			continue
		}
		if err := certs.IssueFor(folder, id, lives); err != nil {
			return err
		}
	}
	return nil
}

// Renew replaces certificates by others with the same keys, which are valid for a time from now on.
func Renew(folder, cluster string, nodes []impl.ID, lives time.Duration) error {
	if err := owned(folder, cluster); err != nil {
		return err
	}
	for _, id := range nodes {
		if err := certs.Renew(folder, id, lives); err != nil {
			return err
		}
	}
	return nil
}

// owned reports an error if the folder has no authority, or that of another cluster.
func owned(folder, cluster string) error {
	found, err := certs.Cluster(folder)
	if err == nil && found != cluster {
		err = fmt.Errorf("%s: its authority is that of cluster %q, and not of %q", folder, found, cluster)
	}
	return err
}
