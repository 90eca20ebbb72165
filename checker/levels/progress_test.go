package levels

import (
	"context"
	"maps"
	"testing"
	"time"

	"interrex/checker"
)

// A waiting runner does half of the tasks, and the others when it has been told that these are done.
type waiting struct {
	Pool
	told chan checker.Tasks
	t    *testing.T
}

func (w *waiting) Run(ctx context.Context, tasks []Task) error {
	half := len(tasks) / 2
	if err := w.Pool.Run(ctx, tasks[:half]); err != nil {
		return err
	}
	for {
		now := <-w.told
		if now.Kind == tasks[0].Kind && now.Done == half {
			if now.Of != len(tasks) {
				w.t.Errorf("of %d tasks: %+v", len(tasks), now)
			}
			return w.Pool.Run(ctx, tasks[half:])
		}
	}
}

// TestProgress: while tasks are done it is told how many, and of how many, and states are expanded one task after the other.
func TestProgress(t *testing.T) {
	q := numbers(3000, 1)
	system, properties := q.ask()
	o := small(newMemory())
	w := &waiting{told: make(chan checker.Tasks), t: t}
	for range 2 {
		h := NewHands(o.Store, system, properties)
		w.Pool = append(w.Pool, h)
	}
	last := 0
	o.Runner, o.every = w, time.Millisecond
	o.Check.Progress = func(p checker.Progress) {
		if p.Expanded < last || p.Expanded > p.States {
			t.Errorf("%d states of %d are expanded, after %d", p.Expanded, p.States, last)
		}
		if last = p.Expanded; p.Tasks.Kind != "" {
			select {
			case w.told <- p.Tasks:
			case <-time.After(10 * time.Millisecond): // nobody waits for it any more
			}
		}
	}
	want := inMemory(t, q, checker.Options{})
	r, err := Check(t.Context(), system, properties, o)
	if err != nil {
		t.Fatal(err)
	}
	if got := told(system, r); got != want {
		t.Errorf("the report is\n%sand in memory\n%s", got, want)
	}
	if last == 0 {
		t.Error("nothing was told")
	}
}

// TestViolations: progress says which properties are violated, by runs of how many steps, before all is explored.
func TestViolations(t *testing.T) {
	for seed := range uint64(2) {
		system, properties := numbers(1000, seed).ask()
		o, early, got := small(newMemory()), 0, map[string]int{}
		o.every = time.Nanosecond
		last := 0
		o.Check.Progress = func(p checker.Progress) {
			for _, v := range p.Violations {
				if _, known := got[v.Property.Name]; !known {
					early = p.States
				}
				got[v.Property.Name] = v.Steps
			}
			last = p.States
		}
		report, err := Check(t.Context(), system, properties, o)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]int{}
		for i, r := range report.Results {
			if r.Verdict == checker.Violated && i < 4 { // the others ask for witnesses
				want[r.Property.Name] = len(r.Path.Stem)
			}
		}
		if !maps.Equal(got, want) || len(want) == 0 {
			t.Errorf("seed %d: progress says %v, and the report %v", seed, got, want)
		}
		if early >= last {
			t.Errorf("seed %d: the violations are said when %d states are known, and in the end there are %d", seed, early, last)
		}
	}
}
