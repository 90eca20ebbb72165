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
//
// A System may have a method Grown() string that describes what has grown during the exploration. Require prints the description if a
// bound was hit: a bound of the System may be missing there.
func Require(t T, system System, properties ...Property) *Report {
	t.Helper()
	return RequireWithin(t, Options{MaxStates: RequiredStates}, system, properties...)
}

// RequireWithin is Require with other options. The test fails if a bound is hit.
func RequireWithin(t T, options Options, system System, properties ...Property) *Report {
	t.Helper()
	if len(properties) == 0 {
		t.Fatalf("no property is asked, so there is nothing that could fail")
		return nil
	}
	if options.MaxTime == 0 {
		options.MaxTime = TimeFor(t)
	}
	report, err := Check(t.Context(), system, properties, options)
	if err != nil {
		t.Fatalf("%v", err)
		return nil
	}
	if broken := complaints(system, report); broken != "" {
		t.Fatalf("%s", broken)
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

// complaints lists the properties that do not hold, with their counterexamples, and those that are inconclusive.
func complaints(system System, report *Report) string {
	var all, open []string
	for _, r := range report.Results {
		switch {
		case r.Verdict == Holds:
		case r.Path != nil:
			all = append(all, fmt.Sprintf("%s is violated:\n%s", r.Property.Name, r.Path.Text(system)))
		case r.Verdict == Violated: // there is no path to what was to be reachable
			all = append(all, fmt.Sprintf("%s is violated: it is true in none of %d states", r.Property.Name, report.States))
		default:
			open = append(open, r.Property.Name)
		}
	}
	if len(open) > 0 {
		all = append(all, fmt.Sprintf("inconclusive after %d states, %s: %s", report.States, ended(report.Bound), strings.Join(open, ", ")))
		if g, is := system.(interface{ Grown() string }); is && g.Grown() != "" {
			all = append(all, "what has grown: "+g.Grown())
		}
	}
	return strings.Join(all, "\n")
}

// ended describes the end of an exploration by a bound.
func ended(bound string) string {
	switch bound {
	case "states":
		return "as many as are allowed (MaxStates); there may be no end of them"
	case "time":
		return "when the time was over (MaxTime); there may be no end of them"
	case "memory", "depth":
		return fmt.Sprintf("where a bound acted (%s); there may be no end of them", bound)
	}
	return fmt.Sprintf("since a bound has acted (%s)", bound)
}
