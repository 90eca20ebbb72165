package tlc

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"interrex/internal/golden"
	"interrex/internal/testlevel"
)

// A specimen is a small specification, how TLC 2.18 ends with it, and the digest of the result or, after "error:",
// the beginning of the error.
type specimen struct {
	name, root, config string
	exit               int
	want               string
}

const counting = "SPECIFICATION Spec\nCONSTANT Max = 3\n"

var specimens = []specimen{
	{"holds", "Counter", counting + "INVARIANT InRange\nPROPERTY ReachesMax\n", 0, "no error; 2 initial, 4 of 6, depth 3"},
	{"invariant", "Counter", counting + "INVARIANTS InRange Small\n", 12,
		"invariant violated: Small; 2 initial, 4 of 5, depth 3"},
	{"invariant-initially", "Counter", "SPECIFICATION Spec\nCONSTANT Max = 1\nINVARIANT Small\n", 12,
		"invariant violated: Small; 0 initial, 0 of 0, depth 0"},
	{"always", "Counter", counting + "PROPERTY AlwaysSmall\n", 12,
		"invariant violated: Small; 2 initial, 4 of 5, depth 3"},
	{"action-property", "Counter", counting + "PROPERTY Grows\n", 13,
		"action property violated: Grows; 2 initial, 4 of 6, depth 3"},
	{"stuttering", "Counter", "SPECIFICATION Lazy\nCONSTANT Max = 3\nPROPERTY ReachesMax\n", 13,
		"temporal property violated; 2 initial, 4 of 6, depth 0"},
	{"cycle", "Counter", counting + "PROPERTY Settles\n", 13,
		"temporal property violated; 2 initial, 4 of 6, depth 0"},
	{"initial-twice", "Counter", "INIT Twice\nNEXT Next\nCONSTANT Max = 3\n", 0, "no error; 4 initial, 4 of 8, depth 3"},
	{"starvation", "Mutex", "SPECIFICATION BriefSpec\nPROPERTY QEnters\n", 13,
		"temporal property violated; 1 initial, 5 of 7, depth 0"},
	{"values", "Values", "INIT Init\nNEXT Next\nCONSTANTS m = m n = n\n", 0, "no error; 1 initial, 1 of 2, depth 1"},
	{"assumption", "Faulty", "SPECIFICATION Spec\nCONSTANT N = 2\n", 10, "error: TLC says: Assumption line 7, col 17"},
	{"unparsable", "Unparsable", "INIT Init\nNEXT Next\n", 150, `error: TLC says: Parsing or semantic analysis failed. ` +
		`***Parse Error*** Was expecting "Expression or Instance" Encountered "Beginning of definition" at line 3, column 9 and token "=="`},
	{"config-syntax", "Counter", "SPECIFICATION\nCONSTANT Max = 3\n", 255, "error: TLC says: TLC threw an unexpected exception."},
	{"config-name", "Counter", counting + "INVARIANT NoSuch\n", 151,
		"error: TLC says: The invariant NoSuch specified in the configuration file is not defined"},
	{"assert", "Counter", counting + "INVARIANT Asserted\n", 76, "error: TLC says: Evaluating invariant Asserted failed. " +
		"The first argument of Assert evaluated to FALSE; the second argument was: \"x is too large\""},
	{"no-value", "Faulty", "INIT Init\nNEXT NoHead\nCONSTANT N = 4\n", 255,
		"error: TLC says: Attempted to apply Head to the empty sequence."},
	{"not-a-boolean", "Faulty", "SPECIFICATION Spec\nCONSTANT N = 4\nPROPERTY NotABoolean\n", 0,
		"error: TLC says: Attempted to check equality of integer 0 with non-integer"},
	{"no-initial-state", "Faulty", "INIT Inconsistent\nNEXT Next\nCONSTANT N = 4\n", 0,
		"error: TLC found no error, and no initial state either"},
}

// digest is what a specimen expects of a result.
func digest(r Result, err error) string {
	if err != nil {
		return "error: " + err.Error()
	}
	var b strings.Builder
	b.WriteString(string(r.Outcome))
	if r.Property != "" {
		b.WriteString(": " + r.Property)
	}
	fmt.Fprintf(&b, "; %d initial, %d of %d, depth %d", r.InitialGenerated, r.Distinct, r.Generated, r.Depth)
	return b.String()
}

func (s specimen) judge(t *testing.T, got string) {
	t.Helper()
	if s.want != got && !(strings.HasPrefix(s.want, "error: ") && strings.HasPrefix(got, s.want)) {
		t.Errorf("got\n%s\nwant\n%s", got, s.want)
	}
}

func (s specimen) job(t *testing.T) Job {
	text, err := os.ReadFile(filepath.Join("testdata", s.root+".tla"))
	if err != nil {
		t.Fatal(err)
	}
	return Job{Texts: map[string]string{s.root: string(text)}, Root: s.root, Config: s.config}
}

func recorded(t testing.TB, name string) string {
	t.Helper()
	output, err := os.ReadFile(filepath.Join("testdata", name+".out"))
	if err != nil {
		t.Fatal(err)
	}
	return string(output)
}

// TestRecorded reads what TLC 2.18 once said.
func TestRecorded(t *testing.T) {
	for _, s := range specimens {
		t.Run(s.name, func(t *testing.T) { s.judge(t, digest(Interpret(recorded(t, s.name), s.exit))) })
	}
}

// tool finds TLC, and skips the test if there is none.
func tool(t *testing.T) Tool {
	t.Helper()
	found, err := Find()
	testlevel.Needs(t, err)
	return found
}

// TestRun lets the real TLC say what was recorded: every sixth, and all of it with INTERREX_TESTS=all. With -update
// it writes down what TLC says.
func TestRun(t *testing.T) {
	tlc := tool(t)
	for i, s := range specimens {
		if i%6 != 0 && !golden.Update() && !testlevel.All() || !testlevel.OneOf(12, i) {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			if golden.Update() {
				s.record(t, tlc)
			}
			s.judge(t, digest(tlc.Run(t.Context(), s.job(t))))
		})
	}
}

func (s specimen) record(t *testing.T, tlc Tool) {
	folder := t.TempDir()
	if err := tlc.write(folder, s.job(t)); err != nil {
		t.Fatal(err)
	}
	output, exit, err := tlc.start(t.Context(), folder, s.job(t))
	if err != nil || exit != s.exit {
		t.Errorf("exit code %d, %v, want %d", exit, err, s.exit)
	}
	golden.File(t, filepath.Join("testdata", s.name+".out"), strings.ReplaceAll(output, folder, "FOLDER"))
}

// TestStates: a run hands over its states, with a property of liveness each twice, and what the specification printed. It leaves
// nothing behind.
func TestStates(t *testing.T) {
	testlevel.Slow(t, "Java, twice; TestRun starts it")
	tlc, folder := tool(t), t.TempDir()
	t.Setenv("TMPDIR", folder)
	for _, s := range specimens {
		if s.name != "holds" && s.name != "values" {
			continue
		}
		job := s.job(t)
		job.States = true
		r, err := tlc.Run(t.Context(), job)
		got, want := strings.Join(strings.Fields(strings.Join(r.States, "")), " "), "x = 0 x = 1 x = 0 x = 2 x = 1 x = 3 x = 2 x = 3"
		if s.name == "values" {
			got, want = strings.Join(r.Printed, "|"), `<<"hello", 1..3>>|"two\nlines"|"x"  TRUE`
		}
		if err != nil || got != want {
			t.Errorf("%s: %s, %v; want %s", s.name, got, err, want)
		}
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestRunEndsWithItsContext and leaves nothing behind.
func TestRunEndsWithItsContext(t *testing.T) {
	tlc, folder := tool(t), t.TempDir()
	t.Setenv("TMPDIR", folder)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	endless := Job{Texts: map[string]string{"Endless": "---- MODULE Endless ----\nEXTENDS Naturals\nVARIABLE x\n" +
		"Init == x = 0\nNext == x < 2000000000 /\\ x' = x + 1\n====\n"}, Root: "Endless", Config: "INIT Init\nNEXT Next\n"}
	if r, err := tlc.Run(ctx, endless); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%+v, %v", r, err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	tlc.jar = "doc.go"
	if _, err := tlc.Run(t.Context(), endless); err == nil || !strings.Contains(err.Error(), "Java cannot run TLC: ") {
		t.Errorf("an archive that is none: %v", err)
	}
}

// TestFind: what is missing is said with what to do.
func TestFind(t *testing.T) {
	home := t.TempDir()
	java, jar := filepath.Join(home, "bin", "java"), filepath.Join(home, "a.jar")
	if err := errors.Join(os.Mkdir(filepath.Dir(java), 0o755), os.WriteFile(java, nil, 0o755), os.WriteFile(jar, nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	t.Setenv("JAVA_HOME", home)
	t.Setenv("TLC_JAR", jar)
	if got, err := Find(); err != nil || got != (Tool{java: java, jar: jar}) { // nothing is in the jar
		t.Errorf("%v, %v", got, err)
	}
	t.Setenv("TLC_JAR", "")
	t.Setenv("HOME", home)
	if _, err := Find(); err == nil || !strings.Contains(err.Error(), Install) {
		t.Errorf("no jar: %v", err)
	}
	t.Setenv("JAVA_HOME", "")
	t.Setenv("PATH", home)
	if _, err := Find(); err == nil || !strings.Contains(err.Error(), "TLC needs Java") {
		t.Errorf("no Java: %v", err)
	}
}

// TestWithoutPauses: the class of constants is the one of the jar but for the share of time that checks of liveness may take.
func TestWithoutPauses(t *testing.T) {
	tool := tool(t)
	before, err := classOf(tool.jar)
	if want := strings.Replace(before, shareOfTime, noShare, 1); err != nil || tool.constants != want || before == want {
		t.Errorf("%v: the class of %d bytes became one of %d that differs in more, or in nothing", err, len(before), len(tool.constants))
	}
	if withoutPauses(tool.constants) != "" {
		t.Error("what was changed has the constant")
	}
}

// TestDistrust wounds what TLC said: no verdict may be read from what is not whole.
func TestDistrust(t *testing.T) {
	for _, c := range []struct {
		name, from string
		exit       int
		was, is    string
		want       string
	}{
		{"cut before the final message", "holds", 0, "@!@!@STARTMSG 2186:0", "", "ended without its final message"},
		{"no success", "holds", 0, "STARTMSG 2193", "STARTMSG 2200", "ended without a verdict"},
		{"a nonzero exit", "holds", 1, "2193", "2193", "exit code 1, not 0"},
		{"states left", "holds", 0, "0 states left on queue.\n@!@!@ENDMSG 2199", "3 states left on queue.\n@!@!@ENDMSG 2199", "left 3 states"},
		{"no counts", "holds", 0, "STARTMSG 2199", "STARTMSG 2200", "left -1 states"},
		{"counts in other words", "holds", 0, "4 distinct states found, 0 states left on queue.\n@!@!@ENDMSG 2199",
			"some distinct states found.\n@!@!@ENDMSG 2199", "message 2199 does not read as it should"},
		{"an unknown error", "holds", 0, "2268:0 @!@!@", "2268:1 @!@!@", "TLC says: The average outdegree"},
	} {
		output := recorded(t, c.from)
		if !strings.Contains(output, c.was) {
			t.Fatalf("there is no %q in %s", c.was, c.from)
		}
		r, err := Interpret(strings.Replace(output, c.was, c.is, 1), c.exit)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, %v, want an error with %q in one line", c.name, r.Outcome, err, c.want)
		}
	}
	r, err := Interpret(strings.Replace(recorded(t, "holds"), "\n6 states generated, 4", "\n1,234,567 states generated, 123456", 1), 0)
	if want := (Result{Version: "2.18 of 20 March 2023", Outcome: NoError, InitialGenerated: 2, Generated: 1234567, Distinct: 123456, Depth: 3}); err != nil || !reflect.DeepEqual(r, want) {
		t.Errorf("large numbers: %+v, %v", r, err)
	}
}

func FuzzInterpret(f *testing.F) {
	for _, s := range specimens {
		f.Add(recorded(f, s.name), s.exit)
	}
	f.Fuzz(func(t *testing.T, output string, exit int) {
		r, err := Interpret(output, exit)
		if err != nil {
			return
		}
		if r.Outcome == NoError && (exit != 0 || !strings.Contains(output, "No error has been found.")) {
			t.Errorf("believed %q", output)
		}
		if r.Outcome != NoError && exit == 0 || r.Outcome == "" {
			t.Errorf("%v with exit code %d", r.Outcome, exit)
		}
	})
}
