package cluster

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"interrex/cmd/elect/internal/settings"
	"interrex/impl"
	"interrex/traces"
)

const corpus = "../../../../traces/corpus/"

// TestJudge: each verdict of replay has its exit code. TestCorpus of traces/replay has the verdict of every record.
func TestJudge(t *testing.T) {
	for folder, want := range map[string]int{"good/bully-calm": 0, "bad/overtaken": exitDiverges, "bad/cycle": exitMalformed, "bad/transfer": exitInconclusive} {
		if code := verdict(t, corpus+folder, nil); code != want {
			t.Errorf("%s: exit code %d, want %d", folder, code, want)
		}
	}
}

// TestJudgeOfTheDead: only of a node that is known to be dead may the end be missing.
func TestJudgeOfTheDead(t *testing.T) {
	alive := 0
	for id := impl.ID(1); id <= 3; id++ {
		if verdict(t, corpus+"bad/end-missing", []impl.ID{id}) == exitMalformed {
			alive++
		}
	}
	if alive != 2 {
		t.Errorf("of 3 nodes %d lack their end, and one does", 3-alive)
	}
}

// verdict is the exit code of a trace's verdict.
func verdict(t *testing.T, folder string, dead []impl.ID) int {
	t.Helper()
	s := &Settings{Trace: folder, Algorithm: impl.Algorithm{Name: algorithmOf(folder)}}
	err := judge(s, dead, Console{Out: io.Discard})
	var v settings.Exit
	switch {
	case err == nil:
		return 0
	case !errors.As(err, &v):
		t.Fatalf("%s: %v", folder, err)
	}
	return v.Code
}

// algorithmOf is that of the first file, as far as it says so.
func algorithmOf(folder string) string {
	text, err := os.ReadFile(filepath.Join(folder, traces.FileName(1)))
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(text), "\n")
	if l, err := traces.ParseLine([]byte(line)); err == nil && l.Header != nil {
		return l.Header.Algorithm
	}
	return ""
}

// TestPlan: equal seeds have equal plans. A plan has no fault in the last quarter of the run, names only members, and kills no
// node of a ring if its page has no crash.
func TestPlan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &Settings{N: rapid.IntRange(2, 7).Draw(t, "n"), Seed: rapid.Uint64().Draw(t, "seed"), Heartbeat: 50 * time.Millisecond,
			Algorithm: rapid.SampledFrom(impl.Algorithms()).Draw(t, "algorithm"),
			Duration:  time.Duration(rapid.IntRange(1, 60).Draw(t, "seconds")) * time.Second}
		faults := plan(s)
		if !reflect.DeepEqual(faults, plan(s)) {
			t.Fatal("it is another plan the second time")
		}
		for _, f := range faults {
			isNode := func(id impl.ID) bool { return 1 <= id && int(id) <= s.N }
			switch {
			case f.at < 0 || f.lasts <= 0 || 4*(f.at+f.lasts) > 3*s.Duration:
				t.Errorf("at %v: %v", f.at, f)
			case f.kind == kill && s.Algorithm.Blocks:
				t.Errorf("%s: %v", s.Algorithm.Name, f)
			case (f.kind != holdBack) != isNode(f.node), (len(f.ways) > 0) == isNode(f.node):
				t.Errorf("%v", f)
			}
			for _, w := range f.ways {
				if !isNode(w.from) || !isNode(w.to) || w.from == w.to {
					t.Errorf("%v", f)
				}
			}
		}
	})
}

// TestPlanHasAll: of each kind there is something, also ways that go in one direction only, and two
// nodes that are apart while others reach both.
func TestPlanHasAll(t *testing.T) {
	bully, err := impl.Find("bully")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, f := range plan(&Settings{N: 5, Seed: 1, Heartbeat: 50 * time.Millisecond, Algorithm: bully, Duration: 10 * time.Minute}) {
		seen[map[kind]string{kill: "kill", stop: "stop", holdBack: "cut"}[f.kind]] = true
		back := 0
		for _, w := range f.ways {
			if slices.Contains(f.ways, way{w.to, w.from}) {
				back++
			}
		}
		seen["one way"] = seen["one way"] || len(f.ways) > 0 && back == 0
		seen["two nodes"] = seen["two nodes"] || len(f.ways) == 2 && back == 2
	}
	for _, want := range []string{"kill", "stop", "cut", "one way", "two nodes"} {
		if !seen[want] {
			t.Errorf("there is no %s", want)
		}
	}
}

// TestOwes: an agreement counts that lasts, and begins in time; a run that is too short owes none.
func TestOwes(t *testing.T) {
	bully, err := impl.Find("bully")
	if err != nil {
		t.Fatal(err)
	}
	s := &Settings{Algorithm: bully, N: 3, Heartbeat: 50 * time.Millisecond, Duration: time.Minute}
	faults := []fault{{at: time.Second, lasts: 9 * time.Second}, {at: 2 * time.Second, lasts: time.Second}}
	last, bound, lasts := 10*time.Second, within(s), firm*s.Heartbeat
	reign := func(from, to time.Duration) []agreement {
		return []agreement{{leader: 3, from: from, to: to}}
	}
	for _, c := range []struct {
		name    string
		agreed  []agreement
		lasted  time.Duration
		missing bool
	}{
		{"from before the last fault on", reign(time.Second, time.Minute), time.Minute, false},
		{"at the last moment", reign(last+bound, last+bound+lasts), time.Minute, false},
		{"too late", reign(last+bound+1, time.Minute), time.Minute, true},
		{"for too short a time", reign(last+1, last+lasts), time.Minute, true},
		{"mostly before the last fault was over", reign(time.Second, last+lasts-1), time.Minute, true},
		{"never", nil, time.Minute, true},
		{"not yet", nil, last + bound, false},
		{"the second time", append(reign(last+1, last+2), reign(last+3, last+3+lasts)...), time.Minute, false},
	} {
		if text, missing := owes(s, faults, &outcome{agreed: c.agreed, lasted: c.lasted}); missing != c.missing {
			t.Errorf("%s: %s, missing %t", c.name, text, missing)
		}
	}
}

// TestCalmIsLongEnough: half a minute, which is what CI gives, is enough for what any algorithm owes.
func TestCalmIsLongEnough(t *testing.T) {
	for _, a := range impl.Algorithms() {
		s := &Settings{Algorithm: a, N: 4, Heartbeat: 50 * time.Millisecond, Duration: 30 * time.Second}
		if left := s.Duration - calm(s); left < within(s)+firm*s.Heartbeat {
			t.Errorf("%s: %v are left, and %v are to be given", a.Name, left, within(s))
		}
	}
}
