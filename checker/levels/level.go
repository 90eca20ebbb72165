package levels

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"path"
	"slices"
	"sync/atomic"
	"time"

	"interrex/checker"
	"interrex/internal/crew"
)

// expand makes the next level, and the tally without the steps to it. If it returns a bound, there is no next level.
func (d *driver) expand(m *manifest) (next *manifest, judged checker.Tally, bound string, err error) {
	next = &manifest{Level: m.Level + 1, States: slices.Clip(m.States), Widths: append(slices.Clip(m.Widths), 0)}
	expanded, err := d.expansions(m, math.MaxInt)
	if overflow := (checker.Overflow{}); errors.As(err, &overflow) { // in this process or another
		judged, err = d.judge(m)
		return next, judged, cmp.Or(overflow.What, "overflow"), err
	}
	if err != nil {
		return nil, judged, "", err
	}
	judged, next.Tally = m.tally(expanded)
	d.known = next.Tally
	return next, judged, "", d.fillLevel(m, next, expanded, d.isSmall(m))
}

// judge is the tally of a level, without the steps out of it.
func (d *driver) judge(m *manifest) (judged checker.Tally, err error) {
	all, err := d.expansions(m, 0)
	judged, _ = m.tally(all)
	return judged, err
}

// tally adds the counts of the expanded level: judged without the steps out of it, and all with them.
func (m *manifest) tally(expanded results) (judged, all checker.Tally) {
	judged = m.Tally
	judged.Add(expanded.Judged)
	all = judged
	all.Add(expanded.Expanded)
	return judged, all
}

// maxRankTasks is the most tasks that rank a level. Each reads a part of all objects of new states.
const maxRankTasks = 256

// fillLevel fills a level with the new states among those that the expansions of the level before have reached.
func (d *driver) fillLevel(m, next *manifest, expanded results, isSmall bool) error {
	width := max(m.Widths[m.Level], 1)
	span := max(d.settings.Rows, (width+maxRankTasks-1)/maxRankTasks)
	var shardTasks, rankTasks []Task
	for shard, runs := range m.Runs {
		shardTasks = append(shardTasks, Task{Kind: "sift", Part: shard, Segments: expanded.Segments, Runs: runs, First: m.first(), Span: span})
	}
	deduplicated, err := d.runTasks(next.folder(), shardTasks, isSmall)
	if err != nil {
		return err
	}
	next.Back, next.Runs = m.Back || deduplicated.Back, deduplicated.runs
	for part := 0; part*span < width; part++ {
		rankTasks = append(rankTasks, Task{Kind: "rank", Part: part, Segments: deduplicated.Segments})
	}
	ranked, err := d.runTasks(next.folder(), rankTasks, isSmall)
	if err != nil {
		return err
	}
	for _, c := range ranked.Chunks {
		c.Rank = next.states()
		next.States = append(next.States, c)
		next.Widths[next.Level] += c.Rows
	}
	return nil
}

// expansions expands the states of a level below a rank.
func (d *driver) expansions(m *manifest, below int) (results, error) {
	var tasks []Task
	for _, c := range m.chunks() {
		tasks = append(tasks, Task{Kind: "expand", Chunk: c, Below: below})
	}
	return d.runTasks((&manifest{Level: m.Level + 1}).folder(), tasks, d.isSmall(m))
}

// folder is where the results are that make the level.
func (m *manifest) folder() string { return fmt.Sprintf("%s%08d/", temporary, m.Level) }

// runTasks has tasks executed until all have results in a folder. It returns an error only if no task has progressed.
func (d *driver) runTasks(folder string, tasks []Task, isSmall bool) (all results, err error) {
	for i := range tasks {
		t := &tasks[i]
		t.Settings, t.Result = d.settings, fmt.Sprintf("%s%s-%06d", folder, t.Kind, i)
		if t.Kind == "expand" && t.Below != math.MaxInt {
			t.Result += fmt.Sprintf("-below-%d-of-%d", t.Below, t.Chunk.Rows) // a cut chunk has fewer rows, and the same name
		}
	}
	runner, store := Runner(Pool{d.own}), Store(d.buffer)
	if !isSmall {
		runner, store = d.runner(), d.Store
		defer d.reportTasks(tasks)()
	}
	done, todo, failed, patience := map[string]result{}, tasks, error(nil), time.Duration(0)
	for {
		before := len(todo)
		todo, err = readResults(store, todo, done)
		switch {
		case err != nil:
			return all, err
		case len(todo) == 0:
			return d.sumResults(store, tasks, done)
		case d.ctx.Err() != nil:
			return all, d.ctx.Err()
		case len(todo) == before && failed != nil:
			return all, failed
		case len(todo) == before: // the tasks were lost, are late, or have not begun
			select {
			case <-d.ctx.Done():
			case <-time.After(patience):
			}
			patience = min(2*patience+time.Millisecond, time.Second)
		}
		if failed = runner.Run(d.ctx, todo); errors.As(failed, new(Refusal)) {
			return all, cmp.Or(d.ownPool().Run(d.ctx, todo), failed)
		}
	}
}

// sumResults joins the results of tasks. It executes the first failed task again: the system fails in this process too.
func (d *driver) sumResults(s Store, tasks []Task, done map[string]result) (all results, err error) {
	for _, t := range tasks {
		r := done[t.Result]
		if r.IsFailed {
			_, err := NewWorker(s, d.system, d.properties).perform(d.ctx, t)
			return results{}, cmp.Or(err, errNotDeterministic)
		}
		all.add(r)
	}
	return all, nil
}

// readResults reads the results of tasks. It returns the tasks without one.
func readResults(s Store, tasks []Task, done map[string]result) (missing []Task, err error) {
	for _, t := range tasks {
		var r result
		switch err := readValue(s, t.Result, &r); {
		case errors.Is(err, fs.ErrNotExist):
			missing = append(missing, t)
		case err != nil:
			return nil, err
		default:
			done[t.Result] = r
		}
	}
	return missing, nil
}

// nameActions makes the system name all counted actions. Only other processes may have expanded steps with some of them.
func (d *driver) nameActions() error {
	acting, ok := d.system.(interface{ Actions() []checker.NamedAction })
	isDone := func() bool {
		unnamed := maps.Clone(d.level.Tally.Actions)
		for _, a := range acting.Actions() {
			delete(unnamed, a.Name)
		}
		return len(unnamed) == 0
	}
	for _, c := range d.level.States {
		if !ok || isDone() {
			return nil
		}
		all, err := d.own.begin(context.WithoutCancel(d.ctx), Task{Chunk: c})
		if err != nil {
			return err
		}
		err = all.eachState(c.Rows, func(_ int, s checker.State) error {
			d.system.Steps(s, func(checker.Step, checker.State) {})
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// A Runner executes tasks in any process. It is untrusted: it may lose, repeat and delay tasks. Only results in the
// store count. The error is that of a task, if the Runner has one.
type Runner interface {
	Run(ctx context.Context, tasks []Task) error
}

// A Pool is a Runner in this process.
type Pool []*Worker

// Run is part of Runner.
func (p Pool) Run(ctx context.Context, tasks []Task) error {
	errs := make([]error, len(tasks))
	var begun atomic.Int64
	var busy crew.Crew
	for _, w := range p {
		busy.Go(func() {
			for i := int(begun.Add(1)) - 1; i < len(tasks); i = int(begun.Add(1)) - 1 {
				errs[i] = w.Do(ctx, tasks[i])
			}
		})
	}
	busy.Wait()
	return cmp.Or(errs...)
}

// A Refusal is the text of an error of a task in another process. The driver then executes the task, to get the error.
type Refusal string

func (r Refusal) Error() string { return string(r) }

// runner is the Runner of large phases. When the exploration is complete, the workers of other processes end.
func (d *driver) runner() Runner {
	if d.Runner == nil || d.level.Over {
		return d.ownPool()
	}
	return d.Runner
}

// ownPool is the Pool of the driver.
func (d *driver) ownPool() Pool {
	for len(d.pool) < d.workers() {
		d.pool = append(d.pool, NewWorker(d.Store, d.system, d.properties))
	}
	return d.pool
}

// reportProgress reports the expanded states of the level and the tasks of a phase, ten times a second at most.
func (d *driver) reportProgress(expanded int, t checker.Tasks) {
	if d.Check.Progress == nil || time.Since(d.lastReport) < min(d.every, 100*time.Millisecond) {
		return
	}
	d.lastReport = time.Now()
	m := d.level
	d.Check.Progress(checker.Progress{States: m.states(), Steps: m.Tally.Steps, Depth: m.Level, Frontier: m.Widths[len(m.Widths)-1],
		Elapsed: time.Since(d.began), Bytes: checker.BytesHeld(), Violations: append(d.known.Violations(d.properties, m.Widths), d.lassos...),
		Expanded: min(m.first()+expanded, m.states()), Tasks: t, Liveness: m.Over && t.Kind != ""})
}

// reportTasks reports the number of tasks with a result until end is called.
func (d *driver) reportTasks(tasks []Task) (end func()) {
	if d.Check.Progress == nil {
		return func() {}
	}
	over := make(chan struct{})
	var reporting crew.Crew
	reporting.Go(func() {
		for tick := time.Tick(d.every); ; {
			select {
			case <-over:
				return
			case <-tick:
				d.reportResults(tasks)
			}
		}
	})
	return func() { close(over); reporting.Wait() }
}

// reportResults reports how many tasks of a phase have a result. If the store fails, the next tick tries again.
func (d *driver) reportResults(tasks []Task) {
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
	d.reportProgress(expanded, now)
}
