package checker

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// A T is the part of testing.TB that Require needs. If it has a Deadline, as a *testing.T has, an exploration may take half of the
// time that is left until then.
type T interface {
	Helper()
	Context() context.Context
	Fatalf(format string, args ...any)
}

// RequiredStates is the largest number of states that Require explores.
const RequiredStates = 1_000_000

// Require fails the test unless every property holds. It prints each property that does not hold, with its counterexample. It stops
// and fails after RequiredStates states.
func Require(t T, system System, properties ...Property) *Report {
	t.Helper()
	report, err := Check(t.Context(), system, properties, Options{MaxStates: RequiredStates, MaxTime: TimeFor(t)})
	if err != nil {
		t.Fatalf("%v", err)
		return nil
	}
	if len(properties) == 0 {
		t.Fatalf("no property is asked, so there is nothing that could fail")
	}
	var broken []string
	for _, r := range report.Results {
		switch {
		case r.Verdict == Holds:
		case r.Path != nil:
			broken = append(broken, fmt.Sprintf("%s is violated:\n%s", r.Property.Name, r.Path.Text(system)))
		case r.Verdict == Violated: // there is no path to what was to be reachable
			broken = append(broken, fmt.Sprintf("%s is violated: it is true in none of %d states", r.Property.Name, report.States))
		default:
			broken = append(broken, fmt.Sprintf("%s is inconclusive after %d states, for this bound: %s", r.Property.Name, report.States, report.Bound))
		}
	}
	if len(broken) > 0 {
		t.Fatalf("%s", strings.Join(broken, "\n"))
	}
	return report
}

// TimeFor returns half of the time left until the deadline of a test; 0 if it has none.
func TimeFor(t T) time.Duration {
	if d, is := t.(interface{ Deadline() (time.Time, bool) }); is {
		if deadline, set := d.Deadline(); set {
			return max(time.Until(deadline)/2, time.Nanosecond)
		}
	}
	return 0
}
