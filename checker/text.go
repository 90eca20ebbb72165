package checker

import (
	"context"
	"fmt"
	"strings"
)

// Text writes a path one step a line, in the system's own words if it has any. A lasso's cycle
// is marked; an empty one says that the last state lasts for ever.
func (p *Path) Text(system System) string {
	var b strings.Builder
	fmt.Fprintf(&b, "     %s\n", describeState(system, p.Initial))
	at, n := p.Initial, 0
	write := func(t Transition) {
		n++
		fmt.Fprintf(&b, "%3d. %s\n     %s\n", n, describeStep(system, at, t.Step), describeState(system, t.To))
		at = t.To
	}
	for _, t := range p.Stem {
		write(t)
	}
	switch {
	case p.Lasso && len(p.Cycle) == 0:
		b.WriteString("     for ever\n")
	case p.Lasso:
		b.WriteString("     for ever:\n")
	}
	for _, t := range p.Cycle {
		write(t)
	}
	return b.String()
}

func describeState(system System, s State) string {
	if d, ok := system.(Describer); ok {
		return d.DescribeState(s)
	}
	return fmt.Sprint([]Cell(s))
}

func describeStep(system System, from State, step Step) string {
	if d, ok := system.(Describer); ok {
		return d.DescribeStep(from, step)
	}
	return fmt.Sprintf("step %d", step.Code)
}

// A T is the part of testing.TB that Require needs.
type T interface {
	Helper()
	Context() context.Context
	Fatalf(format string, args ...any)
}

// Require fails the test unless every property holds in all runs of the system. It prints
// what does not, with its counterexample.
func Require(t T, system System, properties ...Property) *Report {
	t.Helper()
	report, err := Check(t.Context(), system, properties, Options{})
	if err != nil {
		t.Fatalf("%v", err)
		return nil
	}
	for _, r := range report.Results {
		switch {
		case r.Verdict == Holds:
		case r.Path != nil:
			t.Fatalf("%s is violated:\n%s", r.Property.Name, r.Path.Text(system))
		default:
			t.Fatalf("%s: %v (%d states, bound: %q)", r.Property.Name, r.Verdict, report.States, report.Bound)
		}
	}
	return report
}
