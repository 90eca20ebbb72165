package checker

import (
	"cmp"
	"fmt"
	"interrex/checker/component"
	"maps"
	"slices"
	"strings"
	"time"
)

// A Verdict is the result for a property.
type Verdict int

const (
	Holds        Verdict = iota + 1 // the exploration was complete
	Violated                        // with a counterexample
	Inconclusive                    // a bound was hit
)

func (v Verdict) String() string {
	return [...]string{"undecided", "holds", "violated", "inconclusive"}[v]
}

// A Report is the result of Check. It is the same for any number of workers, as far as the package comment promises.
type Report struct {
	States   int   // states found: all reachable ones, if Complete
	Steps    int   // steps out of all states
	Terminal int   // states with no step
	Depth    int   // levels beyond the first
	Widths   []int // states of each level; if a bound ended the exploration, the last level may not be complete

	Complete bool   // all states were expanded, and no bound altered or disabled a step
	Bound    string // what ended the exploration; else the bounds of the System that were hit, or what ended liveness; "" for none

	// Left is the number of states that may be part of a cycle, if they did not fit into memory and liveness is not decided.
	Left int

	Deepest *Path // to the state found last, if Options.Deepest asks for it; nil if Complete

	Seconds         float64 // of the exploration, with the properties of states and steps
	LivenessSeconds float64
	PeakBytes       uint64  // of the process, as far as it was measured
	RowBytes        int     // of the row of a state
	NumberBytes     int     // of the values for which the numbers in rows stand; 0: unknown
	Overhead        float64 // bytes of the hash table for a state

	Results []Result   // in the order of the properties
	Actions []Activity // of each action that is expected or was enabled, in the order of Actions
}

// An Activity counts an action in the states that were expanded. A step that a bound has disabled counts as enabled, not as taken.
type Activity struct {
	Action  string
	Enabled int // states in which it has a step
	Taken   int // steps
}

// A Result is the verdict on one property.
type Result struct {
	Property Property
	Verdict  Verdict

	// Count is the number of states in which the predicate of a Counted property is true.
	Count int

	// Path is a counterexample or, of Reachable, a witness; nil if there is none.
	Path *Path
}

// conclude sets the verdict, when a path has been looked for. isOver: there is none if none was found.
func (r *Result) conclude(isOver bool) {
	isWitness := r.Property.kind == reachable
	switch {
	case r.Path == nil && !isOver:
		r.Verdict = Inconclusive
	case (r.Path != nil) == isWitness:
		r.Verdict = Holds
	default:
		r.Verdict = Violated
	}
}

// newReport reports what was counted of levels of such widths. bound has ended the exploration.
func newReport(system System, t Tally, widths []int, bound string) *Report {
	r := &Report{States: total(widths), Steps: t.Steps, Terminal: t.Terminal, Widths: widths, Depth: max(len(widths)-1, 0),
		Bound: cmp.Or(bound, boundNames(system, t.Met)), Actions: activities(system, t.Actions)}
	r.Complete = r.Bound == ""
	return r
}

func total(widths []int) (n int) {
	for _, width := range widths {
		n += width
	}
	return n
}

// levelOf is the level of a rank.
func levelOf(widths []int, rank int) (level int) {
	for begin := 0; level < len(widths)-1 && rank >= begin+widths[level]; level++ {
		begin += widths[level]
	}
	return level
}

// boundNames names the bounds of a system that were hit.
func boundNames(system System, hit []int) string {
	var names, all []string
	if bounding, ok := system.(bounding); ok {
		names = bounding.Bounds()
	}
	for _, b := range hit {
		if b > len(names) {
			panic(brokenLaw("a Step carries bound %d, and Bounds names only %q", b, names))
		}
		all = append(all, names[b-1])
	}
	return strings.Join(all, ", ")
}

// activities lists the actions that are expected or were enabled, in the order of Actions. counted is by name.
func activities(system System, counted map[string]component.Activity) (all []Activity) {
	rest, names := maps.Clone(counted), []string(nil)
	for _, action := range namedActions(system) {
		a := counted[action.Name]
		delete(rest, action.Name)
		names = append(names, action.Name)
		if action.Expected || a.Enabled > 0 {
			all = append(all, Activity{action.Name, a.Enabled, a.Taken})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(rest)) {
		panic(brokenLaw("a Step carries action %s, and Actions names only %q", name, names))
	}
	return all
}

// namedActions lists the actions that a system has named so far.
func namedActions(system System) []NamedAction {
	if acting, ok := system.(acting); ok {
		return acting.Actions()
	}
	return nil
}

// A Path is a run of the system: a finite one, or a lasso.
type Path struct {
	Initial State
	Stem    []Transition

	// Lasso: the run is infinite. Cycle repeats forever after Stem. If Cycle is empty, the run rests in the last state of Stem.
	Lasso bool
	Cycle []Transition
}

// A Transition is a step and the state it leads to.
type Transition struct {
	Step Step
	To   State
}

// Progress is a snapshot of a running exploration.
type Progress struct {
	States, Steps int
	Depth         int // of the level being expanded
	Expanded      int // states expanded so far
	Frontier      int // width of the level being expanded
	Elapsed       time.Duration
	Bytes         uint64 // memory in use
	Liveness      bool   // the exploration has ended and liveness is being decided
	Tasks         Tasks  // under way, if there may be several workers elsewhere

	// Violations are those found so far: of safety properties in their order, then of liveness properties in the order of
	// decision. They do not include witnesses and unasked properties.
	Violations []Violation
}

// A Violation is a property with a counterexample.
type Violation struct {
	Property Property
	Steps    int // of the counterexample, without the cycle of a lasso
}

// Tasks are parts of the work on a level, or on liveness, that workers elsewhere may do.
type Tasks struct {
	Kind     string // "": there are none
	Property string // for which they are; "": all
	Done, Of int    // Of is 0 if the number is unknown
}

// States lists the states of the path, the initial one first.
func (p *Path) States() []State {
	all := []State{p.Initial}
	for _, t := range slices.Concat(p.Stem, p.Cycle) {
		all = append(all, t.To)
	}
	return all
}

// Text describes a path by lines, a step and a state at a time. It uses the descriptions of the System, if it has any.
func (p *Path) Text(system System) string {
	var b strings.Builder
	fmt.Fprintf(&b, "     %s\n", describeState(system, p.Initial))
	at := p.Initial
	for i, t := range slices.Concat(p.Stem, p.Cycle) {
		if i == len(p.Stem) {
			b.WriteString("     for ever:\n")
		}
		fmt.Fprintf(&b, "%3d. %s\n     %s\n", i+1, describeStep(system, at, t.Step), describeState(system, t.To))
		at = t.To
	}
	if p.Lasso && len(p.Cycle) == 0 {
		b.WriteString("     for ever\n")
	}
	return b.String()
}

func describeState(system System, s State) string {
	if d, ok := system.(describer); ok {
		return d.DescribeState(s)
	}
	return fmt.Sprint([]Cell(s))
}

func describeStep(system System, from State, step Step) string {
	if d, ok := system.(describer); ok {
		return d.DescribeStep(from, step)
	}
	return fmt.Sprintf("step %d", step.Code)
}
