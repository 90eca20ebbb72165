package levels

import (
	"context"
	"errors"
	"path"
	"slices"
	"sync/atomic"
	"time"

	"interrex/checker"
	"interrex/internal/crew"
)

// A Runner executes tasks, somewhere. It is untrusted: it may lose, repeat and delay tasks. Only results in the store
// count. The error is that of a task, if the Runner knows one.
type Runner interface {
	Run(ctx context.Context, tasks []Task) error
}

// A Pool is a Runner in this process.
type Pool []*Hands

// Run is part of Runner.
func (p Pool) Run(ctx context.Context, tasks []Task) error {
	errs := make([]error, len(tasks))
	var begun atomic.Int64
	var busy crew.Crew
	for _, h := range p {
		busy.Go(func() {
			for i := int(begun.Add(1)) - 1; i < len(tasks); i = int(begun.Add(1)) - 1 {
				errs[i] = h.Do(ctx, tasks[i])
			}
		})
	}
	busy.Wait()
	return errors.Join(errs...)
}

// A Refusal is the text of an error of a task in another process. The driver does the task itself then, to have the
// error.
type Refusal string

func (r Refusal) Error() string { return string(r) }

// ownPool is the Pool of the driver.
func (d *driver) ownPool() Pool {
	for len(d.pool) < d.workers() {
		d.pool = append(d.pool, NewHands(d.Store, d.system, d.properties))
	}
	return d.pool
}

// say reports progress, if it is time.
func (d *driver) say(t checker.Tasks) {
	if d.Check.Progress == nil || time.Since(d.said) < min(d.Every, 100*time.Millisecond) {
		return
	}
	d.tell(0, t)
}

// tell reports progress, and how many states of the level are expanded.
func (d *driver) tell(expanded int, t checker.Tasks) {
	d.said = time.Now()
	m := d.level
	d.Check.Progress(checker.Progress{States: m.states(), Steps: m.Tally.Steps, Depth: m.Level, Frontier: m.Widths[len(m.Widths)-1],
		Elapsed: time.Since(d.began), Bytes: checker.BytesHeld(), Violations: append(d.known.Violations(d.properties, m.Widths), d.lassos...),
		Expanded: min(m.first()+expanded, m.states()), Tasks: t, Liveness: m.Over && t.Kind != ""})
}

// follow reports, while a runner does tasks, how many have a result in the store.
func (d *driver) follow(tasks []Task) (end func()) {
	if d.Check.Progress == nil {
		return func() {}
	}
	over := make(chan struct{})
	var telling crew.Crew
	telling.Go(func() {
		for tick := time.NewTicker(d.Every); ; {
			select {
			case <-over:
				tick.Stop()
				return
			case <-tick.C:
				d.count(tasks)
			}
		}
	})
	return func() { close(over); telling.Wait() }
}

// count reports how many tasks of a phase have a result. If the store fails, the next tick tries again.
func (d *driver) count(tasks []Task) {
	now, expanded := checker.Tasks{Kind: tasks[0].Kind, Of: len(tasks)}, d.level.Widths[len(d.level.Widths)-1]
	names, err := d.Store.List(path.Dir(tasks[0].Result) + "/" + now.Kind)
	if err != nil {
		return
	}
	if now.Kind == "expand" {
		expanded = 0
	}
	for _, t := range tasks {
		if slices.Contains(names, t.Result) {
			now.Done++
			expanded += t.Chunk.Rows
		}
	}
	d.tell(expanded, now)
}
