package main

import (
	"testing"

	"interrex"
)

// TestBully: it elects where nobody crashes and where one does, in the world of the bully: timeouts are right, and the dead
// do not come back.
func TestBully(t *testing.T) {
	bully := interrex.Election("timed-bully", Bully{})
	interrex.Require(t, bully, interrex.N(4))
	interrex.Require(t, bully, interrex.N(3), interrex.Crashes(1))
	interrex.Require(t, bully, interrex.IDs(7, 40, 2), interrex.Crashes(2))
}

// TestBullyNeedsItsTimeouts: where timers fire too early there may be two leaders.
func TestBullyNeedsItsTimeouts(t *testing.T) {
	report, err := interrex.Check(t.Context(), interrex.Election("timed-bully", Bully{}), interrex.N(3), interrex.Crashes(1), interrex.Asynchronous(),
		interrex.Properties("one-leader"), interrex.MaxStates(100_000))
	if err != nil || report.Exit != 12 {
		t.Errorf("%v, %+v", err, report)
	}
}
