package claims

import (
	"slices"
	"strings"
)

// A Claim is a sentence of the lectures that runs can decide.
type Claim struct {
	ID       string   // "C05"
	Lectures []string // the numbers of the lectures with this claim
	Sentence string
	Quotes   []Quote
	About    []string // properties of which the sentence says whether they hold
	Against  []string // claims that contradict this one

	Cases []Case

	Found Verdict // the record
	Words string  // our finding, for users
}

// A Quote is a few words of a lecture, in its language.
type Quote struct{ Lecture, Words string }

// A Case is a reading of the claim, or a world in which it is asked.
type Case struct {
	If   string // completes "if": "messages to the dead process are lost"
	Runs runs   // the claim is true in this case if every run meets its Asks

	Found Outcome // the record
	Sizes string  // the numbers of processes: "2 to 5"
}

// A Run is a command line of explore with the result that confirms the claim.
type Run struct {
	Command string // what a user types after "explore"
	Shows   []Ask
}

// An Ask is about one property, or one number, of a run's report.
type Ask struct {
	// What is a property's name for the first four relations. For the others it is the path of a number in the
	// JSON report, such as "depth" or "arrangements.depth". In a list, all elements count, or those with the
	// name that follows.
	What  string
	Is    Relation
	Value string // a number, or the action that repeats
}

// A Relation is what must be true of a property or a number.
type Relation string

const (
	Holds     Relation = "holds"           // in every state and every fair run; all was explored, and the premise comes true
	Violated  Relation = "is violated"     // by a counterexample
	Unbroken  Relation = "is not violated" // in what was explored, where the premise comes true; if a bound acted, Within
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

// An Outcome is the result of a run or a case.
type Outcome int

const (
	Open   Outcome = iota // a bound was hit, or a premise was never true
	True                  // the claim is true here
	False                 // it is not, and a run shows it
	Within                // not refuted by what was explored or drawn, which is not all
)

var outcomes = []string{"open", "true", "false", "not violated"}

func (o Outcome) String() string { return outcomes[o] }

// A Verdict is the result of a claim.
type Verdict int

const (
	Undecided Verdict = iota // something is open
	Confirmed                // true in every case
	Refuted                  // false in every case
	OnlyIf                   // true in some cases, false in others
	Unrefuted                // false in no case, and in some only not violated as far as was explored
)

var verdicts = []string{"undecided", "holds", "refuted", "holds only if …", "not refuted"}

func (v Verdict) String() string { return verdicts[v] }

// On returns the claim with the cases that decide a property by runs of one algorithm, and the verdict of these; false if there are none.
func (c Claim) On(property, algorithm string) (Claim, bool) {
	if !slices.Contains(c.About, property) {
		return c, false
	}
	decides := func(r Run) bool {
		asks := slices.ContainsFunc(r.Shows, func(a Ask) bool { return a.What == property && !a.Is.IsNumber() })
		return asks && slices.Contains(strings.Fields(r.Command), "-algo="+algorithm)
	}
	c.Cases = slices.DeleteFunc(slices.Clone(c.Cases), func(one Case) bool { return !slices.ContainsFunc(one.Runs, decides) })
	var outcomes []Outcome
	for _, one := range c.Cases {
		outcomes = append(outcomes, one.Found)
	}
	c.Found = c.Of(outcomes)
	return c, len(c.Cases) > 0
}

// Of returns the verdict on the claim, given the outcomes of its cases. It does not look at the record.
func (c Claim) Of(outcomes []Outcome) Verdict {
	isTrue, isFalse, isWithin := slices.Contains(outcomes, True), slices.Contains(outcomes, False), slices.Contains(outcomes, Within)
	switch {
	case len(outcomes) == 0 || slices.Contains(outcomes, Open):
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

// Find returns the claim of that id.
func Find(id string) (Claim, bool) {
	all := All()
	i := slices.IndexFunc(all, func(c Claim) bool { return c.ID == id })
	if i < 0 {
		return Claim{}, false
	}
	return all[i], true
}
