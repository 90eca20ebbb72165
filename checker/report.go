package checker

import (
	"fmt"
	"strings"
	"time"
)

// A Verdict says what was decided of a property.
type Verdict int

const (
	Holds        Verdict = iota + 1 // in every run, and the exploration was complete
	Violated                        // and here is a counterexample
	Inconclusive                    // a bound was hit before anything was decided
)

func (v Verdict) String() string {
	switch v {
	case Holds:
		return "holds"
	case Violated:
		return "violated"
	case Inconclusive:
		return "inconclusive"
	}
	return "undecided"
}

// A Report is what Check found out. Everything but times, rates and memory is the same for any number of
// workers, unless time, memory or cancellation cut the run short.
type Report struct {
	States   int   // distinct states found: all that are reachable, if Complete
	Steps    int   // one per (state, enabled step), whether or not it leads to a known state
	Terminal int   // states with no step
	Depth    int   // levels beyond the first
	Widths   []int // states of each level; of a run that a bound has cut, the last may have more

	Complete bool   // every state found was expanded and no bound altered anything
	Bound    string // the bound that was hit, "" if none

	// Left is how many states may be part of a cycle where there was no room for them, so that liveness is not decided.
	Left int

	Deepest *Path // if Options.Deepest asks for it: to the state found last, of the deepest level; nil if Complete

	Seconds         float64 // exploration, with invariants and parents
	LivenessSeconds float64
	PeakBytes       uint64  // of the process, as far as it is known
	RowBytes        int     // one state's row
	NumberBytes     int     // of what the numbers in rows stand for, all together; 0 if that is not known
	Overhead        float64 // bytes a state beside its row when the exploration ends: hash table and parents

	Results []Result   // in the order in which the properties were asked
	Actions []Activity // of each action that the System expects or that was enabled, in the order of Acting
}

// An Activity says how often an action occurs in the states that were expanded. If a bound of the
// modeller's has switched a step off, its action counts as enabled and not as taken.
type Activity struct {
	Action  string
	Enabled int // states in which it has a step
	Taken   int // steps; those of all actions together are Steps, if each carries an action
}

// A Result is the verdict on one property.
type Result struct {
	Property Property
	Verdict  Verdict

	// Count is, for Counted, the number of States in which the predicate is true.
	Count int

	// Path violates the property, or for Reachable is the witness. Nil if there is none.
	Path *Path

	// Others violate it in other ways, as many as Options asked for and there are.
	Others []*Path
}

// A Path is a run of the system: a finite one, or a lasso.
type Path struct {
	Initial State
	Stem    []Transition

	// Lasso says that the run is infinite: Cycle repeats for ever after Stem, or, if Cycle is
	// empty, the last state of Stem lasts for ever.
	Lasso bool
	Cycle []Transition
}

// A Transition is a step and the state it leads to.
type Transition struct {
	Step Step
	To   State
}

// last returns the state in which the stem ends.
func (p *Path) last() State {
	if len(p.Stem) == 0 {
		return p.Initial
	}
	return p.Stem[len(p.Stem)-1].To
}

// Progress is a snapshot of a running exploration.
type Progress struct {
	States, Steps int
	Depth         int // of the level being expanded
	Expanded      int // states expanded so far
	Frontier      int // width of the level being expanded
	Elapsed       time.Duration
	Bytes         uint64 // memory in use
	Liveness      bool   // the graph is complete and liveness is being decided
	Tasks         Tasks  // under way, where others may do them

	// Violations are those found so far: of safety properties in the order asked, then of liveness properties as they are
	// decided. Witnesses and unasked properties are left out.
	Violations []Violation
}

// A Violation is a property with a counterexample.
type Violation struct {
	Property Property
	Steps    int // of the counterexample; of a lasso, those before its cycle
}

// Tasks are those of a phase of a level, or of deciding liveness, of which others than the driver of an exploration may do some.
type Tasks struct {
	Kind     string // "": there are none
	Property string // which they are for; "": for all
	Done, Of int    // Of is 0 where it is not known
	Hands    int    // that do one at a time each, as far as that is known; 0: it is not
}

// Text writes a path, one step a line, in the system's own words if it has any. A lasso's cycle is marked;
// if it is empty, the text says that the last state lasts for ever.
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
