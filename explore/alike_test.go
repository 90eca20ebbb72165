package explore

import (
	"strings"
	"testing"
)

// TestAlikeBounded: a search that a bound has cut short is told from one that came to its end, in words and as
// JSON, and neither says that there are no two such runs.
func TestAlikeBounded(t *testing.T) {
	s := schema(t, "alike")
	for args, want := range map[string]struct{ verdict, bound string }{
		"-timely=nothing -max-states=3": {"inconclusive: bounded by -max-states: found no two runs that P2 could not tell apart", `"states"`},
		"-timely=nothing -max-depth=2":  {"inconclusive: bounded by -max-depth: found no two runs", `"depth"`},
		"-timely=nothing -max-time=1ns": {"inconclusive: bounded by -max-time: found no two runs", `"time"`},
		"-timely=all":                   {"inconclusive: looked for one run R only: found no two runs", "null"},
	} {
		args = "alike -algo=omega-timely -n=2 " + args
		r, asJSON := call(args), call(args+" -format=json")
		if r.code != 152 || asJSON.code != 152 || !strings.Contains(r.stdout, "verdict: "+want.verdict) {
			t.Errorf("explore %s: exit codes %d, %d:\n%s%s", args, r.code, asJSON.code, r.stdout, r.stderr)
		}
		if err := s.Validate(value(t, asJSON.stdout)); err != nil {
			t.Errorf("explore %s: %v", args, err)
		}
		for _, field := range []string{`"complete": false`, `"bound": ` + want.bound} {
			if !strings.Contains(asJSON.stdout, field) {
				t.Errorf("explore %s: no %s in\n%s", args, field, asJSON.stdout)
			}
		}
	}
}
