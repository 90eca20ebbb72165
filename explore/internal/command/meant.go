package command

import (
	"errors"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"

	"interrex/internal/flags"
)

// Meant is an error as it is told: where a word is none of those that there are, and some are spelt much the same,
// these are asked about in place of a long list.
func Meant(err error) string {
	choice := (*flags.Choice)(nil)
	if !errors.As(err, &choice) || len(choice.Words) < 5 {
		return err.Error()
	}
	near := near(choice.Word, choice.Words)
	if len(near) == 0 {
		return err.Error()
	}
	return strings.Replace(err.Error(), choice.Error(), choice.Meant(near), 1)
}

// near are those words that are spelt much as a word is, the nearest first: three at most.
func near(word string, words []string) (near []string) {
	distance := func(w string) int {
		return levenshtein.ComputeDistance(strings.ToLower(word), strings.ToLower(strings.TrimPrefix(w, "-")))
	}
	for _, w := range words {
		if distance(w) <= max(1, len(w)/3) {
			near = append(near, w)
		}
	}
	slices.SortStableFunc(near, func(a, b string) int { return distance(a) - distance(b) })
	return near[:min(len(near), 3)]
}
