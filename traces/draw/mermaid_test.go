package draw

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var (
	entities = regexp.MustCompile(`#[0-9]+;`)
	trap     = regexp.MustCompile(`[#;%<>"]|(?i:\bend\b|wrap:)|style|classDef`)
	// What Mermaid writes, line by line. A text is whatever has no line break, '#' or ';' in it:
	// these three are what ends a text in Mermaid's own grammar.
	statement = regexp.MustCompile(`^(sequenceDiagram` +
		`| {4}participant [A-Za-z][0-9]+( as ([^#;]+))?` +
		`| {4,8}Note over [A-Za-z][0-9]+(,[A-Za-z][0-9]+)?: ([^#;]+)` +
		`| {4,8}[A-Za-z][0-9]+(->>|-x|--x)[A-Za-z][0-9]+: ([^#;]+)` +
		`| {4}loop for ever| {4}end)$`)
)

// checkStatements reads a diagram as Mermaid does: entities first, then statements, a line each.
func checkStatements(t *testing.T, diagram string) {
	t.Helper()
	for line := range strings.Lines(entities.ReplaceAllString(diagram, "¤")) {
		line = strings.TrimSuffix(line, "\n")
		parts := statement.FindStringSubmatch(line)
		if parts == nil {
			t.Errorf("not a statement: %q", line)
			continue
		}
		for _, text := range []string{parts[3], parts[5], parts[7]} {
			if found := trap.FindString(strings.ReplaceAll(text, "<br/>", "")); found != "" {
				t.Errorf("%q in %q", found, line)
			}
		}
	}
}

func TestMermaidWritesOnlyStatements(t *testing.T) {
	for _, s := range scenarios(t) {
		checkStatements(t, mermaid(t, s.run))
	}
	forRandomRuns(t, func(t *testing.T, run Run) { checkStatements(t, mermaid(t, run)) })
}

// unescape is what Mermaid does with entities when it shows a text.
func unescape(text string) string {
	return entities.ReplaceAllStringFunc(text, func(e string) string {
		code, err := strconv.Atoi(e[1 : len(e)-1])
		if err != nil {
			return err.Error()
		}
		return string(rune(code))
	})
}

// Whatever a name is, the diagram has the same statements as with a harmless one, and shows it.
func FuzzMermaid(f *testing.F) {
	for _, seed := range []string{"P9", "", "end", "a;b", "#35;", "x\nend\ny", "%%{init}%%", "end1", "pending END", "nowrap: x", "ﬂ°°35¶ß", "<br/>&",
		"wrap: x", "style:#a;", "\xff", "participant a as b", "-->>"} {
		f.Add(seed, seed)
	}
	run := func(name, words string) Run {
		return Run{
			Lanes: []Lane{{Name: name, Note: words}, {Name: "P2", Note: words}},
			Steps: []Step{
				{Action: "do " + words, Lane: 1, Message: "m" + words, From: 0,
					Sends: []Send{{0, words, true}}, Note: "." + words},
				{Action: "lose " + words, Lost: true, Lane: 0, Message: words + "m", From: 1,
					Changes: []Change{{0, words}}},
			},
			Cycle: 0,
		}
	}
	f.Fuzz(func(t *testing.T, name, words string) {
		diagram := mermaid(t, run(name, words))
		checkStatements(t, diagram)
		shape := regexp.MustCompile(`(as|:) .*`)
		got := shape.ReplaceAllString(diagram, "")
		want := shape.ReplaceAllString(mermaid(t, run("the first", "w")), "")
		if oneLine(words) != "" && !letterAndNumber.MatchString(oneLine(name)) && got != want {
			t.Errorf("statements\n%s\ninstead of\n%s", got, want)
		}
		if shown := unescape(escape(oneLine(words))); shown != oneLine(words) {
			t.Errorf("%q is shown as %q", oneLine(words), shown)
		}
	})
}

func TestLongRunsAreFolded(t *testing.T) {
	const all = "60 steps left out: 101 to 160"
	for _, c := range []struct {
		reason       string
		steps, cycle int
		want         []string // the fold and the loop, in order
	}{
		{"the longest run that is shown whole", 200, NoCycle, nil},
		{"one more", 201, NoCycle, []string{"1 step left out: 101"}},
		{"half from the start, half from the end", 260, NoCycle, []string{all}},
		{"the loop opens before the fold", 260, 99, []string{"loop", all, "end"}},
		{"where the fold begins", 260, 100, []string{"loop", all, "end"}},
		{"inside the fold", 260, 120, []string{
			"20 steps left out: 101 to 120", "loop", "40 steps left out: 121 to 160", "end"}},
		{"where the fold ends", 260, 160, []string{all, "loop", "end"}},
		{"a run that has ended", 260, 260, []string{all}},
	} {
		run := Run{Lanes: nobody("P1"), Cycle: c.cycle}
		for range c.steps {
			run.Steps = append(run.Steps, Step{Action: "tick"})
		}
		diagram := mermaid(t, run)
		got := regexp.MustCompile(`(?m)\d+ steps? left out.*$|loop|end$`).FindAllString(diagram, -1)
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %q, want %q", c.reason, got, c.want)
		}
		if shown := strings.Count(diagram, ": tick"); shown != min(c.steps, 200) {
			t.Errorf("%s: %d steps shown", c.reason, shown)
		}
	}
}
