package settings

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"interrex/impl"
	"interrex/impl/certs"
	"interrex/impl/node"
	"interrex/internal/flags"
)

// Settings describes a node.
type Settings struct {
	ID        impl.ID
	Cluster   string
	Algorithm impl.Algorithm
	On        string             // the election that a consensus rests on
	Members   []impl.ID          // in ring order
	Peers     map[impl.ID]string // addresses, or names for DNS
	Loads     []int
	PreVote   bool
	Quorum    bool

	Listen   string // host:port, or fd:NUMBER
	Certs    string // a folder
	Data     string // a folder
	Discover string

	Heartbeat time.Duration
	Starts    node.Span
	Print     time.Duration
	Refused   time.Duration

	HTTP       string
	Control    string // the path of a socket; "": none
	Usual      bool   // the path is the default one
	WeakTokens bool

	Trace    string
	Run      string
	Report   string // text or json
	LogForm  string
	LogLevel slog.Level
	Seed     uint64
	UntilEOF bool
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

// Parse reads the settings of a node. A flag precedes the environment.
func Parse(args []string) (*Settings, error) {
	s := new(Settings)
	table := s.Flags()
	line, err := scan(table, args)
	switch {
	case err != nil:
		return nil, err
	case len(line.Rest) > 0:
		return nil, fmt.Errorf("%q: run takes only flags", line.Rest[0])
	}
	added, err := fromEnvironment(table, line.Values)
	if err != nil {
		return nil, err
	}
	if err := table.Read(line); err != nil {
		if mistake := new(flags.Mistake); errors.As(err, &mistake) && added[mistake.Name] {
			err = fmt.Errorf("%s: %w", variable(mistake.Name), err)
		}
		return nil, err
	}
	return s, s.complete(args)
}

// fromEnvironment adds values of variables for flags that the command line does not have, and returns the names of these
// flags.
func fromEnvironment(table flags.Table, values map[string]string) (added map[string]bool, err error) {
	added, known := map[string]bool{}, map[string]string{}
	for _, name := range table.Names() {
		known[variable(name[1:])] = name[1:]
	}
	for _, entry := range slices.Sorted(slices.Values(os.Environ())) {
		name, value, _ := strings.Cut(entry, "=")
		flag, isKnown := known[name]
		switch _, given := values[flag]; {
		case !strings.HasPrefix(name, prefix) || value == "" && isKnown:
		case !isKnown: // probably misspelt: a node that ignores it would start with other settings than intended
			return nil, fmt.Errorf("%s in the environment is unknown: ELECT_ID sets -id, ELECT_START_MIN sets -start-min; elect help run lists the flags", name)
		case !given:
			values[flag], added[flag] = value, true
		}
	}
	return added, nil
}

// variable is the environment variable that sets a flag: ELECT_START_MIN is -start-min.
func variable(name string) string {
	return prefix + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

const prefix = "ELECT_"

// complete fills in settings that follow from others, and reports contradictions.
func (s *Settings) complete(args []string) (err error) {
	if s.Algorithm.Boot != nil {
		if s.Algorithm, err = s.Algorithm.Over(s.On); err != nil {
			return err
		}
	}
	if err := s.missing(args); err != nil {
		return err
	}
	if err := s.completeGroup(); err != nil {
		return err
	}
	switch {
	case s.Heartbeat == 0 || s.Refused == 0:
		return errors.New("-heartbeat and -refused must not be 0")
	case s.Starts.Most < s.Starts.Least:
		return fmt.Errorf("-start-min=%v: it is greater than -start-max=%v", s.Starts.Least, s.Starts.Most)
	}
	s.completeControl()
	return s.completePlace()
}

// missing is the error for flags that are missing, with a command that works. If more is wrong, it is that error.
func (s *Settings) missing(args []string) error {
	members, line, first := s.Members, slices.Clone(args), ""
	if members == nil {
		members = slices.Sorted(maps.Keys(s.Peers))
	}
	if len(members) == 0 {
		members = []impl.ID{max(s.ID, 1)}
	}
	example := map[bool]string{true: "-algo=raft", false: "-algo=consensus"}
	for _, f := range []struct {
		isMissing  bool
		flag, what string
	}{
		{s.Algorithm.Boot == nil, example[s.On == ""], "-algo is missing: the algorithm"},
		{s.ID == impl.Nobody, fmt.Sprintf("-id=%v", members[0]), "-id is missing: the node's own id"},
		{s.Peers == nil && s.Members == nil, fmt.Sprintf("-peers=%v=127.0.0.1:7401", members[0]), "-peers is missing: the addresses of all members"},
		{s.Data == "", "-data=data", "-data is missing: the folder of the storage"},
		{s.Certs == "", "-certs=certs", "-certs is missing: the folder of certificates"},
	} {
		if f.isMissing {
			line, first = append(line, f.flag), cmp.Or(first, f.what)
		}
	}
	if first == "" {
		return nil
	}
	if _, err := Parse(line); err != nil {
		return err
	}
	command := "elect run"
	if s.Certs == "" {
		ids := strings.ReplaceAll(strings.Trim(fmt.Sprint(members), "[]"), " ", ",")
		command = fmt.Sprintf("elect certs -dir=certs -nodes=%s -cluster=%s && elect run", ids, s.Cluster)
	}
	return fmt.Errorf("%s; this works: %s", first, Line(command, line))
}

// Line is a command with its arguments, quoted for a shell.
func Line(command string, args []string) string {
	for _, arg := range args {
		if strings.ContainsAny(arg, " \t\n'\"\\$`&|;()<>*?") {
			arg = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
		command += " " + arg
	}
	return command
}

// completeControl puts the socket next to the storage, which is private to the node too.
func (s *Settings) completeControl() {
	switch s.Control {
	case "none":
		s.Control = ""
	case "":
		s.Control, s.Usual = filepath.Join(s.Data, fmt.Sprintf("node-%v.sock", s.ID)), true
	}
}

func (s *Settings) completeGroup() error {
	if err := certs.CheckCluster(s.Cluster); err != nil {
		return fmt.Errorf("-cluster: %w", err)
	}
	if s.Members == nil {
		s.Members = slices.Sorted(maps.Keys(s.Peers))
	}
	group := impl.Config{Self: s.ID, Members: s.Members, Loads: s.Loads}
	if err := group.Validate(); err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(s.Peers)) {
		if group.Place(id) < 0 {
			return fmt.Errorf("-peers: node %v is not among the members %v", id, s.Members)
		}
	}
	if (s.PreVote || s.Quorum) && !s.Algorithm.Terms {
		return fmt.Errorf("-pre-vote and -check-quorum: only for raft, not for %s", s.Algorithm)
	}
	return nil
}

// completePlace determines where the node listens, and how it finds the others.
func (s *Settings) completePlace() error {
	if s.Listen == "" {
		s.Listen = "127.0.0.1:7400"
		if own := s.Peers[s.ID]; own != "" && s.Discover == "static" {
			s.Listen = own
		}
	}
	for _, id := range s.Members {
		if id != s.ID && s.Peers[id] == "" {
			return fmt.Errorf("-peers: the address of node %v is missing", id)
		}
	}
	return nil
}

// Read reads the flags of a command, which takes no other arguments.
func Read(table flags.Table, command string, args []string) error {
	rest, err := ReadWith(table, args)
	if err == nil && len(rest) > 0 {
		return fmt.Errorf("%q: %s takes only flags", rest[0], command)
	}
	return err
}

// ReadWith reads the flags of a command that takes other arguments too, and returns these.
func ReadWith(table flags.Table, args []string) (rest []string, err error) {
	line, err := scan(table, args)
	if err != nil {
		return nil, err
	}
	return line.Rest, table.Read(line)
}

func scan(table flags.Table, args []string) (flags.Line, error) {
	line, err := table.Scan(args)
	if err == nil && line.Help {
		err = flag.ErrHelp
	}
	return line, err
}
