package traces_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"interrex/traces"
)

// record records events of node 3, over two incarnations, and gives back what stands in its parts, by name.
func record(t *testing.T, folder string, most int64, events int) map[string]string {
	t.Helper()
	for incarnation := uint64(1); incarnation <= 2; incarnation++ {
		w, err := traces.OpenWithin(folder, &traces.Header{Run: "r", Algorithm: "bully", IDs: []int{3}, Node: 3, Incarnation: incarnation}, most)
		if err != nil {
			t.Fatal(err)
		}
		for i := range events {
			if err := w.Write(&traces.Event{Clock: []uint64{incarnation*traces.Era + uint64(i) + 1}, Action: "start"}); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.End(); err != nil {
			t.Fatal(err)
		}
	}
	parts := map[string]string{}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		info, wrong := e.Info()
		if err != nil || wrong != nil || info.Mode().Perm() != 0o600 {
			t.Error(e.Name(), info, err, wrong)
		}
		parts[e.Name()] = string(text)
	}
	if info, err := os.Stat(folder); err != nil || info.Mode() != fs.ModeDir|0o700 {
		t.Error(info.Mode(), err)
	}
	return parts
}

// TestParts: as long as nothing is dropped the parts are, one after the other, what is written without a bound; then
// they stay within it, and the newest end as the whole does.
func TestParts(t *testing.T) {
	whole := record(t, filepath.Join(t.TempDir(), "a"), 0, 30)["3.ndjson"]
	if whole == "" {
		t.Fatal("nothing is written")
	}
	names := []string{"3.ndjson", "3.2.ndjson", "3.3.ndjson", "3.4.ndjson"}
	together := ""
	parts := record(t, filepath.Join(t.TempDir(), "b"), int64(len(whole)*5/4), 30)
	for _, name := range names {
		together += parts[name]
	}
	if together != whole || len(parts) != len(names) {
		t.Errorf("%d parts are not the whole:\n%s", len(parts), together)
	}
	for _, most := range []int{1000, 2000, len(whole) / 2} {
		size, longest := 0, ""
		for name, text := range record(t, filepath.Join(t.TempDir(), "c"), int64(most), 30) {
			size += len(text)
			if !strings.Contains(whole, text) || !strings.HasSuffix(text, "\n") {
				t.Errorf("%s is no part of the whole: %q", name, text)
			}
			if strings.HasSuffix(whole, text) {
				longest = name
			}
		}
		if size > most || size < most/2 || longest == "" {
			t.Errorf("%d bytes at most, and %d are kept; the end is in %q", most, size, longest)
		}
	}
}

func TestPartsAreNamed(t *testing.T) {
	for name, want := range map[string]struct {
		file   string
		number int
	}{
		"3.ndjson": {"3.ndjson", 1}, "d/3.2.ndjson": {"d/3.ndjson", 2}, "3.10.ndjson": {"3.ndjson", 10}, "3.1.ndjson": {"3.1.ndjson", 1},
		"a.2.ndjson": {"a.2.ndjson", 1}, "3.2.json": {"3.2.json", 1}, "3.99999999999.ndjson": {"3.99999999999.ndjson", 1},
	} {
		if file, number := traces.Part(name); file != want.file || number != want.number {
			t.Errorf("%s is part %d of %s", name, number, file)
		}
	}
}
