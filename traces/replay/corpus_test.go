package replay_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"interrex/impl"
	"interrex/impl/node"
	"interrex/impl/simulate"
	"interrex/internal/golden"
	"interrex/internal/testlevel"
	"interrex/traces"
	"interrex/traces/replay"
)

const corpus = "../corpus"

// An expectation says what replay must find out about a trace of traces/corpus/bad.
type expectation struct {
	Exit  int    `json:"exit"`
	File  string `json:"file"`
	Line  int    `json:"line"`
	Cause string `json:"cause"` // a part of what is said
}

// scenarios are the runs of the corpus.
func scenarios() map[string]recording {
	all := map[string]recording{}
	for i, a := range impl.Algorithms() {
		all[a.Name+"-calm"] = recording{Plan: calm(a.Name, uint64(i+2), 1, 2, 3)}
		all[a.Name+"-troubled"] = recording{Plan: troubled(a.Name, uint64(i+2), 3*time.Second, 2, 4, 1, 3)}
		if strings.HasPrefix(a.Name, "omega") { // whose leaders talk for ever
			all[a.Name+"-troubled"] = recording{Plan: troubled(a.Name, uint64(i+2), time.Second, 2, 1, 3)}
		}
	}
	raft, bully := troubled("raft", 1, 3*time.Second, 1, 2, 3), troubled("bully", 1, 3*time.Second, 1, 2, 3)
	all["raft-options"] = recording{raft, func(o *node.Options) { o.Config.PreVote, o.Config.CheckQuorum = true, true }}
	all["consensus-on-raft"] = recording{Plan: troubled("consensus on raft", 1, 3*time.Second, 1, 2, 3)}
	all["bully-loads"] = recording{bully, func(o *node.Options) { o.Config.Loads = []int{1, 3, 2} }}
	all["bully-alone"] = recording{Plan: calm("bully", 1, 7)}
	all["ring-alone"] = recording{Plan: calm("chang-roberts", 1, 7)}
	inside := calm("bully", 1, 1, 2, 3, 4)
	inside.Length = 12 * time.Second // its leader dies after the first word of its announcement
	inside.Faults = []simulate.Fault{{Kind: simulate.CrashInside, Node: 4, Messages: 1, For: 8 * time.Second}}
	all["bully-inside-a-broadcast"] = recording{Plan: inside}
	return all
}

// TestCorpusIsRecorded: what the implementation does now is what the model does, in every scenario;
// with -update it becomes the good part of the corpus. The bad part is not recorded: its traces were changed by
// hand, and expected.json has the place of each change.
func TestCorpusIsRecorded(t *testing.T) {
	testlevel.Alone(t)
	for name, r := range scenarios() {
		t.Run(name, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), name)
			if golden.Update() {
				folder = filepath.Join(corpus, "good", name)
				if err := os.RemoveAll(folder); err != nil {
					t.Fatal(err)
				}
			}
			record(t, r, name, folder)
			isAccepted(t, folder)
		})
	}
}

func isAccepted(t *testing.T, folder string) {
	t.Helper()
	r, err := follow(t, folder)
	switch {
	case err != nil:
		t.Fatal(err)
	case r.Verdict != replay.Accepted:
		t.Fatalf("%s: %s %s", r.Verdict, told(r), r.Why)
	case r.Followed != r.Events || r.Events == 0:
		t.Fatalf("%d events of %d are explained", r.Followed, r.Events)
	}
}

// TestCorpus: the good traces are accepted, and of each bad one is found out what is wrong, and where.
func TestCorpus(t *testing.T) {
	good, err := replay.Find([]string{filepath.Join(corpus, "good")})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, one := range good {
		names = append(names, filepath.Base(one.Name))
		isAccepted(t, one.Name)
	}
	for name := range scenarios() {
		if !slices.Contains(names, name) {
			t.Errorf("%s is not in the corpus: TestCorpusIsRecorded writes it with -update", name)
		}
	}
	text, err := os.ReadFile(filepath.Join(corpus, "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var expected map[string]expectation
	if err := json.Unmarshal(text, &expected); err != nil {
		t.Fatal(err)
	}
	folders, err := os.ReadDir(filepath.Join(corpus, "bad"))
	if err != nil || len(folders) != len(expected) {
		t.Fatalf("%d bad traces, %d expectations: %v", len(folders), len(expected), err)
	}
	for _, folder := range folders {
		want, known := expected[folder.Name()]
		if !known {
			t.Errorf("%s: nothing is expected of it", folder.Name())
		}
		if got := finding(t, filepath.Join(corpus, "bad", folder.Name())); got.Exit != want.Exit || got.File != want.File ||
			got.Line != want.Line || !strings.Contains(got.Cause, want.Cause) {
			t.Errorf("%s: found %+v, want %+v", folder.Name(), got, want)
		}
	}
}

// finding is what replay finds out about a trace.
func finding(t testing.TB, folder string) expectation {
	t.Helper()
	r, err := follow(t, folder)
	if fault := new(traces.Error); errors.As(err, &fault) {
		return expectation{150, filepath.Base(fault.File), fault.Line, fault.Err.Error()}
	}
	if err != nil {
		t.Fatal(err)
	}
	switch r.Verdict {
	case replay.Diverges:
		return expectation{12, filepath.Base(r.Diverged.File), r.Diverged.Line, told(r)}
	case replay.Inconclusive:
		return expectation{152, filepath.Base(r.Stopped.File), r.Stopped.Line, r.Why}
	}
	return expectation{}
}

// TestNobodyHasRecorded: files without an event are refused.
func TestNobodyHasRecorded(t *testing.T) {
	file := filepath.Join(t.TempDir(), "1.ndjson")
	const text = `{"interrex":2,"run":"r","algorithm":"bully","ids":[1],"node":1,"incarnation":1,"configuration":{}}` + "\n" + `{"end":0}` + "\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	found, err := replay.Find([]string{file})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := found[0].Replay(replay.Options{}); err == nil || !strings.Contains(err.Error(), "no event is recorded") {
		t.Errorf("%+v, %v", r, err)
	}
}
