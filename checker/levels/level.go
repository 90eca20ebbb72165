package levels

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"time"

	"interrex/checker"
)

// expand makes the next level, and the tally without the steps to it. A bound that is not empty has ended it: then there is no next level.
func (d *driver) expand(m *manifest) (next *manifest, judged checker.Tally, bound string, err error) {
	next = &manifest{Level: m.Level + 1, Before: append(m.Before[:m.Level:m.Level], m.Chunks), Lessons: d.own.lessons, Tally: m.Tally}
	next.Widths = append(m.Widths[:len(m.Widths):len(m.Widths)], 0)
	judged, err = d.phases(m, next)
	if full := (checker.Overflow{}); errors.As(err, &full) { // in this process or another
		bound = cmp.Or(full.What, "overflow")
		judged, err = d.judge(m, true)
	}
	return next, judged, bound, err
}

// judge is the tally of a level, without the steps out of it.
func (d *driver) judge(m *manifest, isSmall bool) (checker.Tally, error) {
	judged := m.Tally
	var tasks []Task
	for i, c := range m.Chunks {
		tasks = append(tasks, d.named(Task{Kind: "expand", Chunk: c, Below: 0}, &manifest{Level: m.Level + 1, Lessons: d.own.lessons}, i))
	}
	results, err := d.do(tasks, isSmall)
	for _, r := range results {
		judged.Add(r.Judged)
	}
	return judged, err
}

// phases fill the next level, and return the tally without the steps.
func (d *driver) phases(m, next *manifest) (judged checker.Tally, err error) {
	expanded, err := d.expansions(m, next, math.MaxInt)
	if err != nil {
		return judged, err
	}
	judged = m.Tally
	for _, r := range expanded {
		judged.Add(r.Judged)
	}
	next.count(expanded)
	d.known = next.Tally
	return judged, d.settleLevel(m, next, expanded, d.isSmall(m))
}

// count adds what was counted of a level that was expanded.
func (m *manifest) count(expanded []result) {
	for _, r := range expanded {
		m.Tally.Add(r.Judged)
		m.Tally.Add(r.Expanded)
	}
}

// settleLevel fills a level with the new states among those that the expansions of the level before have reached.
func (d *driver) settleLevel(m, next *manifest, expanded []result, isSmall bool) error {
	sift := Task{Kind: "sift"}
	for i, r := range expanded {
		sift.Segments = append(sift.Segments, r.Segments...)
		sift.Begins = append(sift.Begins, m.Chunks[i].Rank)
	}
	var siftings []Task
	for sift.Shard = range d.settings.Shards {
		sift.Runs = m.Runs[sift.Shard]
		siftings = append(siftings, d.named(sift, next, sift.Shard))
	}
	sifted, err := d.do(siftings, isSmall)
	if err != nil {
		return err
	}
	rank, fresh := Task{Kind: "rank"}, make([]int, len(m.Chunks))
	next.Back = m.Back
	for _, r := range sifted {
		next.Back = next.Back || r.Back
		next.Runs = append(next.Runs, r.Runs)
		rank.Segments = append(rank.Segments, r.Segments...)
		for i, n := range r.Fresh {
			fresh[i] += n
		}
	}
	ranked, err := d.do(d.rankings(next, rank, fresh), isSmall)
	if err != nil {
		return err
	}
	first := sum(next.Widths)
	for _, r := range ranked {
		for _, c := range r.Chunks {
			c.Rank = first + next.Widths[next.Level]
			next.Chunks = append(next.Chunks, c)
			next.Widths[next.Level] += c.Rows
		}
	}
	return nil
}

// expansions expands the states of a level below a rank, and again, after lessons, those that have led to values without names.
func (d *driver) expansions(m, next *manifest, below int) ([]result, error) {
	results, again := make([]result, len(m.Chunks)), make([][]int, len(m.Chunks))
	for isFirst, states := true, [][]uint64(nil); isFirst || len(states) > 0; isFirst = false {
		if len(states) > 0 {
			if err := d.learn(states, next); err != nil {
				return nil, err
			}
		}
		var todo []int
		var tasks []Task
		for i, only := range again {
			if isFirst || len(only) > 0 {
				todo = append(todo, i)
				tasks = append(tasks, d.named(Task{Kind: "expand", Chunk: m.Chunks[i], Below: below, Only: only}, next, i))
			}
		}
		done, err := d.do(tasks, d.isSmall(m))
		if err != nil {
			return nil, err
		}
		states = nil
		for k, i := range todo {
			segments := append(results[i].Segments, done[k].Segments...)
			if isFirst {
				results[i] = done[k]
			}
			results[i].Segments, again[i], states = segments, done[k].Unnamed, append(states, done[k].Lessons...)
		}
	}
	return results, nil
}

// learn makes an object of the lessons that name a value, in their order.
func (d *driver) learn(states [][]uint64, next *manifest) error {
	l, n := lesson{}, d.own.names
	for _, s := range states {
		news, err := n.learn(s)
		if err != nil {
			return err
		}
		if news {
			l.Rows = append(l.Rows, s)
		}
	}
	if len(l.Rows) == 0 {
		return errors.New("the system does something else the second time")
	}
	l.Names = n.count
	name := lessonName(next.Lessons)
	if err := writeRecord(d.near, name, l); err != nil {
		return err
	}
	next.Lessons++
	d.own.lessons = next.Lessons
	return nil
}

// mostRankings is how many tasks rank a level, or little more: each reads a part of all that has been sifted.
const mostRankings = 256

// rankings are the tasks that rank a level. Each leads to about one chunk of new states, or more if there are many.
func (d *driver) rankings(next *manifest, t Task, fresh []int) (tasks []Task) {
	rows, enough := 0, 0
	for _, n := range fresh {
		enough += n
	}
	enough = max(d.settings.Rows, enough/mostRankings)
	for i, n := range fresh {
		if rows += n; rows >= enough || i == len(fresh)-1 && rows > 0 {
			t.To = i + 1
			tasks = append(tasks, d.named(t, next, len(tasks)))
			t.From, rows = i+1, 0
		}
	}
	return tasks
}

// named gives a task the name of its result.
func (d *driver) named(t Task, next *manifest, index int) Task {
	t.Lessons, t.Settings = next.Lessons, d.settings
	t.Result = fmt.Sprintf("%s%08d/%s-%06d-%d", passing, next.Level, t.Kind, index, t.Lessons)
	if t.Kind == "expand" && t.Below != math.MaxInt {
		t.Result += fmt.Sprintf("-below-%d-of-%d", t.Below, t.Chunk.Rows) // a cut chunk has fewer rows under the same name
	}
	return t
}

// do has tasks done, and returns their results. The first task by which the system failed is done again: it fails in this process too.
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
			err := readRecord(d.Store, tasks[i].Result, &results[i])
			if errors.Is(err, fs.ErrNotExist) {
				missing, again = append(missing, i), append(again, tasks[i])
			} else if err != nil {
				return nil, err
			}
		}
		switch {
		case len(missing) == 0:
			return results, nil
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
		if failed = d.runTasks(again); errors.As(failed, new(Refusal)) {
			failed = d.ownPool().Run(d.ctx, again)
		}
		end()
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
		if err := cmp.Or(d.own.Do(d.ctx, t), readRecord(d.near, t.Result, &results[i])); err != nil {
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
		return slices.ContainsFunc(d.level.Tally.Actions, func(a checker.Activity) bool { return !named[a.Action] })
	}
	for _, c := range d.level.chunks() {
		if !ok || !missing() {
			return nil
		}
		all := &doing{Hands: d.own, Task: Task{Chunk: c}, ctx: d.ctx, width: d.own.names.words}
		err := all.eachState(c.Rows, func(_ int, s checker.State) error {
			d.system.Steps(s, func(checker.Step, checker.State) {})
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
