package tlc

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func recorded(t testing.TB, name string) string {
	t.Helper()
	output, err := os.ReadFile(filepath.Join("testdata", name+".out"))
	if err != nil {
		t.Fatal(err)
	}
	return string(output)
}

// TestDistrust wounds what TLC said: no verdict may be read from what is not whole.
func TestDistrust(t *testing.T) {
	for _, c := range []struct {
		name, from  string
		exit        int
		was, is     string
		wantInError string
	}{
		{"no output", "holds", 0, "", "", "ended without its final message"},
		{"cut before the final message", "holds", 0, "@!@!@STARTMSG 2186:0", "CUT", "ended without its final message"},
		{"no success", "holds", 0, "2193", "2200", "ended without a verdict"},
		{"a nonzero exit", "holds", 1, "", "\x00", "exit code 1, not [0]"},
		{"states left", "holds", 0, "0 states left on queue.\n@!@!@ENDMSG 2199", "3 states left on queue.\n@!@!@ENDMSG 2199", "left 3 of 4"},
		{"no counts", "holds", 0, "2199", "2200", "without counts"},
		{"no initial states told", "holds", 0, "2190", "2200", "no initial state"},
		{"counts in other words", "holds", 0, "4 distinct states found, 0 states left on queue.\n@!@!@ENDMSG 2199",
			"some distinct states found.\n@!@!@ENDMSG 2199", "message 2199 does not read as it should"},
		{"an unknown notice", "holds", 0, "2268", "2299", "message 2299 is unknown"},
		{"an unknown error", "holds", 0, "2268:0 @!@!@", "2268:1 @!@!@", "TLC cannot evaluate"},
		{"an unknown severity", "holds", 0, "2268:0 @!@!@", "2268:7 @!@!@", "unknown severity 7"},
		{"text outside", "holds", 0, "@!@!@STARTMSG 2193", "Exception in thread\n@!@!@STARTMSG 2193", "outside of all messages"},
		{"no trace", "stuttering", 13, "2217:4", "2200:0", "the end of message 2217"},
		{"a state missing", "invariant", 12, "\n2: <Up", "\n3: <Up", "state 3 of a trace follows state 1"},
		{"a state unreadable", "invariant", 12, "x = 2", "x = ]", `1:5: expected a value, found "]"`},
		{"back to nowhere", "cycle", 13, "1: Back to", "9: Back to", "a trace of 4 states goes back to state 9"},
		{"a verdict that does not fit its trace", "stuttering", 12,
			"2116:1 @!@!@\nTemporal properties were violated.\n\n@!@!@ENDMSG 2116", "2110:1 @!@!@\nInvariant Small is violated.\n@!@!@ENDMSG 2110",
			"does not go with that"},
	} {
		t.Run(c.name, func(t *testing.T) {
			output := recorded(t, c.from)
			switch {
			case c.was == "" && c.is == "":
				output = ""
			case c.is == "CUT":
				output = output[:strings.Index(output, c.was)]
			case strings.HasPrefix(c.was, "2") && len(c.was) == 4:
				output = strings.ReplaceAll(output, "MSG "+c.was, "MSG "+c.is)
			case c.was != "":
				if !strings.Contains(output, c.was) {
					t.Fatalf("there is no %q in %s", c.was, c.from)
				}
				output = strings.Replace(output, c.was, c.is, 1)
			}
			r, err := Interpret(output, c.exit)
			if err == nil || !strings.Contains(err.Error(), c.wantInError) {
				t.Errorf("%v, %v, want an error with %q", r.Outcome, err, c.wantInError)
			}
			if err != nil && strings.Contains(err.Error(), "\n") {
				t.Errorf("the error has more than one line: %q", err)
			}
		})
	}
}

// TestFaultTrace: a fault comes with the states that led to it.
func TestFaultTrace(t *testing.T) {
	_, err := Interpret(recorded(t, "assert-action"), 14)
	var fault *Fault
	if !errors.As(err, &fault) || fault.Kind != InEvaluation || len(fault.Trace.Steps) != 3 {
		t.Fatalf("%+v", err)
	}
	last := fault.Trace.Steps[2]
	if n, _ := last.State["x"].Int(); n != 2 || last.Action.Name != "AssertNext" ||
		!strings.HasSuffix(last.Action.Location, " of module Faulty") {
		t.Errorf("%+v", last)
	}
}

// TestDetails of what TLC says beside its verdict.
func TestDetails(t *testing.T) {
	r, err := Interpret(recorded(t, "holds"), 0)
	if err != nil || !strings.HasPrefix(r.Version, "2.") || !strings.Contains(r.Collision, "E-") || r.CollisionFound != "" {
		t.Errorf("%+v, %v", r, err)
	}
	r, err = Interpret(recorded(t, "cycle"), 13)
	if err != nil || r.Trace.Closing.Location == "" || r.Trace.Steps[0].Action.Location != "" || r.Collision != "" {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestLargeNumbers may have commas.
func TestLargeNumbers(t *testing.T) {
	output := strings.Replace(recorded(t, "holds"), "\n6 states generated, 4 distinct states found, 0 states left",
		"\n1,234,567 states generated, 123456 distinct states found, 0 states left", 1)
	if r, err := Interpret(output, 0); err != nil || r.Generated != 1234567 || r.Distinct != 123456 {
		t.Errorf("%+v, %v", r, err)
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
		if r.Outcome == NoError && (exit != 0 || r.Left != 0 || !strings.Contains(output, "No error has been found.")) {
			t.Errorf("believed %q", output)
		}
		if r.Outcome != NoError && exit == 0 || r.Outcome == 0 {
			t.Errorf("%v with exit code %d", r.Outcome, exit)
		}
	})
}
