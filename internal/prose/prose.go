// Package prose formats numbers, lists and paragraphs, and writes reports line by line.
package prose

import (
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// A Writer remembers the first error.
type Writer struct {
	Out io.Writer
	Err error
}

// Line writes one line, without blanks at its end.
func (w *Writer) Line(format string, args ...any) {
	_, _ = io.WriteString(w, strings.TrimRight(fmt.Sprintf(format, args...), " ")+"\n")
}

// Green, Red and Grey colour a text where Out is a terminal that has colours.
func (w *Writer) Green(text string) string { return w.coloured("32", text) }

// Red colours a violation.
func (w *Writer) Red(text string) string { return w.coloured("31", text) }

// Grey is for what matters less.
func (w *Writer) Grey(text string) string { return w.coloured("90", text) }

func (w *Writer) coloured(code, text string) string {
	if out, is := w.Out.(interface{ Colours() bool }); is && out.Colours() {
		return "\x1b[" + code + "m" + text + "\x1b[0m"
	}
	return text
}

// Write writes what keeps to the width by itself, as a drawing does.
func (w *Writer) Write(text []byte) (n int, err error) {
	if w.Err == nil {
		n, w.Err = w.Out.Write(text)
	}
	return n, w.Err
}

// Paragraph writes a text in lines of at most Width letters.
func (w *Writer) Paragraph(text string) {
	for _, line := range Fold(text, "", Width(w.Out)) {
		w.Line("%s", line)
	}
}

// Entry writes a name and, to its right, a folded text.
func (w *Writer) Entry(name, text string, width int) {
	folded := Fold(text, strings.Repeat(" ", width+2), Width(w))
	for i, part := range folded {
		if i == 0 && len(name) <= width {
			part = fmt.Sprintf("%-*s  %s", width, name, strings.TrimSpace(part))
		} else if i == 0 {
			w.Line("%s", name)
		}
		w.Line("%s", part)
	}
}

// PageWidth is how many letters a line of text has at most, wherever it is written.
const PageWidth = 100

// Width is the letters per line of a paragraph or a drawing: PageWidth, or the width of a narrower terminal. The bytes for other
// outputs do not depend on the destination.
func Width(out io.Writer) int {
	if w, is := out.(*Writer); is {
		return Width(w.Out)
	}
	if screen, is := out.(interface{ Columns() int }); is && screen.Columns() > 0 {
		return min(screen.Columns(), PageWidth)
	}
	return PageWidth
}

// Grouped writes a number with commas.
func Grouped(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Memory writes a number of bytes: "512 MiB", "1.5 GiB".
func Memory(bytes uint64) string {
	if bytes >= 1<<30 {
		return fmt.Sprintf("%.1f GiB", float64(bytes)/(1<<30))
	}
	return fmt.Sprintf("%d MiB", bytes>>20)
}

// Seconds writes a measured time: "0.3 s", "1,234 s".
func Seconds(seconds float64) string {
	if seconds < 100 {
		return fmt.Sprintf("%.1f s", max(seconds, 0))
	}
	return Grouped(int(seconds)) + " s"
}

// Plural counts things: "1 state", "2,314 properties".
func Plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	if stem, ok := strings.CutSuffix(word, "y"); ok {
		word = stem + "ie"
	} else if strings.HasSuffix(word, "s") {
		word += "e"
	}
	return Grouped(n) + " " + word + "s"
}

// Fold breaks a paragraph into lines of at most width letters.
func Fold(paragraph, indent string, width int) []string {
	var lines []string
	line := indent
	for _, word := range strings.Fields(paragraph) {
		if line != indent && len([]rune(line))+1+len([]rune(word)) > width {
			lines, line = append(lines, line), indent
		}
		if line != indent {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

var plainWord = regexp.MustCompile(`^[\w@%+=:,./-]+$`)

// Shell quotes a word for a POSIX shell if it must be quoted.
func Shell(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// JSON writes a document as programs and people read it.
func JSON(out io.Writer, d any) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(d)
}

// OrNull is a value for JSON; nil for the zero value.
func OrNull[T comparable](value T) *T {
	if value == *new(T) {
		return nil
	}
	return &value
}
