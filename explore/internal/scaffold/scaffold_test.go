package scaffold

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"interrex/explore/internal/commandtest"
	"interrex/internal/check"
	"interrex/internal/testlevel"
)

// Each test waits for builds of the go command.
func TestMain(m *testing.M) { testlevel.Main(m, "^$") }

// inFolder runs the go command without the network.
func inFolder(t *testing.T, folder string, args ...string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), "go", args...)
	c.Dir, c.Env = folder, append(os.Environ(), "GOPROXY=off", "GOWORK=off")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Errorf("go %s: %v: %s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// TestNew: each kind is formatted, is built and passes its test, its program checks it, and its test fails if the election is wrong.
func TestNew(t *testing.T) {
	wounds := map[string][2]string{ // in a file, what to write in place of what
		"ring":   {"ring.go", "m.ID > p.ID:;m.ID > 0:"},
		"timers": {"bully.go", "p.Send(from, Answer{});p.Send(from, Leader{})"},
		"lease":  {"main.go", "Deadline: 2;Deadline: 3"},
	}
	for _, kind := range kinds() {
		folder := filepath.Join(t.TempDir(), "an own's")
		r := commandtest.Call(t.Context(), Command(), "new", kind, folder)
		if r.Code != check.ExitHolds || !strings.Contains(r.Stdout, `/an own'\''s' && go test .)`) || r.Stderr != "" {
			t.Fatalf("%s: %+v", kind, r)
		}
		if out, err := exec.CommandContext(t.Context(), "gofmt", "-l", folder).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: not formatted: %v: %s", kind, err, out)
		}
		inFolder(t, folder, "test", ".")
		inFolder(t, folder, "build", "-o", "own", ".")
		out, err := exec.CommandContext(t.Context(), filepath.Join(folder, "own"), "-n=3", "-quiet").CombinedOutput()
		if err != nil || !strings.Contains(string(out), "verdict: holds: everything asked for, in all ") {
			t.Errorf("%s: %v: %s", kind, err, out)
		}
		if kind != "lease" && testlevel.Quick() {
			continue // each takes a build
		}
		file := filepath.Join(folder, wounds[kind][0])
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		before, after, _ := strings.Cut(wounds[kind][1], ";")
		wounded := strings.Replace(string(text), before, after, 1)
		if err := os.WriteFile(file, []byte(wounded), 0o600); err != nil || wounded == string(text) {
			t.Fatalf("%s: %v: no %q in %s", kind, err, before, file)
		}
		c := exec.CommandContext(t.Context(), "go", "test", ".")
		c.Dir = folder
		if out, err := c.CombinedOutput(); err == nil || !strings.Contains(string(out), " is violated: ") || !strings.Contains(string(out), "reproduce: go test -run '^Test") {
			t.Errorf("%s: the wounded election passes: %v: %s", kind, err, out)
		}
	}
}

// TestNewRefuses: what is wrong is said in one line, and no file is overwritten.
func TestNewRefuses(t *testing.T) {
	folder := t.TempDir()
	mine := filepath.Join(folder, "lease_test.go")
	if err := os.WriteFile(mine, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"new lease " + folder: "explore: " + mine + ": it exists already; name a new folder (exit 151)\n",
		"new leas " + folder:  "explore: new leas: there is no such kind; the kinds are lease, ring, timers (exit 151)\n",
		"new ring":            "explore: new: a kind and a folder are required; write explore new lease|ring|timers DIR (exit 151)\n",
	} {
		r := commandtest.Call(t.Context(), Command(), strings.Fields(args)...)
		if r.Code != check.ExitFlags || r.Stderr != want {
			t.Errorf("%s: %+v, want %s", args, r, want)
		}
	}
	entries, err := os.ReadDir(folder)
	text, err2 := os.ReadFile(mine)
	if err != nil || err2 != nil || len(entries) != 1 || string(text) != "mine" {
		t.Errorf("%v, %v: there are %v, and the file says %s", err, err2, entries, text)
	}
}
