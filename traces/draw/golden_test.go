package draw

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"interrex/internal/golden"
)

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

// A scenario is a run, small enough to be checked by hand. Its file holds the reason why it is shown, the run, and both
// renderings.
type scenario struct {
	name, head string // the head is all before the renderings
	run        Run
}

func scenarios(t *testing.T) (all []scenario) {
	names, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(names) == 0 {
		t.Fatal("no scenarios", err)
	}
	for _, name := range names {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		s := scenario{name: name}
		s.head, _, _ = strings.Cut(string(file), "---- text\n")
		_, run, _ := strings.Cut(s.head, "---- run\n")
		if err := json.Unmarshal([]byte(run), &s.run); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, s)
	}
	return all
}

func TestGolden(t *testing.T) {
	for _, s := range scenarios(t) {
		golden.File(t, s.name, s.head+"---- text\n"+text(t, s.run)+"---- mermaid\n"+mermaid(t, s.run))
	}
}

// nobody are lanes of which none has elected anyone.
func nobody(names ...string) (lanes []Lane) {
	for _, name := range names {
		lanes = append(lanes, Lane{Name: name, Note: "elected ⊥"})
	}
	return lanes
}
