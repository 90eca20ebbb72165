package mutants

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"interrex/internal/testlevel"
)

// Nothing of it runs in more than one goroutine, or waits for other programs.
func TestMain(m *testing.M) { testlevel.Main(m, "^$") }

// A mutant is one wound. Its name says what the wounded program does.
type mutant struct {
	name      string
	pkg, test string // the test that must fail, and the folder of its package below impl
	old, new  string // lines that stand exactly once in the package, and what stands in their place
}

// limit is when a test is held to hang. It is generous: none takes longer than seconds.
const limit = 90 * time.Second

// TestEachWoundsLinesThatAreThere: a mutant whose lines have changed is written anew.
func TestEachWoundsLinesThatAreThere(t *testing.T) {
	for _, m := range mutants {
		if _, _, err := m.wounded(); err != nil || m.old == m.new {
			t.Errorf("%s | %v", m.name, err)
		}
	}
}

// TestMutants gives each mutant to the test that must fail over it.
func TestMutants(t *testing.T) {
	testlevel.Night(t, "each mutant is compiled, which takes minutes for all of them")
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			m.try(t)
		})
	}
}

// try compiles the mutant and runs its test, which must fail.
func (m mutant) try(t *testing.T) {
	t.Helper()
	file, source, err := m.wounded()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	overlay, wounded := filepath.Join(folder, "overlay.json"), filepath.Join(folder, filepath.Base(file))
	list, err := json.Marshal(map[string]map[string]string{"Replace": {file: wounded}})
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{wounded: source, overlay: string(list)} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*limit)
	defer cancel()
	c := exec.CommandContext(ctx, "go", "test", "-overlay="+overlay, "-count=1", "-vet=off", "-short",
		"-ldflags=-s -w", "-timeout="+limit.String(), "-run=^"+m.test+"$", "../"+m.pkg)
	c.Env = append(os.Environ(), "RAPID_NOFAILFILE=1")
	out, err := c.CombinedOutput()
	text := string(out)
	switch {
	case strings.Contains(text, "panic: test timed out") || ctx.Err() != nil:
		t.Fatalf("its test hangs:\n%.3000s", text)
	case err == nil:
		t.Fatalf("it survives %s\n%s", m.test, text) // also if there is no such test
	case !strings.Contains(text, "--- FAIL: "+m.test):
		t.Fatalf("it is not compiled:\n%s", text)
	}
}

// wounded finds the file with the lines, and is its text with the wound.
func (m mutant) wounded() (file, text string, err error) {
	files, err := filepath.Glob(filepath.Join("..", filepath.FromSlash(m.pkg), "*.go"))
	if err != nil {
		return "", "", err
	}
	count := 0
	for _, f := range files {
		source, err := os.ReadFile(f)
		if err != nil {
			return "", "", err
		}
		if here := strings.Count(string(source), m.old); here > 0 && !strings.HasSuffix(f, "_test.go") {
			count += here
			file, text = f, strings.Replace(string(source), m.old, m.new, 1)
		}
	}
	if count != 1 {
		return "", "", fmt.Errorf("%s has these lines %d times, and must have them once:\n%s", m.pkg, count, m.old)
	}
	file, err = filepath.Abs(file)
	return file, text, err
}
