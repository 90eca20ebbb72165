package settings

import (
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"interrex/impl"
	"interrex/impl/node"
	"interrex/internal/flags"
)

// The headings of a node's flags.
const (
	Members = "Members"
	Network = "Network"
	Times   = "Times"
	Output  = "Storage and output"
)

// Flags are the flags of a node, which has the default of each at once.
func (s *Settings) Flags() flags.Table {
	return slices.Concat(s.group(), s.place(), s.times(), s.speech())
}

// Of adds to a flag what takes its value.
func Of[V any](f flags.Flag, at *V, parse func(string) (V, error)) flags.Flag {
	f.Set = func(text string) (err error) {
		*at, err = parse(text)
		return err
	}
	return f
}

// Election are the flags that choose the election.
func Election(algorithm *impl.Algorithm, on *string) flags.Table {
	return flags.Table{
		Of(flags.Flag{Name: "algo", Takes: "raft", Group: Members, Usual: true, Help: "the algorithm: " + strings.Join(names(), ", ")}, algorithm, Find),
		Of(flags.Flag{Name: "on", Takes: "bully", Group: Members, Help: "the election under -algo=consensus"}, on, func(name string) (string, error) {
			if name == "" {
				return "", errors.New("the name of an election is expected")
			}
			return name, nil
		}),
	}
}

func names() (all []string) {
	for _, a := range impl.Algorithms() {
		all = append(all, a.Name)
	}
	return all
}

// Find is the algorithm of a name.
func Find(name string) (impl.Algorithm, error) {
	a, err := impl.Find(name)
	if err != nil {
		return a, &flags.Choice{What: "-algo=" + name, Reason: "there is no such algorithm", Word: name, Those: "the algorithms are", Words: names()}
	}
	return a, nil
}

func (s *Settings) group() flags.Table {
	s.Cluster = "interrex"
	return append(flags.Table{
		Of(flags.Flag{Name: "id", Takes: "1", Group: Members, Usual: true, Help: "the node's own id"}, &s.Config.Self, ParseID),
		Of(flags.Flag{Name: "peers", Takes: "1=HOST:PORT,2=HOST:PORT", Group: Members, Usual: true, Help: "the addresses of all members, this node included"}, &s.Addresses, parsePeers),
		Of(flags.Flag{Name: "members", Takes: "3,1,2", Group: Members, Help: "the ring order; default: ascending ids"}, &s.Config.Members, ListOf(ParseID)),
		flags.Flag{Name: "cluster", Takes: "interrex", Group: Members, Help: "the name of the cluster; it must be that of elect certs"}.Text(&s.Cluster),
		Of(flags.Flag{Name: "loads", Takes: "2,0,1", Group: Members, Help: "the load of each member, in ring order; the lower load wins, then the higher id. All members need the same -loads, -algo, -on, -pre-vote and -check-quorum"}, &s.Config.Loads, ListOf(parseLoad)),
		flags.Flag{Name: "pre-vote", Group: Members, Help: "raft: ask for votes in a trial round before an election"}.Switch(&s.Config.PreVote),
		flags.Flag{Name: "check-quorum", Group: Members, Help: "raft: lead only while a majority answers"}.Switch(&s.Config.CheckQuorum),
	}, Election(&s.Algorithm, &s.On)...)
}

func (s *Settings) place() flags.Table {
	s.HTTP = "127.0.0.1:7480"
	return flags.Table{
		Of(flags.Flag{Name: "listen", Takes: "HOST:PORT", Group: Network, Help: "the address of the node; default: its own address in -peers, else 127.0.0.1:7400; fd:3 is an open socket"}, &s.Listen, ParseAddress),
		flags.Flag{Name: "certs", Takes: "DIR", Group: Network, Usual: true, Help: "the folder of ca.pem, node-ID.pem and node-ID-key.pem, from elect certs or from your own authority"}.Text(&s.Certs),
	}
}

func (s *Settings) times() flags.Table {
	s.Heartbeat, s.Starts, s.Print = 100*time.Millisecond, node.Span{Least: 30 * time.Second, Most: time.Minute}, 30*time.Second
	return flags.Table{
		Of(flags.Flag{Name: "heartbeat", Takes: "100ms", Group: Times, Help: "the interval between heartbeats"}, &s.Heartbeat, ParseDuration),
		Of(flags.Flag{Name: "start-min", Takes: "30s", Group: Times, Help: "the shortest time after which a node without a leader calls an election"}, &s.Starts.Least, ParseDuration),
		Of(flags.Flag{Name: "start-max", Takes: "60s", Group: Times, Help: "the longest such time; 0 for both: never"}, &s.Starts.Most, ParseDuration),
	}
}

func (s *Settings) speech() flags.Table {
	s.Print, s.LogLevel = 30*time.Second, slog.LevelWarn
	return flags.Table{
		flags.Flag{Name: "data", Takes: "DIR", Group: Output, Usual: true, Help: "the folder of the storage"}.Text(&s.Data),
		Of(flags.Flag{Name: "http", Takes: "127.0.0.1:7480", Group: Output, Usual: true, Help: "the address of the status page (/), /leader, /healthz and /metrics; none: no server"}, &s.HTTP, func(text string) (string, error) {
			if text == "none" {
				return "", nil
			}
			return ParseAddress(text)
		}),
		Of(flags.Flag{Name: "print", Takes: "30s", Group: Output, Help: "the interval at which the leader is printed; 0: never"}, &s.Print, ParseDuration),
		oneOf(flags.Flag{Name: "report", Group: Output, Help: "json prints each change of the leader too"}, &s.Report, "text", "json"),
		oneOf(flags.Flag{Name: "log", Group: Output, Help: "the format of the log on standard error"}, &s.LogForm, "text", "json"),
		{Name: "log-level", Takes: "warn", Group: Output, Help: "debug, info, warn or error", Set: func(text string) error {
			if s.LogLevel.UnmarshalText([]byte(text)) != nil {
				return errors.New("debug, info, warn or error is expected")
			}
			return nil
		}},
		flags.Flag{Name: "trace", Takes: "DIR", Group: Output, Help: "the folder for the trace of the node"}.Text(&s.TraceFolder),
		flags.Flag{Name: "run", Takes: "NAME", Group: Output, Help: "the name of the run in the trace"}.Text(&s.Run),
		Of(flags.Flag{Name: "seed", Takes: "0", Group: Output, Help: "the seed of random choices; 0: a new one each time"}, &s.Seed, ParseSeed),
		flags.Flag{Name: "until-eof", Group: Output, Help: "end the node at the end of standard input"}.Switch(&s.UntilEOF),
	}
}

// oneOf is a flag with a few values, the first being the default.
func oneOf(f flags.Flag, at *string, values ...string) flags.Flag {
	return flags.OneOf(f, at, func() []string { return values })
}

// ParseSeed reads a seed.
func ParseSeed(text string) (uint64, error) {
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, errors.New("a whole number from 0 is expected")
	}
	return seed, nil
}

// ParseDuration reads a length of time.
func ParseDuration(v string) (time.Duration, error) {
	d, err := time.ParseDuration(v)
	if err != nil || d < 0 || d > 0 && d < time.Millisecond || d > 24*time.Hour {
		return 0, fmt.Errorf("0, or a time from 1ms to 24h, is expected")
	}
	return d, nil
}

// ParseAddress checks host:port, or fd:NUMBER for a socket that is open already.
func ParseAddress(v string) (string, error) {
	host, port, err := net.SplitHostPort(v)
	number, wrong := strconv.ParseUint(port, 10, 16)
	if err != nil || host == "" || wrong != nil || strings.ContainsAny(host, " \t=,") {
		return "", fmt.Errorf("HOST:PORT is expected")
	}
	if host == "fd" && number < 3 {
		return "", fmt.Errorf("fd:3 or a higher number is expected")
	}
	return v, nil
}

// ParseID reads the id of a node.
func ParseID(v string) (impl.ID, error) {
	n, err := strconv.ParseUint(v, 10, 31)
	if err != nil || n == 0 || n > 999_999_999 {
		return 0, fmt.Errorf("an id from 1 to 999999999 is expected, not %.40q", v)
	}
	return impl.ID(n), nil
}

func parseLoad(v string) (int, error) {
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 || n > math.MaxInt32 {
		return 0, fmt.Errorf("a load of 0 or more is expected, not %.40q", v)
	}
	return n, nil
}

// ListOf reads values separated by commas.
func ListOf[T any](parse func(string) (T, error)) func(string) ([]T, error) {
	return func(text string) (list []T, err error) {
		for v := range strings.SplitSeq(text, ",") {
			one, err := parse(v)
			if err != nil {
				return nil, err
			}
			list = append(list, one)
		}
		return list, nil
	}
}

// parsePeers reads 1=HOST:PORT,2=HOST:PORT.
func parsePeers(text string) (map[impl.ID]string, error) {
	peers := map[impl.ID]string{}
	for entry := range strings.SplitSeq(text, ",") {
		name, where, _ := strings.Cut(entry, "=")
		id, err := ParseID(name)
		host, port, wrong := net.SplitHostPort(where)
		if _, unknown := net.LookupPort("tcp", port); wrong != nil || unknown != nil || host == "fd" || strings.ContainsAny(where, " \t=") {
			return nil, fmt.Errorf("ID=HOST:PORT is expected, not %.80q", entry)
		}
		switch {
		case err != nil:
			return nil, err
		case peers[id] != "":
			return nil, fmt.Errorf("node %v is listed twice", id)
		}
		peers[id] = where
	}
	return peers, nil
}

// ParseIDs reads distinct ids separated by commas.
func ParseIDs(text string) ([]impl.ID, error) {
	ids, err := ListOf(ParseID)(text)
	for i, id := range ids {
		if slices.Contains(ids[:i], id) {
			return nil, fmt.Errorf("node %v is listed twice", id)
		}
	}
	return ids, err
}
