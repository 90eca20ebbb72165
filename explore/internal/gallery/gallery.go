// Package gallery lists the counterexamples of the site and of docs/counterexamples.md.
package gallery

import (
	_ "embed" // for pieces.txt
	"strings"
)

// A Piece is a counterexample of the gallery.
type Piece struct{ Title, Args, Why string }

// pieces has a title, a command and an explanation of each piece.
//
//go:embed pieces.txt
var pieces string

// Pieces lists them in the order of the index. Each asks about one property, so its page shows one run.
func Pieces() (all []Piece) {
	for text := range strings.SplitSeq(strings.TrimSpace(pieces), "\n\n") {
		lines := strings.SplitN(text, "\n", 3)
		all = append(all, Piece{lines[0], lines[1], lines[2]})
	}
	return all
}
