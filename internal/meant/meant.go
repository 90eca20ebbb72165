// Package meant suggests the closest known word for a misspelt one.
package meant

import (
	"errors"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"

	"interrex/internal/flags"
)

// Text is the text of an error. If an unknown word is spelt much like some allowed ones, the text suggests those
// instead of a long list.
func Text(err error) string {
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

// near are the allowed words spelt much like the given one, the nearest first, at most three.
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
