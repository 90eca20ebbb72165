package settings

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The bounds of a file of settings.
const (
	maxLine  = 4096 // bytes
	maxLines = 1000
)

// parseFile reads lines NAME VALUE: the names of flags, without the dash. A line that is empty or
// begins with # says nothing. Errors name the line.
func parseFile(path string, r io.Reader, set func(name, value string) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, maxLine), maxLine)
	seen := map[string]int{}
	number := 0
	for lines.Scan() {
		number++
		text := strings.TrimSpace(lines.Text())
		if number > maxLines {
			return fmt.Errorf("%s:%d: no more than %d lines are expected", path, number, maxLines)
		}
		if text == "" || text[0] == '#' {
			continue
		}
		if err := parseLine(text, number, seen, set); err != nil {
			return fmt.Errorf("%s:%d: %w", path, number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s:%d: lines of less than %d bytes are expected: %w", path, number+1, maxLine, err)
	}
	return nil
}

func parseLine(text string, number int, seen map[string]int, set func(name, value string) error) error {
	if !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return r != '\t' && !unicode.IsPrint(r) }) {
		return fmt.Errorf("text of printable characters is expected")
	}
	name, value := text, "true" // a flag without a value
	if i := strings.IndexFunc(text, unicode.IsSpace); i >= 0 {
		name, value = text[:i], strings.TrimSpace(text[i:])
	}
	if first := seen[name]; first > 0 {
		return fmt.Errorf("%s has been set in line %d", name, first)
	}
	seen[name] = number
	if name == "config" {
		return fmt.Errorf("a file names no other file")
	}
	return set(name, value)
}
