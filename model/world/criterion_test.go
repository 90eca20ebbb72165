package world_test

import (
	"fmt"
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
)

// An election by load or by log has the report of one by id with ids in that order.
func TestCriterion(t *testing.T) {
	testlevel.Alone(t)
	for _, a := range model.Catalogue() {
		if a.Anonymous || a.Clockwork() || a.Terms() {
			continue // ids are equal, or order the processes themselves, or logs have another use
		}
		ids := idsOf(2, 3, 1)
		n, want := len(ids), config(t, a.Name, ids, func(c *world.Config) { c.Starts, c.Elections, c.Capacity = 2, 1, 1 })
		byLoad, byLog := want, want
		byLoad.Criterion, byLog.Criterion = model.ByLoad, model.ByLog
		byLoad.IDs = nil
		for p, id := range ids {
			byLoad.IDs = append(byLoad.IDs, model.ID(n-p)) // the loads decide
			byLoad.Loads = append(byLoad.Loads, 100-int(id))
			byLog.Logs = append(byLog.Logs, model.Log{Term: int(id) / 2, Length: int(id) % 2})
		}
		byLog.IDs = byLoad.IDs
		for _, c := range []world.Config{byLoad, byLog} {
			if got, want := summary(t, c), summary(t, want); got != want {
				t.Errorf("%s: got\n%s\nwant as by id\n%s", configText(c), got, want)
			}
		}
	}
}

// summary is the part of the report on a world that isomorphic worlds share.
func summary(t *testing.T, c world.Config) string {
	a, _ := explored(t, t, world.New(c), checker.Options{})
	text := fmt.Sprint(a.States, a.Steps, a.Terminal, a.Depth, a.Complete, a.Bound)
	for _, r := range a.Results {
		text += fmt.Sprintf("\n%s %v", r.Property.Name, r.Verdict)
		if r.Path != nil {
			text += fmt.Sprintf(" after %d", len(r.Path.Stem))
		}
	}
	return text
}
