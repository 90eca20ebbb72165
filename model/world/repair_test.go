package world_test

import (
	"slices"
	"testing"

	"interrex/model"
	"interrex/model/world"
)

// stories are runs of a ring that closes over the dead: section 1.8 of spec/election.md.
var stories = []struct {
	why          string
	ids          []model.ID
	story        string
	lost, resent string // what is then on its way, under each repair
}{
	{"what was on its way to 2 is lost, or sent on by its predecessor",
		some(1, 2, 3), "1 start; 2 crash",
		"", "1>3 ELECTION(1)"},
	{"from now on the predecessor sends past the dead process",
		some(1, 2, 3), "2 crash; 1 start",
		"1>3 ELECTION(1)", "1>3 ELECTION(1)"},
	{"what 2 has sent stays, and what 1 sends past it is in another channel",
		some(1, 2, 3), "2 start; 2 crash; 1 start",
		"1>3 ELECTION(1); 2>3 ELECTION(2)", "1>3 ELECTION(1); 2>3 ELECTION(2)"},
	{"what is sent on goes behind what was there, in its order",
		some(1, 2, 3), "2 crash; 1 start; 2 restart; 3 start; 1 takes ELECTION(3) of 3; 1 start; 2 crash",
		"1>3 ELECTION(1)", "1>3 ELECTION(1) ELECTION(3) ELECTION(1)"},
	{"two channels into 3: the nearest sender first, though it is dead",
		some(1, 2, 3, 4), "2 start; 2 crash; 1 start; 3 crash",
		"", "1>4 ELECTION(2) ELECTION(1)"},
	{"the same, the nearest sender being the one at the other end of the list",
		some(3, 4, 1, 2), "2 start; 2 crash; 1 start; 3 crash",
		"", "1>4 ELECTION(2) ELECTION(1)"},
	{"two die one after the other, and the message goes on twice",
		some(1, 2, 3, 4), "1 start; 2 crash; 3 crash",
		"", "1>4 ELECTION(1)"},
	{"the sender dies before its receiver: the predecessor that lives sends on",
		some(4, 1, 2, 3), "1 start; 1 crash; 2 crash",
		"", "4>3 ELECTION(1)"},
	{"a restarted process takes its old place",
		some(1, 2, 3), "2 crash; 2 restart; 1 start",
		"1>2 ELECTION(1)", "1>2 ELECTION(1)"},
	{"what went past it meanwhile is still on its way past it",
		some(1, 2, 3), "2 crash; 1 start; 2 restart; 1 start",
		"1>2 ELECTION(1); 1>3 ELECTION(1)", "1>2 ELECTION(1); 1>3 ELECTION(1)"},
	{"what the former incarnation sent is ahead of what the new one sends",
		some(1, 2, 3), "2 start; 2 crash; 2 restart; 3 start; 1 takes ELECTION(3) of 3; 2 takes ELECTION(3) of 1",
		"2>3 ELECTION(2) ELECTION(3)", "2>3 ELECTION(2) ELECTION(3)"},
	{"the last one alive sends to itself",
		some(1, 2, 3), "1 crash; 2 crash; 3 start",
		"3>3 ELECTION(3)", "3>3 ELECTION(3)"},
	{"what was on its way to the last but one comes back to its sender",
		some(1, 2, 3), "3 start; 2 crash; 1 crash",
		"", "3>3 ELECTION(3)"},
	{"when all are dead there is nobody to send on to",
		some(1, 2), "1 start; 2 start; 1 crash; 2 crash",
		"", ""},
	{"what it sent to itself when alone has a way to go once another is back",
		some(1, 2), "1 crash; 2 start; 1 restart; 2 crash",
		"", "1>1 ELECTION(2)"},
	{"on a ring of one",
		some(7), "7 start; 7 takes ELECTION(7) of 7",
		"7>7 ELECTED(7)", "7>7 ELECTED(7)"},
	{"on a ring of one, dead",
		some(7), "7 start; 7 crash",
		"", ""},
}

func TestRepair(t *testing.T) {
	for _, test := range stories {
		for repair, want := range map[world.Repair]string{world.Lost: test.lost, world.Resent: test.resent} {
			c := config(t, "ring", test.ids, func(c *world.Config) {
				c.Crashes, c.Restarts, c.Starts, c.Repair = 2, 1, world.Unlimited, repair
				c.Elections = world.Unlimited
			})
			c.Elections = world.Unlimited
			if got := begin(t, c).take(test.story).channels(); got != want {
				t.Errorf("%s, %s:\n%s\ngot  %q\nwant %q", test.why, repair, test.story, got, want)
			}
		}
	}
}

// TestRepairInsideAStep: 1 sees ELECTION(2) a second time and sends two messages, as printed;
// it dies between them, with one more on its way to it.
func TestRepairInsideAStep(t *testing.T) {
	for repair, want := range map[world.Repair]string{
		world.Lost:   "1>2 ELECTION(2) ELECTION(2)",
		world.Resent: "1>2 ELECTION(2) ELECTION(2); 2>2 ELECTION(2)",
	} {
		c := config(t, "ring-watch", some(1, 2), func(c *world.Config) {
			c.Reading, c.Starts, c.Repair = model.Printed, 3, repair
		})
		w := begin(t, c).take("2 start; 2 start; 2 start; 1 takes ELECTION(2) of 2; 1 takes ELECTION(2) of 2, dead after 1")
		if got := w.channels(); got != want {
			t.Errorf("%s: got %q, want %q", repair, got, want)
		}
	}
}

// TestOvertaking: two channels lead to 3, and nothing orders what is in them.
func TestOvertaking(t *testing.T) {
	for why, story := range map[string]string{
		"a dead process's message and one sent past it":   "2 start; 2 crash; 1 start",
		"a message sent past it and one of it, come back": "2 crash; 1 start; 2 restart; 2 start",
	} {
		c := config(t, "ring", some(1, 2, 3), func(c *world.Config) { c.Starts, c.Restarts = 3, 1 })
		got := begin(t, c).take(story).enabled()
		for _, want := range []string{"3 takes ELECTION(1) of 1", "3 takes ELECTION(2) of 2"} {
			if !slices.Contains(got, want) {
				t.Errorf("%s: %q is not possible, only %q", why, want, got)
			}
		}
	}
}
