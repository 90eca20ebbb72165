package alike

import (
	"context"
	"strings"
	"testing"

	"interrex/explore/internal/commandtest"
)

// TestAlikeBounded: a search that a bound has cut short is told from one that came to its end, in words and as
// JSON, and neither says that there are no two such runs.
func TestAlikeBounded(t *testing.T) {
	for args, want := range map[string]struct{ verdict, bound string }{
		"-timely=nothing -max-states=3": {"inconclusive: bounded by -max-states: found no two runs that P2 could not tell apart", `"states"`},
		"-timely=nothing -max-depth=2":  {"inconclusive: bounded by -max-depth: found no two runs", `"depth"`},
		"-timely=nothing -max-time=1ns": {"inconclusive: bounded by -max-time: found no two runs", `"time"`},
		"-timely=all":                   {"inconclusive: looked for one run R only: found no two runs", "null"},
	} {
		args = "alike -algo=omega-timely -n=2 " + args
		call := func(args string) commandtest.Reply {
			return commandtest.Call(context.Background(), Command(), strings.Fields(args)...)
		}
		r, asJSON := call(args), call(args+" -format=json")
		if r.Code != 152 || asJSON.Code != 152 || !strings.Contains(r.Stdout, "verdict: "+want.verdict) {
			t.Errorf("explore %s: exit codes %d, %d:\n%s%s", args, r.Code, asJSON.Code, r.Stdout, r.Stderr)
		}
		for _, field := range []string{`"complete": false`, `"bound": ` + want.bound} {
			if !strings.Contains(asJSON.Stdout, field) {
				t.Errorf("explore %s: no %s in\n%s", args, field, asJSON.Stdout)
			}
		}
	}
}
