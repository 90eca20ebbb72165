package explore

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"interrex/internal/golden"
	"interrex/spec/claims"
)

// TestClaimsPage makes docs/claims.md of the ledger and compares: the page may not be stale. That
// the record is what runs show, other tests see to.
func TestClaimsPage(t *testing.T) {
	made := ledgerPage(golden.Command(t))
	if !utf8.ValidString(made) {
		t.Error("the page is no UTF-8")
	}
	golden.File(t, "../docs/claims.md", made)
}

const ledgerPreface = `# The ledger

<!-- written by %s -->

What the lectures claim, and what the machine says of it. A claim is put in one or more cases: the
readings of its sentence, the worlds in which it can be asked. It **holds** if it is true in each of
them, for the numbers of processes named; it is **refuted** if it is true in none; **holds only if …**
says in which it is. It is **not refuted** if it is false in none, and in some nothing is against it
in what was explored, which is not all. **Undecided** are claims that wait for something that cannot be run yet.

*True* needs a complete exploration, or a number that decides; *false* has a counterexample, or such
a number. A property of which no state that comes up makes the premise true is neither: it leaves the
case *open*. Where no exploration can be complete, ` + "`is not violated`" + ` asks that nothing was found up to the
bound: the case is then *not violated*, and never *true*, and so is a number that no drawn run exceeds. What
the words above the cases say of all runs, or of all N, is an argument, and no verdict rests on it.

` + "`explore claims`" + ` runs all commands below, computes each verdict of their reports alone, and compares
this record with it; ` + "`explore claims -id=C11`" + ` shows one claim with its counterexamples. Commands
stand without ` + "`go run ./cmd/explore`" + `; ` + "`alike` and `knowledge`" + `, of C28 and C38, are run by
` + "`explore claims`" + ` alone. Stories are in [spec/stories](../spec/stories);
` + "`exit = 0` asks that one is a run of its model, `exit = 12`" + ` that it is none. Behind a command stands
what was found; where that is not what the claim needs, both are named: ` + "`not-stuck: asked to hold, found violated`" + `.
Commands in a row that found the same have it behind the last.

| claim | lecture | verdict | decided for N = | |
|---|---|---|---|---|
`

// ledgerPage is the whole page, which a command writes.
func ledgerPage(command string) string {
	var b strings.Builder
	fmt.Fprintf(&b, ledgerPreface, command)
	for _, c := range claims.All() {
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s | %s | %s |\n", c.ID, strings.ToLower(c.ID), strings.Join(c.Lectures, " "), verdictOf(c), decidedFor(c), c.Sentence)
	}
	for _, c := range claims.All() {
		fmt.Fprintf(&b, "\n## %s\n\n%s: **%s**\n\n", c.ID, capital(c.Sentence), c.Found)
		var quoted []string
		for _, q := range c.Quotes {
			quoted = append(quoted, fmt.Sprintf("> %s: „%s“\n", q.Lecture, q.Words))
		}
		b.WriteString(strings.Join(quoted, ">\n"))
		if len(c.Against) > 0 {
			fmt.Fprintf(&b, "\nIt contradicts %s.\n", strings.Join(c.Against, ", "))
		}
		if c.Words != "" {
			fmt.Fprintf(&b, "\n%s\n", c.Words)
		}
		if c.Waits != "" {
			fmt.Fprintf(&b, "\nIt waits for %s.\n", c.Waits)
		}
		for _, one := range c.Cases {
			writeCase(&b, one)
		}
	}
	return b.String()
}

// verdictOf is the verdict of a claim, with its condition if it has one.
func verdictOf(c claims.Claim) string {
	if condition := c.Condition(); condition != "" {
		return condition
	}
	return c.Found.String()
}

// decidedFor lists the numbers of processes of a claim's cases, each once: "2 to 6; 4"; of single
// runs alone, "stories".
func decidedFor(c claims.Claim) string {
	var sizes []string
	for _, one := range c.Cases {
		if one.Sizes != "" && !slices.Contains(sizes, one.Sizes) {
			sizes = append(sizes, one.Sizes)
		}
	}
	if len(sizes) == 0 {
		return "stories"
	}
	return strings.Join(sizes, "; ")
}

// capital writes a sentence with a capital letter, of whatever alphabet.
func capital(sentence string) string {
	first, size := utf8.DecodeRuneInString(sentence)
	return string(unicode.ToUpper(first)) + sentence[size:]
}

// writeCase has the condition, and the commands with what they must show; what several must show
// stands behind the last of them.
func writeCase(b *strings.Builder, c claims.Case) {
	fmt.Fprintf(b, "\n**%s** if %s", capital(c.Found.String()), c.If)
	if c.Sizes != "" {
		fmt.Fprintf(b, " (N = %s)", c.Sizes)
	}
	b.WriteString(". Run, and found:\n\n")
	found := func(i int) string {
		var asks []string
		for _, ask := range c.Runs[i].Shows {
			asks = append(asks, "`"+ask.Told(claims.Found(c.Runs[i].Command, ask))+"`")
		}
		return strings.Join(asks, ", ")
	}
	for i, run := range c.Runs {
		fmt.Fprintf(b, "- `%s`", run.Command)
		if i+1 == len(c.Runs) || found(i+1) != found(i) {
			fmt.Fprintf(b, ": %s", found(i))
		}
		b.WriteString("\n")
	}
}
