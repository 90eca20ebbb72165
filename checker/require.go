package checker

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// A T is the part of testing.TB that Require needs. If it has a Deadline, as a *testing.T has, an exploration takes half
// of the time that is left until then, so that there is time to say what it has found.
type T interface {
	Helper()
	Context() context.Context
	Fatalf(format string, args ...any)
}

// A Growing system can say what has grown during the exploration. If a bound ends the exploration, that is
// where a bound of the modeller's may be missing.
type Growing interface {
	// Grown says it in one line; "" if nothing has grown much.
	Grown() string
}

// RequiredStates is how many states Require explores at most.
const RequiredStates = 1_000_000

// Require fails the test unless every property holds in all runs of the system. It prints each property that does not
// hold, with its counterexample. After RequiredStates states it stops and fails: with everything violated so far, and
// with what has grown.
func Require(t T, system System, properties ...Property) *Report {
	t.Helper()
	return RequireWithin(t, Options{MaxStates: RequiredStates}, system, properties...)
}

// RequireWithin is Require with the caller's bounds. A bound that acts is a failure, whatever was asked.
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

// TimeFor is half of the time left until a test's deadline; 0 if it has none.
func TimeFor(t T) time.Duration {
	if d, is := t.(interface{ Deadline() (time.Time, bool) }); is {
		if deadline, set := d.Deadline(); set {
			return max(time.Until(deadline)/2, time.Nanosecond)
		}
	}
	return 0
}

// complaints lists what does not hold, each with its counterexample, and then what is undecided, and why.
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
		if g, is := system.(Growing); is && g.Grown() != "" {
			all = append(all, "what has grown: "+g.Grown())
		}
	}
	return strings.Join(all, "\n")
}

// ended says what has ended an exploration.
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
