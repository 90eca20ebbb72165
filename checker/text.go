package checker

import (
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
