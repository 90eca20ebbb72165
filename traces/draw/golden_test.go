package draw

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew; say why they changed")

func text(t *testing.T, run Run) string {
	t.Helper()
	var out strings.Builder
	if err := Text(&out, run); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func mermaid(t *testing.T, run Run) string {
	t.Helper()
	var out strings.Builder
	if err := Mermaid(&out, run); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestGolden(t *testing.T) {
	for _, s := range scenarios {
		t.Run(s.name, func(t *testing.T) {
			got := strings.TrimPrefix(strings.ReplaceAll(s.reason, "\n", "\n# "), "\n") + "\n" +
				"---- text\n" + text(t, s.run) + "---- mermaid\n" + mermaid(t, s.run)
			path := filepath.Join("testdata", s.name+".txt")
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s differs; got:\n%s", path, got)
			}
		})
	}
}

// A golden file that no scenario writes is checked by nobody.
func TestNoOrphanGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(scenarios) {
		t.Errorf("%d golden files, %d scenarios", len(files), len(scenarios))
	}
}
