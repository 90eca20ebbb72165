package anonymous

import (
	"context"
	"strings"
	"testing"

	"interrex/explore/internal/command"
	"interrex/explore/internal/commandtest"
)

// call calls the command with arguments separated by spaces.
func call(args string) commandtest.Reply {
	return commandtest.Call(context.Background(), Command(), strings.Fields(args)...)
}

// TestAnonymous: one class in text, with its control.
func TestAnonymous(t *testing.T) {
	got := call("anonymous -n=3 -states=2 -messages=1 -quiet")
	for _, want := range []string{
		"unidirectional  3      2        1         256 ", // 4 starts, 4 choices for each of 2 rules, 4 markings
		"unidirectional  3      2        1       1,024 ", // 4 times as many: the start of process 1
		"verdict: none of 256 anonymous protocols elects; with one process distinguished ",
	} {
		if !strings.Contains(got.Stdout, want) {
			t.Errorf("%q is missing in\n%s", want, got.Stdout)
		}
	}
	if got.Code != 0 || got.Stderr != "" {
		t.Errorf("exit code %d, %s\n%s", got.Code, got.Stderr, got.Stdout)
	}
}

// TestAnonymousInterrupted: what has not been tried is not claimed.
func TestAnonymousInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	got := commandtest.Call(ctx, Command(), "anonymous", "-quiet")
	if want := "verdict: inconclusive: none of 0 anonymous protocols elects; bounded by an interrupt (exit 152)\n"; got.Code != 152 ||
		!strings.HasSuffix(got.Stdout, want) {
		t.Errorf("exit code %d\n%s%s", got.Code, got.Stdout, got.Stderr)
	}
}

// parsed is what the command is asked by some flags.
func parsed(t *testing.T, args ...string) *asked {
	t.Helper()
	p := &command.Program{Commands: []*command.Command{Command()}}
	call, err := p.Prepare(Command(), args)
	if err != nil {
		t.Fatal(err)
	}
	return call.Asking.(*asked)
}

// TestAnonymousElects: should one ever elect, we are wrong.
func TestAnonymousElects(t *testing.T) {
	r := &report{asked: parsed(t, "-n=2")}
	r.all = []*Census{{Class: r.asked.Classes[0], Complete: true, Protocols: 256, Elect: 1}}
	if r.Exit() != 255 || !strings.Contains(r.Verdict(), "1 of 256 anonymous protocols elect") {
		t.Errorf("exit code %d: %s", r.Exit(), r.Verdict())
	}
}
