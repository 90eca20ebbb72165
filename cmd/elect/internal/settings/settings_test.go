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
	want := &settings.Settings{ID: 2, Cluster: "interrex", Algorithm: impl.Algorithm{Name: "bully"}, Members: []impl.ID{1, 2},
		Peers: map[impl.ID]string{1: "127.0.0.1:7001", 2: "127.0.0.1:7002"}, Certs: "c", Data: "d", Control: "d/node-2.sock", Usual: true, Discover: "static",
		Listen: "127.0.0.1:7002", HTTP: "127.0.0.1:7480", Heartbeat: 100 * time.Millisecond,
		// What lecture 004 asks for: an election after 30 to 60 seconds, the leader's name every 30.
		Starts: node.Span{Least: 30 * time.Second, Most: time.Minute}, Print: 30 * time.Second,
		Refused: time.Minute, Report: "text", LogForm: "text", LogLevel: slog.LevelWarn}
	if diff := cmp.Diff(want, s); diff != "" {
		t.Error(diff)
	}
}

func TestWhatIsSet(t *testing.T) {
	s, err := parse("-id=3 -members=3,1,2 -loads=0,2,1 -discover=dns -peers=1=a.test,2=b.test:2,3=c.test " +
		"-listen=fd:3 -certs=c -algo=raft -data=d -pre-vote -check-quorum -http=none " +
		"-start-min=1s -start-max=2s -log-level=debug -seed=7 -until-eof -trace=t -refused=5s")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(s.Members, []impl.ID{3, 1, 2}) || !slices.Equal(s.Loads, []int{0, 2, 1}) || s.Listen != "fd:3" || s.HTTP != "" ||
		s.Discover != "dns" || s.Peers[1] != "a.test" || s.LogLevel != slog.LevelDebug || s.Seed != 7 || !s.UntilEOF || !s.PreVote || !s.Quorum || s.Refused != 5*time.Second {
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
	t.Setenv("ELECT_ALGO", "consensus")
	t.Setenv("ELECT_ON", "ring-watch")
	if s, err := parse(bare); err != nil || s.Algorithm.String() != "consensus on ring-watch" {
		t.Errorf("from the environment: %+v, %v", s, err)
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
		"-id=3 -peers=1=127.0.0.1:7001,2=127.0.0.1:7002 -certs=c -data=d": "node 3: it is not among the members [1 2]",
		"-id=2 -certs=c -data=d -peers=1=a:1,1=b:1":                       "node 1 is listed twice",
		"-id=2 -certs=c -data=d -peers=1=a:1,2":                           "ID=HOST:PORT is expected",
		sound + " -members=2,1,3":                                         "the address of node 3 is missing",
		sound + " -loads=1,-1":                                            "a load",
		sound + " -pre-vote":                                              "only for raft",
		sound + " -heartbeat=1us":                                         "from 1ms to 24h",
		sound + " -start-min=2m":                                          "greater than -start-max",
		sound + " -discover=guess":                                        "allowed are static, dns",
		sound + " -listen=fd:2":                                           "fd:3",
		sound + " -log-level=loud":                                        "debug, info, warn or error",
		sound + " -certs=c":                                               "-certs=c: it is given twice",
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

// TestExampleWorks: the command in the error for a missing flag is accepted, and names what was given.
func TestExampleWorks(t *testing.T) {
	for _, given := range []string{"", "-algo=raft", "-id=3", "-peers=7=a:1,2=b:2", bare, "-algo=consensus -on=raft", "-on=raft", "-members=2", "-certs=c -http=none", "-cluster=shop -algo=ring"} {
		_, err := parse(given)
		if err == nil {
			t.Fatalf("%s: nothing is missing", given)
		}
		_, command, _ := strings.Cut(err.Error(), "; this works: ")
		certify, run, _ := strings.Cut(command, "elect run ")
		if s, err := parse(run); err != nil || !strings.Contains(run, given) || strings.Contains(certify, "-cluster="+s.Cluster+" ") == strings.Contains(given, "-certs") {
			t.Errorf("%q suggests %s: %v", given, command, err)
		}
	}
	if _, err := parse("-algo=raft -heartbeat=x"); err == nil || strings.Contains(err.Error(), "this works") {
		t.Error(err)
	}
	if _, err := parse("-start-max=0"); err == nil || !strings.Contains(err.Error(), "greater than -start-max") {
		t.Error(err)
	}
	if _, err := parse(bare + " -run=a'b"); err == nil || !strings.Contains(err.Error(), `'-run=a'\''b'`) {
		t.Error(err)
	}
}

func TestFlagBeforeEnvironment(t *testing.T) {
	t.Setenv("ELECT_PRINT", "3s")
	t.Setenv("ELECT_START_MIN", "4s")
	s, err := parse(sound + " -start-min=5s")
	if err != nil || s.Print != 3*time.Second || s.Starts.Least != 5*time.Second {
		t.Errorf("%+v, %v", s, err)
	}
	t.Setenv("ELECT_PRINT", "soon")
	if _, err := parse(sound); err == nil || !strings.HasPrefix(err.Error(), "ELECT_PRINT: ") {
		t.Errorf("a wrong variable: %v", err)
	}
}

// TestUnknownVariable: a variable that sets no flag is refused, and named; others are no business of elect's.
func TestUnknownVariable(t *testing.T) {
	t.Setenv("ELECTION_DAY", "today")
	if _, err := parse(sound); err != nil {
		t.Error(err)
	}
	t.Setenv("ELECT_HEARTBEATS", "20ms")
	if _, err := parse(sound); err == nil || !strings.Contains(err.Error(), "ELECT_HEARTBEATS in the environment is unknown") || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v", err)
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
		if err == nil && (&impl.Config{Self: s.ID, Members: s.Members, Loads: s.Loads}).Validate() != nil {
			t.Errorf("accepted, and wrong: %+v", s)
		}
	})
}
