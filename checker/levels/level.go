package levels

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"slices"
	"time"

	"interrex/checker"
)

// expand makes the next level, and the tally without the steps to it. A bound that is not empty has ended it: then
// there is no next level.
func (d *driver) expand(m *manifest) (next *manifest, judged checker.Tally, bound string, err error) {
	next = &manifest{Level: m.Level + 1, Before: append(m.Before[:m.Level:m.Level], m.Chunks), Tally: m.Tally}
	next.Widths = append(m.Widths[:len(m.Widths):len(m.Widths)], 0)
	expanded, err := d.expansions(m, next, math.MaxInt)
	if full := (checker.Overflow{}); errors.As(err, &full) { // in this process or another
		judged, err = d.judge(m)
		return next, judged, cmp.Or(full.What, "overflow"), err
	}
	if err != nil {
		return nil, judged, "", err
	}
	judged = m.Tally
	for _, r := range expanded {
		judged.Add(r.Judged)
	}
	next.count(expanded)
	d.known = next.Tally
	return next, judged, "", d.settleLevel(m, next, expanded, d.isSmall(m))
}

// judge is the tally of a level, without the steps out of it.
func (d *driver) judge(m *manifest) (checker.Tally, error) {
	judged := m.Tally
	results, err := d.expansions(m, &manifest{Level: m.Level + 1}, 0)
	for _, r := range results {
		judged.Add(r.Judged)
	}
	return judged, err
}

// count adds what was counted of a level that was expanded.
func (m *manifest) count(expanded []result) {
	for _, r := range expanded {
		m.Tally.Add(r.Judged)
		m.Tally.Add(r.Expanded)
	}
}

// mostRankings is how many tasks rank a level at most: each reads a part of all that has been sifted.
const mostRankings = 256

// settleLevel fills a level with the new states among those that the expansions of the level before have reached.
func (d *driver) settleLevel(m, next *manifest, expanded []result, isSmall bool) error {
	width := max(m.Widths[m.Level], 1)
	t := Task{Kind: "sift", First: m.first(), Span: max(d.settings.Rows, (width+mostRankings-1)/mostRankings)}
	for _, r := range expanded {
		t.Segments = append(t.Segments, r.Segments...)
	}
	var siftings, rankings []Task
	for t.Part = range d.settings.Shards {
		t.Runs = m.Runs[t.Part]
		siftings = append(siftings, d.named(t, next, t.Part))
	}
	sifted, err := d.do(siftings, isSmall)
	if err != nil {
		return err
	}
	rank := Task{Kind: "rank"}
	next.Back = m.Back
	for _, r := range sifted {
		next.Back = next.Back || r.Back
		next.Runs = append(next.Runs, r.Runs)
		rank.Segments = append(rank.Segments, r.Segments...)
	}
	for ; rank.Part*t.Span < width; rank.Part++ {
		rankings = append(rankings, d.named(rank, next, rank.Part))
	}
	ranked, err := d.do(rankings, isSmall)
	if err != nil {
		return err
	}
	for _, r := range ranked {
		for _, c := range r.Chunks {
			c.Rank = next.states()
			next.Chunks = append(next.Chunks, c)
			next.Widths[next.Level] += c.Rows
		}
	}
	return nil
}

// expansions expands the states of a level below a rank.
func (d *driver) expansions(m, next *manifest, below int) ([]result, error) {
	var tasks []Task
	for i, c := range m.Chunks {
		tasks = append(tasks, d.named(Task{Kind: "expand", Chunk: c, Below: below}, next, i))
	}
	return d.do(tasks, d.isSmall(m))
}

// named gives a task the name of its result.
func (d *driver) named(t Task, next *manifest, index int) Task {
	t.Settings = d.settings
	t.Result = fmt.Sprintf("%s%08d/%s-%06d", passing, next.Level, t.Kind, index)
	if t.Kind == "expand" && t.Below != math.MaxInt {
		t.Result += fmt.Sprintf("-below-%d-of-%d", t.Below, t.Chunk.Rows) // a cut chunk has fewer rows under the same name
	}
	return t
}

// do has tasks done, and returns their results. The first task by which the system failed is done again: it fails in
// this process too.
func (d *driver) do(tasks []Task, isSmall bool) (results []result, err error) {
	if isSmall {
		results, err = d.ownResults(tasks)
	} else {
		results, err = d.results(tasks)
	}
	for i, r := range results {
		if err == nil && r.IsFailed {
			if _, err = d.own.perform(d.ctx, tasks[i]); err == nil {
				err = errOtherwise
			}
		}
	}
	return results, err
}

// results has tasks done until all have results. Errors of the Runner count only if it makes no progress.
func (d *driver) results(tasks []Task) ([]result, error) {
	if err := d.handOn(); err != nil {
		return nil, err
	}
	results, todo := make([]result, len(tasks)), make([]int, len(tasks))
	for i := range todo {
		todo[i] = i
	}
	patience, failed := time.Millisecond, error(nil)
	for {
		var missing []int
		var again []Task
		for _, i := range todo {
			err := readValue(d.Store, tasks[i].Result, &results[i])
			if errors.Is(err, fs.ErrNotExist) {
				missing, again = append(missing, i), append(again, tasks[i])
			} else if err != nil {
				return nil, err
			}
		}
		switch {
		case len(missing) == 0:
			return results, d.own.catchUp()
		case d.ctx.Err() != nil:
			return nil, d.ctx.Err()
		case len(missing) == len(todo) && failed != nil:
			return nil, failed
		case len(missing) == len(todo): // they were lost, or are late
			select {
			case <-d.ctx.Done():
			case <-time.After(patience):
			}
			patience = min(2*patience, time.Second)
		}
		todo = missing
		end := d.follow(tasks)
		failed = d.runTasks(again)
		if end(); errors.As(failed, new(Refusal)) {
			return nil, cmp.Or(d.ownPool().Run(d.ctx, again), failed)
		}
	}
}

// runTasks has tasks done by the Runner. When all is explored, the workers have ended.
func (d *driver) runTasks(tasks []Task) error {
	if d.Runner == nil || d.level.Over {
		return d.ownPool().Run(d.ctx, tasks)
	}
	return d.Runner.Run(d.ctx, tasks)
}

// ownResults are those of tasks that are done here, one by one.
func (d *driver) ownResults(tasks []Task) ([]result, error) {
	results := make([]result, len(tasks))
	for i, t := range tasks {
		if err := cmp.Or(d.own.Do(d.ctx, t), readValue(d.near, t.Result, &results[i])); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// meet has the system name all actions that were counted: another process may have met them first.
func (d *driver) meet() error {
	acting, ok := d.system.(interface{ Actions() []checker.NamedAction })
	missing := func() bool {
		named := map[string]bool{}
		for _, a := range acting.Actions() {
			named[a.Name] = true
		}
		return slices.ContainsFunc(slices.Collect(maps.Keys(d.level.Tally.Actions)), func(name string) bool { return !named[name] })
	}
	for _, c := range d.level.chunks() {
		if !ok || !missing() {
			return nil
		}
		all, err := d.own.begin(d.ctx, Task{Chunk: c})
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
