package traces_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"interrex/traces"
)

// TestEnds: what is written is read; without a file any node may have been killed; what is wrong with a file is said in one line.
func TestEnds(t *testing.T) {
	folder := t.TempDir()
	none, err := traces.ReadEnds(folder)
	if err != nil || !none.MayBeKilled(1) {
		t.Errorf("without a file: %+v, %v", none, err)
	}
	if err := (traces.Ends{Nodes: map[int]string{1: traces.Well, 2: "killed"}}).Write(folder); err != nil {
		t.Fatal(err)
	}
	ends, err := traces.ReadEnds(folder)
	if err != nil || ends.MayBeKilled(1) || !ends.MayBeKilled(2) || !ends.MayBeKilled(3) {
		t.Errorf("read: %+v, %v", ends, err)
	}
	for text, want := range map[string]string{
		"":                           "want the end of each node, as JSON: ",
		"[]":                         "want the end of each node, as JSON: ",
		`{"nodes": {"one": "well"}}`: "want the end of each node, as JSON: ",
		`{"interrex": 9}`:            "version 9: unsupported; allowed is 2",
		`{"interrex": 2, "nodes": {"2": "banana"}}`: `node 2 ended "banana": unknown; allowed are "well" and "killed"`,
		strings.Repeat(" ", 1<<20) + "{}":           "1048578 bytes: too long",
	} {
		name := filepath.Join(folder, traces.EndsFile)
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := traces.ReadEnds(folder); err == nil || !strings.HasPrefix(err.Error(), name+": "+want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.30q: %v", text, err)
		}
	}
}

func FuzzParseEnds(f *testing.F) {
	f.Add([]byte(`{"interrex": 2, "nodes": {"1": "well", "2": "killed"}}`))
	f.Add([]byte(`{"interrex": 1}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		e, err := traces.ParseEnds(text)
		if err == nil && e.Interrex != traces.Version {
			t.Errorf("%q is read as %+v", text, e)
		}
	})
}
