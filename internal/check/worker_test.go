package check

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/checker/levels"
	"interrex/model"
	"interrex/model/world"
)

// inTurns is a runner. Its workers do one task after the other, in turns.
type inTurns []*Worker

func (workers inTurns) Run(ctx context.Context, tasks []levels.Task) error {
	for i, t := range tasks {
		if err := workers[i%len(workers)].Do(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// The counts of workers in turns are those of a check in memory.
func TestWorkers(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "states")
	q := Question{Elections: model.Catalogue()}
	table := append(q.Flags(), q.Stored()...)
	words, err := table.Scan(strings.Fields("-algo=bully -n=3 -restarts=1 -store=" + dir))
	if err == nil {
		err = table.Read(words)
	}
	if err != nil {
		t.Fatal(err)
	}
	name, err := q.identity()
	if err != nil {
		t.Fatal(err)
	}
	o := levels.Options{Store: levels.Folder(dir), Name: name, Flags: q.canonical(), Shards: 3, Alone: 1}
	if _, err := o.Begin(); err != nil {
		t.Fatal(err)
	}
	q.Options.Workers = 2
	run, workers, err := q.Work(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	w := world.New(q.World)
	memory, err := checker.Check(t.Context(), w, w.Ask(q.Properties), checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	o.Runner = inTurns(workers)
	got, err := levels.Check(t.Context(), w, w.Ask(q.Properties), o)
	if err != nil {
		t.Fatal(err)
	}
	if got.States != memory.States || got.Steps != memory.Steps || got.Depth != memory.Depth || got.Bound != "" {
		t.Errorf("%d states, %d steps, depth %d, bound %q, and in memory %d, %d, %d", got.States, got.Steps, got.Depth, got.Bound, memory.States, memory.Steps, memory.Depth)
	}
	if over, err := levels.IsOver(run.Store); !over || err != nil {
		t.Error("it is not over", err)
	}
}
