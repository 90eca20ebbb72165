package levels

import (
	"path"
	"slices"
	"time"

	"interrex/checker"
	"interrex/internal/crew"
)

// say reports progress, if it is time.
func (d *driver) say(t checker.Tasks) {
	if d.Check.Progress == nil || time.Since(d.said) < min(d.Every, 100*time.Millisecond) {
		return
	}
	expanded := 0
	if d.level.Over {
		expanded = d.level.states()
	}
	d.tell(expanded, t)
}

// tell reports progress, and how many states of the level are expanded: no fewer than were reported before.
func (d *driver) tell(expanded int, t checker.Tasks) {
	d.said = time.Now()
	m := d.level
	d.told = min(max(d.told, m.first()+expanded), m.states())
	d.Check.Progress(checker.Progress{States: m.states(), Steps: m.Tally.Steps, Depth: m.Level, Frontier: m.Widths[len(m.Widths)-1],
		Elapsed: time.Since(d.began), Bytes: checker.BytesHeld(), Violations: append(d.known.Violations(d.properties, m.Widths), d.lassos...),
		Expanded: d.told, Tasks: t, Liveness: m.Over && t.Kind != ""})
}

// follow reports, while a runner does tasks, how many have a result in the store.
func (d *driver) follow(tasks []Task) (end func()) {
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
