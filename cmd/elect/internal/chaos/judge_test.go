package chaos

import (
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
