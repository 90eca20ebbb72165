package explore

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"interrex/explore/internal/gallery"
	"interrex/explore/internal/ledger"
	"interrex/explore/internal/reports"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/golden"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/spec"
	"interrex/spec/claims"
	"interrex/traces/draw"
)

var benchRow = regexp.MustCompile(`(?m)^### ([A-Z]+\([0-9,]+\)): .*$|^\| ([^|]+) \| \d+ \| ([0-9.]+) \|`)

// benchFigure draws the CPU seconds of the tables of docs/performance.md, on a logarithmic scale from 0.1 to 100 seconds.
func benchFigure(t *testing.T) string {
	text, err := os.ReadFile("../docs/performance.md")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	y := 0
	for _, row := range benchRow.FindAllStringSubmatch(string(text), -1) {
		y += 20
		if row[1] != "" {
			y += 10
			fmt.Fprintf(&b, `<text class="name" x="10" y="%d">%s</text>`+"\n", y, row[1])
			continue
		}
		seconds, err := strconv.ParseFloat(row[3], 64)
		if err != nil {
			t.Fatal(err)
		}
		x := 200 + 120*(1+math.Log10(seconds))
		fmt.Fprintf(&b, `<text x="190" y="%d" text-anchor="end">%s</text><path class="link" d="M200 %dH560"/>`+
			`<circle class="head" cx="%.1f" cy="%d" r="5"/><text class="halo" x="%.1f" y="%d">%s s</text>`+"\n", y, row[2], y-4, x, y-4, x+9, y, row[3])
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 %d" width="620" height="%d" role="img">
<title>CPU seconds of each checker, on a logarithmic scale</title>
<style>%s</style>
<rect class="page" width="620" height="%d"/>
%s</svg>
`, y+16, y+16, draw.Style, y+16, b.String())
}

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
		{"docs/notes/findings.md", "tables", findingTables, slow},
		{"docs/counterexamples.md", "", galleryIndex, fast},
		{"docs/election-9.svg", "", animation, fast},
		{"docs/performance.svg", "", benchFigure, fast},
	}
	for _, a := range append(model.Catalogue(), consensus()) {
		all = append(all, page{"spec/" + a.Name + ".md", "default", func(*testing.T) string { return defaultWorld(a) }, fast})
	}
	for _, path := range shownPages {
		when := medium
		if path == "README.md" {
			when = fast
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
	for _, p := range pages(t, root) {
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
		if len(c.Words) > 0 {
			page.WriteString("\n| words | meaning |\n|---|---|\n")
		}
		for _, word := range c.Words {
			fmt.Fprintf(&page, "| `%s` | %s |\n", strings.ReplaceAll(word[0], "|", `\|`), word[1])
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

// defaultWorld is the default world of an algorithm, and what is asked of it there.
func defaultWorld(a model.Algorithm) string {
	var asked []string
	for _, p := range a.Usual() {
		asked = append(asked, p.Name)
	}
	return fmt.Sprintf("Default world of `explore -algo=%s`: %s. Asked: %s.\n", a.Name, check.DefaultWorld(a), strings.Join(asked, ", "))
}

// meanings is a table of all algorithms and properties, and the reasons why some do not apply.
func meanings(*testing.T) string {
	var page, why strings.Builder
	page.WriteString("\n| algorithm |")
	rule := "\n|---|"
	for _, p := range spec.All() {
		page.WriteString(" `" + p.Name + "` |")
		rule += "---|"
	}
	page.WriteString(rule + "\n")
	reasons := map[[2]string][]string{} // the algorithms, by properties and reason
	for _, a := range append(model.Catalogue(), consensus()) {
		page.WriteString("| `" + a.Name + "` |")
		lacks := map[string][]string{}
		for _, p := range spec.All() {
			cell, why := "by name", a.Lacks(p)
			switch {
			case why != "":
				cell = "—"
				lacks[why] = append(lacks[why], "`"+p.Name+"`")
			case slices.ContainsFunc(a.Usual(), func(q spec.Property) bool { return q.Name == p.Name }):
				cell = "asked"
			}
			if slices.Contains(a.Promised, p.Name) {
				cell = "**" + cell + "**"
			}
			page.WriteString(" " + cell + " |")
		}
		page.WriteString("\n")
		for reason, properties := range lacks {
			row := [2]string{strings.Join(properties, " "), reason}
			reasons[row] = append(reasons[row], "`"+a.Name+"`")
		}
	}
	for _, row := range slices.SortedFunc(maps.Keys(reasons), func(a, b [2]string) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) }) {
		fmt.Fprintf(&why, "| %s | %s | %s |\n", row[0], strings.Join(reasons[row], " "), row[1])
	}
	return page.String() + "\n| no meaning | for | because |\n|---|---|---|\n" + why.String() + "\n"
}

const ledgerPreface = `# The ledger

<!-- written by go generate ./docs -->

The lectures make 42 claims that runs can decide. A claim has cases: the readings of its sentence and the worlds in which it can be asked.
Each case has commands, and each command states what it must find if the claim is true. A case is true only after a complete exploration.

- **holds**: true in each case, for the numbers of processes tried.
- **holds only if**, **holds, but not if**: true in some cases.
- **refuted**: true in no case.
- **not refuted**: false in no case, and an exploration is incomplete.

N lists the numbers of processes tried, each range once. Cases of one claim may have different ranges. *stories* are single runs.
The command of the table decides one case: a false one, if there is one. Run it as ` + "`go run ./cmd/explore …`" + `.
` + "`explore claims -id=C11`" + ` decides all cases of a claim and draws their counterexamples. ` + "`explore claims`" + ` decides all claims in about a minute.

| | lecture | claim | verdict | N | one command |
|---|---|---|---|---|---|
`

// ledgerPage is docs/claims.md: a line for each claim. Other tests compare the record with the runs.
func ledgerPage(*testing.T) string {
	var b strings.Builder
	b.WriteString(ledgerPreface)
	for _, c := range claims.All() {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | `%s` |\n", c.ID, strings.Join(c.Lectures, " "), capital(c.Sentence), verdictOf(c), decidedFor(c), exampleOf(c))
	}
	return b.String()
}

// exampleOf is a command that decides a case of a claim: of the first false one, else of the first.
func exampleOf(c claims.Claim) string {
	i := max(0, slices.IndexFunc(c.Cases, func(one claims.Case) bool { return one.Found == claims.False }))
	line := c.Cases[i].Runs[len(c.Cases[i].Runs)-1].Command
	if ledger.IsProbe(line) {
		return "claims -id=" + c.ID
	}
	return line
}

// verdictOf is the verdict of a claim, with its condition if it has one.
func verdictOf(c claims.Claim) string {
	if c.Found == claims.OnlyIf {
		return strings.Join(c.Conditions(), "<br>")
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

// animation is a run of the gallery as a picture that moves; one process starts, which makes the same run in fewer states.
func animation(t *testing.T) string {
	runs, err := reports.Read("report", []byte(call("-algo=ring -ids=4,8,9,3 -crashes=1 -initiators=9 -property=ends -quiet -format=json").stdout))
	if err != nil || len(runs) != 1 {
		t.Fatalf("%d runs, %v", len(runs), err)
	}
	runs[0].Title = "P9 sends ELECTION(9) to P3 and dies. The ring closes, and P3, P4 and P8 pass the message on forever."
	var picture strings.Builder
	if err := draw.Animate(&picture, *runs[0].Run); err != nil {
		t.Fatal(err)
	}
	return picture.String()
}

func galleryIndex(*testing.T) string {
	var b strings.Builder
	b.WriteString("# Counterexamples\n\n<!-- written by go generate ./docs -->\n\nEach command finds a shortest run and draws it. `go run ./cmd/explore serve` shows all of them in a browser.\n\n" +
		"| counterexample | `go run ./cmd/explore` … |\n|---|---|\n")
	for _, p := range gallery.Pieces() {
		fmt.Fprintf(&b, "| %s | `%s` |\n", p.Title, p.Args)
	}
	return b.String()
}
