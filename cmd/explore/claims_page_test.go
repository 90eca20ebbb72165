package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"interrex/spec/claims"
)

var writeClaims = flag.Bool("write-claims", false, "write docs/claims.md anew")

const claimsPage = "../../docs/claims.md"

// TestClaimsPage makes docs/claims.md of the ledger and compares: the page may not be stale. That
// the record is what runs show, other tests see to.
func TestClaimsPage(t *testing.T) {
	made := ledgerPage()
	if *writeClaims {
		if err := os.WriteFile(claimsPage, []byte(made), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	page, err := os.ReadFile(claimsPage)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(string(page), "\n")
	for i, line := range strings.Split(made, "\n") {
		if i >= len(want) || want[i] != line {
			t.Fatalf("docs/claims.md:%d is stale: the ledger says\n%s\nwrite it with go test ./cmd/explore -run TestClaimsPage -write-claims", i+1, line)
		}
	}
}

const ledgerPreface = `# The ledger

<!-- written by go test ./cmd/explore -run TestClaimsPage -write-claims -->

What the lectures claim, and what the machine says of it. A claim is put in one or more cases: the
readings of its sentence, the worlds in which it can be asked. It **holds** if it is true in each of
them, for the numbers of processes named; it is **refuted** if it is true in none; **holds only if …**
says in which it is. *True* needs a complete exploration, or a number that decides; *false* has a
counterexample. **Undecided** are claims that wait for something that cannot be run yet.

` + "`explore claims`" + ` runs all commands below, computes each verdict of their reports alone, and compares
this record with it; ` + "`explore claims -id=C11`" + ` shows one claim with its counterexamples. Commands
stand without ` + "`go run ./cmd/explore`" + `. Stories are in [spec/stories](../spec/stories);
` + "`exit = 0` asks that one is a run of its model, `exit = 12`" + ` that it is none.

| claim | lecture | verdict | |
|---|---|---|---|
`

// ledgerPage is the whole page.
func ledgerPage() string {
	var b strings.Builder
	b.WriteString(ledgerPreface)
	for _, c := range claims.All() {
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s | %s |\n", c.ID, strings.ToLower(c.ID), strings.Join(c.Lectures, " "), c.Found, c.Sentence)
	}
	for _, c := range claims.All() {
		fmt.Fprintf(&b, "\n## %s\n\n%s%s: **%s**\n\n", c.ID, strings.ToUpper(c.Sentence[:1]), c.Sentence[1:], c.Found)
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

// writeCase has the condition, and the commands with what they must show; what several must show
// stands behind the last of them.
func writeCase(b *strings.Builder, c claims.Case) {
	fmt.Fprintf(b, "\n**%s** if %s", strings.ToUpper(c.Found.String()[:1])+c.Found.String()[1:], c.If)
	if c.Sizes != "" {
		fmt.Fprintf(b, " (N = %s)", c.Sizes)
	}
	b.WriteString(". Run, and asked:\n\n")
	asked := func(i int) string {
		var asks []string
		for _, ask := range c.Runs[i].Shows {
			asks = append(asks, "`"+ask.String()+"`")
		}
		return strings.Join(asks, ", ")
	}
	for i, run := range c.Runs {
		fmt.Fprintf(b, "- `%s`", run.Command)
		if i+1 == len(c.Runs) || asked(i+1) != asked(i) {
			fmt.Fprintf(b, ": %s", asked(i))
		}
		b.WriteString("\n")
	}
}
