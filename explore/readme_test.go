package explore

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"interrex/explore/internal/crosscheck/tlc"
	"interrex/impl"
	"interrex/internal/golden"
	"interrex/internal/testlevel"
)

// A shownCommand is a command that a page shows, with its output. A line ... of the output stands
// for any lines that are left out.
type shownCommand struct {
	line   int
	args   []string
	exit   string // as the page says, "" if it does not
	output []string
	raw    []string // the output line by line as it stands on the page, which it follows directly
}

var (
	exploring = regexp.MustCompile(`^\$ go run \./cmd/explore(?: +(.*?))?(?: +# exit (\d+))?$`)
	fence     = regexp.MustCompile("^```(\\w*)$")
)

// shown lists the commands in the console blocks of a page that begin with one of ours. A
// command that is not ours ends the output of the one before.
func shown(page string) (found []shownCommand) {
	inside, ours := false, false
	for i, line := range strings.Split(page, "\n") {
		if language := fence.FindStringSubmatch(line); language != nil {
			if inside = !inside && language[1] == "console"; inside {
				ours = false
			}
			continue
		}
		if command := exploring.FindStringSubmatch(line); inside && command != nil {
			found = append(found, shownCommand{line: i + 1, args: strings.Fields(command[1]), exit: command[2]})
			ours = true
			continue
		}
		if ours = ours && inside && !strings.HasPrefix(line, "$ "); ours {
			last := &found[len(found)-1]
			last.output = append(last.output, line)
		}
	}
	for i := range found {
		found[i].raw = found[i].output
		found[i].output = trim(found[i].output)
	}
	return found
}

// trim drops what is not compared: the lines of the moment and of the version, and the empty
// lines at the end, which stand before the next command.
func trim(lines []string) (kept []string) {
	for _, line := range lines {
		if !strings.HasPrefix(line, "took") && !strings.HasPrefix(line, "interrex ") {
			kept = append(kept, line)
		}
	}
	for len(kept) > 0 && kept[len(kept)-1] == "" {
		kept = kept[:len(kept)-1]
	}
	return kept
}

// agrees reports whether lines are as the page shows them.
func agrees(shown, lines []string) bool {
	switch {
	case len(shown) == 0:
		return len(lines) == 0
	case shown[0] == "...":
		return agrees(shown[1:], lines) || len(lines) > 0 && agrees(shown, lines[1:])
	}
	return len(lines) > 0 && shown[0] == lines[0] && agrees(shown[1:], lines[1:])
}

// anew puts the outputs that a page shows as the program says them now. What is left out stays
// left out, and a line of the moment stays as it is.
func anew(page string) string {
	lines, all := strings.Split(page, "\n"), shown(page)
	said := make([]string, len(all)) // in the order of the page: a command may read what one before has written
	for i, s := range all {
		if s.complaint() != "" {
			said[i] = callWith(append(slices.Clip(s.args), "-quiet")...).stdout
		}
	}
	for i, s := range slices.Backward(all) {
		shown := trim(s.raw)
		if len(shown) == 0 || said[i] == "" {
			continue
		}
		output := strings.Split(strings.TrimRight(said[i], "\n"), "\n")
		if shown[0] == "..." {
			output = excerpt(shown, output)
		}
		for i, line := range output {
			at := slices.IndexFunc(s.raw, func(old string) bool { return strings.HasPrefix(old, "took") })
			if strings.HasPrefix(line, "took") && at >= 0 {
				output[i] = s.raw[at]
			}
		}
		end := s.line + len(s.raw)
		for end > s.line && lines[end-1] == "" {
			end--
		}
		lines = slices.Replace(lines, s.line, end, output...)
	}
	return strings.Join(lines, "\n")
}

// excerpt leaves out of an output what a page leaves out: each part from its first line to its last or,
// where they are not found, as many lines at the end as there were.
func excerpt(shown, output []string) (kept []string) {
	rest := output
	for _, part := range strings.Split(strings.Trim(strings.Join(shown, "\n"), ".\n")+"\n", "\n...\n") {
		lines := strings.Split(strings.TrimRight(part, "\n"), "\n")
		from := slices.Index(rest, lines[0])
		if from < 0 {
			return append([]string{"..."}, output[max(len(output)-len(shown)+1, 0):]...)
		}
		to := slices.Index(rest[from:], lines[len(lines)-1])
		if to < 0 {
			return append([]string{"..."}, output[max(len(output)-len(shown)+1, 0):]...)
		}
		kept, rest = append(append(kept, "..."), rest[from:from+to+1]...), rest[from+to+1:]
	}
	if len(rest) > 0 {
		kept = append(kept, "...")
	}
	return kept
}

// complaint says how a command differs from what the program does, "" if it does not.
func (s shownCommand) complaint() string {
	r := callWith(append(slices.Clip(s.args), "-quiet")...)
	if s.args != nil && (s.args[0] == "list" || s.args[0] == "help") {
		r = callWith(s.args...)
	}
	lines := trim(strings.Split(r.stdout+r.stderr, "\n"))
	switch {
	case s.exit != "" && s.exit != fmt.Sprint(r.code):
		return fmt.Sprintf("exit %s, but the program ends with %d", s.exit, r.code)
	case len(s.output) == 0 && s.exit == "":
		return "neither output nor exit code"
	case len(s.output) > 0 && !agrees(s.output, lines):
		return fmt.Sprintf("shown is\n%s\nand the program says\n%s", strings.Join(s.output, "\n"), strings.Join(lines, "\n"))
	}
	return ""
}

// runPages are pages of which every command is run; docs/running.md has a test of its own, and so has the
// gallery.
func runPages(t *testing.T) []string {
	t.Helper()
	return append([]string{"README.md", "docs/first-steps.md", "docs/guide.md", "docs/reading-a-counterexample.md", "docs/properties.md",
		"docs/performance.md"}, tour(t)...)
}

// tour are the pages of the tour but its index.
func tour(t *testing.T) (pages []string) {
	t.Helper()
	files, err := filepath.Glob("../docs/tour/[0-9]*.md")
	if err != nil || len(files) < 10 {
		t.Fatal("the tour has lost its pages")
	}
	for _, f := range files {
		pages = append(pages, filepath.ToSlash(f[len("../"):]))
	}
	return pages
}

// longestPage is how the name of the page begins whose worlds are the largest.
const longestPage = "docs/tour/07-"

// TestREADME runs every command that a page for readers shows, in the order in which it shows them. With -update it
// writes their outputs anew; exit codes stay as they are.
func TestREADME(t *testing.T) {
	home, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range runPages(t) {
		if !testlevel.OneOf(8, i) {
			continue
		}
		if strings.HasPrefix(name, longestPage) && !testlevel.All() && !golden.Update() {
			t.Logf("%s is left to %s=all: its worlds take as long as those of all other pages", name, testlevel.Variable)
			continue
		}
		t.Run(name, func(t *testing.T) {
			likeHome(t, home)
			page, err := os.ReadFile(filepath.Join(home, name))
			if err != nil {
				t.Fatal(err)
			}
			if golden.Update() {
				page = []byte(anew(string(page)))
				golden.File(t, filepath.Join(home, name), string(page))
			}
			found := shown(string(page))
			if len(found) == 0 {
				t.Fatalf("%s shows no run of explore: a block ```console that begins with $ go run ./cmd/explore", name)
			}
			for _, s := range found {
				if slices.Contains(s.args, "crosscheck") && lacksTLC(t) {
					continue
				}
				if complaint := s.complaint(); complaint != "" {
					t.Errorf("%s:%d: %s", name, s.line, complaint)
				}
			}
		})
	}
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

// TestPromises: what docs/running.md says of each election holds, and is broken, in the worlds that it
// names; and it says so of all of which one leader could be expected.
func TestPromises(t *testing.T) {
	page, err := os.ReadFile("../docs/running.md")
	if err != nil {
		t.Fatal(err)
	}
	of := map[string][]string{}
	for _, s := range shown(string(page)) {
		if complaint := s.complaint(); complaint != "" {
			t.Errorf("docs/running.md:%d: %s", s.line, complaint)
		}
		of[s.args[0]] = append(of[s.args[0]], s.exit)
	}
	for _, a := range impl.Algorithms() {
		if of["-algo="+a.Name] == nil {
			t.Errorf("%s runs for real, and nothing says what is promised of it", a.Name)
		}
	}
	for _, algorithm := range []string{"raft", "bully", "bully-recovery", "ring", "ring-accept", "ring-detector", "ring-maxid", "ring-watch", "consensus"} {
		if got := of["-algo="+algorithm]; !slices.Contains(got, "0") || !slices.Contains(got, "12") {
			t.Errorf("%s: exit codes %q: one world in which it holds and one in which it is violated are wanted", algorithm, got)
		}
	}
}

// TestShownCommands: what of a page is a command with its output, and when the program agrees.
func TestShownCommands(t *testing.T) {
	const page = "```console\n$ go run ./cmd/explore -algo=bully -n=3  # exit 0\n...\nverdict: holds: everything asked for, in all 478 states (exit 0)\n" +
		"\n$ go run ./cmd/explore -n=3\n%s\n$ ls\ngo.mod\n```\n```\n$ go run ./cmd/explore never\n```\n"
	const refusal = "explore: -algo is missing: " + algorithms + " (exit 151)"
	found := shown(fmt.Sprintf(page, refusal))
	if len(found) != 2 || found[0].exit != "0" || found[1].exit != "" || len(found[1].output) != 1 || found[1].line != 6 {
		t.Fatalf("%+v", found)
	}
	for _, c := range []struct{ reason, from, to string }{
		{"", "", ""},
		{"another exit code", "# exit 0", "# exit 12"},
		{"a line too few", "verdict", "...\nverdict"},
		{"a line behind the last", "(exit 0)\n", "(exit 0)\nexit status 1\n"},
		{"a refusal that is none", "is missing", "is there"},
		{"nothing shown", "\n" + refusal, ""},
	} {
		wounded, complaints := strings.Replace(fmt.Sprintf(page, refusal), c.from, c.to, 1), ""
		for _, s := range shown(wounded) {
			complaints += s.complaint()
		}
		if want := c.reason != "" && c.reason != "a line too few"; (complaints != "") != want { // ... may stand for none
			t.Errorf("%s: %q", c.reason, complaints)
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
