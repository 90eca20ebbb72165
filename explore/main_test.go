package explore

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A reply is all that a call of the program leaves behind, files aside.
type reply struct {
	code           int
	stdout, stderr string
}

// whole is the program as it is.
var whole = Program{Elections: Catalogue()}.commands("explore")

// call runs the program with arguments separated by spaces.
func call(args string) reply { return callWith(strings.Fields(args)...) }

func callWith(args ...string) reply {
	var stdout, stderr strings.Builder
	code := run(context.Background(), whole, args, &stdout, &stderr)
	return reply{code, stdout.String(), stderr.String()}
}

// large are the worlds that take seconds under the race detector.
var large = regexp.MustCompile(`-algo=bully\S* -n=4|-ids=4,8,9,3|-algo=ring-detector -n=3|-algo=ring-maxid -n=4|-crashes=2|-n=6`)

// lastLine is the verdict of a text report.
func (r reply) lastLine() string {
	text := strings.TrimSuffix(r.stdout, "\n")
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// folder makes an empty folder the current one, but for a file called kept.
func folder(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile("kept", []byte("as it was"), 0o640); err != nil {
		t.Fatal(err)
	}
}

// checkUntouched checks that a folder is as folder has made it.
func checkUntouched(t *testing.T, args string) {
	t.Helper()
	files, err := filepath.Glob("*")
	hidden, _ := filepath.Glob(".*")
	text, _ := os.ReadFile("kept")
	if err != nil || len(files) != 1 || len(hidden) > 0 || string(text) != "as it was" {
		t.Fatalf("explore %s has written: %v %v %q", args, files, hidden, text)
	}
}

// allFlags are the flags of all commands.
func allFlags() (names []string) {
	for _, c := range whole.Commands {
		for _, f := range c.New(whole).Flags() {
			if f.Name != "" {
				names = append(names, "-"+f.Name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// TestFlagsWithoutAValue goes through all flags, also those that come later.
func TestFlagsWithoutAValue(t *testing.T) {
	for _, flag := range allFlags() {
		r := call("-algo=ring-watch -n=3 " + flag + "=")
		switch flag {
		case "-algo":
			r = call("-algo=")
		case "-n":
			r = call("-algo=ring-watch -n=")
		}
		if r.code != 151 || r.stdout != "" || !strings.HasPrefix(r.stderr, "explore: "+flag) || strings.Count(r.stderr, "\n") != 1 || jargon.MatchString(r.stderr) {
			t.Errorf("explore %s= says %q, which does not begin with the flag", flag, r.stderr)
		}
	}
}

// TestAnyCommandLine tries lines that no one has thought of. Whatever they are, the exit code is
// one of the table, a refusal is one line, and the last line of a report names the code.
func TestAnyCommandLine(t *testing.T) {
	words := []string{"bully", "ring", "ring-watch", "3", "2", "0", "-1", "1,2", "2,1,3", "x", "", "unlimited", "65535", "sync", "any",
		"perfect", "inaccurate", "bag", "lossy", "duplicating", "lost", "resent", "printed", "successor", "leader", "steps", "all",
		"first", "none", "vacuous", "text", "decides", "irrevocable,ends", "eventual-leadership", "1s", "1GiB", "true"}
	// The run is to be short, and its report a text on standard output.
	names := slices.DeleteFunc(allFlags(), func(name string) bool {
		return slices.Contains([]string{"-max-states", "-workers", "-o", "-format", "-store"}, name)
	})
	known := []int{0, 11, 12, 13, 75, 151, 152}
	rapid.Check(t, func(t *rapid.T) {
		algorithm := rapid.SampledFrom([]string{"bully", "bully-recovery", "ring", "ring-maxid", "ring-watch", "ring-detector", "ring-accept", "lelann", "chang-roberts", "raft", "omega-timely", "omega-minimal"})
		args := []string{"-max-states=40", "-quiet", "-n=3", "-algo=" + algorithm.Draw(t, "algorithm")}
		for range rapid.IntRange(0, 4).Draw(t, "flags") {
			args = append(args, rapid.SampledFrom(names).Draw(t, "name")+"="+rapid.SampledFrom(words).Draw(t, "value"))
		}
		r := callWith(args...)
		line := r.lastLine() + "\n"
		if r.code == 151 {
			line = r.stderr
		}
		if !slices.Contains(known, r.code) || !strings.HasSuffix(line, fmt.Sprintf("(exit %d)\n", r.code)) {
			t.Fatalf("explore %q: exit code %d\n%s%s", args, r.code, r.stdout, r.stderr)
		}
		if r.code == 151 && (r.stdout != "" || strings.Count(r.stderr, "\n") != 1) || r.code != 151 && r.stderr != "" {
			t.Fatalf("explore %q: standard output\n%sstandard error\n%s", args, r.stdout, r.stderr)
		}
	})
}

// algorithms are the names of all elections.
func algorithms() (names []string) {
	for _, a := range Catalogue() {
		names = append(names, a.Name)
	}
	return names
}
