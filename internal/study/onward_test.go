package study_test

import (
	"testing"

	"interrex/checker"
	"interrex/internal/runs"
	"interrex/internal/study"
	"interrex/model"
	"interrex/model/world"
)

// A random run and a calm one go on from a position, and can be written and read as links.
func TestOnward(t *testing.T) {
	w := world.New(bully(t))
	begun, err := study.Begin(w).Take(0)
	if err != nil {
		t.Fatal(err)
	}
	random := begun.Random(t.Context(), 1, 50)
	if random.At() != 1 || random.Length() <= 1 || random.String() != begun.Random(t.Context(), 1, 50).String() {
		t.Errorf("%s", random)
	}
	if short := begun.Random(t.Context(), 1, 2); short.Length() != 3 {
		t.Errorf("at most two steps more: %s", short)
	}
	calm, err := begun.Calm(t.Context(), checker.Options{}, 50)
	if err != nil || calm.At() != 1 {
		t.Fatalf("%v %s", err, calm)
	}
	if end, err := calm.Go(calm.Length()); err != nil || !runs.Over(w.View(end.State())) {
		t.Errorf("%v: the election is not over: %s", err, calm)
	}
	for _, walk := range []*study.Walk{random, calm} {
		if again, err := study.Decode(world.New(w.Config()), walk.String()); err != nil || again.String() != walk.String() {
			t.Errorf("%s: %v", walk, err)
		}
	}
}

// Without a message or a timer there is nothing to wait for.
func TestCalmAtRest(t *testing.T) {
	walk := study.Begin(world.New(config(t, "ring", []model.ID{1, 2}, nil)))
	calm, err := walk.Calm(t.Context(), checker.Options{}, 50)
	if err != nil || calm.Length() != 0 {
		t.Errorf("%v %s", err, calm)
	}
}
