package replay_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"interrex/traces"
	"interrex/traces/replay"
)

// TestParts: a run whose files are in parts is followed as the whole is, whatever the order in which they are named;
// one of which a part is missing is not followed.
func TestParts(t *testing.T) {
	found, err := replay.Find([]string{"../corpus/good/bully-calm"})
	if err != nil {
		t.Fatal(err)
	}
	o := replay.Options{World: replay.Perfect()}
	want, err := found[0].Replay(o)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for _, name := range found[0].Files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := bytes.SplitAfter(text, []byte("\n"))
		for i, part := range [][][]byte{lines[:1], lines[1:3], lines[3:]} {
			as := filepath.Base(name)
			if i > 0 {
				as = strings.TrimSuffix(as, ".ndjson") + []string{".2", ".3"}[i-1] + ".ndjson"
			}
			if err := os.WriteFile(filepath.Join(folder, as), bytes.Join(part, nil), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	if found, err = replay.Find([]string{folder}); err != nil {
		t.Fatal(err)
	}
	got, err := found[0].Replay(o)
	if err != nil {
		t.Fatal(err)
	}
	if got.Verdict != want.Verdict || got.Events != want.Events || got.Followed != want.Followed {
		t.Errorf("in parts: %s, %d events, %d followed; whole: %s, %d, %d", got.Verdict, got.Events, got.Followed, want.Verdict, want.Events, want.Followed)
	}
	for _, missing := range []string{"1.ndjson", "1.2.ndjson"} {
		path := filepath.Join(folder, missing)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		found, err := replay.Find([]string{folder})
		if err != nil {
			t.Fatal(err)
		}
		where := new(traces.Error)
		if _, err := found[0].Replay(o); !errors.As(err, &where) || !strings.Contains(err.Error(), "a run is followed from its beginning") {
			t.Errorf("without %s: %v", missing, err)
		}
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
