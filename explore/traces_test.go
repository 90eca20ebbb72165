package explore

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"interrex/internal/testlevel"
)

const corpus = "../traces/corpus/"

// TestReplayOfTheCorpus: the good traces are accepted, and of each bad one the exit code, the file and
// the line are those expected, in text and as JSON, which the schema accepts.
func TestReplayOfTheCorpus(t *testing.T) {
	if testlevel.Race {
		t.Log("left to the run without the race detector: other tests call the same commands")
		return
	}
	s := schema(t, "replay")
	if r := call("replay " + corpus + "good"); r.code != 0 || !strings.Contains(r.stdout, "verdict: accepted: ") {
		t.Errorf("the good ones: exit code %d\n%s", r.code, r.stdout)
	}
	text, err := os.ReadFile(corpus + "expected.json")
	if err != nil {
		t.Fatal(err)
	}
	var expected map[string]struct {
		Exit int
		File string
		Line int
	}
	if err := json.Unmarshal(text, &expected); err != nil || len(expected) == 0 {
		t.Fatalf("%d expectations: %v", len(expected), err)
	}
	for name, want := range expected {
		r := call("replay -format=json " + corpus + "bad/" + name)
		var got struct {
			Traces []struct {
				File string
				Line int
			}
		}
		if err := json.Unmarshal([]byte(r.stdout), &got); err != nil || len(got.Traces) != 1 {
			t.Fatalf("%s: %v\n%s", name, err, r.stdout)
		}
		if one := got.Traces[0]; r.code != want.Exit || filepath.Base(one.File) != want.File || one.Line != want.Line {
			t.Errorf("%s: %d at %s:%d, want %+v", name, r.code, one.File, one.Line, want)
		}
		checkSchema(t, s, r.stdout)
		if asText := call("replay " + corpus + "bad/" + name); asText.code != want.Exit || !strings.Contains(asText.stdout, want.File) {
			t.Errorf("%s: exit code %d\n%s", name, asText.code, asText.stdout)
		}
	}
	if r := call("replay " + corpus); r.code != 12 {
		t.Errorf("all together: exit code %d", r.code)
	}
}

// TestReplayKnowsWhoWasKilled: an end may be missing of a node that is said to have been killed.
func TestReplayKnowsWhoWasKilled(t *testing.T) {
	for args, code := range map[string]int{"": 150, "-crashed=1": 150, "-crashed=2": 0, "-crashed=any": 0} {
		if r := call("replay " + args + " " + corpus + "bad/end-missing"); r.code != code {
			t.Errorf("%q: exit code %d, want %d\n%s", args, r.code, code, r.stdout)
		}
	}
}

// TestReplayOfConsensus: a trace of consensus says on which election it rests; one that is asked for must be
// that one. An election that there is not, or that cannot carry it, is a wrong flag.
func TestReplayOfConsensus(t *testing.T) {
	raft, bully := corpus+"good/consensus-on-raft", corpus+"good/consensus-calm"
	for args, want := range map[string]struct {
		code int
		said string
	}{
		"-algo=consensus " + raft:                      {0, "verdict: accepted: 1 trace"},
		"-algo=consensus -on=raft " + raft:             {0, "verdict: accepted: 1 trace"},
		"-algo=consensus -on=bully " + bully:           {0, "verdict: accepted: 1 trace"},
		"-algo=consensus -on=bully " + raft:            {150, "a run of consensus on raft: want one on bully"},
		"-algo=consensus -on=raft " + bully:            {150, "a run of consensus on bully: want one on raft"},
		"-algo=raft " + raft:                           {150, "a run of consensus: want one of raft"},
		"-algo=consensus " + corpus + "good/raft-calm": {150, "a run of raft: want one of consensus"},
		"-algo=consensus -on=nobody " + raft:           {151, "-on=nobody: it is an election of processes that have ids: "},
		"-algo=consensus -on=itai-rodeh " + raft:       {151, "-on=itai-rodeh: it is an election of processes that have ids: "},
		"-algo=consensus -on=consensus " + raft:        {151, "-on=consensus: it is an election of processes that have ids: "},
		"-algo=consensus -on= " + raft:                 {151, "-on=: it is an election of processes that have ids: "},
		"-algo=raft -on=raft " + raft:                  {151, "-on has no meaning for raft: it is the election that -algo=consensus rests on"},
		"-on=raft " + raft:                             {151, "-on has no meaning without -algo=consensus: it is the election that it rests on"},
	} {
		if r := call("replay " + args); r.code != want.code || !strings.Contains(r.stdout+r.stderr, want.said) || r.code == 151 && strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("explore replay %s: exit code %d, want %d and %s:\n%s%s", args, r.code, want.code, want.said, r.stdout, r.stderr)
		}
	}
}

// TestKilledIsMember: whoever is said to have been killed is a node of the run, whether it is replayed or shown.
func TestKilledIsMember(t *testing.T) {
	good, bad := filepath.Join("..", "traces", "corpus", "good"), filepath.Join("..", "traces", "corpus", "bad")
	for args, want := range map[string]string{
		"replay -crashed=99 " + filepath.Join(good, "bully-calm"):      "-crashed=99: there is no node 99; the ids are ",
		"show -crashed=1,99 " + filepath.Join(good, "bully-calm"):      "-crashed=1,99: there is no node 99; the ids are ",
		"replay -crashed=99 " + filepath.Join(bad, "end-missing"):      "-crashed=99: there is no node 99; the ids are ",
		"replay -crashed=99 -channels=lossy " + good:                   "-crashed=99: there is no node 99; the ids are ",
		"show -crashed=2147483647 " + filepath.Join(good, "raft-calm"): "-crashed=2147483647: there is no node 2147483647; the ids are ",
	} {
		if r := call(args); r.code != 151 || !strings.HasPrefix(r.stderr, "explore: "+want) || strings.Count(r.stderr, "\n") != 1 || r.stdout != "" {
			t.Errorf("explore %s: exit code %d, want 151 and %s:\n%s%s", args, r.code, want, r.stdout, r.stderr)
		}
	}
}

// TestTheLeastTraceDiverges: what -minimal writes is smaller, and diverges by the same event.
func TestTheLeastTraceDiverges(t *testing.T) {
	if testlevel.Race {
		t.Log("left to the run without the race detector: other tests call the same commands")
		return
	}
	folder := t.TempDir()
	r := call("replay -minimal=" + folder + " " + corpus + "bad/timer-not-armed")
	if r.code != 12 || !strings.Contains(r.stdout, "the least trace that still diverges") {
		t.Fatalf("exit code %d\n%s", r.code, r.stdout)
	}
	again := call("replay -crashed=any " + folder)
	if again.code != 12 || !strings.Contains(again.stdout, "must be so: the timer is armed") || strings.Count(again.stdout, "timeout T'") == 0 {
		t.Errorf("exit code %d\n%s", again.code, again.stdout)
	}
}

// TestTraceSchema: docs/trace.schema.json accepts every line of every trace that the reader accepts,
// and no line of which the codec says that it is none.
func TestTraceSchema(t *testing.T) {
	s := schema(t, "trace")
	names, err := filepath.Glob(corpus + "good/*/*.ndjson")
	if err != nil || len(names) == 0 {
		t.Fatalf("no corpus: %v", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		for _, line := range lines[:min(len(lines), 30)] {
			if err := s.Validate(value(t, line)); err != nil {
				t.Fatalf("%s: %v\n%s", name, err, line)
			}
		}
	}
	const event = `{"seq":1,"clock":[1,0],"action":"start","after":{"mode":"idle"}}`
	if err := s.Validate(value(t, event)); err != nil {
		t.Fatal(err)
	}
	for _, wound := range [][2]string{
		{`"seq":1,`, ``}, {`"seq":1`, `"seq":0`}, {`"action":"start",`, ``}, {`"idle"`, `1`}, {`"action"`, `"done":true,"action"`}, {`[1,0]`, `[-1,0]`},
		{`"after"`, `"peer":0,"after"`}, {`"after"`, `"aside":false,"after"`}, {`"after"`, `"sends":[],"after"`}, {`"after"`, `"message":{},"after"`},
		{`"after"`, `"sends":[{"id":"1.1","to":2,"message":"OK"}],"after"`}, {event, `{"end":-1}`}, {event, `{}`}, {event, `{"interrex":1}`},
	} {
		if line := strings.Replace(event, wound[0], wound[1], 1); line == event || s.Validate(value(t, line)) == nil {
			t.Errorf("accepted: %s", line)
		}
	}
}

// TestTheLeastTraceSparesTheTrace: what has been recorded is not written over, and what was found is told.
func TestTheLeastTraceSparesTheTrace(t *testing.T) {
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("../traces/corpus/bad/state-changed")); err != nil {
		t.Fatal(err)
	}
	r := call("replay " + folder + " -minimal=" + filepath.Join(folder, ".", "x", ".."))
	if r.code != 75 || !strings.Contains(r.stdout, "diverges") || !strings.Contains(r.stderr, "the trace itself is there") {
		t.Errorf("exit code %d\n%s\n%s", r.code, r.stdout, r.stderr)
	}
	for _, name := range []string{"1.ndjson", "2.ndjson", "3.ndjson"} {
		before, _ := os.ReadFile("../traces/corpus/bad/state-changed/" + name)
		if after, err := os.ReadFile(filepath.Join(folder, name)); err != nil || !bytes.Equal(before, after) {
			t.Errorf("%s has changed: %v", name, err)
		}
	}
}
