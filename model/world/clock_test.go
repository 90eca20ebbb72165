package world_test

import (
	"slices"
	"strings"
	"testing"

	"interrex/model/world"
)

// ticks after which something is possible, or is not: section 1.14 of spec/election.md, by hand.
// In these worlds tm is 2, tp 1, T 5 and T' 9.
var ticking = []struct {
	why, story, step string
	possible         bool
}{
	{"a call is due after tm", "2 start; tick; tick", "tick", false},
	{"and not before", "2 start; tick", "tick", true},
	{"it may also come at once", "2 start", "3 takes ELECTION(2) of 2", true},
	{"an answer is due after tm + tp", "2 start; 3 takes ELECTION(2) of 2; tick; tick; tick", "tick", false},
	{"and not before", "2 start; 3 takes ELECTION(2) of 2; tick; tick", "tick", true},
	{"a timer fires after T", "3 crash; 2 start; tick; tick; tick; tick; tick", "2 timeout T", true},
	{"and not before", "3 crash; 2 start; tick; tick; tick; tick", "2 timeout T", false},
	{"and must, before time goes on", "3 crash; 2 start; tick; tick; tick; tick; tick", "tick", false},
	{"armed in taking a message it runs tp longer",
		"3 crash; 1 start; 2 takes ELECTION(1) of 1; tick; tick; tick; 1 takes OK of 2; tick; tick", "2 timeout T", false},
	{"and not more",
		"3 crash; 1 start; 2 takes ELECTION(1) of 1; tick; tick; tick; 1 takes OK of 2; tick; tick; tick", "2 timeout T", true},
	{"a death can be found out after T",
		"3 start; 2 takes COORDINATOR(3) of 3; 1 takes COORDINATOR(3) of 3; 3 crash; tick; tick; tick; tick; tick", "2 detect 3", true},
	{"and not before",
		"3 start; 2 takes COORDINATOR(3) of 3; 1 takes COORDINATOR(3) of 3; 3 crash; tick; tick; tick; tick", "2 detect 3", false},
	{"it need not be", "3 start; 2 takes COORDINATOR(3) of 3; 1 takes COORDINATOR(3) of 3; 3 crash; " +
		strings.Repeat("tick;", 9), "tick", true},
	{"after 2T it must be", "3 start; 2 takes COORDINATOR(3) of 3; 1 takes COORDINATOR(3) of 3; 3 crash; " +
		strings.Repeat("tick;", 10), "tick", false},
	{"nobody looks at the clock where nothing runs by it", "", "tick", false},
}

func TestTicks(t *testing.T) {
	c := config(t, "bully", some(1, 2, 3), func(c *world.Config) { clocked(c, 2, 1, 5, 9) })
	for _, m := range ticking {
		if got := slices.Contains(begin(t, c).take(m.story).enabled(), m.step); got != m.possible {
			t.Errorf("%s:\nafter %q\n%q is possible: %v", m.why, m.story, m.step, got)
		}
	}
}

// TestTies: the answer of 3 takes as long as 2 waits for it.
func TestTies(t *testing.T) {
	for ties, want := range map[world.Ties]bool{world.DeliveryFirst: false, world.TimerFirst: true} {
		c := config(t, "bully", some(1, 2, 3), func(c *world.Config) {
			clocked(c, 2, 1, 5, 9)
			c.Ties = ties
		})
		story := "2 start; tick; tick; 3 takes ELECTION(2) of 2; 1 takes COORDINATOR(3) of 3; tick; tick; tick"
		if got := slices.Contains(begin(t, c).take(story).enabled(), "2 timeout T"); got != want {
			t.Errorf("%s: T fires: %v", ties, got)
		}
	}
}

// TestLate: what is sent before the bounds hold has its deadline from then on.
func TestLate(t *testing.T) {
	c := config(t, "bully", some(1, 2), func(c *world.Config) {
		clocked(c, 1, 0, 9, 9)
		c.GST, c.Crashes = 3, 0
	})
	for _, m := range []struct {
		why, story string
		passes     bool
	}{
		{"late is late", "1 start; tick; tick", true},
		{"the last tick before brings the bounds", "1 start; tick; tick; tick", true},
		{"and then tm is left", "1 start; tick; tick; tick; tick", false},
		{"also where they hold sooner", "1 start; bounds hold; tick", false},
	} {
		if got := slices.Contains(begin(t, c).take(m.story).enabled(), "tick"); got != m.passes {
			t.Errorf("%s:\nafter %q\na tick is possible: %v", m.why, m.story, got)
		}
	}
}
