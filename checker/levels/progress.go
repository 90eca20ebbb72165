package levels

import (
	"context"
	"path"
	"time"

	"interrex/checker"
	"interrex/internal/crew"
)

// say tells progress, if it is time.
func (d *driver) say() {
	if d.isTime() {
		d.tell(0, checker.Tasks{})
	}
}

// sayDeciding tells, while liveness is decided, how far it is, if it is time.
func (d *driver) sayDeciding(t checker.Tasks) {
	if d.isTime() {
		d.tell(d.level.states(), d.batch.among(t))
	}
}

// pursuit is the place of a property among those whose runs are pursued.
func (d *driver) pursuit(property int) checker.Tasks {
	t := checker.Tasks{Kind: pursuing, Property: d.properties[property].Name}
	for n, p := range d.properties {
		if p.IsLiveness() && n < property {
			t.Done++
		}
		if p.IsLiveness() {
			t.Of++
		}
	}
	return t
}

// pursuing is what finding out of a property whether a run violates it is called, among kinds of tasks.
const pursuing = "pursue"

// A batch is some of the tasks of a phase, where these are done some at a time.
type batch struct{ before, of int }

// among is how far the phase is, of which some tasks are the batch.
func (b batch) among(t checker.Tasks) checker.Tasks {
	t.Done, t.Of = b.before+t.Done, max(b.of, t.Of)
	return t
}

// isTime reports whether somebody wants to be told, and has not been for a while.
func (d *driver) isTime() bool {
	return d.Check.Progress != nil && time.Since(d.said) >= min(d.Every, 100*time.Millisecond)
}

// progress is what there is to tell but for the states that are expanded. It counts as told.
func (d *driver) progress() checker.Progress {
	d.said = time.Now()
	m := d.level
	return checker.Progress{States: m.states(), Steps: m.Tally.Steps, Depth: m.Level, Frontier: m.Widths[len(m.Widths)-1],
		Elapsed: time.Since(d.began), Bytes: checker.BytesHeld(),
		Violations: append(d.known.Violations(d.properties, m.Widths), d.lassos...)}
}

// tell tells progress, and how many states of the level are known to be expanded: no fewer than have been told before.
func (d *driver) tell(expanded int, t checker.Tasks) {
	if d.Check.Progress == nil {
		return
	}
	p := d.progress()
	d.told = min(max(d.told, d.level.first()+expanded), p.States)
	p.Expanded, p.Tasks, p.Liveness = d.told, t, d.level.Over && t.Kind != ""
	d.Check.Progress(p)
}

// A Crewed runner knows how many tasks are done at a time now: 0 if it cannot tell.
type Crewed interface {
	Hands(ctx context.Context) int
}

// Hands is part of Crewed.
func (p Pool) Hands(context.Context) int { return len(p) }

// follow reports, while a runner does tasks, how many have a result in the store.
func (d *driver) follow(by Runner, tasks []Task) (end func()) {
	if d.Check.Progress == nil || len(tasks) == 0 {
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
				d.count(by, tasks)
			}
		}
	})
	return func() { close(over); telling.Wait() }
}

// count reports how many tasks of a phase have a result. If the store fails, the next tick tries again.
func (d *driver) count(by Runner, tasks []Task) {
	names, err := d.Store.List(path.Dir(tasks[0].Result) + "/" + tasks[0].Kind)
	if err != nil {
		return
	}
	there := map[string]bool{}
	for _, name := range names {
		there[name] = true
	}
	now, expanded := checker.Tasks{Kind: tasks[0].Kind, Of: len(tasks)}, 0
	for _, t := range tasks {
		if there[t.Result] {
			now.Done++
			expanded += t.Chunk.Rows
		}
	}
	if now.Kind != "expand" {
		expanded = d.level.Widths[len(d.level.Widths)-1]
	}
	if crewed, knows := by.(Crewed); knows {
		now.Hands = crewed.Hands(d.ctx)
	}
	d.tell(expanded, d.batch.among(now))
}
