package settings_test

import (
	"errors"
	"flag"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"interrex/cmd/elect/internal/settings"
	"interrex/impl"
	"interrex/impl/network/tcp"
	"interrex/impl/node"
)

// sound is what a node must be told at least, and bare the same without the algorithm.
const (
	bare  = "-id=2 -peers=1=127.0.0.1:7001,2=127.0.0.1:7002 -certs=c -data=d"
	sound = bare + " -algo=bully"
)

func parse(flags string) (*settings.Settings, error) { return settings.Parse(strings.Fields(flags)) }

func TestDefaults(t *testing.T) {
	s, err := parse(sound)
	if err != nil {
		t.Fatal(err)
	}
	s.Algorithm = impl.Algorithm{Name: s.Algorithm.Name}
	want := &settings.Settings{
		// What lecture 004 asks for: an election after 30 to 60 seconds, the leader's name every 30.
		Options: node.Options{Algorithm: impl.Algorithm{Name: "bully"}, Config: impl.Config{Self: 2, Members: []impl.ID{1, 2}}, Heartbeat: 100 * time.Millisecond,
			Starts: node.Span{Least: 30 * time.Second, Most: time.Minute}},
		Place: tcp.Place{Cluster: "interrex", Addresses: map[impl.ID]string{1: "127.0.0.1:7001", 2: "127.0.0.1:7002"}, Certs: "c", Data: "d", Listen: "127.0.0.1:7002"},
		Print: 30 * time.Second, HTTP: "127.0.0.1:7480", Report: "text", LogForm: "text", LogLevel: slog.LevelWarn}
	if diff := cmp.Diff(want, s); diff != "" {
		t.Error(diff)
	}
}

func TestWhatIsSet(t *testing.T) {
	s, err := parse("-id=3 -members=3,1,2 -loads=0,2,1 -peers=1=a.test:1,2=b.test:2,3=c.test:3 " +
		"-listen=fd:3 -certs=c -algo=raft -data=d -pre-vote -check-quorum -http=none " +
		"-start-min=1s -start-max=2s -log-level=debug -seed=7 -until-eof -trace=t")
	if err != nil {
		t.Fatal(err)
	}
	if c := s.Config; !slices.Equal(c.Members, []impl.ID{3, 1, 2}) || !slices.Equal(c.Loads, []int{0, 2, 1}) || !c.PreVote || !c.CheckQuorum || s.Listen != "fd:3" || s.HTTP != "" ||
		s.Addresses[1] != "a.test:1" || s.LogLevel != slog.LevelDebug || s.Seed != 7 || !s.UntilEOF || s.TraceFolder != "t" {
		t.Errorf("%+v", s)
	}
}

// TestOn: consensus rests on what -on names, wherever that stands, and on bully if nothing does.
func TestOn(t *testing.T) {
	for flags, want := range map[string]string{
		"-algo=consensus": "bully", "-algo=consensus -on=raft -pre-vote": "raft", "-on=omega-minimal -algo=consensus": "omega-minimal", "-algo=ring": "",
	} {
		if s, err := parse(bare + " " + flags); err != nil || s.Algorithm.On != want {
			t.Errorf("%s: %+v, %v: want %q", flags, s, err, want)
		}
	}
}

// TestRefusedFlags: what is wrong is said in one line, with what was given and what is allowed.
func TestRefusedFlags(t *testing.T) {
	for flags, want := range map[string]string{
		"":                                       "-algo is missing",
		"-id=0":                                  "an id from 1 to",
		"-id=x":                                  `"x"`,
		"-algo=ring -id=1 -data=d -peers=1=a:1":  "-certs is missing",
		sound + " here":                          `"here": run takes only flags`,
		bare + " -algo=king":                     "-algo=king: there is no such algorithm; the algorithms are bully, ",
		sound + " -on=raft":                      "-on has no meaning for bully",
		bare + " -algo=consensus -on=":           "the name of an election is expected",
		bare + " -algo=consensus -on=king":       "-on=king: not an election for consensus; allowed are bully, ",
		"-algo=raft -id=1 -peers=1=a:1 -certs=c": "-data is missing",
		bare + " -algo=consensus -pre-vote":      "only for raft, not for consensus on bully",
		sound + " -cluster=A_B":                  "-cluster",
		"-algo=ring -id=3 -peers=1=127.0.0.1:7001,2=127.0.0.1:7002 -certs=c -data=d": "node 3: it is not among the members [1 2]",
		"-id=2 -certs=c -data=d -peers=1=a:1,1=b:1":                                  "node 1 is listed twice",
		"-id=2 -certs=c -data=d -peers=1=a:1,2":                                      "ID=HOST:PORT is expected",
		"-id=2 -certs=c -data=d -peers=1=a:1,2=b:99999":                              `-peers=1=a:1,2=b:99999: ID=HOST:PORT is expected, not "2=b:99999"`,
		sound + " -members=2,1,3":                                                    "the address of node 3 is missing",
		sound + " -loads=1,-1":                                                       "a load",
		sound + " -pre-vote":                                                         "only for raft",
		sound + " -heartbeat=1us":                                                    "from 1ms to 24h",
		sound + " -start-min=2m":                                                     "greater than -start-max",
		sound + " -listen=fd:2":                                                      "fd:3",
		sound + " -log-level=loud":                                                   "debug, info, warn or error",
		sound + " -certs=c":                                                          "-certs=c: it is given twice",
	} {
		_, err := parse(flags)
		switch {
		case err == nil || !strings.Contains(err.Error(), want):
			t.Errorf("%s: %v, want %q", flags, err, want)
		case strings.Contains(err.Error(), "\n") || errors.As(err, new(settings.Exit)):
			t.Errorf("%s: %q", flags, err)
		}
	}
	if _, err := parse("-h"); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("-h: %v", err)
	}
}

// TestExampleWorks: the command in the error for a missing flag is accepted.
func TestExampleWorks(t *testing.T) {
	_, err := parse("")
	if err == nil {
		t.Fatal("nothing is missing")
	}
	_, run, _ := strings.Cut(err.Error(), "&& elect run ")
	if _, err := parse(run); err != nil {
		t.Errorf("it suggests %s: %v", run, err)
	}
}

// FuzzFlags: for any value of a flag, the settings are valid or refused.
func FuzzFlags(f *testing.F) {
	for _, name := range new(settings.Settings).Flags().Names() {
		f.Add(name[1:], "1=127.0.0.1:7001,2=b:2")
		f.Add(name[1:], "1s..2s")
	}
	f.Fuzz(func(t *testing.T, name, value string) {
		s, err := settings.Parse(append(strings.Fields(sound), "-"+name+"="+value))
		if err == nil && s.Config.Validate() != nil {
			t.Errorf("accepted, and wrong: %+v", s)
		}
	})
}
