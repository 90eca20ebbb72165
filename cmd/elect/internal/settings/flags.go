package settings

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"interrex/impl"
	"interrex/impl/node"
)

// flags lists the flags of a node. Each value is checked where it is set, so that an error can name the line of a
// file.
func (s *Settings) flags() *flag.FlagSet {
	fs := flag.NewFlagSet("run", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	s.group(fs)
	s.place(fs)
	s.times(fs)
	s.speech(fs)
	return fs
}

// Names lists the flags of run.
func Names() (names []string) {
	fs := new(Settings).flags()
	fs.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	names = append(names, "config")
	slices.Sort(names)
	return names
}

func (s *Settings) group(fs *flag.FlagSet) {
	fs.Func("id", "", func(v string) (err error) {
		s.ID, err = ParseID(v)
		return err
	})
	fs.StringVar(&s.Cluster, "cluster", "interrex", "")
	s.Algorithm = impl.Algorithms()[0]
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
	fs.Func("members", "", func(v string) (err error) {
		s.Members, err = parseList(v, ParseID)
		return err
	})
	fs.Func("peers", "", func(v string) (err error) {
		s.Peers, err = parsePeers(v)
		return err
	})
	fs.Func("loads", "", func(v string) (err error) {
		s.Loads, err = parseList(v, parseLoad)
		return err
	})
	fs.BoolVar(&s.PreVote, "pre-vote", false, "")
	fs.BoolVar(&s.Quorum, "check-quorum", false, "")
}

func (s *Settings) place(fs *flag.FlagSet) {
	fs.Func("listen", "", address(&s.Listen))
	fs.Func("advertise", "", address(&s.Advertise))
	fs.StringVar(&s.Certs, "certs", "", "")
	fs.BoolVar(&s.Insecure, "insecure", false, "")
	fs.StringVar(&s.Data, "data", "", "")
	fs.StringVar(&s.Control, "control", "", "")
	fs.BoolVar(&s.WeakTokens, "weak-tokens", false, "")
	oneOf(fs, &s.Discover, "discover", "static", "dns", "gossip")
	s.Gossip = "127.0.0.1:7410"
	fs.Func("gossip-listen", "", address(&s.Gossip))
	fs.Func("gossip-seeds", "", func(v string) (err error) {
		s.Seeds, err = parseList(v, parseAddress)
		return err
	})
	fs.StringVar(&s.KeyFile, "gossip-key", "", "")
	s.HTTP = "127.0.0.1:7480"
	fs.Func("http", "", func(v string) error {
		if v == "none" {
			s.HTTP = ""
			return nil
		}
		return address(&s.HTTP)(v)
	})
}

func (s *Settings) times(fs *flag.FlagSet) {
	duration(fs, &s.Heartbeat, "heartbeat", 100*time.Millisecond)
	fs.Func("timers", "", func(v string) (err error) {
		s.Timers, err = parseTimers(v)
		return err
	})
	duration(fs, &s.Starts.Least, "start-min", 30*time.Second)
	duration(fs, &s.Starts.Most, "start-max", 60*time.Second)
	duration(fs, &s.Print, "print", 30*time.Second)
	fs.Func("health-url", "", func(v string) error {
		u, err := url.Parse(v)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return fmt.Errorf("an http or https URL is expected")
		}
		s.HealthURL = v
		return nil
	})
	fs.StringVar(&s.HealthCommand, "health-command", "", "")
	duration(fs, &s.HealthEvery, "health-every", time.Second)
	duration(fs, &s.Refused, "refused", time.Minute)
}

func (s *Settings) speech(fs *flag.FlagSet) {
	fs.StringVar(&s.Trace, "trace", "", "")
	fs.Func("trace-max", "", func(v string) (err error) {
		s.TraceMax, err = parseSize(v)
		return err
	})
	fs.StringVar(&s.Run, "run", "", "")
	oneOf(fs, &s.Report, "report", "text", "json")
	oneOf(fs, &s.LogForm, "log", "text", "json")
	s.LogLevel = slog.LevelWarn
	fs.Func("log-level", "", func(v string) error {
		if s.LogLevel.UnmarshalText([]byte(v)) != nil {
			return fmt.Errorf("debug, info, warn or error is expected")
		}
		return nil
	})
	fs.Uint64Var(&s.Seed, "seed", 0, "")
	fs.BoolVar(&s.UntilEOF, "until-eof", false, "")
}

// oneOf adds a flag with a few values, the first being the default.
func oneOf(fs *flag.FlagSet, to *string, name string, values ...string) {
	*to = values[0]
	fs.Func(name, "", func(v string) error {
		if !slices.Contains(values, v) {
			return fmt.Errorf("%s is expected", strings.Join(values, " or "))
		}
		*to = v
		return nil
	})
}

// duration adds a flag for a length of time, 0 or more. A positive one below a millisecond is a mistake.
func duration(fs *flag.FlagSet, to *time.Duration, name string, usual time.Duration) {
	*to = usual
	fs.Func(name, "", func(v string) (err error) {
		*to, err = parseDuration(v)
		return err
	})
}

func parseDuration(v string) (time.Duration, error) {
	d, err := time.ParseDuration(v)
	if err != nil || d < 0 || d > 0 && d < time.Millisecond || d > 24*time.Hour {
		return 0, fmt.Errorf("0, or a time from 1ms to 24h, is expected")
	}
	return d, nil
}

// parseSize reads a size such as 64MiB, or 0.
func parseSize(v string) (int64, error) {
	for unit, bytes := range map[string]int64{"MiB": 1 << 20, "GiB": 1 << 30} {
		number, is := strings.CutSuffix(v, unit)
		if n, err := strconv.ParseInt(number, 10, 32); is && err == nil && n > 0 {
			return n * bytes, nil
		}
	}
	if v == "0" {
		return 0, nil
	}
	return 0, fmt.Errorf("0, or a size as in 64MiB or 1GiB, is expected, not %.40q", v)
}

func address(to *string) func(string) error {
	return func(v string) (err error) {
		*to, err = parseAddress(v)
		return err
	}
}

// parseAddress checks host:port, or fd:NUMBER for a socket that is open already.
func parseAddress(v string) (string, error) {
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
		return 0, fmt.Errorf("an id, a number from 1 to 999999999, is expected, not %.40q", v)
	}
	return impl.ID(n), nil
}

func parseLoad(v string) (int, error) {
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 || n > math.MaxInt32 {
		return 0, fmt.Errorf("a load, a number from 0 up, is expected, not %.40q", v)
	}
	return n, nil
}

// parseList reads values separated by commas.
func parseList[T any](text string, parse func(string) (T, error)) ([]T, error) {
	var list []T
	for v := range strings.SplitSeq(text, ",") {
		one, err := parse(v)
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

// parsePeers reads 1=HOST:PORT,2=HOST:PORT. With DNS, the name of an SRV record may replace HOST:PORT.
func parsePeers(text string) (map[impl.ID]string, error) {
	peers := map[impl.ID]string{}
	for entry := range strings.SplitSeq(text, ",") {
		name, where, found := strings.Cut(entry, "=")
		id, err := ParseID(name)
		switch {
		case !found || where == "" || strings.ContainsAny(where, " \t="):
			return nil, fmt.Errorf("ID=HOST:PORT is expected, not %.80q", entry)
		case err != nil:
			return nil, err
		case peers[id] != "":
			return nil, fmt.Errorf("node %v is listed twice", id)
		}
		if strings.Contains(where, ":") {
			if host, _, err := net.SplitHostPort(where); err != nil || host == "fd" {
				return nil, fmt.Errorf("ID=HOST:PORT is expected, not %.80q", entry)
			}
		}
		peers[id] = where
	}
	return peers, nil
}

// parseTimers reads T=500ms,T'=1s..2s.
func parseTimers(text string) (map[string]node.Span, error) {
	timers := map[string]node.Span{}
	for entry := range strings.SplitSeq(text, ",") {
		name, span, found := strings.Cut(entry, "=")
		least, most, ranges := strings.Cut(span, "..")
		if !ranges {
			most = least
		}
		from, err := parseDuration(least)
		to, wrong := parseDuration(most)
		if !found || err != nil || wrong != nil || from == 0 || to < from {
			return nil, fmt.Errorf("NAME=TIME or NAME=LEAST..MOST is expected, not %.80q", entry)
		}
		if _, twice := timers[name]; twice {
			return nil, fmt.Errorf("timer %s is listed twice", name)
		}
		timers[name] = node.Span{Least: from, Most: to}
	}
	return timers, nil
}

// ParseIDs reads distinct ids separated by commas.
func ParseIDs(text string) ([]impl.ID, error) {
	ids, err := parseList(text, ParseID)
	for i, id := range ids {
		if slices.Contains(ids[:i], id) {
			return nil, fmt.Errorf("node %v is listed twice", id)
		}
	}
	return ids, err
}
