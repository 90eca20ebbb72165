package component

// A Property is a question about all runs of a system, in terms of the predicates of Judge: P and Q are their bits.
type Property struct {
	Name string
	Kind Kind
	P, Q int

	// Digits is, for Settles, the number of bits of the value; P is the lowest of them.
	Digits int
}

// A Kind is how a property is decided.
type Kind int

const (
	Always  Kind = iota // P in every state
	AtRest              // P in every state without steps
	Across              // P, a bit of JudgeStep, across every step
	Reached             // P in some state; the result has the number of such states
	LeadsTo             // whenever P, then Q at that moment or later
	Reaches             // Q at some moment of every run
	Lasts               // P from some moment on
	Recurs              // if P is ever true, Q is true again and again
	Settles             // the value of the digits is, from some moment on, constant and not 0
)

// isLiveness reports whether only an infinite run can violate the property.
func (p Property) isLiveness() bool { return p.Kind >= LeadsTo }

// A Verdict is what was decided of a property.
type Verdict int

const (
	Holds Verdict = iota + 1
	Violated
	Inconclusive // a bound was hit before the property was decided
)

func (v Verdict) String() string {
	return [...]string{"undecided", "holds", "violated", "inconclusive"}[v]
}

// A Result is the verdict on a property.
type Result struct {
	Property Property
	Verdict  Verdict
	Count    int   // of Reached: the states in which P is true
	Path     *Path // the counterexample, or the witness of Reached; nil for none
}

// A Path is a run: finite or, with IsLasso, infinite. Then Cycle repeats forever after Stem; with an empty cycle the last state
// lasts forever. States are ids in an exploration.
type Path struct {
	Initial uint32
	Stem    []Hop
	Cycle   []Hop
	IsLasso bool
}

// A Hop is a step of a path to a state.
type Hop struct {
	Code     uint64
	Fairness Fairness
	To       uint32
}

// A Report is what a check found.
type Report struct {
	States, Steps, Terminal int
	Depth                   int // levels beyond the first
	Complete                bool
	Bound                   string // the bounds that were hit
	Results                 []Result

	Memory Memory
}

// Memory is what a check has kept. It is no promise: it depends on the order of discovery.
type Memory struct {
	Values, Nodes, Transitions int // of all components: values, nodes of decision trees, steps
	Words                      int // of a row
	RowBytes, TableBytes       int // of the visited set
}
