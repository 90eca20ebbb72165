package report

import (
	"fmt"
	"strings"

	"interrex/checker"
)

// rate is how many a second there were in the exploration.
func rate(n int, c *checker.Report) int {
	if c.Seconds <= 0 {
		return 0
	}
	return int(float64(n) / c.Seconds)
}

// grouped writes a number with commas.
func grouped(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

func memory(bytes uint64) string {
	if bytes >= 1<<30 {
		return fmt.Sprintf("%.1f GiB", float64(bytes)/(1<<30))
	}
	return fmt.Sprintf("%d MiB", bytes>>20)
}

// verb says of how many things something is said: "1 property is", "2 properties are".
func verb(n int, word string) string {
	if n == 1 {
		return plural(n, word) + " is"
	}
	return plural(n, word) + " are"
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	if stem, ok := strings.CutSuffix(word, "y"); ok {
		word = stem + "ie"
	}
	return grouped(n) + " " + word + "s"
}
