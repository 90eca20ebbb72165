package spec

import (
	"cmp"
	"embed"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Pages are the pages of the specification, by file name.
//
//go:embed *.md
var Pages embed.FS

// A Rule is a numbered rule of a page, in plain text.
type Rule struct {
	ID   string // "RI2"
	When string // its event, "On taking ELECTION(j)", or ""
	Text string // "i < j: pass ELECTION(j) on."
}

var (
	ruleLine  = regexp.MustCompile(`^(- )?\*\*([A-Z]{2}[0-9]+)\*\* (.*)$`)
	ruleCited = regexp.MustCompile(`\b([A-Z]{2})([0-9]+)(?: to [A-Z]{2}([0-9]+))?\b`)
	letters   = regexp.MustCompile(`\b[A-Za-z]+\b`)
	sum       = regexp.MustCompile(`\b([0-9]+)\+([0-9]+)\b`)
)

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
		case found != nil:
			if found[1] == "" {
				when = ""
			}
			rules = append(rules, Rule{found[2], when, plainText(found[3] + " " + continued(lines[i+1:], found[1] != ""))})
		case strings.HasPrefix(line, "#"):
			when = ""
		case strings.HasSuffix(line, ":"):
			when = plainText(strings.TrimSuffix(line, ":"))
		}
	}
	return rules
}

// Cards lists the rules that an algorithm follows: those of its page, and those of other pages that its page cites
// under "Rules".
func Cards(algorithm string) []Rule {
	cards := Rules(algorithm + ".md")
	text, _ := Pages.ReadFile(algorithm + ".md")
	_, section, _ := strings.Cut(string(text), "\n## Rules\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var cited []string
	for _, found := range ruleCited.FindAllStringSubmatch(section, -1) {
		first, _ := strconv.Atoi(found[2])
		last, _ := strconv.Atoi(cmp.Or(found[3], found[2]))
		for n := first; n <= last; n++ {
			cited = append(cited, found[1]+strconv.Itoa(n))
		}
	}
	own := len(cards)
	for _, base := range []string{"ring.md", "chang-roberts.md"} {
		for _, r := range Rules(base) {
			if slices.Contains(cited, r.ID) && !slices.ContainsFunc(cards[:own], func(o Rule) bool { return o.ID == r.ID }) {
				cards = append(cards, r)
			}
		}
	}
	return cards
}

// Filled is the text of a rule with values in place of its letters: "4 < 9: pass ELECTION(9) on." It has the sentences that
// take a value, or else the first one.
func (r Rule) Filled(values map[string]string) string {
	var filled strings.Builder
	for sentence := range strings.SplitAfterSeq(r.Text, ". ") {
		takes := false
		text := letters.ReplaceAllStringFunc(sentence, func(letter string) string {
			value, has := values[letter]
			if takes = takes || has; has {
				return value
			}
			return letter
		})
		if takes {
			filled.WriteString(text)
		}
	}
	first, _, more := strings.Cut(r.Text, ". ")
	if more {
		first += "."
	}
	return sum.ReplaceAllStringFunc(cmp.Or(strings.TrimSpace(filled.String()), first), func(terms string) string {
		found := sum.FindStringSubmatch(terms)
		a, _ := strconv.Atoi(found[1])
		b, _ := strconv.Atoi(found[2])
		return strconv.Itoa(a + b)
	})
}

// TLA returns the definition of a rule in the modules, with the comment above it; "" if there is none.
func TLA(rule string) string {
	defines := regexp.MustCompile(`(?m)(?:^\\\*.*\n)*^` + rule + `(?:\(.*\))? +==.*\n(?: .*\n)*`)
	names, _ := Modules.ReadDir(".")
	for _, name := range names {
		text, _ := Modules.ReadFile(name.Name())
		if found := defines.FindString(string(text)); found != "" {
			return Excerpt(strings.Split(strings.TrimSpace(found), "\n"))
		}
	}
	return ""
}

// longest is the most lines of a source on a card.
const longest = 30

// Excerpt returns as many lines as a card shows.
func Excerpt(lines []string) string { return strings.Join(lines[:min(len(lines), longest)], "\n") }

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

// Instances are the worlds that are always cross-checked with TLC: flags of explore, one world a line, and comments
// that begin with #.
//
//go:embed instances.txt
var Instances string

// continued joins the lines that follow the first line of a rule; those of a list item are indented.
func continued(lines []string, item bool) string {
	end := slices.IndexFunc(lines, func(line string) bool {
		return line == "" || strings.HasPrefix(line, "  - ") || item && !strings.HasPrefix(line, "  ")
	})
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
