package settings

import (
	"bufio"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

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
	Timers    map[string]node.Span
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

// A FileError is an error in a file; it names the file and the place.
type FileError struct{ error }

// Unwrap is the underlying error.
func (e FileError) Unwrap() error { return e.error }

// InFile marks an error as one in a file.
func InFile(err error) error {
	if err == nil {
		return nil
	}
	return FileError{err}
}

// Parse reads the settings of a node. A flag precedes the environment, which precedes the file.
func Parse(args []string) (*Settings, error) {
	s := new(Settings)
	table := s.Flags()
	line, err := table.Scan(args)
	switch {
	case err != nil:
		return nil, err
	case line.Help:
		return nil, flag.ErrHelp
	case len(line.Rest) > 0:
		return nil, fmt.Errorf("%q: run takes only flags", line.Rest[0])
	}
	from, err := fillIn(table, line.Values)
	if err != nil {
		return nil, err
	}
	if err := table.Read(line); err != nil {
		return nil, from.mark(err)
	}
	return s, s.complete(args)
}

// A source is where the value of a flag was given, unless that is the command line: by the name of the flag.
type source map[string]place

type place struct {
	name   string // of a variable, or FILE:LINE
	isFile bool
}

// fillIn adds the values of the environment, and then those of the file that -config names.
func fillIn(table flags.Table, values map[string]string) (source, error) {
	from, variables := source{}, map[string]string{}
	for _, f := range table {
		variables[variable(f.Name)] = f.Name
	}
	for _, entry := range slices.Sorted(slices.Values(os.Environ())) {
		name, value, _ := strings.Cut(entry, "=")
		flag, known := variables[name]
		switch _, given := values[flag]; {
		case !strings.HasPrefix(name, prefix+"_") || value == "" && known:
		case !known: // probably misspelt: a node that ignores it would start with other settings than intended
			return nil, fmt.Errorf("%s in the environment is unknown: ELECT_ID sets -id, ELECT_START_MIN sets -start-min; elect help run lists the flags", name)
		case !given:
			values[flag], from[flag] = value, place{name: name}
		}
	}
	path := values["config"]
	if path == "" {
		return from, nil
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, InFile(fmt.Errorf("-config=%s: %w", path, err))
	}
	defer file.Close()
	return from, InFile(parseFile(path, file, func(number int, name, value string) error {
		if _, known := table.Find(name); !known {
			return fmt.Errorf("unknown flag -%s", name)
		}
		if _, given := values[name]; !given {
			values[name], from[name] = value, place{fmt.Sprintf("%s:%d", path, number), true}
		}
		return nil
	}))
}

// variable is the environment variable that sets a flag: ELECT_START_MIN is -start-min.
func variable(name string) string {
	return prefix + "_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

const prefix = "ELECT"

// mark says of an error in a value where the value was given.
func (from source) mark(err error) error {
	mistake := new(flags.Mistake)
	if !errors.As(err, &mistake) {
		return err
	}
	switch at, elsewhere := from[mistake.Name]; {
	case !elsewhere:
		return err
	case mistake.IsWhole() && at.isFile:
		return InFile(fmt.Errorf("%s: %w", at.name, err))
	case mistake.IsWhole():
		return fmt.Errorf("%s: %w", at.name, err)
	case at.isFile:
		return InFile(fmt.Errorf("%s: %s %s: %w", at.name, mistake.Name, mistake.Value, mistake.Err))
	default:
		return fmt.Errorf("%s=%s: %w", at.name, mistake.Value, mistake.Err)
	}
}

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
	for name := range s.Timers {
		if !slices.Contains(s.Algorithm.Timers, name) {
			return fmt.Errorf("-timers: %s has no timer %q: it has %s", s.Algorithm.Name, name, strings.Join(s.Algorithm.Timers, ", "))
		}
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
	isUnknown, example := s.Algorithm.Boot == nil, map[bool]string{true: "-algo=raft", false: "-algo=consensus"}
	for _, f := range []struct {
		isMissing  bool
		flag, what string
	}{
		{isUnknown, example[s.On == ""], "-algo is missing: the algorithm"},
		{s.ID == impl.Nobody, fmt.Sprintf("-id=%v", members[0]), "-id is missing: the node's own id"},
		{s.Peers == nil && s.Members == nil, fmt.Sprintf("-peers=%v=127.0.0.1:7401", members[0]), "-peers is missing: the addresses of all members"},
		{s.Data == "" && (isUnknown || s.Algorithm.Keeps), "-data=data", "-data is missing: the folder for the term and vote of " + s.Algorithm.Election()},
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
	switch {
	case s.Control == "none":
		s.Control = ""
	case s.Control == "" && s.Data != "":
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

// maxLine is the limit of a line of a file of settings, in bytes.
const maxLine = 4096

// parseFile reads lines NAME VALUE with the names of flags, without the dash. Lines that are empty or begin with #
// are skipped. Errors name the line.
func parseFile(path string, r io.Reader, set func(line int, name, value string) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, maxLine), maxLine)
	seen := map[string]int{}
	number := 0
	for lines.Scan() {
		number++
		text := strings.TrimSpace(lines.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		if err := parseLine(text, number, seen, set); err != nil {
			return fmt.Errorf("%s:%d: %w", path, number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s:%d: a line has at most %d bytes: %w", path, number+1, maxLine, err)
	}
	return nil
}

func parseLine(text string, number int, seen map[string]int, set func(line int, name, value string) error) error {
	if !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return r != '\t' && !unicode.IsPrint(r) }) {
		return fmt.Errorf("printable UTF-8 text is expected")
	}
	name, value := text, "true" // a flag without a value
	if i := strings.IndexFunc(text, unicode.IsSpace); i >= 0 {
		name, value = text[:i], strings.TrimSpace(text[i:])
	}
	if first := seen[name]; first > 0 {
		return fmt.Errorf("%s is already set in line %d", name, first)
	}
	seen[name] = number
	if name == "config" {
		return fmt.Errorf("config is not allowed in a file")
	}
	return set(number, name, value)
}
