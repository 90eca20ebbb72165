// Package claims holds the lectures' claims about elections as data: each sentence, the words of the
// original, the runs that decide it, and the recorded verdict.
//
// It decides nothing. A claim has one or more cases: the readings of its sentence, or its worlds. A
// case has runs: command lines of explore, each with the result that confirms the claim. The caller
// runs them, computes an outcome for each case, and from these the verdict on the claim (Of). Only then
// is it compared with the record, Found.
//
// ledger.json has the claims, and found.txt what their runs found where it is not what they ask.
package claims

import (
	"fmt"
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
	Command string // what a user types after "explore", or a probe of the ledger
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

// Told returns the result, given Found, and the claimed one if they differ: "decides holds", "not-stuck: violated
// (claimed: holds)".
func (a Ask) Told(found string) string {
	if found == "" {
		return a.String()
	}
	return fmt.Sprintf("%s: %s (claimed: %s)", a.What, found, strings.TrimSpace(strings.TrimPrefix(string(a.Is), "is ")+" "+a.Value))
}

// Conditions lists the cases in which a claim holds: "holds only if A", "or if B"; or those in which it is false:
// "holds, but not if C", "nor if D". It takes the shorter list, and returns nil for a claim that holds in all cases or none.
func (c Claim) Conditions() []string {
	if c.Found != OnlyIf {
		return nil
	}
	var only, except []string
	for _, one := range c.Cases {
		switch {
		case one.Found == False && except == nil:
			except = []string{"holds, but not if " + one.If}
		case one.Found == False:
			except = append(except, "nor if "+one.If)
		case only == nil:
			only = []string{"holds only if " + one.If}
		default:
			only = append(only, "or if "+one.If)
		}
	}
	if len(strings.Join(except, "; ")) < len(strings.Join(only, "; ")) {
		return except
	}
	return only
}

// Condition is the conditions in one line; "" if there are none.
func (c Claim) Condition() string { return strings.Join(c.Conditions(), "; ") }
