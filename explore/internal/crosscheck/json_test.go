package crosscheck

import (
	"errors"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/explore/internal/commandtest"
)

// TestRoundTrip: the Go type reads a document that compared a world and failed in another one.
func TestRoundTrip(t *testing.T) {
	all, err := Instances()
	if err != nil {
		t.Fatal(err)
	}
	found := NewComparisons(all[0].World, all[1].World)
	found.Put(0, &Comparison{World: all[0].World, Ours: Counts{7, 8, 1, 3}, TLCs: Counts{7, 8, 1, 4}, OurSet: new(Digest), Differences: []string{"depth"},
		Verdicts: []Verdict{{Property: "ends", Liveness: true, Compared: true, Ours: checker.Violated, OurLength: 4}}}, nil)
	found.Put(1, nil, errors.New("no memory"))
	var document strings.Builder
	if err := found.JSON(&document); err != nil {
		t.Fatal(err)
	}
	commandtest.RoundTrips[comparisonsDocument](t, document.String())
}
