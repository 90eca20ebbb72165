package serve

import (
	"slices"
	"testing"
)

func TestHints(t *testing.T) {
	groups, of := hints(`program does

  program [flags]      what it does; -n too

First things
  -n=N                 how many
  -a= -b=              both of them, and what
                       comes after
  -file=FILE it is next to its words; -n picks one
Empty

Last
  -switch              x       one
                       y       two
  A remark about -n.
`)
	if want := []string{"First things", "Last"}; !slices.Equal(groups, want) {
		t.Errorf("the groups are %q, want %q", groups, want)
	}
	for name, want := range map[string]hint{
		"n": {"First things", "how many", 0}, "a": {"First things", "both of them, and what comes after", 1},
		"b": {"First things", "both of them, and what comes after", 2}, "file": {"First things", "it is next to its words; -n picks one", 3},
		"switch": {"Last", "x one y two", 4},
	} {
		if of[name] != want {
			t.Errorf("-%s: %+v, want %+v", name, of[name], want)
		}
	}
	if len(of) != 5 {
		t.Errorf("%d hints: %v", len(of), of)
	}
}
