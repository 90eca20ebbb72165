package step

import (
	"context"
	"strings"
	"testing"
	"time"

	"interrex/explore/internal/command"
	"interrex/internal/testlevel"
	"interrex/model"
)

// ring is the world of the lectures in which ELECTION(9) circulates forever, circulating the walk along it, and there its beginning.
const (
	ring        = "-algo=ring -ids=4,8,9,3 -crashes=1"
	circulating = "0.2.3.0~0.0.0"
	there       = ring + " -at=" + circulating + "_0"
)

// No test ends by a bound on time.
func init() { stepTime = time.Hour }

// talk steps through a world by commands, and returns what is printed and the walk in the end.
func talk(t *testing.T, ctx context.Context, args, commands string) (code int, said, walk string) {
	t.Helper()
	p := &command.Program{Name: "explore", Elections: model.Catalogue(), Commands: []*command.Command{Command()}}
	call, err := p.Line(strings.Fields("step -quiet " + args))
	if err != nil {
		t.Fatal(err)
	}
	call.Stdin = strings.NewReader(commands)
	var out, errors strings.Builder
	code = call.Do(ctx, &out, &errors)
	said, walk, _ = strings.Cut(out.String(), "to come back: explore step ")
	_, walk, _ = strings.Cut(walk, " -at=")
	return code, said + errors.String(), strings.TrimSuffix(walk, "\n")
}

// TestCommands: the walk to which each leads.
func TestCommands(t *testing.T) {
	testlevel.Alone(t)
	for _, c := range []struct{ commands, want string }{
		{"", circulating + "_0"},
		{"\n", circulating + "_1"},
		{"\n\nback\n", circulating + "_1"},
		{"b\n", circulating + "_0"},
		{"run\n", circulating},
		{"run\n\n", circulating + "_4"},
		{"0\n", "0.0"},
		{"0\n1\n", "0.0.1"},
		{"0\n1\nundo\n", "0.0"},
		{"0\n1\nu\nu\nu\n", circulating + "_0"},
		{"0\nb\n3\nu\n", "0.0_0"},
		{"0\nb\n\n", "0.0"},
		{"9\n", circulating + "_0"},
		{"why\nlist\nhelp\nzz\n", circulating + "_0"},
		{"q\n0\n", circulating + "_0"},
		{"0", "0.0"},
	} {
		if code, said, got := talk(t, t.Context(), there, c.commands); code != 0 || got != c.want {
			t.Errorf("%q: exit %d, the walk is %s, want %s\n%s", c.commands, code, got, c.want, said)
		}
	}
	if _, said, got := talk(t, t.Context(), ring, "\n2\nrun 1\n"); got != circulating {
		t.Errorf("run 1 leads to %s\n%s", got, said)
	}
}

// TestSaid: what is printed after commands.
func TestSaid(t *testing.T) {
	testlevel.Alone(t)
	for _, c := range []struct {
		args, commands string
		want           []string
	}{
		{ring, "", []string{"counterexample 1 of 1: ends is violated: an election stays under way for ever;\nalso decides.", "after 0 steps of 6; 4 to 6 repeat forever",
			"  P9  elected ⊥", "no message in transit", "left: crashes 1 of 1, starts 1 of 1", "▶ 2 P9 starts an election: ELECTION(9) to P3  [optional]"}},
		{there, "\n", []string{"step> \n", "after 1 step of 6", "* P9 ─► P3  ELECTION(9)", "starts 0 of 1", "pending: decides, ends"}},
		{"-algo=bully -n=3 -timeouts=clock -gst=5 -at=0.1.0", "", []string{"* P2  mode idle → waiting for OK", "* P2 ─► P3  ELECTION(2)", "; 0 ticks passed", "the bounds hold within 5 ticks"}},
		{there, "\n\n\n\n", []string{"! ends: an election stays under way for ever", "  4    ●◄"}},
		{there, "\n\nw\n", []string{"crash of P4, P8, P3: the budget -crashes=1 is spent", "every step of P9: dead", "deliver P3 → P8: nothing is on its way: P4 stands between them"}},
		{there, "9\n", []string{"step 9 after 0 steps: 8 steps are possible here, 0 to 7"}},
		{there, "zz\n", []string{`step> zz`, `"zz" is no command; h lists them`}},
		{there, "u\nb\n", []string{"there is nothing to undo", "this is the beginning"}},
		{ring, "run 2\nrun all\n", []string{"run 2: counterexamples known: 1; run alone draws the present run", "run all: counterexamples known: 1"}},
		{"-algo=bully -n=3", "", []string{"no property is violated: 478 states explored", "-algo=bully -n=3: at the initial state\n"}},
		{"-algo=bully -n=3 -max-states=50", "run 1\n", []string{"up to the bound on states", "run 1: counterexamples known: 0"}},
		{there, "h\n", []string{"  Enter ", "  undo, u ", "[optional] a move of the adversary"}},
	} {
		_, said, _ := talk(t, t.Context(), c.args, c.commands)
		for _, want := range c.want {
			if !strings.Contains(said, want) {
				t.Errorf("%s, %q: there is no %q in\n%s", c.args, c.commands, want, said)
			}
		}
	}
}

// TestInterrupted: Ctrl-C during the check ends with 152, and later like quit.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if code, said, _ := talk(t, ctx, ring, "0\n"); code != 152 || !strings.Contains(said, "explore: interrupted (exit 152)") {
		t.Errorf("exit %d, %s", code, said)
	}
	if code, _, walk := talk(t, ctx, ring+" -at=0.0", ""); code != 0 || walk != "0.0" {
		t.Errorf("exit %d, at %s", code, walk)
	}
}

// TestRefusals: what is wrong with the flags is said in a line.
func TestRefusals(t *testing.T) {
	p := &command.Program{Name: "explore", Elections: model.Catalogue(), Commands: []*command.Command{Command()}}
	for args, want := range map[string]string{
		"step -algo=bully -n=3 -at=0.9":      "-at=0.9: step 9 after 0 steps: 8 steps are possible here, 0 to 7",
		"step -algo=bully -n=3 -format=json": "unknown flag -format",
	} {
		if _, err := p.Line(strings.Fields(args)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", args, err, want)
		}
	}
}
