package claims

import (
	"cmp"
	"fmt"
	"slices"
)

// A Claim is a sentence of the lectures that runs can decide.
type Claim struct {
	ID       string   // "C05"
	Lectures []string // that say so, by their numbers
	Sentence string
	Quotes   []Quote
	Against  []string // claims that contradict this one

	Cases []Case
	Waits string // what cannot be run yet, and leaves the claim undecided; "" if nothing
	Long  bool   // may take more than 40 seconds on two cores

	Found Verdict // the record
	Words string  // what we found, for people
}

// A Quote is a few words of a lecture, in its language.
type Quote struct{ Lecture, Words string }

// A Case is a reading of the claim, or a world in which it is asked.
type Case struct {
	If   string // completes "if": "what was on its way to the dead process is lost"
	Runs []Run  // the claim is true in this case if each shows what it must

	Found Outcome // the record
	Sizes string  // and for which numbers of processes: "2 to 5"
}

// A Run is a command line of explore, and what it shows if the claim is true.
type Run struct {
	Command string // what a user types after "explore"
	Shows   []Ask
}

// An Ask is about one property, or one number, of a run's report.
type Ask struct {
	// What is a property's name for the first three relations. For the others it is the place of
	// a number in the report in JSON, "depth" or "arrangements.depth"; of a list, all are meant, or
	// those with the name that follows.
	What  string
	Is    Relation
	Value string // a number, or the action that repeats
}

// A Relation is what must be true of a property or a number.
type Relation string

const (
	Holds     Relation = "holds"           // in every state and every fair run; all was explored, and the premise comes true
	Violated  Relation = "is violated"     // and there is a counterexample
	Unbroken  Relation = "is not violated" // in what was explored, where the premise comes true; a bound leaves it at Within
	Repeating Relation = "is violated, repeating"
	Equals    Relation = "="
	AtMost    Relation = "≤"
	AtLeast   Relation = "≥"
)

// IsNumber reports whether the relation is one of numbers.
func (r Relation) IsNumber() bool { return r == Equals || r == AtMost || r == AtLeast }

func (a Ask) String() string {
	text := a.What + " " + string(a.Is)
	if a.Value != "" {
		text += " " + a.Value
	}
	return text
}

// An Outcome is what came of a run or a case.
type Outcome int

const (
	Open   Outcome = iota // a bound, nothing to run yet, or a property that speaks of no state that comes up
	True                  // the claim is true here
	False                 // it is not, and a run shows it
	Within                // nothing is against it in what was explored or drawn, which is not all
)

func (o Outcome) String() string { return [...]string{"open", "true", "false", "not violated"}[o] }

// A Verdict is what came of a claim.
type Verdict int

const (
	Undecided Verdict = iota // something is open, or waits
	Confirmed                // true in every case
	Refuted                  // false in every case
	OnlyIf                   // true in some cases, false in others
	Unrefuted                // true in some cases, or in none, and in the others not violated as far as was explored
)

func (v Verdict) String() string {
	return [...]string{"undecided", "holds", "refuted", "holds only if …", "not refuted"}[v]
}

// Of is the verdict on a claim whose cases came out so. It does not look at the record.
func (c Claim) Of(outcomes []Outcome) Verdict {
	isTrue, isFalse, isWithin := slices.Contains(outcomes, True), slices.Contains(outcomes, False), slices.Contains(outcomes, Within)
	switch {
	case c.Waits != "" || len(outcomes) == 0 || slices.Contains(outcomes, Open):
		return Undecided
	case isFalse && (isTrue || isWithin):
		return OnlyIf
	case isFalse:
		return Refuted
	case isWithin:
		return Unrefuted
	}
	return Confirmed
}

// All lists the claims by their ids.
func All() []Claim {
	all := slices.Concat(rings(), repairs(), bullies(), reductions(), conditions(), lists(), changRoberts(),
		probes(), omegas(), practice(), stories(), participants())
	slices.SortFunc(all, func(a, b Claim) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

// Find returns the claim of that id.
func Find(id string) (Claim, bool) {
	all := All()
	i := slices.IndexFunc(all, func(c Claim) bool { return c.ID == id })
	if i < 0 {
		return Claim{}, false
	}
	return all[i], true
}

// The runs are put together of these.

func run(command string, shows ...Ask) Run { return Run{command, shows} }

// sizes are runs of one command for several numbers of processes.
func sizes(command string, from, to int, shows func(n int) []Ask) (runs []Run) {
	for n := from; n <= to; n++ {
		runs = append(runs, run(fmt.Sprintf(command, n), shows(n)...))
	}
	return runs
}

// same asks the same for every number of processes.
func same(shows ...Ask) func(int) []Ask { return func(int) []Ask { return shows } }

func holds(properties ...string) (asks []Ask) {
	for _, p := range properties {
		asks = append(asks, Ask{What: p, Is: Holds})
	}
	return asks
}

func unbroken(properties ...string) (asks []Ask) {
	for _, p := range properties {
		asks = append(asks, Ask{What: p, Is: Unbroken})
	}
	return asks
}

func violated(properties ...string) (asks []Ask) {
	for _, p := range properties {
		asks = append(asks, Ask{What: p, Is: Violated})
	}
	return asks
}

func equals(what string, value int) Ask { return Ask{what, Equals, fmt.Sprint(value)} }

// promises are the seven properties that are asked by default.
func promises() []Ask { return slices.Concat(safety(), liveness()) }

// safety is what may never happen, liveness what must.
func safety() []Ask {
	return holds("one-leader", "elected-is-max", "agreement", "validity", "not-stuck")
}
func liveness() []Ask { return holds("decides", "ends") }
