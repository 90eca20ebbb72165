// Package settings reads the settings of a node from its flags, and says in one line what is wrong with them.
package settings

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"interrex/impl"
	"interrex/impl/certs"
	"interrex/impl/network/tcp"
	"interrex/impl/node"
	"interrex/internal/flags"
	"interrex/internal/prose"
)

// Settings describes a node.
type Settings struct {
	node.Options        // Algorithm, Config, Heartbeat, Starts, Run and Seed
	tcp.Place           // Addresses are those of all members
	On           string // the election that a consensus rests on

	Print time.Duration
	HTTP  string

	TraceFolder string
	Report      string // text or json
	LogForm     string
	LogLevel    slog.Level
	UntilEOF    bool
}

// An Exit is an error with an exit code. An error without one is in a flag.
type Exit struct {
	Code int
	error
}

// Unwrap is the underlying error.
func (e Exit) Unwrap() error { return e.error }

// Coded gives an error an exit code, unless it is nil or has one.
func Coded(code int, err error) error {
	if err == nil || errors.As(err, new(Exit)) {
		return err
	}
	return Exit{code, err}
}

// InFile marks an error as one in a file, which it names.
func InFile(err error) error { return Coded(150, err) }

// Parse reads the settings of a node.
func Parse(args []string) (*Settings, error) {
	s := new(Settings)
	if err := Read(s.Flags(), "run", args); err != nil {
		return nil, err
	}
	return s, s.complete()
}

// example is a command that makes certificates and runs the first of three nodes.
const example = "elect certs -dir=certs -nodes=1,2,3 && elect run -algo=raft -id=1 -data=data1 -certs=certs " +
	"-peers=1=127.0.0.1:7401,2=127.0.0.1:7402,3=127.0.0.1:7403"

// complete fills in settings that follow from others, and reports contradictions.
func (s *Settings) complete() (err error) {
	if s.Algorithm.Boot != nil {
		if s.Algorithm, err = s.Algorithm.Over(s.On); err != nil {
			return err
		}
	}
	for _, f := range []struct {
		isMissing bool
		what      string
	}{
		{s.Algorithm.Boot == nil, "-algo is missing: the algorithm"},
		{s.Config.Self == impl.Nobody, "-id is missing: the node's own id"},
		{s.Addresses == nil, "-peers is missing: the addresses of all members"},
		{s.Data == "", "-data is missing: the folder of the storage"},
		{s.Certs == "", "-certs is missing: the folder of certificates"},
	} {
		if f.isMissing {
			return fmt.Errorf("%s; this works: %s", f.what, example)
		}
	}
	if err := s.completeGroup(); err != nil {
		return err
	}
	switch {
	case s.Heartbeat == 0:
		return errors.New("-heartbeat must not be 0")
	case s.Starts.Most < s.Starts.Least:
		return fmt.Errorf("-start-min=%v: it is greater than -start-max=%v", s.Starts.Least, s.Starts.Most)
	}
	s.Listen = cmp.Or(s.Listen, s.Addresses[s.Config.Self], "127.0.0.1:7400")
	return nil
}

// Line is a command with its arguments, quoted for a shell.
func Line(command string, args []string) string {
	for _, arg := range args {
		command += " " + prose.Shell(arg)
	}
	return command
}

func (s *Settings) completeGroup() error {
	if err := certs.CheckCluster(s.Cluster); err != nil {
		return fmt.Errorf("-cluster: %w", err)
	}
	c := &s.Config
	if c.Members == nil {
		c.Members = slices.Sorted(maps.Keys(s.Addresses))
	}
	if err := c.Validate(); err != nil {
		return err
	}
	for _, id := range c.Others() {
		if s.Addresses[id] == "" {
			return fmt.Errorf("-peers: the address of node %v is missing", id)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(s.Addresses)) {
		if c.Place(id) < 0 {
			return fmt.Errorf("-peers: node %v is not among the members %v", id, c.Members)
		}
	}
	if (c.PreVote || c.CheckQuorum) && !s.Algorithm.Terms {
		return fmt.Errorf("-pre-vote and -check-quorum: only for raft, not for %s", s.Algorithm)
	}
	return nil
}

// Read reads the flags of a command, which takes no other arguments.
func Read(table flags.Table, command string, args []string) error {
	line, err := table.Scan(args)
	switch {
	case err != nil:
		return err
	case line.Help:
		return flag.ErrHelp
	case len(line.Rest) > 0:
		return fmt.Errorf("%q: %s takes only flags", line.Rest[0], command)
	}
	return table.Read(line)
}
