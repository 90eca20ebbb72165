package tlc

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"interrex/internal/golden"
	"interrex/internal/testlevel"
)

// A specimen is a small specification, how TLC 2.18 ends with it, and what that means: a digest of
// the result or, after "fault:", the error.
type specimen struct {
	name     string
	root     string
	config   string
	deadlock bool
	exit     int
	want     string
}

var specimens = []specimen{
	{name: "holds", root: "Counter",
		config: "SPECIFICATION Spec\nCONSTANT Max = 3\nINVARIANT InRange\nPROPERTY ReachesMax\n",
		want:   "no error; 2 of 2 initial, 4 of 6, depth 3"},
	{name: "invariant", root: "Counter", exit: 12,
		config: "SPECIFICATION Spec\nCONSTANT Max = 3\nINVARIANTS InRange Small\n",
		want: "invariant violated: Small; 2 of 2 initial, 4 of 5, depth 3\n" +
			"1 Initial predicate: x = 1\n2 Up: x = 2\n3 Up: x = 3"},
	{name: "invariant-initially", root: "Counter", exit: 12,
		config: "SPECIFICATION Spec\nCONSTANT Max = 1\nINVARIANT Small\n",
		want:   "invariant violated: Small; 0 of 0 initial, 0 of 0, depth 0\n1 Initial predicate: x = 1"},
	{name: "always", root: "Counter", exit: 12,
		config: "SPECIFICATION Spec\nCONSTANT Max = 3\nPROPERTY AlwaysSmall\n",
		want: "invariant violated: Small; 2 of 2 initial, 4 of 5, depth 3\n" +
			"1 Initial predicate: x = 1\n2 Up: x = 2\n3 Up: x = 3"},
	{name: "action-property", root: "Counter", exit: 13,
		config: "SPECIFICATION Spec\nCONSTANT Max = 3\nPROPERTY Grows\n",
		want: "action property violated: Grows; 2 of 2 initial, 4 of 6, depth 3\n" +
			"1 Initial predicate: x = 1\n2 Up: x = 2\n3 Up: x = 3\n4 Restart: x = 0"},
	{name: "property-initially", root: "Counter", exit: 13,
		config: "SPECIFICATION Spec\nCONSTANT Max = 3\nPROPERTY AtZero\n",
		want:   "property violated initially: AtZero; 0 of 0 initial, 0 of 0, depth 0\n1 Initial predicate: x = 1"},
	{name: "stuttering", root: "Counter", exit: 13,
		config: "SPECIFICATION Lazy\nCONSTANT Max = 3\nPROPERTY ReachesMax\n",
		want: "temporal property violated; 2 of 2 initial, 4 of 6, depth 0\n" +
			"1 Initial predicate: x = 1\n2 Up: x = 2\nstuttering"},
	{name: "cycle", root: "Counter", exit: 13,
		config: "SPECIFICATION Spec\nCONSTANT Max = 3\nPROPERTY Settles\n",
		want: "temporal property violated; 2 of 2 initial, 4 of 6, depth 0\n" +
			"1 Initial predicate: x = 0\n2 Up: x = 1\n3 Up: x = 2\n4 Up: x = 3\nback to 1 by Restart"},
	{name: "initial-twice", root: "Counter",
		config: "INIT Twice\nNEXT Next\nCONSTANT Max = 3\n",
		want:   "no error; 2 of 4 initial, 4 of 8, depth 3"},
	{name: "deadlock", root: "Mutex", deadlock: true, exit: 11,
		config: "SPECIFICATION CarelessSpec\nINVARIANT Exclusion\n",
		want: "deadlock; 1 of 1 initial, 7 of 8, depth 4\n" +
			"1 Initial predicate: lock = <<\"free\", \"free\">>, log = <<>>, pc = [p |-> 0, q |-> 0]\n" +
			"2 FirstOwn: lock = <<\"p\", \"free\">>, log = <<>>, pc = [p |-> 1, q |-> 0]\n" +
			"3 FirstOwn: lock = <<\"p\", \"q\">>, log = <<>>, pc = [p |-> 1, q |-> 1]"},
	{name: "deadlock-allowed", root: "Mutex",
		config: "SPECIFICATION CarelessSpec\nINVARIANT Exclusion\n",
		want:   "no error; 1 of 1 initial, 42 of 57, depth 9"},
	{name: "no-deadlock", root: "Mutex", deadlock: true,
		config: "SPECIFICATION CarefulSpec\nINVARIANT Exclusion\n",
		want:   "no error; 1 of 1 initial, 35 of 43, depth 9"},
	{name: "starvation", root: "Mutex", exit: 13,
		config: "SPECIFICATION BriefSpec\nPROPERTY QEnters\n",
		want: "temporal property violated; 1 of 1 initial, 5 of 7, depth 0\n" +
			"1 Initial predicate: lock = <<\"free\", \"free\">>, log = <<>>, pc = [p |-> 0, q |-> 0]\n" +
			"2 First: lock = <<\"p\", \"free\">>, log = <<>>, pc = [p |-> 1, q |-> 0]\n" +
			"3 Second: lock = <<\"p\", \"p\">>, log = <<>>, pc = [p |-> 2, q |-> 0]\n" +
			"back to 1 by Exit"},
	{name: "constraint", root: "Counter",
		config: "SPECIFICATION Spec\nCONSTANT Max = 3\nCONSTRAINT Small\nPROPERTY Settles\n",
		want: "no error; 2 of 2 initial, 3 of 5, depth 2\n" +
			"warning: Declaring state or action constraints during liveness checking is dangerous: Please read section " +
			"14.3.5 on page 247 of Specifying Systems (https://lamport.azurewebsites.net/tla/book.html) and optionally " +
			"the discussion at https://discuss.tlapl.us/msg00994.html for more details."},
	{name: "values", root: "Values",
		config: "INIT Init\nNEXT Next\nCONSTANTS m = m n = n\n",
		want:   "no error; 1 of 1 initial, 1 of 2, depth 1"},
	{name: "assumption", root: "Faulty", exit: 10,
		config: "SPECIFICATION Spec\nCONSTANT N = 2\n",
		want:   "assumption false: line 7, col 17 to line 7, col 21 of module Faulty; 0 of 0 initial, 0 of 0, depth 0"},
	{name: "unparsable", root: "Unparsable", exit: 150, config: "INIT Init\nNEXT Next\n",
		want: `fault: TLC cannot parse the module: ***Parse Error*** Was expecting "Expression or Instance" ` +
			`Encountered "Beginning of definition" at line 3, column 9 and token "=="`},
	{name: "undefined", root: "Undefined", exit: 150, config: "INIT Init\nNEXT Next\n",
		want: "fault: TLC cannot parse the module: Semantic errors: *** Errors: 1 " +
			"line 3, col 13 to line 3, col 13 of module Undefined Unknown operator: `y'."},
	{name: "missing", root: "Missing", exit: 150, config: "INIT Init\nNEXT Next\n",
		want: "fault: TLC cannot parse the module: Fatal errors while parsing TLA+ spec in file Missing"},
	{name: "config-syntax", root: "Counter", exit: 255, config: "SPECIFICATION\nCONSTANT Max = 3\n",
		want: "fault: TLC cannot use the configuration:"},
	{name: "config-name", root: "Counter", exit: 151, config: "SPECIFICATION Spec\nCONSTANT Max = 3\nINVARIANT NoSuch\n",
		want: "fault: TLC cannot use the configuration: The invariant NoSuch specified in the configuration file is not defined"},
	{name: "config-constant", root: "Counter", exit: 151, config: "SPECIFICATION Spec\n",
		want: "fault: TLC cannot use the configuration: The constant parameter Max is not assigned a value"},
	{name: "config-primed", root: "Faulty", exit: 76, config: "SPECIFICATION Spec\nCONSTANT N = 4\nINVARIANT Primed\n",
		want: "fault: TLC cannot evaluate the specification: The invariant Primed is not a state predicate"},
	{name: "assert", root: "Counter", exit: 76, config: "SPECIFICATION Spec\nCONSTANT Max = 3\nINVARIANT Asserted\n",
		want: "fault: TLC cannot evaluate the specification: Evaluating invariant Asserted failed. " +
			"The first argument of Assert evaluated to FALSE; the second argument was: \"x is too large\""},
	{name: "assert-action", root: "Faulty", exit: 14, config: "INIT Init\nNEXT AssertNext\nCONSTANT N = 4\n",
		want: "fault: TLC cannot evaluate the specification: The first argument of Assert evaluated to FALSE; " +
			"the second argument was: <<\"no\", 2>>"},
	{name: "no-value", root: "Faulty", exit: 255, config: "INIT Init\nNEXT NoHead\nCONSTANT N = 4\n",
		want: "fault: TLC cannot evaluate the specification: Attempted to apply Head to the empty sequence."},
	{name: "no-value-initially", root: "Faulty", exit: 75, config: "INIT NoHeadInit\nNEXT Next\nCONSTANT N = 4\n",
		want: "fault: TLC cannot evaluate the specification: Attempted to apply Head to the empty sequence."},
	{name: "unassigned", root: "Faulty", exit: 75, config: "INIT Init\nNEXT Unassigned\nCONSTANT N = 4\n",
		want: "fault: TLC cannot evaluate the specification: Successor state is not completely specified"},
	{name: "not-a-boolean", root: "Faulty", config: "SPECIFICATION Spec\nCONSTANT N = 4\nPROPERTY NotABoolean\n",
		want: "fault: TLC cannot evaluate the specification: Attempted to check equality of integer 0 with non-integer"},
	{name: "no-initial-state", root: "Faulty", config: "INIT Inconsistent\nNEXT Next\nCONSTANT N = 4\n",
		want: "error: TLC found no error, and no initial state either"},
}

// digest is what a specimen expects, of a result.
func digest(r Result, err error) string {
	var fault *Fault
	if errors.As(err, &fault) {
		return "fault: " + err.Error()
	}
	if err != nil {
		return "error: " + err.Error()
	}
	var b strings.Builder
	b.WriteString(r.Outcome.String())
	if r.Property != "" {
		b.WriteString(": " + r.Property)
	}
	fmt.Fprintf(&b, "; %d of %d initial, %d of %d, depth %d", r.Initial, r.InitialGenerated, r.Distinct, r.Generated, r.Depth)
	for _, s := range r.Trace.Steps {
		text := strings.ReplaceAll(strings.TrimPrefix(s.State.String(), `/\ `), "\n/\\", ",")
		fmt.Fprintf(&b, "\n%d %s: %s", s.Number, s.Action.Name, text)
	}
	if r.Trace.Back > 0 {
		fmt.Fprintf(&b, "\nback to %d by %s", r.Trace.Back, r.Trace.Closing.Name)
	}
	if r.Trace.Stutters {
		b.WriteString("\nstuttering")
	}
	for _, w := range r.Warnings {
		b.WriteString("\nwarning: " + w)
	}
	return b.String()
}

func (s specimen) judge(t *testing.T, got string) {
	t.Helper()
	if s.want != got && !(strings.HasPrefix(s.want, "fault: ") && strings.HasPrefix(got, s.want)) {
		t.Errorf("got\n%s\nwant\n%s", got, s.want)
	}
}

// TestRecorded reads what TLC 2.18 once said.
func TestRecorded(t *testing.T) {
	for _, s := range specimens {
		t.Run(s.name, func(t *testing.T) {
			output, err := os.ReadFile(filepath.Join("testdata", s.name+".out"))
			if err != nil {
				t.Fatal(err)
			}
			s.judge(t, digest(Interpret(string(output), s.exit)))
		})
	}
}

// tool finds TLC, and skips the test if there is none.
func tool(t *testing.T) Tool {
	t.Helper()
	found, err := Find("")
	testlevel.Needs(t, err)
	return found
}

func (s specimen) job() Job {
	return Job{Modules: os.DirFS("testdata"), Root: s.root, Config: s.config, Deadlock: s.deadlock}
}

// TestRun lets the real TLC say what was recorded: every sixth, and all of it with INTERREX_TESTS=all. With -update
// it writes down what TLC says.
func TestRun(t *testing.T) {
	tlc := tool(t).Warm(t.Context(), t.TempDir())
	for i, s := range specimens {
		if i%6 != 0 && !golden.Update() && !testlevel.All() || !testlevel.OneOf(12, i) {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			if golden.Update() {
				s.record(t, tlc)
			}
			s.judge(t, digest(tlc.Run(t.Context(), s.job())))
		})
	}
}

func (s specimen) record(t *testing.T, tlc Tool) {
	folder := t.TempDir()
	if err := s.job().write(folder); err != nil {
		t.Fatal(err)
	}
	said, err := tlc.start(t.Context(), folder, s.job())
	if err != nil || said.exit != s.exit {
		t.Errorf("exit code %d, %v, want %d", said.exit, err, s.exit)
	}
	output := strings.ReplaceAll(said.output, folder, "FOLDER")
	golden.File(t, filepath.Join("testdata", s.name+".out"), output)
}
