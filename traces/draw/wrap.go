package draw

import (
	"strings"
	"unicode/utf8"
)

// wrap sets phrases one after the other behind a head, "; " between them, in lines of at most width
// cells; further lines are indented. A phrase stays whole if a line can hold it. Else it is broken
// at its commas, and only a clause that no line can hold at its spaces. A word is never broken.
func wrap(head string, phrases []string, indent, width int) []string {
	s := setting{lines: []string{head}, indent: strings.Repeat(" ", indent), width: width}
	for i, phrase := range phrases {
		if i < len(phrases)-1 {
			phrase += ";"
		}
		s.set(phrase, []string{", ", " "})
	}
	return s.lines
}

// A setting is lines of words in the making; there is always at least one.
type setting struct {
	lines  []string
	indent string // of every line but the first one
	width  int
}

// set puts text where it fits: at the end of the last line, into a line of its own or, broken at
// the first one of the separators that helps, into several.
func (s *setting) set(text string, separators []string) {
	last := &s.lines[len(s.lines)-1]
	joined := *last + " " + text
	switch {
	case cells(joined) <= s.width:
		*last = joined
	case cells(s.indent+text) <= s.width || len(separators) == 0:
		s.lines = append(s.lines, s.indent+text)
	default:
		for _, part := range strings.SplitAfter(text, separators[0]) {
			s.set(strings.TrimSuffix(part, " "), separators[1:])
		}
	}
}

// cells returns the width of a text on a terminal, every rune one cell.
func cells(text string) int { return utf8.RuneCountInString(text) }
