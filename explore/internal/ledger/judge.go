package ledger

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"interrex/spec/claims"
)

// A Judgement compares a claim with its runs.
type Judgement struct {
	Claim    claims.Claim // with the record
	Computed claims.Claim // the same with the verdict, outcomes and sizes of the runs
	Runs     [][]Run      // of each case
}

// A Run is what one command showed.
type Run struct {
	Command string
	Report  Report
	Outcome claims.Outcome
	Answers []Answer
}

// An Answer is a report's answer to an ask.
type Answer struct {
	claims.Ask
	Outcome claims.Outcome
	Got     string // the verdict, or the number
}

// found is what was found where it is not what was asked, "" elsewhere.
func (a Answer) found() string {
	if a.Outcome == claims.True || a.Outcome == claims.Within {
		return ""
	}
	return a.Got
}

// Judge computes the verdict on a claim from the reports of its commands.
func Judge(c claims.Claim, reports map[string]Report) Judgement {
	j := Judgement{Claim: c, Computed: c}
	j.Computed.Cases = nil
	var outcomes []claims.Outcome
	for _, one := range c.Cases {
		runs := judgeRuns(one, reports)
		var sizes []int
		var shown []claims.Outcome
		for _, run := range runs {
			sizes, shown = append(sizes, run.Report.sizes()...), append(shown, run.Outcome)
		}
		one.Found, one.Sizes = all(shown), span(sizes)
		j.Runs, j.Computed.Cases, outcomes = append(j.Runs, runs), append(j.Computed.Cases, one), append(outcomes, one.Found)
	}
	j.Computed.Found = c.Of(outcomes)
	return j
}

// judgeRuns answers the asks of the runs of a case.
func judgeRuns(c claims.Case, reports map[string]Report) (runs []Run) {
	for _, one := range c.Runs {
		run := Run{Command: one.Command, Report: reports[one.Command]}
		var answered []claims.Outcome
		for _, ask := range one.Shows {
			a := answer(ask, run.Report)
			run.Answers, answered = append(run.Answers, a), append(answered, a.Outcome)
		}
		run.Outcome = all(answered)
		runs = append(runs, run)
	}
	return runs
}

// all is true if all outcomes are true, and false if one is false; otherwise it is the weakest of them.
func all(outcomes []claims.Outcome) claims.Outcome {
	switch {
	case slices.Contains(outcomes, claims.False):
		return claims.False
	case len(outcomes) == 0 || slices.Contains(outcomes, claims.Open):
		return claims.Open
	case slices.Contains(outcomes, claims.Within):
		return claims.Within
	}
	return claims.True
}

// span writes a set of numbers: "2 to 5", "3, 5", "4".
func span(sizes []int) string {
	slices.Sort(sizes)
	sizes = slices.Compact(sizes)
	n := len(sizes)
	if n > 1 && sizes[n-1]-sizes[0] == n-1 {
		return fmt.Sprintf("%d to %d", sizes[0], sizes[n-1])
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(sizes), " ", ", "), "[]")
}

// answer looks up one ask in a report. It panics on a report without the answer: a claim asks for it in vain.
func answer(ask claims.Ask, r Report) Answer {
	if ask.Is.IsNumber() {
		return compare(ask, r)
	}
	words := r.verdicts(ask.What)
	if len(words) == 0 {
		panic("the report says nothing of " + ask.What)
	}
	a := Answer{Ask: ask, Outcome: claims.Open, Got: "inconclusive"}
	asksToHold := ask.Is == claims.Holds || ask.Is == claims.Unbroken
	switch {
	case slices.Contains(words, "violated"):
		a.Got, a.Outcome = "violated", truth(!asksToHold)
		if ask.Is == claims.Repeating {
			cycle := r.cycle(ask.What)
			a.Got += ", repeating " + strings.Join(cycle, ", ")
			a.Outcome = truth(slices.Equal(cycle, []string{ask.Value}))
		}
	case r.speaksOfNothing(ask.What): // so it speaks neither for the claim nor against it
		a.Got = "vacuous"
	case r.isComplete() && !slices.ContainsFunc(words, func(w string) bool { return w != "holds" }):
		a.Got, a.Outcome = "holds", truth(asksToHold)
	case ask.Is == claims.Unbroken: // as far as explored, and no further
		a.Got, a.Outcome = "inconclusive, and not violated in what was explored", claims.Within
	}
	return a
}

func truth(is bool) claims.Outcome {
	if is {
		return claims.True
	}
	return claims.False
}

// compare compares all numbers at a place. A number of an incomplete run decides nothing.
func compare(ask claims.Ask, r Report) Answer {
	limit, ok := new(big.Rat).SetString(ask.Value)
	numbers := r.Numbers(ask.What)
	switch missing, unknown := r.lacks(ask.What); {
	case ok && missing && unknown:
		return Answer{Ask: ask, Outcome: claims.Open, Got: "unknown"}
	case ok && missing:
		return Answer{Ask: ask, Outcome: claims.False, Got: "unbounded, or in no run"}
	case !ok || len(numbers) == 0:
		panic(fmt.Sprintf("the report has no number %s to be %s %s", ask.What, ask.Is, ask.Value))
	}
	a := Answer{Ask: ask, Outcome: claims.True}
	if strings.Contains(ask.What, ".drawn.") { // a sample: another run may exceed it
		a.Outcome = claims.Within
	}
	for _, n := range numbers {
		number, _ := new(big.Rat).SetString(n.String())
		if sign := number.Cmp(limit); sign != 0 && (ask.Is == claims.Equals || ask.Is == claims.AtMost && sign > 0 || ask.Is == claims.AtLeast && sign < 0) {
			a.Outcome, a.Got = claims.False, n.String()
		} else if a.Outcome != claims.False {
			a.Got = n.String()
		}
	}
	if !r.isComplete() {
		a.Outcome = claims.Open
	}
	return a
}

// Differs lists the differences of the record from the verdict; nil if there are none.
func (j Judgement) Differs() []string {
	var words []string
	if j.Computed.Found != j.Claim.Found {
		words = append(words, fmt.Sprintf("the record says %s", j.Claim.Found))
	}
	for i, c := range j.Computed.Cases {
		recorded := j.Claim.Cases[i]
		if c.Found != recorded.Found {
			words = append(words, fmt.Sprintf("if %s: the record says %s", c.If, recorded.Found))
		}
		if c.Sizes != recorded.Sizes {
			words = append(words, fmt.Sprintf("if %s: the record says N = %s, and the runs have %s", c.If, recorded.Sizes, c.Sizes))
		}
		for _, run := range j.Runs[i] {
			for _, a := range run.Answers {
				if found, recorded := a.found(), claims.Found(run.Command, a.Ask); found != recorded {
					words = append(words, fmt.Sprintf("explore %s: %s, and the record says: %s", run.Command, a.Told(found), a.Told(recorded)))
				}
			}
		}
	}
	return words
}
