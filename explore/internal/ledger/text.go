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
	return "verdict: " + verdict
}

// Text writes a table of the claims, or all about the one asked for by name.
func (c *Claims) Text(w *prose.Writer) {
	w.Line("interrex %s   claims: the claims of the lectures, decided by runs", check.Version)
	w.Line("")
	for _, j := range c.judged {
		if c.request.Alone {
			c.one(w, j)
		} else {
			claimRow(w, j)
		}
	}
	w.Line("")
}

// claimRow writes the verdict on a claim, its sentence, and the outcome of each case.
func claimRow(w *prose.Writer, j Judgement) {
	w.Line("  %s  %-15s %s", j.Claim.ID, j.Computed.Found, j.Claim.Sentence)
	for _, one := range j.Computed.Cases {
		w.Line("       %-12s %s", one.Found, condition(one))
	}
}

// condition is the condition of a case, with its numbers of processes.
func condition(c claims.Case) string {
	text := "if " + c.If
	if c.Sizes != "" {
		text += fmt.Sprintf(" (N = %s)", c.Sizes)
	}
	return text
}

// one writes all about a claim.
func (c *Claims) one(w *prose.Writer, j Judgement) {
	w.Line("%s: %s", j.Claim.ID, j.Claim.Sentence)
	for _, q := range j.Claim.Quotes {
		w.Line("  lecture %s: „%s“", q.Lecture, q.Words)
	}
	if len(j.Claim.Against) > 0 {
		w.Line("  against %s", strings.Join(j.Claim.Against, ", "))
	}
	w.Line("")
	for i, one := range j.Computed.Cases {
		w.Line("%s %s:", one.Found, condition(one))
		for _, run := range j.Runs[i] {
			w.Line("  %s", Typed("go run ./cmd/explore", run.Command))
			w.Line("    %s", shown(run))
		}
		for line := range strings.Lines(c.pictures[i]) {
			w.Line("    %s", strings.TrimRight(line, "\n"))
		}
		w.Line("")
	}
	writeVerdict(w, "computed", j.Computed)
	if recorded := j.Claim; recorded.Found != j.Computed.Found || recorded.Condition() != j.Computed.Condition() {
		writeVerdict(w, "recorded", recorded)
	} else {
		w.Line("recorded: the same")
	}
	w.Line("")
	w.Paragraph(j.Claim.Words)
}

// writeVerdict writes the verdict on a claim with its conditions, one a line.
func writeVerdict(w *prose.Writer, title string, c claims.Claim) {
	lines := c.Conditions()
	if lines == nil {
		lines = []string{c.Found.String()}
	}
	w.Line("%s: %s", title, strings.Join(lines, "\n  "))
}

// Typed is a command of the ledger as a user types it after the name of the program. A probe is shown alone.
func Typed(program, line string) string {
	if IsProbe(line) {
		return line
	}
	return program + " " + line
}

// shown is the result of a command: the amount explored, the exit code, and the deciding answers, with equal
// ones together.
func shown(run Run) string {
	text := fmt.Sprintf("exit %d", run.Report.Exit())
	if n := run.Report.States(); n > 0 {
		text = prose.Plural(n, "state") + ", " + text
	}
	var answers []string
	asked := map[string][]string{}
	for _, a := range run.Answers {
		got := " " + a.Got
		switch found := a.found(); {
		case found != "":
			got = strings.TrimPrefix(a.Told(found), a.What)
		case a.Is.IsNumber():
			got = fmt.Sprintf(": %s (claimed: %s %s)", a.Got, a.Is, a.Value)
		}
		if asked[got] == nil {
			answers = append(answers, got)
		}
		asked[got] = append(asked[got], a.What)
	}
	for _, got := range answers {
		if len(asked[got]) > 1 && got == " holds" {
			text += "; " + strings.Join(asked[got], ", ") + " hold"
			continue
		}
		text += "; " + strings.Join(asked[got], ", ") + got
	}
	return text
}
