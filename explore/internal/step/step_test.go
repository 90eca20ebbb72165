package step

import (
	"io"
	"strings"
	"testing"

	"github.com/creack/pty"

	"interrex/explore/internal/command"
	"interrex/model"
)

// TestStepOnATerminal: it opens with the counterexample, goes by keys, and prints how to come back.
func TestStepOnATerminal(t *testing.T) {
	for _, test := range []struct{ why, args, keys, back string }{
		{"a counterexample", "step -algo=chang-roberts -n=3 -crashes=1 -starts=1 -quiet", "j", " -at=0.0.2_1"},
		{"none", "step -algo=bully -n=3 -quiet", "0", " -at=0.0"},
		{"at a step", "step -algo=bully -n=3 -at=0.0", "u0", " -at=0.0.0"},
	} {
		p := &command.Program{Name: "explore", Elections: model.Catalogue(), Commands: []*command.Command{Command()}}
		call, err := p.Line(strings.Fields(test.args))
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
			code <- stepOn(t.Context(), call.Asking.(*asked), terminals{inside, inside, io.Discard})
			inside.Close()
		}()
		screen := &reader{from: outside}
		screen.until(t, "\x1b[?1049h") // the screen is its own, and keys are not echoed any more
		write(t, outside, test.keys+"q")
		screen.until(t, "to come back: explore step -algo=")
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
