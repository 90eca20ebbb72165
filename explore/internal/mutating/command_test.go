package mutating

import (
	"context"
	"strings"
	"testing"

	"interrex/explore/internal/commandtest"
	"interrex/internal/testlevel"
	"interrex/model/mutants"
)

// call calls the command with arguments separated by spaces.
func call(args string) commandtest.Reply {
	return commandtest.Call(context.Background(), Command(), strings.Fields(args)...)
}

// TestOneMutant: the report of one has its world and its counterexample.
func TestOneMutant(t *testing.T) {
	for i, m := range mutants.Mutants() {
		if !testlevel.OneOf(7, i) {
			continue
		}
		args := "mutants -algo=" + m.Of + " -mutant=" + m.Name
		r := call(args + " -quiet")
		if r.Code != 0 || r.Stderr != "" {
			t.Errorf("explore %s: exit code %d: %s", args, r.Code, r.Stderr)
		}
		if shown := strings.Contains(r.Stdout, "\n"+m.Breaks+" is violated: "); shown != (m.Breaks != "") {
			t.Errorf("explore %s: a counterexample is shown: %v", args, shown)
		}
		if !strings.Contains(r.Stdout, "\nreproduce: go run ./cmd/explore "+args+"\n") || !strings.Contains(r.Stdout, m.Wound) {
			t.Errorf("explore %s does not say what was asked:\n%s", args, r.Stdout)
		}
	}
}

// TestMutantsInterrupted: what was not tried is not claimed.
func TestMutantsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := commandtest.Call(ctx, Command(), "mutants", "-quiet")
	if r.Code != 152 || !strings.HasSuffix(r.Stdout, "(exit 152)\n") || !strings.Contains(r.Stdout, "verdict: inconclusive: ") {
		t.Errorf("exit code %d\n%s", r.Code, r.Stdout)
	}
}
