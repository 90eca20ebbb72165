package report

import (
	"fmt"
	"io"
	"strings"

	"interrex/cmd/explore/internal/ledger"
	"interrex/spec/claims"
)

// Text writes a table of the claims, or all about one that was asked for by name.
func (c *Claims) Text(out io.Writer) error {
	w := &writer{out: out}
	w.line("interrex %s   claims: what the lectures claim, and what the machine says of it", Version)
	w.line("")
	for _, j := range c.judged {
		if c.request.Alone {
			c.one(w, j)
		} else {
			claimRow(w, j)
		}
	}
	w.line("")
	w.line("%s", c.Verdict())
	return w.err
}

// claimRow says of a claim its verdict, its sentence, and of each case how it came out.
func claimRow(w *writer, j ledger.Judgement) {
	w.line("  %s  %-13s %s", j.Claim.ID, j.Verdict, j.Claim.Sentence)
	if j.Verdict == claims.Undecided && j.Claim.Waits != "" {
		w.line("       waits for %s", j.Claim.Waits)
	}
	for _, one := range j.Cases {
		w.line("       %-5s %s", one.Outcome, condition(one))
	}
}

// condition is when a case is asked, and for how many processes.
func condition(c ledger.Case) string {
	text := "if " + c.If
	if c.Sizes != "" {
		text += fmt.Sprintf(" (N = %s)", c.Sizes)
	}
	return text
}

// one tells all about a claim.
func (c *Claims) one(w *writer, j ledger.Judgement) {
	w.line("%s: %s", j.Claim.ID, j.Claim.Sentence)
	for _, q := range j.Claim.Quotes {
		w.line("  lecture %s: „%s“", q.Lecture, q.Words)
	}
	if len(j.Claim.Against) > 0 {
		w.line("  against %s", strings.Join(j.Claim.Against, ", "))
	}
	w.line("")
	for i, one := range j.Cases {
		w.line("%s %s:", one.Outcome, condition(one))
		for _, run := range one.Runs {
			w.line("  %s", ran(run))
			for _, a := range run.Answers {
				w.line("    %-5s %s: %s", a.Outcome, a.Ask, a.Got)
			}
		}
		for line := range strings.Lines(c.pictures[i]) {
			w.line("    %s", strings.TrimRight(line, "\n"))
		}
		w.line("")
	}
	if j.Claim.Waits != "" {
		w.line("It waits for %s.", j.Claim.Waits)
	}
	w.line("computed: %s", j.Verdict)
	w.line("recorded: %s. %s", j.Claim.Found, j.Claim.Words)
}

// ran is a command with what came of it.
func ran(run ledger.Run) string {
	text := "go run ./cmd/explore " + run.Command
	if n := run.Report.States(); n > 0 {
		text += fmt.Sprintf("   %s,", plural(n, "state"))
	}
	return text + fmt.Sprintf(" exit %d", run.Report.Exit())
}

// Markdown writes the table of verdicts for a page.
func (c *Claims) Markdown(out io.Writer) error {
	w := &writer{out: out}
	w.line("| claim | lectures | verdict | sentence | cases |")
	w.line("|---|---|---|---|---|")
	for _, j := range c.judged {
		var cases []string
		for _, one := range j.Cases {
			cases = append(cases, fmt.Sprintf("%s %s", one.Outcome, condition(one)))
		}
		w.line("| %s | %s | %s | %s | %s |", j.Claim.ID, strings.Join(j.Claim.Lectures, " "), j.Verdict, j.Claim.Sentence, strings.Join(cases, "; "))
	}
	return w.err
}
