package replay

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"interrex/explore/internal/commandtest"
)

const corpus = "../../../traces/corpus/"

// call calls the command with arguments separated by spaces.
func call(args string) commandtest.Reply {
	return commandtest.Call(context.Background(), Command(), strings.Fields(args)...)
}

// TestReplayOfTheCorpus: the exit code, the file and the line, in text and as JSON. TestCorpus of traces/replay has
// all traces.
func TestReplayOfTheCorpus(t *testing.T) {
	if r := call("replay " + corpus + "good/bully-calm"); r.Code != 0 || !strings.Contains(r.Stdout, "verdict: accepted: ") {
		t.Errorf("a good one: exit code %d\n%s", r.Code, r.Stdout)
	}
	for name, want := range map[string]struct {
		exit int
		file string
	}{
		"state-changed": {12, "1.ndjson"}, "line-lost": {150, "2.ndjson"}, "transfer": {152, ""},
	} {
		r, asText := call("replay -crashed=none -format=json "+corpus+"bad/"+name), call("replay -crashed=none "+corpus+"bad/"+name)
		if r.Code != want.exit || asText.Code != want.exit || !strings.Contains(r.Stdout, want.file) || !strings.Contains(asText.Stdout, want.file) {
			t.Errorf("%s: exit codes %d and %d, want %d\n%s\n%s", name, r.Code, asText.Code, want.exit, r.Stdout, asText.Stdout)
		}
	}
	if r := call("replay " + corpus); r.Code != 12 {
		t.Errorf("all together: exit code %d", r.Code)
	}
}

// TestReplayKnowsWhoWasKilled: a file without an end is that of a killed node, unless the flag says otherwise.
func TestReplayKnowsWhoWasKilled(t *testing.T) {
	for args, code := range map[string]int{"": 0, "-crashed=none": 150, "-crashed=any": 0} {
		if r := call("replay " + args + " " + corpus + "bad/end-missing"); r.Code != code {
			t.Errorf("%q: exit code %d, want %d\n%s", args, r.Code, code, r.Stdout)
		}
	}
}

// TestReplayTellsOfTheKilled: one line names the killed node and an incomplete last line. A node that is recorded to have ended well must
// have its end.
func TestReplayTellsOfTheKilled(t *testing.T) {
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(corpus+"bad/end-missing")); err != nil {
		t.Fatal(err)
	}
	const said = "node 2 was killed: %s/2.ndjson has no end"
	if r := call("replay " + folder); r.Code != 0 || !strings.Contains(r.Stdout, "  "+fmt.Sprintf(said, folder)+"\n") {
		t.Errorf("exit code %d\n%s", r.Code, r.Stdout)
	}
	file, err := os.OpenFile(folder+"/2.ndjson", os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString(`{"seq":99,"clo`); err != nil {
		t.Fatal(err)
	}
	file.Close()
	if r := call("replay " + folder); r.Code != 0 || !strings.Contains(r.Stdout, "  "+fmt.Sprintf(said, folder)+", and its last line is incomplete and left out\n") {
		t.Errorf("exit code %d\n%s", r.Code, r.Stdout)
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
		"-algo=raft -on=raft " + raft:                  {151, "-on has no meaning for raft; it names the election of -algo=consensus"},
		"-on=raft " + raft:                             {151, "-on has no meaning without -algo=consensus: it is the election that it rests on"},
	} {
		if r := call("replay " + args); r.Code != want.code || !strings.Contains(r.Stdout+r.Stderr, want.said) || r.Code == 151 && strings.Count(r.Stderr, "\n") != 1 {
			t.Errorf("explore replay %s: exit code %d, want %d and %s:\n%s%s", args, r.Code, want.code, want.said, r.Stdout, r.Stderr)
		}
	}
}
