package impl_test

import (
	"testing"

	"interrex/impl"
)

// TestOmegaTimers: how long the timers run, which refinement does not compare, and the numbers of a later incarnation.
func TestOmegaTimers(t *testing.T) {
	const fire = "; timeout timer"
	second := func(option string) *impl.Config {
		c := three(2)
		if option == "again" {
			c.FirstBeat = 100
		}
		return c
	}
	show(t, "omega-timely", second, []scene{
		{"OT1", "timeout timer" + fire + fire + "; timeout heartbeat",
			"elected 2; raised 1; ALIVE to 1; ALIVE to 3; set heartbeat; set timer+1", "it returns to itself (OT3)"},
		{"OT3", "timeout timer" + fire + "; 1 ALIVE", "elected 1; raised 1; set timer+1", "it has been wrong"},
	})
	show(t, "omega-minimal", second, []scene{
		{"OM1 again", "timeout heartbeat", "beats 101; ALIVE(2,#101,[0 0 0]) to 1; ALIVE(2,#101,[0 0 0]) to 3; set heartbeat", "in another life"},
		{"OM2", "1 ALIVE(1,#5,[0 0 0]); 1 ALIVE(1,#101,[0 0 0])", "seen {5,101} {} {}; ALIVE(1,#101,[0 0 0]) to 3; set timer(1)",
			"1 has come back, and begins above what it has used"},
		{"OM3", "1 ALIVE(1,#4,[2 1 3]); 3 ALIVE(3,#1,[3 0 0])", "suspect [3 1 3]; seen {4} {} {1}; " +
			"ALIVE(3,#1,[3 0 0]) to 1; set timer(3)+3", "the greater number of each"},
		{"OM4", "timeout timer(1)", "suspect [1 0 0]; set timer(1)+1", "1 is late"},
	})
}
