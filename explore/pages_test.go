package explore

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"interrex/explore/internal/gallery"
	"interrex/explore/internal/list"
	"interrex/internal/flags"
	"interrex/internal/golden"
	"interrex/internal/testlevel"
	"interrex/spec/claims"
)

// A page of docs, or a part of one, and what makes it.
type page struct {
	path, part string
	make       func(*testing.T) string
	speed      speed
}

// A speed says when a page is compared. go generate ./docs writes all but the slow ones, which take minutes, and those too with
// INTERREX_TESTS=all. .ci/run generates, and fails if that changes a page.
type speed int

const (
	fast   speed = iota // by every go test
	medium              // with INTERREX_TESTS=all
	slow                // with INTERREX_TESTS=all
)

func pages(t *testing.T, root string) []page {
	all := []page{
		{"docs/claims.md", "", ledgerPage, fast},
		{"docs/reference.md", "explore", reference, fast},
		{"docs/properties.md", "tables", meanings, fast},
		{"docs/report.schema.json", "", reportSchema, fast},
		{"docs/findings.md", "tables", findingTables, slow},
		{galleryFolder + "README.md", "", galleryIndex, fast},
	}
	for _, p := range gallery.Pieces() {
		all = append(all, page{galleryFolder + p.Name + ".md", "", func(t *testing.T) string { return galleryPage(t, p) }, medium},
			page{galleryFolder + p.Name + ".svg", "", func(*testing.T) string { return call(p.Args + " -quiet -format=svg").stdout }, medium})
	}
	for _, path := range shownPages(t) {
		when := medium
		switch {
		case path == "README.md":
			when = fast
		case strings.HasPrefix(path, "docs/tour/07-"): // its worlds are the largest
			when = slow
		}
		all = append(all, page{path, "", func(t *testing.T) string { return rerun(t, root, path) }, when})
	}
	return all
}

// TestPages compares pages with what is made now, and writes them with -update, as go generate ./docs does.
func TestPages(t *testing.T) {
	testlevel.Alone(t)
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	made := map[string]bool{}
	for _, p := range pages(t, root) {
		made[filepath.Join(root, p.path)] = true
		if p.speed > fast && !testlevel.All() && (p.speed == slow || !golden.Update()) {
			continue
		}
		t.Run(p.path, func(t *testing.T) {
			if path := filepath.Join(root, p.path); p.part != "" {
				golden.Part(t, path, p.part, p.make(t))
			} else {
				golden.File(t, path, p.make(t))
			}
		})
	}
	files, err := filepath.Glob(filepath.Join(root, galleryFolder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !made[file] {
			t.Errorf("%s is of no piece of the gallery: remove it", file)
		}
	}
}

// reference has all commands and flags; what the commands share stands with check alone.
func reference(*testing.T) string {
	p := Program{}.commands("explore")
	shared := p.Command("check").New(p).Flags()
	var page strings.Builder
	for _, c := range p.Commands {
		fmt.Fprintf(&page, "\n### explore %s %s\n\n%s%s.\n", c.Name, c.Usage, strings.ToUpper(c.Short[:1]), c.Short[1:])
		if c.Long != "" {
			page.WriteString("\n" + c.Long + "\n")
		}
		var own flags.Table
		took := false
		for _, f := range c.New(p).Flags() {
			if of, isShared := shared.Find(f.Name); c.Name == "check" || !isShared || of.Help != f.Help {
				own = append(own, f)
			} else if f.Name != "" {
				took = true
			}
		}
		page.WriteString(own.Markdown())
		if took {
			page.WriteString("\nIt takes flags of check, too.\n")
		}
	}
	return page.String() + "\n"
}

func meanings(t *testing.T) string {
	var made strings.Builder
	if err := list.Meanings(&made); err != nil {
		t.Fatal(err)
	}
	return made.String()
}

const ledgerPreface = `# The ledger

<!-- written by go generate ./docs -->

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

// ledgerPage is docs/claims.md. That the record is what runs show, other tests see to.
func ledgerPage(*testing.T) string {
	var b strings.Builder
	b.WriteString(ledgerPreface)
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

// findingTables are some sixty worlds, of which TestFindings has a few.
func findingTables(t *testing.T) string {
	return "\n" + table(t, "ring-watch", 4, "-watchers", []string{"both", "predecessor", "successor"}) +
		"\n" + table(t, "ring-detector", 3, "-detector", []string{"perfect", "incomplete", "inaccurate", "eventually-perfect"}) + "\n"
}

// table has a row for each reading, repair and kind, and a column for each number of crashes.
func table(t *testing.T, algorithm string, n int, flag string, kinds []string) string {
	var b strings.Builder
	crashes := min(3, n-1)
	fmt.Fprintf(&b, "| `%s -n=%d` | `-repair` | `%s` |", algorithm, n, flag)
	for c := 1; c <= crashes; c++ {
		fmt.Fprintf(&b, " `-crashes=%d` |", c)
	}
	fmt.Fprintf(&b, "\n|%s\n", strings.Repeat("---|", 3+crashes))
	for _, reading := range []string{"printed", "repaired"} {
		for _, repair := range []string{"lost", "resent"} {
			for _, kind := range kinds {
				fmt.Fprintf(&b, "| %s | %s | %s |", reading, repair, kind)
				for c := 1; c <= crashes; c++ {
					args := []string{"-quiet", "-format=json", "-algo=" + algorithm, fmt.Sprintf("-n=%d", n), "-reading=" + reading,
						"-repair=" + repair, flag + "=" + kind, fmt.Sprintf("-crashes=%d", c)}
					if c > 1 || kind == "inaccurate" || kind == "eventually-perfect" {
						args = append(args, "-capacity=3", "-max-states=150000")
					}
					fmt.Fprintf(&b, " %s |", cell(t, args))
				}
				b.WriteString("\n")
			}
		}
	}
	return b.String()
}

// cell says in a few words what a run found.
func cell(t *testing.T, args []string) string {
	r := callWith(args...)
	var report struct {
		Properties []struct{ Name, Verdict string }
		Complete   bool
	}
	if err := json.Unmarshal([]byte(r.stdout), &report); err != nil {
		t.Fatalf("%v: %v %s", args, err, r.stderr)
	}
	var violated []string
	for _, p := range report.Properties {
		if p.Verdict == "violated" {
			violated = append(violated, "`"+p.Name+"`")
		}
	}
	switch {
	case len(violated) > 0:
		return strings.Join(violated, " ")
	case r.code == 0 && report.Complete:
		return "**mended**"
	}
	return "open"
}

const galleryFolder = "docs/counterexamples/"

// exits is the exit code in the last line of a report.
var exits = regexp.MustCompile(`\(exit ([0-9]+)\)`)

// galleryPage shows the command and what it says of the counterexample.
func galleryPage(t *testing.T, p gallery.Piece) string {
	r := call(p.Args + " -quiet")
	_, rest, found := strings.Cut(r.stdout, "\n\n  property ")
	_, shown, begins := strings.Cut(rest, "\n\n")
	shown, _, ends := strings.Cut(shown, "\n\n  action ")
	code := exits.FindStringSubmatch(r.lastLine())
	if !found || !begins || !ends || code == nil || !strings.Contains(shown, " is violated: ") {
		t.Fatalf("explore %s shows no counterexample:\n%s%s", p.Args, r.stdout, r.stderr)
	}
	return fmt.Sprintf("# %s\n%s\n\n![The run as a space-time picture; the words below say the same.](%s.svg)\n\n"+
		"```console\n$ go run ./cmd/explore %s  # exit %s\n...\n%s\n...\n%s\n```\n\n[All counterexamples](README.md)\n",
		p.Title, strings.TrimRight(p.Why, "\n"), p.Name, p.Args, code[1], shown, r.lastLine())
}

func galleryIndex(*testing.T) string {
	var b strings.Builder
	b.WriteString("# Counterexamples\n\nWhat goes wrong, each in a shortest run. A page shows the command that finds it, the picture, and what\n" +
		"the run says in words: who did what, where the property began to speak of the run and where it\n" +
		"broke; of a run that goes on for ever, what was possible and never happened. To step through one, add\n" +
		"`-format=html -o=run.html` to its command and open the page.\n\n" +
		"All this is written by `go generate ./docs`.\n\n" +
		"| counterexample | command |\n|---|---|\n")
	for _, p := range gallery.Pieces() {
		fmt.Fprintf(&b, "| [%s](%s.md) | `explore %s` |\n", p.Title, p.Name, p.Args)
	}
	return b.String()
}
