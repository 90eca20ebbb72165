package explore

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/creack/pty"

	"interrex/explore/internal/request"
)

// TestStepNeedsATerminal: elsewhere it says so in one line, after what is wrong with the flags.
func TestStepNeedsATerminal(t *testing.T) {
	for args, want := range map[string]string{
		"step -algo=bully -n=3":              "explore: step needs a terminal, as its input and its output; explore check writes a report anywhere (exit 151)\n",
		"step -algo=bully -n=3 -at=0.9":      "explore: -at=0.9: step 9 after 0 steps: 8 steps are possible here, 0 to 7 (exit 151)\n",
		"step -algo=bully -n=3 -format=json": "explore: -format has no meaning for step, which writes no report: use check (exit 151)\n",
		"check -algo=bully -n=3 -at=0":       "explore: -at has no meaning for check: use step (exit 151)\n",
	} {
		var out, err bytes.Buffer
		if code := run(t.Context(), strings.Fields(args), &out, &err); code != 151 || out.Len() > 0 || err.String() != want {
			t.Errorf("%s: exit %d, %q, %q, want %q", args, code, out.String(), err.String(), want)
		}
	}
}

// TestStepOnATerminal: it opens with the counterexample, goes by keys, and prints how to come back.
func TestStepOnATerminal(t *testing.T) {
	for _, test := range []struct{ why, args, keys, back string }{
		{"a counterexample", "step -algo=chang-roberts -n=3 -crashes=1 -starts=1 -quiet", "j", " -at=0.0.2_1"},
		{"none", "step -algo=bully -n=3 -quiet", "0", " -at=0.0"},
		{"at a step", "step -algo=bully -n=3 -at=0.0", "u0", " -at=0.0.0"},
	} {
		r, err := request.Parse(strings.Fields(test.args))
		if err != nil {
			t.Fatal(err)
		}
		outside, inside, err := pty.Open()
		if err != nil {
			t.Fatalf("%s: no pseudo-terminal: %v", test.why, err)
		}
		if err := pty.Setsize(outside, &pty.Winsize{Rows: 40, Cols: 120}); err != nil {
			t.Fatal(err)
		}
		code := make(chan int)
		go func() {
			code <- stepOn(t.Context(), r, terminals{inside, inside, io.Discard})
			inside.Close()
		}()
		screen := &reader{from: outside}
		screen.until(t, "\x1b[?1049h") // the screen is its own, and keys are not echoed any more
		write(t, outside, test.keys+"q")
		screen.until(t, "to come back: go run ./cmd/explore step -algo=")
		if got := screen.until(t, "\r\n"); !strings.HasSuffix(got, test.back) {
			t.Errorf("%s: the walk is %s, want one that ends in %s", test.why, got, test.back)
		}
		if got := <-code; got != 0 {
			t.Errorf("%s: exit %d", test.why, got)
		}
		outside.Close()
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
