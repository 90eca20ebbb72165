package mutants

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"interrex/internal/testlevel"
)

// A mutant is one wound. Its name says what the wounded program does.
type mutant struct {
	name string
	in   string // the folder of the package that is wounded, from the root of the module; "": that of the test
	old  string // lines that stand there exactly once, in whichever file
	new  string // what stands in their place

	pkg, test string // the test that must fail, and the folder of its package
}

// A room is what a list of mutants wounds.
type room struct {
	name    string
	mutants []mutant
}

var rooms = []room{{"the loop", loop}, {"the network", wires}, {"the disk", disk}, {"the guard", guards}}

var find = flag.String("find", "", "give each mutant to the tests of its package that match, and say which fail")

// limit is when a test is held to hang. It is generous: none takes longer than seconds.
const limit = 90 * time.Second

const root = "../.."

// TestEachWoundsLinesThatAreThere: a mutant whose lines have changed is written anew, and no two are called alike.
func TestEachWoundsLinesThatAreThere(t *testing.T) {
	called := map[string]bool{}
	for _, r := range rooms {
		for _, m := range r.mutants {
			if _, _, err := m.wounded(); err != nil {
				t.Error(err)
			}
			if called[m.name] || m.old == m.new || m.test == "" {
				t.Errorf("%s | two are called so, or it wounds nothing, or it has no test", m.name)
			}
			called[m.name] = true
		}
	}
}

// TestMutants gives each mutant to the test that must fail over it.
func TestMutants(t *testing.T) {
	testlevel.Night(t, "each mutant is compiled, which takes minutes for all of them")
	for _, r := range rooms {
		for _, m := range r.mutants {
			t.Run(r.name+"/"+m.name, func(t *testing.T) {
				t.Parallel()
				m.try(t)
			})
		}
	}
}

// try compiles the mutant and runs its test, which must fail.
func (m mutant) try(t *testing.T) {
	t.Helper()
	overlay := m.overlay(t)
	which := "^" + m.test + "$"
	if *find != "" {
		which = *find
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*limit)
	defer cancel()
	c := exec.CommandContext(ctx, "go", "test", "-overlay="+overlay, "-count=1", "-vet=off", "-short",
		"-ldflags=-s -w", "-timeout="+limit.String(), "-run="+which, "./"+m.pkg)
	c.Dir = root
	c.Env = append(os.Environ(), "RAPID_NOFAILFILE=1")
	out, err := c.CombinedOutput()
	text := string(out)
	failed := regexp.MustCompile(`(?m)^--- FAIL: (\S+)`).FindAllStringSubmatch(text, -1)
	var exit *exec.ExitError
	switch {
	case err != nil && !errors.As(err, &exit):
		t.Fatalf("%v\n%s", err, text)
	case strings.Contains(text, "panic: test timed out") || ctx.Err() != nil:
		t.Fatalf("%s | its test hangs:\n%.3000s", m.name, text)
	case strings.Contains(text, "[build failed]") || strings.Contains(text, "[setup failed]"):
		t.Fatalf("%s | it is not compiled:\n%s", m.name, text)
	case strings.Contains(text, "no tests to run"):
		t.Fatalf("%s has no test %s", m.pkg, m.test)
	}
	for _, f := range failed {
		t.Logf("%s | %s fails", m.name, f[1])
	}
	if err == nil {
		t.Errorf("%s | it survives %s", m.name, which)
	}
}

// overlay makes the files that go test -overlay takes.
func (m mutant) overlay(t *testing.T) string {
	t.Helper()
	file, source, err := m.wounded()
	if err != nil {
		t.Fatal(err)
	}
	path, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	wounded := filepath.Join(folder, filepath.Base(file))
	if err := os.WriteFile(wounded, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	list, err := json.Marshal(map[string]map[string]string{"Replace": {path: wounded}})
	if err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(overlay, list, 0o600); err != nil {
		t.Fatal(err)
	}
	return overlay
}

// folder is that of the package that is wounded, from the root of the module.
func (m mutant) folder() string { return cmp.Or(m.in, m.pkg) }

// wounded finds the file with the lines, and is its text with the wound.
func (m mutant) wounded() (file, text string, err error) {
	files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(m.folder()), "*.go"))
	if err != nil {
		return "", "", err
	}
	count := 0
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		source, err := os.ReadFile(f)
		if err != nil {
			return "", "", err
		}
		if here := strings.Count(string(source), m.old); here > 0 {
			count += here
			file, text = f, strings.Replace(string(source), m.old, m.new, 1)
		}
	}
	if count != 1 {
		return "", "", fmt.Errorf("%s | %s has these lines %d times, and must have them once:\n%s", m.name, m.folder(), count, m.old)
	}
	return file, text, nil
}
