package main

import (
	"context"
	"strings"
	"testing"

	"interrex"
)

// TestProclaim: of one starter all processes hear, and nobody else ever leads.
func TestProclaim(t *testing.T) {
	interrex.Require(t, election(), interrex.N(3))
}

// TestProclaimIsNoElection: with two starters there may be two leaders; the report shows how.
func TestProclaimIsNoElection(t *testing.T) {
	report, err := interrex.Check(context.Background(), election(), interrex.N(3), interrex.Starts(2))
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := report.Print(&text); err != nil || report.Exit != 12 || !strings.Contains(text.String(), "one-leader is violated") {
		t.Errorf("%v, exit %d:\n%s", err, report.Exit, text.String())
	}
}
