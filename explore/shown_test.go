package explore

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"interrex/explore/internal/crosscheck/tlc"
	"interrex/impl"
	"interrex/internal/testlevel"
)

var (
	exploring   = regexp.MustCompile(`^\$ go run \./cmd/explore(?: +(.*?))?(?: +# exit (\d+))?$`)
	quotedOrNot = regexp.MustCompile(`'[^']*'|\S+`)
	fence       = regexp.MustCompile("^```(\\w*)$")
)

// shownPages show commands with their output.
var shownPages = []string{"README.md", "docs/first-steps.md", "docs/reading-a-counterexample.md", "docs/properties.md", "docs/performance.md",
	"docs/notes/costs.md", "docs/notes/crosscheck.md", "docs/notes/promises.md"}

// rerun is a page with the outputs that its commands have now, run in the order of the page: one may read what one before has written.
func rerun(t *testing.T, root, path string) string {
	likeHome(t, root)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	made, ran := shownAnew(t, string(text))
	if ran == 0 {
		t.Errorf("%s shows no run of explore: a block ```console that begins with $ go run ./cmd/explore", path)
	}
	return made
}

// shownAnew puts new outputs and exit codes into the console blocks of a page. In an output, a line ... stands for lines that are left
// out, and what depends on the moment stays as it is.
func shownAnew(t *testing.T, text string) (made string, ran int) {
	lines := strings.Split(text, "\n")
	var kept []string
	inside := false
	for i := 0; i < len(lines); i++ {
		kept = append(kept, lines[i])
		if language := fence.FindStringSubmatch(lines[i]); language != nil {
			inside = !inside && language[1] == "console"
		}
		command := exploring.FindStringSubmatch(lines[i])
		if !inside || command == nil {
			continue
		}
		from := i + 1
		for i+1 < len(lines) && !strings.HasPrefix(lines[i+1], "$ ") && !fence.MatchString(lines[i+1]) {
			i++
		}
		end := i + 1
		for end > from && lines[end-1] == "" { // before the next command
			end--
		}
		ran++
		args := quotedOrNot.FindAllString(command[1], -1)
		for i, arg := range args {
			args[i] = strings.Trim(arg, "'")
		}
		if slices.Contains(args, "crosscheck") && lacksTLC(t) {
			kept = append(kept, lines[from:i+1]...)
			continue
		}
		if len(args) > 0 && args[0] != "list" && args[0] != "help" {
			args = append(args, "-quiet")
		}
		r := callWith(args...)
		shown := lines[from:end]
		if command[2] != "" {
			last := &kept[len(kept)-1]
			*last = strings.TrimSuffix(*last, command[2]) + strconv.Itoa(r.code)
		} else if len(shown) == 0 {
			t.Errorf("%s: neither output nor exit code", lines[from-1])
		}
		if len(shown) > 0 {
			kept = append(kept, excerpt(shown, strings.Split(strings.TrimRight(r.stdout+r.stderr, "\n"), "\n"))...)
		}
		kept = append(kept, lines[end:i+1]...)
	}
	return strings.Join(kept, "\n"), ran
}

// excerpt leaves out of an output what a page leaves out: of each part it has what is the same or, failing that, what stands between the
// first line and the last. Where neither is found it has the end of the output.
func excerpt(shown, output []string) (kept []string) {
	for len(shown) > 0 {
		leavesOut := shown[0] == "..."
		if leavesOut {
			kept, shown = append(kept, "..."), shown[1:]
		}
		n := slices.Index(shown, "...")
		if n < 0 {
			n = len(shown)
		}
		part := shown[:n]
		shown = shown[n:]
		if n == 0 {
			continue
		}
		from, to := place(part, output)
		if len(shown) == 0 && leavesOut { // the last part ends the output
			if at := len(output) - n; at >= 0 && agree(part, output[at:]) {
				from, to = at, len(output)
			}
		}
		if from < 0 {
			return append(kept, output[max(len(output)-n, 0):]...)
		}
		if from > 0 && !leavesOut {
			kept = append(kept, "...")
		}
		for i, line := range output[from:to] {
			if i < n && momentary(part[i]) && momentary(line) {
				line = part[i]
			}
			kept = append(kept, line)
		}
		output = output[to:]
	}
	if len(output) > 0 && kept[len(kept)-1] != "..." {
		kept = append(kept, "...")
	}
	return kept
}

// place finds a part of an output.
func place(part, output []string) (from, to int) {
	for from := range output {
		if len(output)-from >= len(part) && agree(part, output[from:from+len(part)]) {
			return from, from + len(part)
		}
	}
	from = slices.Index(output, part[0])
	if from < 0 {
		return -1, -1
	}
	to = slices.Index(output[from:], part[len(part)-1])
	if to < 0 {
		return -1, -1
	}
	return from, from + to + 1
}

func agree(shown, lines []string) bool {
	return slices.EqualFunc(shown, lines, func(a, b string) bool { return a == b || momentary(a) && momentary(b) })
}

// momentary reports whether a line depends on the machine and the moment.
func momentary(line string) bool {
	return strings.HasPrefix(line, "took") || strings.HasPrefix(line, "interrex ")
}

// likeHome goes where the reader is: a folder that has what the repository has, and in which files may
// be left behind.
func likeHome(t *testing.T, home string) {
	t.Helper()
	t.Chdir(t.TempDir())
	entries, err := os.ReadDir(home)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if err := os.Symlink(filepath.Join(home, e.Name()), e.Name()); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPromises: docs/notes/promises.md names for each election that nodes can run worlds in which what is promised holds, and worlds in
// which it is broken.
func TestPromises(t *testing.T) {
	text, err := os.ReadFile("../docs/notes/promises.md")
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]string{}
	for line := range strings.SplitSeq(string(text), "\n") {
		if command := exploring.FindStringSubmatch(line); command != nil {
			of[strings.Fields(command[1])[0]] += " " + command[2] + " "
		}
	}
	for _, algorithm := range impl.Algorithms() {
		if of["-algo="+algorithm.Name] == "" {
			t.Errorf("%s runs for real, and nothing says what is promised of it", algorithm.Name)
		}
	}
	for _, algorithm := range []string{"raft", "bully", "bully-recovery", "ring", "ring-accept", "ring-detector", "ring-maxid", "ring-watch", "consensus"} {
		if got := of["-algo="+algorithm]; !strings.Contains(got, " 0 ") || !strings.Contains(got, " 12 ") {
			t.Errorf("%s: exit codes %q: one world in which it holds and one in which it is violated are wanted", algorithm, got)
		}
	}
}

// lacksTLC reports whether TLC is not installed here, which must not be where it is wanted.
func lacksTLC(t *testing.T) bool {
	t.Helper()
	_, err := tlc.Find()
	if testlevel.CI() {
		testlevel.Needs(t, err)
	}
	if err != nil {
		t.Logf("explore crosscheck is left out: %v", err)
	}
	return err != nil
}
