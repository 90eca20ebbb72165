package levels

import (
	"context"
	"maps"
	"testing"
	"time"

	"interrex/checker"
)

// A waitingRunner executes half of the tasks. It waits until they are reported as done, and executes the others.
type waitingRunner struct {
	Pool
	progress chan checker.Tasks
	t        *testing.T
}

func (w *waitingRunner) Run(ctx context.Context, tasks []Task) error {
	half := len(tasks) / 2
	if err := w.Pool.Run(ctx, tasks[:half]); err != nil {
		return err
	}
	for {
		now := <-w.progress
		if now.Kind == tasks[0].Kind && now.Done == half {
			if now.Of != len(tasks) {
				w.t.Errorf("the progress of %d tasks is %+v", len(tasks), now)
			}
			return w.Pool.Run(ctx, tasks[half:])
		}
	}
}

// Progress has the numbers of tasks of a phase. The number of expanded states never decreases.
func TestProgress(t *testing.T) {
	q := numberGraph(3000, 1)
	system, properties := q.ask()
	o := inSmallPieces(newMemoryStore())
	w := &waitingRunner{progress: make(chan checker.Tasks), t: t}
	for range 2 {
		w.Pool = append(w.Pool, NewWorker(o.Store, system, properties))
	}
	last := 0
	o.Runner, o.every = w, time.Millisecond
	o.Check.Progress = func(p checker.Progress) {
		if p.Expanded < last || p.Expanded > p.States {
			t.Errorf("%d of %d states are expanded; before it was %d", p.Expanded, p.States, last)
		}
		if last = p.Expanded; p.Tasks.Kind != "" {
			select {
			case w.progress <- p.Tasks:
			case <-time.After(10 * time.Millisecond): // the runner does not wait any more
			}
		}
	}
	want := inMemory(t, q, checker.Options{})
	r, err := Check(t.Context(), system, properties, o)
	if err != nil {
		t.Fatal(err)
	}
	if got := reportText(system, r); got != want {
		t.Errorf("the report is\n%sin memory it is\n%s", got, want)
	}
	if last == 0 {
		t.Error("no progress was reported")
	}
}

// Before the end, progress lists the violated properties with the lengths of their runs.
func TestProgressHasViolations(t *testing.T) {
	for seed := range uint64(2) {
		system, properties := numberGraph(1000, seed).ask()
		o, early, got := inSmallPieces(newMemoryStore()), 0, map[string]int{}
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
			if r.Verdict == checker.Violated && i < 4 { // the other properties need witnesses
				want[r.Property.Name] = len(r.Path.Stem)
			}
		}
		if !maps.Equal(got, want) || len(want) == 0 {
			t.Errorf("seed %d: progress has the violations %v, and the report has %v", seed, got, want)
		}
		if early >= last {
			t.Errorf("seed %d: the last violation is reported at %d states of %d, and not before the end", seed, early, last)
		}
	}
}
