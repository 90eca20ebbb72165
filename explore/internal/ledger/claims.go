package ledger

import (
	"fmt"
	"strings"

	"interrex/checker"
	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/spec/claims"
)

// Claims are the lectures' claims with their verdicts.
type Claims struct {
	request     *asked
	judged      []Judgement
	pictures    map[int]string // of the cases, if there is only one claim
	interrupted bool
}

// A picture is a run worth showing: the counterexample of a command to a property, a story, or a measurement that
// differs from the claim.
type picture struct{ command, property string }

// pictureOf is the first run of a case that is worth showing; none without a command.
func pictureOf(runs []Run) (p picture) {
	for _, run := range runs {
		if strings.HasPrefix(run.Command, "story ") || IsProbe(run.Command) || strings.HasPrefix(run.Command, "measure ") && run.Outcome == claims.False {
			return picture{command: run.Command}
		}
		for _, a := range run.Answers {
			if strings.HasPrefix(a.Got, checker.Violated.String()) {
				return picture{run.Command, a.What}
			}
		}
	}
	return p
}

// differing lists the claims with a record that differs from the verdict, and the difference.
func (c *Claims) differing() (words []string) {
	for _, j := range c.judged {
		for _, how := range j.Differs() {
			words = append(words, j.Claim.ID+": "+how)
		}
	}
	return words
}

// count is the number of claims with that verdict.
func (c *Claims) count(v claims.Verdict) (n int) {
	for _, j := range c.judged {
		if j.Computed.Found == v {
			n++
		}
	}
	return n
}

// Exit is 0 if every claim is as recorded and none is undecided, 12 if one differs from the record, 152 if one
// is undecided. A case that a bound left unrefuted is recorded as such.
func (c *Claims) Exit() int {
	switch {
	case len(c.differing()) > 0:
		return check.ExitSafety
	case c.count(claims.Undecided) > 0 || c.interrupted:
		return check.ExitInconclusive
	}
	return check.ExitHolds
}

// Verdict is the last line.
func (c *Claims) Verdict() string {
	var words []string
	for _, v := range []claims.Verdict{claims.Confirmed, claims.OnlyIf, claims.Unrefuted, claims.Refuted, claims.Undecided} {
		if n := c.count(v); n > 0 {
			words = append(words, fmt.Sprintf("%d %s", n, v))
		}
	}
	verdict := fmt.Sprintf("%s: %s", prose.Plural(len(c.judged), "claim"), strings.Join(words, ", "))
	if c.interrupted {
		verdict = "interrupted after " + verdict
	}
	if differing := c.differing(); len(differing) > 0 {
		verdict += "; not as recorded: " + strings.Join(differing, "; ")
	} else {
		verdict += "; as recorded"
	}
	return fmt.Sprintf("verdict: %s (exit %d)", verdict, c.Exit())
}
