package ledger

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"interrex/spec/claims"
)

// A Judgement is the verdict computed for a claim.
type Judgement struct {
	Claim   claims.Claim
	Verdict claims.Verdict
	Cases   []Case
}

// A Case is the outcome computed for one case of a claim.
type Case struct {
	claims.Case
	Outcome claims.Outcome
	Sizes   string // the numbers of processes: "2 to 5", or just "4"
	Runs    []Run
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
func Judge(c claims.Claim, reports map[string]Report) (Judgement, error) {
	j := Judgement{Claim: c}
	var outcomes []claims.Outcome
	for _, one := range c.Cases {
		judged, err := judgeCase(one, reports)
		if err != nil {
			return j, fmt.Errorf("%s: %w", c.ID, err)
		}
		j.Cases = append(j.Cases, judged)
		outcomes = append(outcomes, judged.Outcome)
	}
	j.Verdict = c.Of(outcomes)
	return j, nil
}

func judgeCase(c claims.Case, reports map[string]Report) (Case, error) {
	judged := Case{Case: c}
	var sizes []int
	var outcomes []claims.Outcome
	for _, one := range c.Runs {
		report := reports[one.Command]
		run := Run{Command: one.Command, Report: report}
		var answered []claims.Outcome
		for _, ask := range one.Shows {
			answer, err := answer(ask, report)
			if err != nil {
				return judged, fmt.Errorf("explore %s: %w", one.Command, err)
			}
			run.Answers = append(run.Answers, answer)
			answered = append(answered, answer.Outcome)
		}
		run.Outcome = all(answered)
		judged.Runs = append(judged.Runs, run)
		outcomes = append(outcomes, run.Outcome)
		sizes = append(sizes, report.sizes()...)
	}
	judged.Outcome, judged.Sizes = all(outcomes), span(sizes)
	return judged, nil
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

// answer looks up one ask in a report. A report without the answer is an error of the ledger.
func answer(ask claims.Ask, r Report) (Answer, error) {
	if ask.Is.IsNumber() {
		return compare(ask, r)
	}
	words := r.verdicts(ask.What)
	if len(words) == 0 {
		return Answer{}, fmt.Errorf("the report says nothing of %s", ask.What)
	}
	a := Answer{Ask: ask, Outcome: claims.Open, Got: "inconclusive"}
	if slices.Contains(words, "violated") {
		a.Got, a.Outcome = "violated", truth(ask.Is != claims.Holds && ask.Is != claims.Unbroken)
		if ask.Is == claims.Repeating {
			cycle := r.cycle(ask.What)
			a.Got += ", repeating " + strings.Join(cycle, ", ")
			a.Outcome = truth(slices.Equal(cycle, []string{ask.Value}))
		}
		return a, nil
	}
	holds := r.isComplete() && !slices.ContainsFunc(words, func(w string) bool { return w != "holds" })
	switch {
	case r.speaksOfNothing(ask.What): // so it speaks neither for the claim nor against it
		a.Got = "vacuous"
	case holds:
		a.Got, a.Outcome = "holds", truth(ask.Is == claims.Holds || ask.Is == claims.Unbroken)
	case ask.Is == claims.Unbroken: // as far as explored, and no further
		a.Got, a.Outcome = "inconclusive, and not violated in what was explored", claims.Within
	}
	return a, nil
}

func truth(is bool) claims.Outcome {
	if is {
		return claims.True
	}
	return claims.False
}

// compare compares all numbers at a place. A number of an incomplete run decides nothing.
func compare(ask claims.Ask, r Report) (Answer, error) {
	limit, ok := new(big.Rat).SetString(ask.Value)
	numbers := r.Numbers(ask.What)
	switch missing, unknown := r.lacks(ask.What); {
	case ok && missing && unknown:
		return Answer{Ask: ask, Outcome: claims.Open, Got: "unknown"}, nil
	case ok && missing:
		return Answer{Ask: ask, Outcome: claims.False, Got: "unbounded, or in no run"}, nil
	}
	if !ok || len(numbers) == 0 {
		return Answer{}, fmt.Errorf("the report has no number %s to be %s %s", ask.What, ask.Is, ask.Value)
	}
	a := Answer{Ask: ask, Outcome: claims.True}
	if strings.Contains(ask.What, ".drawn.") { // a sample: another run may exceed it
		a.Outcome = claims.Within
	}
	for _, n := range numbers {
		number, ok := new(big.Rat).SetString(n.String())
		if !ok {
			return Answer{}, fmt.Errorf("%s is %s, which is no number", ask.What, n)
		}
		if sign := number.Cmp(limit); sign != 0 && (ask.Is == claims.Equals || ask.Is == claims.AtMost && sign > 0 || ask.Is == claims.AtLeast && sign < 0) {
			a.Outcome, a.Got = claims.False, n.String()
		} else if a.Outcome != claims.False {
			a.Got = n.String()
		}
	}
	if !r.isComplete() {
		a.Outcome = claims.Open
	}
	return a, nil
}

// Differs lists the differences of the record from the verdict; nil if there are none.
func (j Judgement) Differs() []string {
	var words []string
	if j.Verdict != j.Claim.Found {
		words = append(words, fmt.Sprintf("the record says %s", j.Claim.Found))
	}
	for _, c := range j.Cases {
		if c.Outcome != c.Found {
			words = append(words, fmt.Sprintf("if %s: the record says %s", c.If, c.Found))
		}
		if c.Sizes != c.Case.Sizes {
			words = append(words, fmt.Sprintf("if %s: the record says N = %s, and the runs have %s", c.If, c.Case.Sizes, c.Sizes))
		}
		for _, run := range c.Runs {
			for _, a := range run.Answers {
				if found, recorded := a.found(), claims.Found(run.Command, a.Ask); found != recorded {
					words = append(words, fmt.Sprintf("explore %s: %s, and the record says: %s", run.Command, a.Told(found), a.Told(recorded)))
				}
			}
		}
	}
	return words
}
