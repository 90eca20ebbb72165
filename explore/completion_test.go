package explore

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/creack/pty"

	"interrex/internal/testlevel"
)

// asProgram makes the test's own binary be the program, for shells that call it.
const asProgram = "INTERREX_TEST_AS_EXPLORE"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		Main(Catalogue()...)
	}
	testlevel.Main(m, "Workers|Interrupted")
}

// shell is the path of a shell and a folder with a program explore in it and the script for the shell.
func shell(t *testing.T, name string) (path, folder string) {
	t.Helper()
	path, err := exec.LookPath(name)
	testlevel.Needs(t, err)
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder = t.TempDir()
	program := fmt.Sprintf("#!/bin/sh\n%s=1 exec '%s' \"$@\"\n", asProgram, own)
	if err := os.WriteFile(filepath.Join(folder, "explore"), []byte(program), 0o755); err != nil {
		t.Fatal(err)
	}
	r := call("completion " + name)
	if r.code != 0 {
		t.Fatalf("explore completion %s: exit code %d, %s", name, r.code, r.stderr)
	}
	if err := os.WriteFile(filepath.Join(folder, "script"), []byte(r.stdout), 0o644); err != nil {
		t.Fatal(err)
	}
	return path, folder
}

// inShell is a command in a shell that finds the program first.
func inShell(t *testing.T, path, folder string, args ...string) *exec.Cmd {
	c := exec.CommandContext(t.Context(), path, args...)
	c.Dir = folder
	c.Env = append(os.Environ(), "PATH="+folder+":"+os.Getenv("PATH"), "HOME="+folder, "XDG_CONFIG_HOME="+folder, "XDG_DATA_HOME="+folder, "TERM=xterm")
	return c
}

// TestFish: what fish would offer.
func TestFish(t *testing.T) {
	path, folder := shell(t, "fish")
	for _, test := range []struct{ line, want string }{
		{"explore mea", "measure"},
		{"explore step -algo=chang", "-algo=chang-roberts"},
		{"explore -algo=bully -property=decides,en", "-property=decides,ends"},
		{"explore completion fish x", ""},
	} {
		out, err := inShell(t, path, folder, "--no-config", "-c", "source ./script; complete -C '"+test.line+"'").CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != test.want {
			t.Errorf("%s: %v, %q, want %q", test.line, err, got, test.want)
		}
	}
}

// TestTabs: in a terminal, tabs complete the line; a function shows what the program is called with.
func TestTabs(t *testing.T) {
	for name, start := range map[string]struct {
		args  []string
		setup string
	}{
		"bash": {[]string{"--norc", "-i"}, "source ./script; PS1='>'; bind 'set enable-bracketed-paste off'"},
		"zsh":  {[]string{"-f", "-i"}, "autoload -Uz compinit; compinit -u -D; source ./script; PS1='>'; unsetopt zle_bracketed_paste 2>/dev/null"},
	} {
		t.Run(name, func(t *testing.T) {
			path, folder := shell(t, name)
			running := inShell(t, path, folder, start.args...)
			outside, err := pty.Start(running)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { // a shell that is hung up writes its history, into a folder that is being removed
				_ = running.Process.Kill()
				_ = running.Wait()
				_ = outside.Close()
			}()
			screen := &reader{from: outside}
			write(t, outside, start.setup+"; echo rea''dy\n")
			screen.until(t, "ready")
			write(t, outside, "explore() { command explore \"$@\" || true; [ \"$1\" = completion ] || echo \"called with $* .\"; }; echo se''t\n")
			screen.until(t, "set")
			write(t, outside, "explore che\t-algo=bully-r\t-timeo\tcl\t-n=x\n")
			if got := screen.until(t, " .\r\n"); !strings.HasSuffix(got, "called with check -algo=bully-recovery -timeouts=clock -n=x") {
				t.Errorf("the line became %q", got)
			}
		})
	}
}

func write(t *testing.T, w io.Writer, keys string) {
	t.Helper()
	if _, err := io.WriteString(w, keys); err != nil {
		t.Fatal(err)
	}
}

// A reader reads what a terminal is sent.
type reader struct {
	from io.Reader
	seen string
}

func (r *reader) until(t *testing.T, text string) (before string) {
	t.Helper()
	for buffer := make([]byte, 4096); !strings.Contains(r.seen, text); {
		n, err := r.from.Read(buffer)
		if err != nil {
			t.Fatalf("%v, and no %q in %q", err, text, r.seen)
		}
		r.seen += string(buffer[:n])
	}
	before, r.seen, _ = strings.Cut(r.seen, text)
	return before
}
