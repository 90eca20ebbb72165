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
	When string // the line above it that says when: "On taking `ELECTION(j)`:", or ""
	Text string // its first line, without the number
}

var ruleLine = regexp.MustCompile(`^(?:- )?\*\*([A-Z]{2}[0-9]+)\*\* (.*)$`)

// Rules lists the rules of a page, in their order; none if the page does not exist.
func Rules(page string) (rules []Rule) {
	text, err := Pages.ReadFile(page)
	if err != nil {
		return nil
	}
	when := ""
	for line := range strings.SplitSeq(string(text), "\n") {
		found := ruleLine.FindStringSubmatch(line)
		switch {
		case found != nil && !strings.HasPrefix(line, "-"):
			when = ""
			fallthrough
		case found != nil:
			rules = append(rules, Rule{found[1], when, found[2]})
		case strings.HasPrefix(line, "#"):
			when = ""
		case strings.HasSuffix(line, ":"):
			when = line
		}
	}
	return rules
}

// A Subject is what a property is about. For an election without it the property has no meaning: nothing
// could violate it, so the property is refused instead of holding vacuously.
type Subject uint8

const (
	Leaders       Subject = iota // which every election has
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
