package model

import (
	"fmt"
	"strings"
	"testing"
)

// TestVariables: a local state in words.
func TestVariables(t *testing.T) {
	for _, test := range []struct {
		local Local
		want  string
		why   string
	}{
		{ring{}, "elected=⊥", "nobody is ⊥"},
		{ring{3}, "elected=3", "somebody is an id"},
		{ringMaxID{3, 4}, "elected=3 maxID=4", "in the order of the struct"},
		{changRoberts{true, 0}, "participant=yes elected=⊥", "yes and no"},
		{changRoberts{false, 2}, "participant=no elected=2", "yes and no"},
		{bully{waitingForOK, 0}, "mode=waiting for OK elected=⊥", "a mode in words"},
		{bully{waitingForCoordinator, 4}, "mode=waiting for COORDINATOR elected=4", "a mode in words"},
		{bullyRecovery{idle, 0, true}, "mode=idle elected=⊥ recovering=yes", "what a restart sets"},
		{leLann{0, of(4, 1), true, false}, "elected=⊥ list={1,4} heard=yes recovering=no", "a set in the ring's order"},
		{ringDetector{0, of(4, 1), 0}, "elected=⊥ seen={1,4} suspected={}", "a set in the ring's order; the empty one"},
		{ringWatch{3, sight{true, false, true}, sight{}}, "elected=3 " +
			"successor.election=yes successor.elected=no successor.armed=yes " +
			"predecessor.election=no predecessor.elected=no predecessor.armed=no", "a part of a part with a dot"},
	} {
		var words []string
		for _, v := range Variables(four, test.local) {
			words = append(words, v.Name+"="+v.Value)
		}
		if got := strings.Join(words, " "); got != test.want {
			t.Errorf("%+v: got %q, want %q: %s", test.local, got, test.want, test.why)
		}
	}
}

// TestSetsFollowTheRing: the members of a set are places, and are spelt as the ids there.
func TestSetsFollowTheRing(t *testing.T) {
	group := NewGroup([]ID{4, 8, 9, 3})
	local := ringDetector{seen: 1<<group.Index(3) | 1<<group.Index(8)}
	if got, want := fmt.Sprint(Variables(group, local)[1]), "{seen {8,3}}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestDifferentStatesAreSpeltDifferently: no variable is left out.
func TestDifferentStatesAreSpeltDifferently(t *testing.T) {
	for _, s := range shows() {
		spelt := map[string]Local{}
		for _, r := range s.rows {
			for _, local := range []Local{r.before, r.after} {
				words := fmt.Sprint(Variables(four, local))
				if other, known := spelt[words]; known && other != local {
					t.Errorf("%s: %+v and %+v are both spelt %s", s.page, local, other, words)
				}
				spelt[words] = local
			}
		}
	}
}

// TestTimersAreSpelt with whom they watch, if anyone.
func TestTimersAreSpelt(t *testing.T) {
	for want, timer := range map[string]Timer{"T": timerT, "T'": timerT2, "watch(3)": {Name: "watch", Of: 3}} {
		if got := timer.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

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
