package world_test

import (
	"fmt"
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
)

// summary is the part of a report that isomorphic worlds share. The order of steps depends on the positions in the ring, so of
// counterexamples only the length of the stem is shared.
func summary(a *checker.Report) string {
	text := fmt.Sprint(a.States, a.Steps, a.Terminal, a.Depth, a.Complete, a.Bound)
	for _, r := range a.Results {
		text += fmt.Sprintf("\n%s %v", r.Property.Name, r.Verdict)
		if r.Path != nil {
			text += fmt.Sprintf(" after %d", len(r.Path.Stem))
		}
	}
	return text
}

func mapped(ids []model.ID, f func(model.ID) model.ID) []model.ID {
	var other []model.ID
	for _, id := range ids {
		other = append(other, f(id))
	}
	return other
}

// An election by load or by log has the report of one by id with ids in that order.
func TestCriterion(t *testing.T) {
	testlevel.Alone(t)
	for _, row := range variety {
		n := len(row.ids)
		want := config(t, row.algorithm, row.ids, row.change)
		byLoad, byLog := want, want
		byLoad.Criterion, byLog.Criterion = model.ByLoad, model.ByLog
		byLoad.IDs, byLog.IDs = nil, nil
		place := map[model.ID]model.ID{} // from the ids of want to the others
		for p, id := range row.ids {
			byLoad.IDs = append(byLoad.IDs, model.ID(n-p)) // the loads decide
			byLoad.Loads = append(byLoad.Loads, 100-int(id))
			byLog.Logs = append(byLog.Logs, model.Log{Term: int(id) / 2, Length: int(id) % 2})
			place[id] = model.ID(n - p)
		}
		byLog.IDs = byLoad.IDs
		for _, c := range []*world.Config{&byLoad, &byLog} {
			if want.Initiators != nil {
				c.Initiators = mapped(want.Initiators, func(id model.ID) model.ID { return place[id] })
			}
			got := checkAll(t, world.New(*c), checker.Options{MaxStates: maxStates})
			if got, want := summary(got), summary(checkAll(t, world.New(want), checker.Options{MaxStates: maxStates})); got != want {
				t.Errorf("%s: got\n%s\nwant as by id\n%s", configText(*c), got, want)
			}
		}
	}
}

// maxStates is more than any world of the sample has.
const maxStates = 5_000

// checkAll checks all properties.
func checkAll(t *testing.T, w *world.World, o checker.Options) *checker.Report {
	t.Helper()
	report, err := checker.Check(t.Context(), w, w.Ask(everyProperty(w.Config())), o)
	if err != nil {
		t.Fatal(err)
	}
	return report
}
