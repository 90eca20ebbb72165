package explore

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"interrex/internal/golden"
	"interrex/internal/testlevel"
)

func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) != "explore" { // as which scripts execute this program, from a shell
		testlevel.Only("Workers|Interrupted|Scripts")
	}
	testscript.Main(m, map[string]func(){"explore": func() { Main(Catalogue()...) }})
}

// TestScripts runs testdata/script, with these commands beside those of testscript. They call the program in this process,
// which has the folder explore; a script names its own files by $WORK. $CORPUS has recorded runs, $BREAKS what would break a line.
//
//	exit CODE ARG...             the program ends with this exit code
//	refused TEXT ARG...          the call is refused in one line, with or without a file for the report, which stays as it is
//	verdict CODE VERDICT ARG...  the report, without progress, ends with this verdict
//	needs PROGRAM                the script is skipped where the program is missing, as testlevel says
//
// The condition [race] is true under the race detector. In TEXT and VERDICT, … stands for anything.
func TestScripts(t *testing.T) {
	corpus, err := filepath.Abs("../traces/corpus")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script", UpdateScripts: golden.Update(),
		Setup: func(e *testscript.Env) error {
			e.Setenv("CORPUS", corpus)
			e.Setenv("BREAKS", "\r\n\x1b\u2028")
			return os.WriteFile(filepath.Join(e.WorkDir, "kept"), []byte("as it was"), 0o640)
		},
		Condition: func(name string) (bool, error) { return name == "race" && testlevel.Race, nil },
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exit": func(ts *testscript.TestScript, _ bool, args []string) {
				if got := scripted(ts, args[1:]); strconv.Itoa(got.code) != args[0] {
					ts.Fatalf("exit code %d", got.code)
				}
			},
			"refused": func(ts *testscript.TestScript, _ bool, args []string) { refused(ts, args[0], args[1:]) },
			"verdict": func(ts *testscript.TestScript, _ bool, args []string) {
				got := scripted(ts, append(args[2:], "-quiet"))
				want := fmt.Sprintf("verdict: %s (exit %s)", args[1], args[0])
				if strconv.Itoa(got.code) != args[0] || !looksLike(got.lastLine(), want) || got.stderr != "" {
					ts.Fatalf("exit code %d: %s", got.code, got.lastLine())
				}
				if strings.Contains(got.stdout, "\narrangement") {
					return
				}
				if strings.Contains(got.stdout, "exact, complete\n") && strings.Contains(got.lastLine(), "bounded by") {
					ts.Fatalf("the report does not agree with its last line")
				}
			},
			"needs": func(ts *testscript.TestScript, _ bool, args []string) {
				if _, err := exec.LookPath(args[0]); err != nil && testlevel.CI() {
					ts.Fatalf("%v", err)
				}
			},
		},
	})
}

// scripted calls the program and hands its outputs to the script.
func scripted(ts *testscript.TestScript, args []string) reply {
	got := callWith(args...)
	fmt.Fprint(ts.Stdout(), got.stdout)
	fmt.Fprint(ts.Stderr(), got.stderr)
	return got
}

// jargon are words for people who know Go.
var jargon = regexp.MustCompile(`strconv|strings|parse|invalid|syntax|provided|argument:|value out of range|nil\b|%!|map\[|\[\d|\berror\b|goroutine|\.go\b|panic`)

// refused checks that a call is refused in one line of plain words, and leaves files alone.
func refused(ts *testscript.TestScript, want string, args []string) {
	file := ts.MkAbs("kept")
	name, first := "check", 0
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		name, first = args[0], 1
	}
	calls := [][]string{args}
	if c := whole.Command(name); c != nil && !strings.Contains(strings.Join(args, " "), "-o=") {
		if _, written := c.New(whole).Flags().Find("o"); written {
			calls = append(calls, slices.Insert(slices.Clone(args), first, "-o="+file))
		}
	}
	for _, args := range slices.Repeat(calls, 3) { // the order of a map must not choose what is said
		got := callWith(args...)
		if got.code != 151 || got.stdout != "" || !looksLike(got.stderr, "explore: "+want+" (exit 151)\n") || strings.Count(got.stderr, "\n") != 1 {
			ts.Fatalf("explore %q: exit code %d\n%s%s", args, got.code, got.stdout, got.stderr)
		}
		if found := jargon.FindString(got.stderr); found != "" {
			ts.Fatalf("explore %q: %q in %s", args, found, got.stderr)
		}
		files, err := filepath.Glob(ts.MkAbs("[^.]*"))
		if text := ts.ReadFile(file); err != nil || len(files) != 1 || text != "as it was" {
			ts.Fatalf("explore %q has written: %v %q", args, files, text)
		}
	}
}

// looksLike reports whether a text is a pattern with something else for each "…".
func looksLike(text, pattern string) bool {
	expression := strings.ReplaceAll(regexp.QuoteMeta(pattern), "…", ".*")
	return regexp.MustCompile(`^` + expression + `$`).MatchString(text)
}
