package spec

import (
	"embed"
	"regexp"
	"slices"
	"strings"
)

// Pages are the pages of the specification, by file name.
//
//go:embed *.md
var Pages embed.FS

// A Rule is a numbered rule of a page.
type Rule struct {
	ID   string // "RI2"
	When string // the line above it with its event: "On taking `ELECTION(j)`:", or ""
	Text string // its first line, without the number
	Body string // all of it, without the marks of Markdown
}

var ruleLine = regexp.MustCompile(`^(?:- )?\*\*([A-Z]{2}[0-9]+)\*\* (.*)$`)

// Rules lists the rules of a page in order; nil if the page does not exist.
func Rules(page string) (rules []Rule) {
	text, err := Pages.ReadFile(page)
	if err != nil {
		return nil
	}
	when := ""
	lines := strings.Split(string(text), "\n")
	for i, line := range lines {
		found := ruleLine.FindStringSubmatch(line)
		switch {
		case found != nil && !strings.HasPrefix(line, "-"):
			when = ""
			fallthrough
		case found != nil:
			rules = append(rules, Rule{found[1], when, found[2], plainText(found[2] + " " + continued(lines[i+1:]))})
		case strings.HasPrefix(line, "#"):
			when = ""
		case strings.HasSuffix(line, ":"):
			when = line
		}
	}
	return rules
}

// A Subject is the concept that a property is about. A property does not apply to an election without it, and
// is refused.
type Subject uint8

const (
	Leaders       Subject = iota // every election has them
	Ranks                        // a criterion by which one process outranks another
	Rounds                       // elections that begin and end
	Announcements                // messages that announce a result
	Terms                        // terms, in which leaders lead
	Decisions                    // a value that is decided
)

// All lists every property: those asked by default, those asked by name, those of a consensus.
func All() []Property { return slices.Concat(Default(), Named(), OfConsensus()) }

// Modules are the TLA+ modules of the specification, by file name.
//
//go:embed *.tla
var Modules embed.FS

// Instances are TLC's configuration files of the worlds that are always cross-checked:
// instances/ALGORITHM/WORLD.cfg.
//
//go:embed instances
var Instances embed.FS

// continued joins the indented lines that follow the first line of a rule.
func continued(lines []string) string {
	end := slices.IndexFunc(lines, func(line string) bool { return !strings.HasPrefix(line, "  ") })
	return strings.Join(lines[:max(end, 0)], " ")
}

// About returns the first paragraph of an algorithm's page, three sentences, without the marks of Markdown; "" if there is no page.
func About(page string) string {
	text, err := Pages.ReadFile(page)
	if err != nil {
		return ""
	}
	_, body, _ := strings.Cut(string(text), "\n\n")
	paragraph, _, _ := strings.Cut(body, "\n\n")
	return plainText(paragraph)
}

// plainText removes links, code marks and emphasis, and joins the lines.
func plainText(markdown string) string {
	markdown = markdownLink.ReplaceAllString(markdown, "$1")
	return strings.Join(strings.Fields(strings.NewReplacer("`", "", "*", "").Replace(markdown)), " ")
}

var markdownLink = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
