package model

import (
	"fmt"
	"strings"
	"testing"
)

// The types of somebody else: what has a String is spelt by it, however it is made.
type (
	mood  int16
	flag  bool
	place struct{ x, y int }
	heap  struct {
		mood mood
		flag flag
		at   place
		by   pointed
		any  any
		list [2]mood
	}
	pointed struct{ n uint8 }
	plainly int
)

func (m mood) String() string     { return [...]string{"calm", "cross"}[m] }
func (f flag) String() string     { return map[flag]string{true: "up", false: "down"}[f] }
func (p place) String() string    { return fmt.Sprintf("%d/%d", p.x, p.y) }
func (p *pointed) String() string { return strings.Repeat("*", int(p.n)) }

// TestOwnSpelling: a user's own String is what is printed of his types.
func TestOwnSpelling(t *testing.T) {
	for want, local := range map[string]Local{
		"[{mood cross} {flag up} {at 1/2} {by ***} {any cross} {list [cross calm]}]": heap{1, true, place{1, 2}, pointed{3}, mood(1), [2]mood{1, 0}},
		"[{mood calm} {flag down} {at 0/0} {by } {any 4/5} {list [calm calm]}]":      heap{any: place{4, 5}},
		"[{mood calm} {flag down} {at 0/0} {by } {any <nil>} {list [calm calm]}]":    heap{},
		"[{state cross}]": mood(1),
		"[{state 7}]":     plainly(7),
		"[{state 3}]":     ID(3),
	} {
		if got := fmt.Sprint(Variables(four, local)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
