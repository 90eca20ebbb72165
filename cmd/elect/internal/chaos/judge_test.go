package chaos

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"interrex/cmd/elect/internal/cluster"
	"interrex/impl"
	"interrex/traces"
)

// TestJudge: the records of the corpus get the verdicts that it says.
func TestJudge(t *testing.T) {
	corpus := filepath.Join("..", "..", "..", "..", "traces", "corpus")
	text, err := os.ReadFile(filepath.Join(corpus, "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var expected map[string]struct{ Exit int }
	if err := json.Unmarshal(text, &expected); err != nil {
		t.Fatal(err)
	}
	seen := map[int]int{}
	good, err := filepath.Glob(filepath.Join(corpus, "good", "*"))
	if err != nil {
		t.Fatal(err)
	}
	bad, err := filepath.Glob(filepath.Join(corpus, "bad", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range append(good, bad...) {
		code := verdict(t, folder, nil)
		if seen[code]++; code != expected[filepath.Base(folder)].Exit {
			t.Errorf("%s: exit code %d, want %d", folder, code, expected[filepath.Base(folder)].Exit)
		}
	}
	for _, code := range []int{0, exitDiverges, exitMalformed, exitInconclusive} {
		if seen[code] == 0 {
			t.Errorf("nothing has exit code %d", code)
		}
	}
}

// TestJudgeOfTheDead: only of a node that is known to be dead may the end be missing.
func TestJudgeOfTheDead(t *testing.T) {
	folder := filepath.Join("..", "..", "..", "..", "traces", "corpus", "bad", "end-missing")
	alive := 0
	for id := impl.ID(1); id <= 3; id++ {
		if verdict(t, folder, []impl.ID{id}) == exitMalformed {
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
	s := &cluster.Settings{Trace: folder, Algorithm: impl.Algorithm{Name: algorithmOf(folder)}}
	err := judge(s, dead, cluster.Console{Out: io.Discard})
	var v Verdict
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
