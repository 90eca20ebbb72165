package world_test

import (
	"slices"
	"testing"

	"interrex/model"
	"interrex/model/world"
)

// A moment is a state that a story leads to, a step, and under which timeouts it is possible
// there. The rules are the tables of bully.md, bully-recovery.md and ring-watch.md, and section
// 1.10 of election.md.
type moment struct {
	why                string
	story              string
	step               string
	sync, perfect, any bool
}

// TestTimerT: T waits for an OK.
func TestTimerT(t *testing.T) {
	judge(t, "bully", some(1, 2, 3), lenient, []moment{
		{"nobody above lives to answer", "3 crash; 2 start", "2 timeout T", true, true, true},
		{"an ELECTION of its own is on its way to a live process",
			"2 start", "2 timeout T", false, false, true},
		{"an OK is on its way to it", "2 start; 3 takes ELECTION(2) of 2", "2 timeout T", false, false, true},
		{"an OK of a dead process is on its way to it",
			"2 start; 3 takes ELECTION(2) of 2, dead after 1", "2 timeout T", false, false, true},
		{"its ELECTION was lost with its receiver", "2 start; 3 crash", "2 timeout T", true, true, true},
		{"an OK is on its way, but to another process",
			"3 crash; 2 start; 1 start; 2 takes ELECTION(1) of 1", "2 timeout T", true, true, true},
		{"a dead process above it is still heard, if by others",
			"3 start, dead after 1; 2 start", "2 timeout T", false, true, true},
		{"a dead process below it is still heard",
			"3 crash; 1 start; 1 crash; 2 start", "2 timeout T", true, true, true},
		{"it is not armed: nothing was begun", "3 crash", "2 timeout T", false, false, false},
		{"it is no longer armed: T' is",
			"2 start; 3 takes ELECTION(2) of 2; 2 takes OK of 3", "2 timeout T", false, false, false},
	})
}

// TestTimerT2: T' waits for a COORDINATOR.
func TestTimerT2(t *testing.T) {
	answered := "3 crash; 1 start; 2 takes ELECTION(1) of 1; 1 takes OK of 2; "
	judge(t, "bully", some(1, 2, 3), lenient, []moment{
		{"a live process above runs an election", answered, "1 timeout T'", false, false, true},
		{"it has died", answered + "2 crash", "1 timeout T'", true, true, true},
		{"a COORDINATOR is on its way", answered + "2 timeout T", "1 timeout T'", false, false, true},
		{"a COORDINATOR of a dead process is on its way",
			answered + "2 timeout T; 2 crash", "1 timeout T'", false, false, true},
		{"an ELECTION will make a live process above begin",
			"1 start; 3 takes ELECTION(1) of 1, dead after 1; 1 takes OK of 3", "1 timeout T'", false, false, true},
		{"a process below runs an election",
			"3 crash; 2 start; 1 start; 2 takes ELECTION(1) of 1; 1 takes OK of 2; 2 crash", "1 timeout T'", true, true, true},
		{"it is not armed yet: T is",
			"3 crash; 1 start; 2 takes ELECTION(1) of 1", "1 timeout T'", false, false, false},
	})
	judge(t, "bully", some(1, 2, 3, 4), func(c *world.Config) {
		lenient(c)
		c.Channels, c.Losses = world.Lossy, 1
	}, []moment{
		{"a dead process above is still heard, by another that is idle",
			"4 start; 1 takes COORDINATOR(4) of 4; 3 takes COORDINATOR(4) of 4; 4 crash; " +
				"1 start; lost: ELECTION(1) of 1 to 2; 3 takes ELECTION(1) of 1; 1 takes OK of 3; 3 crash",
			"1 timeout T'", false, true, true},
	})
}

// TestTimerT2Recovery: with bully-recovery two more things could bring a COORDINATOR.
func TestTimerT2Recovery(t *testing.T) {
	rejected := "1 start; 3 takes ELECTION(1) of 1, dead after 1; 1 takes REJECT of 3; 2 crash; "
	judge(t, "bully-recovery", some(1, 2, 3), func(c *world.Config) {
		lenient(c)
		c.Restarts = 1
	}, []moment{
		{"nobody above lives", rejected, "1 timeout T'", true, true, true},
		{"a process above is fresh and will recover",
			rejected + "3 restart", "1 timeout T'", false, false, true},
	})
	judge(t, "bully-recovery", some(1, 2, 3), func(c *world.Config) {
		lenient(c)
		c.Channels, c.Losses, c.Crashes = world.Lossy, 4, 0
	}, []moment{
		{"a COORDINATOR of 2 is on its way to 3, who will contradict it",
			"1 start; 2 takes ELECTION(1) of 1; 1 takes REJECT of 2; " +
				"lost: ELECTION(2) of 2 to 3; lost: ELECTION(1) of 1 to 3; 2 timeout T; lost: COORDINATOR(2) of 2 to 1",
			"1 timeout T'", false, false, true},
		{"that one is lost too",
			"1 start; 2 takes ELECTION(1) of 1; 1 takes REJECT of 2; lost: ELECTION(2) of 2 to 3; " +
				"lost: ELECTION(1) of 1 to 3; 2 timeout T; lost: COORDINATOR(2) of 2 to 1; lost: COORDINATOR(2) of 2 to 3",
			"1 timeout T'", true, true, true},
	})
}

// TestTimerWatch: watch(k) waits for ELECTED(k).
func TestTimerWatch(t *testing.T) {
	judge(t, "ring-watch", some(1, 2, 3), lenient, []moment{
		{"k lives, and its ELECTION is on its way",
			"3 start; 1 takes ELECTION(3) of 3", "1 timeout watch(3)", false, false, true},
		{"k lives, and may yet be announced, though nothing is on its way",
			"2 start; 3 takes ELECTION(2) of 2; 1 crash", "3 timeout watch(2)", false, false, true},
		{"k is dead, its ELECTION still on its way",
			"3 start; 1 takes ELECTION(3) of 3; 3 crash", "1 timeout watch(3)", true, true, true},
		{"k is dead, and nothing is on its way",
			"3 start; 1 takes ELECTION(3) of 3; 2 takes ELECTION(3) of 1; 3 crash", "2 timeout watch(3)", true, true, true},
		{"ELECTED(k) of a dead k is on its way",
			"3 start; 1 takes ELECTION(3) of 3; 2 takes ELECTION(3) of 1; 3 takes ELECTION(3) of 2; 3 crash",
			"1 timeout watch(3)", false, false, true},
		{"ELECTED(k) has come: no longer armed",
			"3 start; 1 takes ELECTION(3) of 3; 2 takes ELECTION(3) of 1; 3 takes ELECTION(3) of 2; 3 crash; " +
				"1 takes ELECTED(3) of 3", "1 timeout watch(3)", false, false, false},
		{"another one's ELECTED is on its way",
			"2 start; 3 takes ELECTION(2) of 2; 1 takes ELECTION(3) of 3; 2 takes ELECTION(3) of 1; " +
				"3 takes ELECTION(3) of 2; 2 crash", "3 timeout watch(2)", true, true, true},
	})
}

// TestDetection: whose death may be found out, and when.
func TestDetection(t *testing.T) {
	elected := func(c *world.Config) {
		lenient(c)
		c.Initial, c.Initiators = world.LeaderElected, some(1, 3)
	}
	moments := func(heard moment) []moment {
		return []moment{
			{"the leader died in silence", "3 crash", "1 detect 3", true, true, true},
			heard,
			{"the leader lives", "", "1 detect 3", false, false, false},
			{"it is no initiator", "3 crash", "2 detect 3", false, false, false},
			{"one does not suspect oneself", "", "3 suspect 3", false, false, false},
		}
	}
	heard := moment{"a message of the dead leader is on its way", "3 start; 3 crash", "1 detect 3", false, true, true}
	judge(t, "bully", some(1, 2, 3), elected, append(moments(heard),
		moment{"it is not idle", "3 crash; 1 start", "1 detect 3", false, false, false},
		moment{"the leader lives, and is suspected", "", "1 suspect 3", false, false, true},
		moment{"a dead one is not suspected but detected", "3 crash", "1 suspect 3", false, false, false}))
	judge(t, "ring-watch", some(1, 2, 3), elected, moments(heard))
	heard.sync = true // without timers there is no such thing as silence
	for _, name := range []string{"ring", "ring-maxid", "ring-detector"} {
		judge(t, name, some(1, 2, 3), elected, moments(heard))
	}
}

// lenient leaves room for what a story may need.
func lenient(c *world.Config) { c.Crashes, c.Starts, c.Elections = 2, 4, 3 }

// judge looks at the moments under each kind of timeouts.
func judge(t *testing.T, algorithm string, ids []model.ID, change func(*world.Config), moments []moment) {
	t.Helper()
	for _, m := range moments {
		for timeouts, want := range map[world.Timeouts]bool{world.Sync: m.sync, world.Perfect: m.perfect, world.Any: m.any} {
			c := config(t, algorithm, ids, change)
			c.Timeouts = timeouts
			if got := slices.Contains(begin(t, c).take(m.story).enabled(), m.step); got != want {
				t.Errorf("%s, %s: %s:\nafter %q\n%q is possible: %v, want %v",
					algorithm, timeouts, m.why, m.story, m.step, got, want)
			}
		}
	}
}
