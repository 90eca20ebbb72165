package replay_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"interrex/impl"
	"interrex/traces"
)

// files are those of a trace, by name, in lines without newlines.
type files map[string][]string

func readFiles(t testing.TB, folder string) files {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.ndjson"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: no trace: %v", folder, err)
	}
	all := files{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(name)] = strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	}
	return all
}

func (f files) write(t testing.TB, folder string) {
	t.Helper()
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, lines := range f {
		text := strings.Join(lines, "\n")
		if len(lines) > 0 && !strings.HasSuffix(text, "\x00") {
			text += "\n"
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(strings.TrimSuffix(text, "\x00")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// at finds the first line of a file that has all these words, and its number.
func (f files) at(file string, words ...string) (line *string, number int) {
	for i := range f[file] {
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(f[file][i], w) }) {
			return &f[file][i], i + 1
		}
	}
	panic(fmt.Sprintf("no line of %s has %q", file, words))
}

// change replaces a part of that line.
func (f files) change(file, old, by string, words ...string) int {
	line, number := f.at(file, append(words, old)...)
	*line = strings.Replace(*line, old, by, 1)
	return number
}

func (f files) event(t testing.TB, file string, number int) *traces.Event {
	t.Helper()
	l, err := traces.ParseLine([]byte(f[file][number-1]))
	if err != nil || l.Event == nil {
		t.Fatalf("%s:%d: no event: %v", file, number, err)
	}
	return l.Event
}

func (f files) put(file string, number int, e *traces.Event) {
	f[file][number-1] = string(bytes.TrimSuffix(traces.AppendEvent(nil, e), []byte("\n")))
}

// A wounding makes a bad trace of a good one, and says what is to be found out about it.
type wounding struct {
	of   string // the good one
	make func(t testing.TB, f files) expectation
}

const (
	stateAfter = "the state afterwards is the model's"
	whatItSent = "it sends what the rules send"
)

// woundings are the bad traces. Where each is wounded is known from the wound, not from replay.
func woundings() map[string]wounding {
	return map[string]wounding{
		"state-changed": {"bully-calm", func(_ testing.TB, f files) expectation {
			return expectation{12, "1.ndjson", f.change("1.ndjson", `"elected":"3"`, `"elected":"2"`), stateAfter}
		}},
		"send-added": {"bully-calm", func(t testing.TB, f files) expectation {
			n := 0
			for i := range f["3.ndjson"] {
				if strings.Contains(f["3.ndjson"][i], `"sends"`) {
					n = i + 1
				}
			}
			e := f.event(t, "3.ndjson", n)
			last := e.Sends[len(e.Sends)-1]
			count, err := strconv.Atoi(strings.TrimPrefix(last.ID, "3.1."))
			if err != nil {
				t.Fatal(err)
			}
			last.ID = fmt.Sprintf("3.1.%d", count+1)
			e.Sends = append(e.Sends, last)
			f.put("3.ndjson", n, e)
			return expectation{12, "3.ndjson", n, whatItSent}
		}},
		"timer-not-armed": {"bully-troubled", func(_ testing.TB, f files) expectation {
			n := f.change("3.ndjson", `"timeout T","timer":"T"`, `"timeout T'","timer":"T'"`)
			return expectation{12, "3.ndjson", n, "the timer is armed"}
		}},
		"vote-forgotten": {"raft-troubled", func(t testing.TB, f files) expectation {
			_, n := f.at("3.ndjson", `"restart"`, `"votedFor":"`)
			e := f.event(t, "3.ndjson", n)
			for i, v := range e.After {
				if v.Name == "term" {
					e.After[i].Value = "0"
				}
				if v.Name == "votedFor" {
					e.After[i].Value = "⊥"
				}
			}
			f.put("3.ndjson", n, e)
			return expectation{12, "3.ndjson", n, stateAfter}
		}},
		"line-lost": {"bully-calm", func(_ testing.TB, f files) expectation {
			f["2.ndjson"] = slices.Delete(f["2.ndjson"], 2, 3)
			return expectation{150, "2.ndjson", 3, "event 3: want 2"}
		}},
		"line-duplicated": {"bully-calm", func(_ testing.TB, f files) expectation {
			f["2.ndjson"] = slices.Insert(f["2.ndjson"], 3, f["2.ndjson"][2])
			return expectation{150, "2.ndjson", 4, "event 2: want 3"}
		}},
		"lines-reordered": {"bully-calm", func(_ testing.TB, f files) expectation {
			l := f["2.ndjson"]
			l[2], l[3] = l[3], l[2]
			return expectation{150, "2.ndjson", 3, "event 3: want 2"}
		}},
		"end-missing": {"bully-calm", func(_ testing.TB, f files) expectation {
			l := f["2.ndjson"]
			f["2.ndjson"] = l[:len(l)-1]
			return expectation{150, "2.ndjson", len(l), "want an end after event"}
		}},
		"line-torn": {"bully-calm", func(_ testing.TB, f files) expectation {
			l := f["2.ndjson"]
			l[len(l)-1] = l[len(l)-1][:3] + "\x00"
			return expectation{150, "2.ndjson", len(l), "want an end after event"}
		}},
		"file-empty": {"bully-calm", func(_ testing.TB, f files) expectation {
			f["2.ndjson"] = nil
			return expectation{150, "2.ndjson", 1, "want a header"}
		}},
		"file-missing": {"bully-calm", func(_ testing.TB, f files) expectation {
			delete(f, "3.ndjson")
			_, n := f.at("1.ndjson", `"from":3`)
			return expectation{150, "1.ndjson", n, "node 3, which has no file"}
		}},
		"file-cut": {"bully-calm", func(t testing.TB, f files) expectation {
			_, n := f.at("3.ndjson", `"sends"`)
			f["3.ndjson"] = append(f["3.ndjson"][:n-1:n-1], fmt.Sprintf(`{"end":%d}`, n-2))
			for i := 1; i < len(f["1.ndjson"]); i++ {
				if e := f.event(t, "1.ndjson", i+1); e.Clock[2] >= traces.Era+uint64(n-1) {
					return expectation{150, "1.ndjson", i + 1, "3.ndjson ends before it"}
				}
			}
			panic("nobody heard of it")
		}},
		"other-version": {"bully-calm", func(_ testing.TB, f files) expectation {
			return expectation{150, "2.ndjson", f.change("2.ndjson", `"interrex":2`, `"interrex":1`), "version 1 does not say whom a node suspects; record anew"}
		}},
		"other-algorithm": {"bully-calm", func(_ testing.TB, f files) expectation {
			return expectation{150, "2.ndjson", f.change("2.ndjson", `"bully"`, `"raft"`), `algorithm "raft": want "bully"`}
		}},
		"unknown-algorithm": {"bully-calm", func(_ testing.TB, f files) expectation {
			for name := range f {
				f.change(name, `"bully"`, `"paxos"`)
			}
			return expectation{150, "1.ndjson", 1, `algorithm "paxos": the model has`}
		}},
		"two-runs": {"bully-calm", func(_ testing.TB, f files) expectation {
			return expectation{150, "3.ndjson", f.change("3.ndjson", `"run":"bully-calm"`, `"run":"another"`), `run "another": want "bully-calm"`}
		}},
		"cycle": {"bully-calm", func(t testing.TB, f files) expectation {
			a, b := f.event(t, "1.ndjson", 3), f.event(t, "2.ndjson", 3)
			a.Clock[1], b.Clock[0] = b.Clock[1], a.Clock[0]
			f.put("1.ndjson", 3, a)
			f.put("2.ndjson", 3, b)
			return expectation{150, "1.ndjson", 3, "a cycle: it comes after itself"}
		}},
		"message-from-nowhere": {"bully-calm", func(_ testing.TB, f files) expectation {
			n := f.change("1.ndjson", `"id":"3.1.`, `"id":"3.1.9`, `"deliver"`)
			return expectation{150, "1.ndjson", n, "no line before has sent it"}
		}},
		"message-changed": {"bully-calm", func(_ testing.TB, f files) expectation {
			n := f.change("1.ndjson", `"text":"COORDINATOR(3)"`, `"text":"COORDINATOR(2)"`)
			return expectation{150, "1.ndjson", n, "it was sent as COORDINATOR(3)"}
		}},
		"overtaken": {"bully-calm", func(t testing.TB, f files) expectation {
			_, n := f.at("1.ndjson", `"text":"OK"`, `"from":3`)
			ok, coordinator := f.event(t, "1.ndjson", n), f.event(t, "1.ndjson", n+1) // of one step of node 3
			ok.Message, coordinator.Message = coordinator.Message, ok.Message
			f.put("1.ndjson", n, ok)
			f.put("1.ndjson", n+1, coordinator)
			return expectation{12, "1.ndjson", n, "the message is the first on its channel"}
		}},
	}
}

// wound writes the bad traces of the corpus, and what is expected of them.
func wound(t *testing.T) {
	t.Helper()
	bad := filepath.Join(corpus, "bad")
	if err := os.RemoveAll(bad); err != nil {
		t.Fatal(err)
	}
	all := woundings()
	expected := map[string]expectation{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		f := readFiles(t, filepath.Join(corpus, "good", all[name].of))
		expected[name] = all[name].make(t, f)
		f.write(t, filepath.Join(bad, name))
	}
	record(t, recording{algorithm: "raft", members: []impl.ID{1, 2, 3}, seed: 1, run: "transfer", folder: filepath.Join(bad, "transfer"), act: handOver})
	for file := range readFiles(t, filepath.Join(bad, "transfer")) {
		for i, line := range readFiles(t, filepath.Join(bad, "transfer"))[file] {
			if strings.Contains(line, `"action":"transfer"`) {
				expected["transfer"] = expectation{152, file, i + 1, "RF16"}
			}
		}
	}
	text, err := json.MarshalIndent(expected, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(corpus, "expected.json"), append(text, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}

// handOver lets the leader hand over to another.
func handOver(s *stage) {
	s.pass(calmEnough)
	for id, n := range s.running {
		if n.Leader().Self {
			to := s.members[0]
			if to == id {
				to = s.members[1]
			}
			if err := n.Transfer(s.t.Context(), to); err != nil {
				s.t.Error(err)
			}
			break
		}
	}
	s.pass(calmEnough)
}
