package draw

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// mermaidWords are those that Mermaid finds inside a text: "end" may close a block, "wrap:" at the
// beginning is taken for an option, and a line in which "style" or "classDef" stands before an
// entity loses its last semicolon.
var mermaidWords = regexp.MustCompile(`(?i:\bend\b|wrap)|style|classDef`)

// escape writes one line of text so that Mermaid shows it as it is, and reads nothing else into it.
// What might have a meaning becomes an entity, #35; for a number sign: all ASCII signs but a few
// that are known to have none, the first letter of mermaidWords, and ﬂ ° ¶ ß, by which Mermaid
// marks entities while it works.
func escape(text string) string {
	var safe strings.Builder
	for _, r := range text {
		if r < utf8.RuneSelf && !harmless(r) || strings.ContainsRune("ﬂ°¶ß", r) {
			safe.WriteString(entity(r))
		} else {
			safe.WriteRune(r)
		}
	}
	return mermaidWords.ReplaceAllStringFunc(safe.String(), func(word string) string {
		return entity(rune(word[0])) + word[1:]
	})
}

func harmless(r rune) bool {
	return '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' ||
		strings.ContainsRune(" ()[]{},.:'!?=+-*/_|", r)
}

func entity(r rune) string { return fmt.Sprintf("#%d;", r) }
