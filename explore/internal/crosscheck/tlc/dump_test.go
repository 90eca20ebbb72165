package tlc

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"interrex/explore/internal/crosscheck/tla"
)

// all reads a whole dump: the states, in one line each, and the error at the end.
func all(dump io.Reader) (states []string, err error) {
	for s, err := range ReadDump(dump) {
		if err != nil {
			return states, err
		}
		states = append(states, strings.ReplaceAll(s.String(), "\n", " "))
	}
	return states, nil
}

func TestReadDump(t *testing.T) {
	for _, c := range []struct{ text, states, fault string }{
		{"", "", ""},
		{"State 1:\nx = 1\n\n", `/\ x = 1`, ""},
		{"State 1:\r\nx = 1\r\n\r\nState 2:\r\nx = 2\r\n", `/\ x = 1; /\ x = 2`, ""},
		{"State 1:\n/\\ x = <<1,\n\n  2>>\n/\\ y = \"State 2:\"\n\nState 2:\n/\\ x = 2\n/\\ y = 3\n",
			`/\ x = <<1, 2>> /\ y = "State 2:"; /\ x = 2 /\ y = 3`, ""},
		{"x = 1", "", `line 1 of the dump: expected "State 1:", found "x = 1"`},
		{"State 1:\nx = 1\n\nState 3:\nx = 2\n", "", `state 1 of the dump, after line 1: 3:1: expected the end, found "State"`},
		{"State 1:\nx = 1\n\nState 2:\n", `/\ x = 1`, "state 2 of the dump, after line 4: 1:1: expected the name of a variable, found the end"},
	} {
		states, err := all(strings.NewReader(c.text))
		if got := strings.Join(states, "; "); got != c.states || fmt.Sprint(err) != fmt.Sprint(c.fault) && (err != nil || c.fault != "") {
			t.Errorf("%q has %s, %v, want %s, %s", c.text, got, err, c.states, c.fault)
		}
	}
}

func FuzzReadDump(f *testing.F) {
	f.Add("State 1:\n/\\ x = 1\n/\\ y = <<>>\n\nState 2:\n/\\ x = 2\n/\\ y = {m}\n")
	f.Add("State 1:\nx = 1\n\nState 3:\n")
	f.Fuzz(func(t *testing.T, text string) {
		states, ended := 0, false
		for s, err := range ReadDump(strings.NewReader(text)) {
			if ended {
				t.Fatal("more after an error")
			}
			if ended = err != nil; ended {
				continue
			}
			states++
			if again, err := tla.ParseState(s.String()); err != nil || again.String() != s.String() {
				t.Errorf("%v becomes %v, %v", s, again, err)
			}
		}
		if headers := strings.Count("\n"+text, "\nState "); states > headers {
			t.Errorf("%d states of %d headers", states, headers)
		}
	})
}
