package spec

import (
	"embed"
	"regexp"
	"strings"
)

// Pages are the pages of the specification, by file name.
//
//go:embed *.md
var Pages embed.FS

// A Rule is a numbered rule of a page.
type Rule struct {
	ID   string // "RI2"
	Page string // the file in spec
	Line int    // from 1
	When string // the sentence above it that says when: "On taking `ELECTION(j)`:", or ""
	Text string // its first line, without the number
}

var ruleLine = regexp.MustCompile(`^(?:- )?\*\*([A-Z]{2}[0-9]+)\*\* (.*)$`)

// Rules lists the rules of a page, in their order; none if there is no such page.
func Rules(page string) (rules []Rule) {
	text, err := Pages.ReadFile(page)
	if err != nil {
		return nil
	}
	when := ""
	for i, line := range strings.Split(string(text), "\n") {
		found := ruleLine.FindStringSubmatch(line)
		switch {
		case found != nil && !strings.HasPrefix(line, "-"):
			when = ""
			fallthrough
		case found != nil:
			rules = append(rules, Rule{found[1], page, i + 1, when, found[2]})
		case strings.HasPrefix(line, "#"):
			when = ""
		case strings.HasSuffix(line, ":"):
			when = line
		}
	}
	return rules
}
