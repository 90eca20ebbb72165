package draw

import (
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

func TestGolden(t *testing.T) {
	for _, s := range scenarios {
		t.Run(s.name, func(t *testing.T) {
			got := strings.TrimPrefix(strings.ReplaceAll(s.reason, "\n", "\n# "), "\n") + "\n" +
				"---- text\n" + text(t, s.run) + "---- mermaid\n" + mermaid(t, s.run)
			golden.File(t, filepath.Join("testdata", s.name+".txt"), got)
		})
	}
}
