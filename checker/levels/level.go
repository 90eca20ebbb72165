package levels

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"sort"
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

// passingTo is the prefix of the work in progress for a level.
func passingTo(level int) string { return fmt.Sprintf("%s%08d", passing, level) }

// named gives a task the name of its result.
func (d *driver) named(t Task, next *manifest, index int) Task {
	t.Lessons, t.Settings = next.Lessons, d.settings
	folder := passingTo(next.Level)
	if d.mended > 0 {
		folder += fmt.Sprintf(".%d", d.mended)
	}
	t.Result = fmt.Sprintf("%s/%s-%06d-%d", folder, t.Kind, index, t.Lessons)
	if t.Kind == "expand" && t.Below != math.MaxInt {
		t.Result += fmt.Sprintf("-below-%d-of-%d", t.Below, t.Chunk.Rows) // a cut chunk has fewer rows under the same name
	}
	return t
}

// do has tasks done, and returns their results. The first task by which the system failed is done again: it fails in this process too.
func (d *driver) do(tasks []Task, isSmall bool) ([]result, error) {
	results, err := d.results(tasks, isSmall)
	for i, r := range results {
		switch {
		case err != nil:
		case r.Overflow != "":
			err = checker.Overflow{What: r.Overflow}
		case r.IsFailed:
			if _, err = d.own.perform(d.ctx, tasks[i]); err == nil {
				err = errOtherwise
			}
		}
	}
	return results, err
}

// results has tasks done. Errors of the Runner count only if it makes no progress.
func (d *driver) results(tasks []Task, isSmall bool) ([]result, error) {
	if isSmall {
		return d.ownResults(tasks)
	}
	d.wasLarge = true
	if err := d.handOn(); err != nil {
		return nil, err
	}
	todo := make([]int, len(tasks))
	for i := range todo {
		todo[i] = i
	}
	results := make([]result, len(tasks))
	patience := time.Millisecond
	var failed error
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
		case len(missing) == len(todo) && d.isOvertaken():
			return nil, errOvertaken
		case failed != nil && len(missing) == len(todo):
			return nil, failed
		case len(missing) == len(todo): // they were lost, or are late
			select {
			case <-d.ctx.Done():
			case <-time.After(patience):
			}
			patience = min(2*patience, time.Second)
		}
		todo = missing
		runner, err := d.runner()
		if err != nil {
			return nil, err
		}
		end := d.follow(tasks)
		failed = runner.Run(d.ctx, again)
		if end(); Unusable(failed) != nil { // another try fails too
			return nil, failed
		}
	}
}

// ownResults are those of tasks that are done here, one by one.
func (d *driver) ownResults(tasks []Task) ([]result, error) {
	results := make([]result, len(tasks))
	for i, t := range tasks {
		if d.level.Over {
			d.say(checker.Tasks{Kind: t.Kind, Done: i, Of: len(tasks)})
		}
		if err := d.own.Do(d.ctx, t); err != nil {
			return nil, err
		}
		if err := readRecord(d.near, t.Result, &results[i]); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// cut ends the exploration before the first state with successors beyond a number of states.
func (d *driver) cut(m, next *manifest, most int) (err error) {
	if m.Level == 0 && most < m.states() { // of the initial states
		first := *m
		first.Chunks, first.Widths = slices.Clone(m.Chunks), []int{most}
		return d.cutAt(&first, most)
	}
	made := d.states()
	made.chunks = next.Chunks
	defer made.close()
	parentOf := func(rank int) int {
		record, failed := made.record(rank)
		if err = cmp.Or(err, failed); err != nil {
			return 0
		}
		return int(record[0])
	}
	parent := parentOf(most)
	end := m.states() + sort.Search(most-m.states(), func(i int) bool { return parentOf(m.states()+i) >= parent }) // reached from earlier states
	if err != nil {
		return err
	}
	expanded, err := d.expansions(m, next, parent)
	if err != nil {
		return err
	}
	next.Tally, next.Runs, next.Widths[next.Level] = m.Tally, m.Runs, end-m.states()
	next.count(expanded)
	if end == m.states() {
		next.Widths = next.Widths[:next.Level]
	}
	return d.cutAt(next, end)
}

// cutAt ends the exploration with the states of a level below a rank.
func (d *driver) cutAt(m *manifest, end int) (err error) {
	for i := range m.Chunks {
		c := &m.Chunks[i]
		c.Rows = max(min(c.Rows, end-c.Rank), 0)
	}
	m.Tally, err = d.judge(m, d.isSmall(m))
	d.level = m
	return err
}

// states returns a reader of the states of all levels.
func (d *driver) states() *rankedReader {
	return &rankedReader{store: d.near, chunks: d.chunks(), stride: d.own.names.words + 1}
}

// trail returns the states on the canonical path to the state with a rank.
func (d *driver) trail(rank int) (states []checker.State, err error) {
	all := d.states()
	defer all.close()
	for {
		record, err := all.record(rank)
		if err != nil {
			return nil, err
		}
		s := make(checker.State, d.system.Width())
		if err := d.own.names.state(record[1:], s); err != nil {
			return nil, err
		}
		if states = append(states, s); rank < d.level.Widths[0] {
			slices.Reverse(states)
			return states, nil
		}
		rank = int(record[0])
	}
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
	for _, c := range d.chunks() {
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

// clean removes the work in progress for a level.
func (d *driver) clean(next *manifest) error {
	d.near.forget(passingTo(next.Level))
	if d.wasLarge {
		d.wasLarge = false
		names, err := d.Store.List(passingTo(next.Level))
		if err != nil {
			return err
		}
		d.doomed = append(d.doomed, names...)
	}
	return nil
}

func sum(widths []int) (n int) {
	for _, width := range widths {
		n += width
	}
	return n
}
