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

// byHands is a runner that has the hands of a worker do the tasks, in turns.
type byHands []Hand

func (hands byHands) Run(ctx context.Context, tasks []levels.Task) error {
	for i, t := range tasks {
		if err := hands[i%len(hands)].Do(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// TestWideHands: hands do tasks of the wide part of a store, in the wide world, beside those of the store itself, and come to the same counts.
// There the wide world is begun by hand: what turns out to need one has more than 65,536 contents of channels.
func TestWideHands(t *testing.T) {
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
	begin := func(part string) levels.Options {
		o := levels.Options{Store: levels.Folder(dir), Part: part, Name: name, Flags: q.canonical(), Shards: 3, Alone: 1}
		if part != "" {
			o.Store = levels.PartOf(o.Store, part)
		}
		if _, err := o.Begin(); err != nil {
			t.Fatal(err)
		}
		return o
	}
	both := map[string]levels.Options{"": begin(""), wide: begin(wide)}
	q.Options.Workers = 2
	run, hands, rest, err := q.Work(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer rest()
	worlds := map[string]*world.World{"": world.New(q.World), wide: world.Wide(q.World)}
	memory, err := checker.Check(t.Context(), worlds[""], worlds[""].Ask(q.Properties), checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for part, w := range worlds {
		o := both[part]
		o.Runner = byHands(hands)
		got, err := levels.Check(t.Context(), w, w.Ask(q.Properties), o)
		if err != nil {
			t.Fatal(err)
		}
		if got.States != memory.States || got.Steps != memory.Steps || got.Depth != memory.Depth || got.Bound != "" {
			t.Errorf("%q: %d states, %d steps, depth %d, bound %q, and in memory %d, %d, %d", part, got.States, got.Steps, got.Depth, got.Bound, memory.States, memory.Steps, memory.Depth)
		}
	}
	if over, err := run.IsOver(); !over || err != nil {
		t.Error("it is not over", err)
	}
	if err := hands[0].Do(t.Context(), levels.Task{Part: "narrow"}); err == nil {
		t.Error("there is no such part")
	}
	s, err := q.status(levels.Folder(dir))
	if err != nil || s.States() != memory.States || !s.Over {
		t.Errorf("%v: %+v", err, s)
	}
}
