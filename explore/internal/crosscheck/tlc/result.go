package tlc

import (
	"fmt"
	"strings"
	"time"

	"interrex/explore/internal/crosscheck/tla"
)

// An Outcome is what TLC decided. TLC stops at the first violation that it finds.
type Outcome int

const (
	NoError Outcome = iota + 1 // everything asked about holds in all states
	InvariantViolated
	ActionPropertyViolated
	PropertyViolated // of the kind that an initial state alone may violate
	TemporalPropertyViolated
	DeadlockReached
	AssumptionFalse
)

func (o Outcome) String() string {
	switch o {
	case NoError:
		return "no error"
	case InvariantViolated:
		return "invariant violated"
	case ActionPropertyViolated:
		return "action property violated"
	case PropertyViolated:
		return "property violated initially"
	case TemporalPropertyViolated:
		return "temporal property violated"
	case DeadlockReached:
		return "deadlock"
	case AssumptionFalse:
		return "assumption false"
	}
	return "undecided"
}

// A Result is TLC's result for a specification. The counts are those when TLC ended: of the whole state graph if
// the outcome is [NoError] or [TemporalPropertyViolated] and Left is 0, otherwise of a part of it.
type Result struct {
	Version string // of TLC: "2.18 of 20 March 2023"
	Outcome Outcome
	// Property is the invariant or property violated, or the place of the false assumption. It is empty for a
	// temporal property: TLC does not say which of several was violated. A property P == []I counts as an
	// invariant; if I is a name, then I, not P, stands here.
	Property string

	InitialGenerated int // initial states, one for each way to reach it
	Initial          int // distinct initial states
	Generated        int // states, including initial ones, one for each way to reach it
	Distinct         int // distinct states
	Left             int // states whose successors were not computed
	Depth            int // states on the longest of the shortest paths; 0 if TLC did not say

	// Collision is the probability that two states had the same fingerprint, as TLC calculates it ("optimistic"),
	// and CollisionFound its estimate from the fingerprints that it met. They are empty unless the run ended
	// without error.
	Collision, CollisionFound string

	Trace    Trace
	Printed  []string // lines printed by Print and PrintT
	Warnings []string
	Elapsed  time.Duration // wall-clock time from the start of Java to its end
}

// A Trace is a counterexample: a sequence of states that begins in an initial one.
type Trace struct {
	Steps []Step
	// Back is the number of the state to which the last one returns, if the trace is a lasso, and Closing the
	// action that does so. Back is 0 if the trace has no cycle.
	Back    int
	Closing Action
	// Stutters: after the last state nothing changes any more.
	Stutters bool
}

// A Step of a trace is a state and the action that led to it.
type Step struct {
	Number int // from 1
	Action Action
	State  tla.State
}

// An Action is what TLC says about a step: the name of the definition, or "", and its location: "line 11, col 7 to
// line 11, col 27 of module Counter". The first state of a trace has the name "Initial predicate" and no location.
type Action struct{ Name, Location string }

// A Fault is what prevented TLC from deciding anything.
type Fault struct {
	Kind  FaultKind
	Text  string // TLC's words, on several lines
	Trace Trace  // up to the state in which it happened, as far as TLC printed it
}

// A FaultKind is where a fault lies.
type FaultKind int

const (
	InModule        FaultKind = iota + 1 // the parser or the semantic analysis refused a module
	InConfiguration                      // the configuration is wrong, or does not fit the modules
	InEvaluation                         // an expression has no value, Assert failed, or TLC gave up
)

func (k FaultKind) String() string {
	switch k {
	case InModule:
		return "TLC cannot parse the module"
	case InConfiguration:
		return "TLC cannot use the configuration"
	}
	return "TLC cannot evaluate the specification"
}

func (f *Fault) Error() string {
	return fmt.Sprintf("%v: %s", f.Kind, strings.Join(strings.Fields(f.Text), " "))
}
