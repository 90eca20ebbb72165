// Package prose puts numbers, lists and paragraphs into words, and writes reports line by line.
package prose

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A Writer remembers the first error.
type Writer struct {
	Out io.Writer
	Err error
}

// Line writes one line, without blanks at its end.
func (w *Writer) Line(format string, args ...any) {
	if w.Err == nil {
		_, w.Err = fmt.Fprintln(w.Out, strings.TrimRight(fmt.Sprintf(format, args...), " "))
	}
}

// Grouped writes a number with commas.
func Grouped(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Memory writes an amount of it.
func Memory(bytes uint64) string {
	if bytes >= 1<<30 {
		return fmt.Sprintf("%.1f GiB", float64(bytes)/(1<<30))
	}
	return fmt.Sprintf("%d MiB", bytes>>20)
}

// Verb says of how many things something is said: "1 property is", "2 properties are".
func Verb(n int, word string) string {
	if n == 1 {
		return Plural(n, word) + " is"
	}
	return Plural(n, word) + " are"
}

// Plural counts things: "1 state", "2,314 properties".
func Plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	if stem, ok := strings.CutSuffix(word, "y"); ok {
		word = stem + "ie"
	}
	return Grouped(n) + " " + word + "s"
}

// Fold breaks a paragraph into lines of at most a hundred letters.
func Fold(paragraph, indent string) []string {
	var lines []string
	line := indent
	for _, word := range strings.Fields(paragraph) {
		if line != indent && len([]rune(line))+1+len([]rune(word)) > 100 {
			lines, line = append(lines, line), indent
		}
		if line != indent {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

// Several joins words with commas, each once.
func Several(words []string) string {
	var once []string
	for _, w := range words {
		if !slices.Contains(once, w) {
			once = append(once, w)
		}
	}
	return strings.Join(once, ", ")
}

// JSON writes a document as programs and people read it.
func JSON(out io.Writer, d any) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(d)
}

// UnlessEmpty is a text as JSON has it where there may be none.
func UnlessEmpty(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
