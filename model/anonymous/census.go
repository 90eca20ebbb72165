package anonymous

import (
	"context"
	"runtime"
	"sync"
)

// A Census counts what becomes of the protocols of a class.
type Census struct {
	Class
	Complete bool // all of them were tried

	Tables    int // tried: one of all that are the same but for names
	Explored  int // states of their rings, in all
	Protocols int // that these stand for, marks included
	Lucky     int // of these, those that elect in some run
	Fates     [numberOfFates]int
	Lockstep  [numberOfFates]int

	// Examples has a protocol of each fate: the first, but one in which something happens if there is.
	Examples [numberOfFates]*Example

	// ByLuck is one that elects in some run and not in every one, likewise.
	ByLuck *Example
}

// An Example is a protocol of a certain fate.
type Example struct {
	*Trial
	Marks int
	rank  int
}

// job is a few tables for one worker: to hand over each alone would take longer than to try it.
type job struct {
	rank   int // of the first
	tables []Table
	alike  []int
}

const tablesInAJob = 64

// Take takes the census, with so many workers, as many as there are cores for 0. The result does
// not depend on them. If it is interrupted it is not complete.
func Take(ctx context.Context, c Class, workers int) (*Census, error) {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	jobs := make(chan job, workers)
	go c.hand(ctx, jobs)
	var mu sync.Mutex
	var crew sync.WaitGroup
	var failure error
	all := &Census{Class: c}
	for range workers {
		crew.Go(func() {
			for j := range jobs {
				part, err := c.do(ctx, j)
				mu.Lock()
				if err != nil && failure == nil && ctx.Err() == nil {
					failure = err
					stop()
				}
				if err == nil {
					all.add(part)
				}
				mu.Unlock()
			}
		})
	}
	crew.Wait()
	all.Complete = ctx.Err() == nil
	return all, failure
}

// hand hands out all tables.
func (c Class) hand(ctx context.Context, jobs chan<- job) {
	defer close(jobs)
	next := job{}
	for t, alike := range c.Tables {
		next.tables, next.alike = append(next.tables, append(Table{}, t...)), append(next.alike, alike)
		if len(next.tables) == tablesInAJob {
			select {
			case jobs <- next:
			case <-ctx.Done():
				return
			}
			next = job{rank: next.rank + tablesInAJob}
		}
	}
	select {
	case jobs <- next:
	case <-ctx.Done():
	}
}

// do takes the census of a few tables.
func (c Class) do(ctx context.Context, j job) (*Census, error) {
	part := &Census{Class: c}
	for i, t := range j.tables {
		trial, err := c.Try(ctx, t, j.alike[i])
		if err != nil {
			return nil, err
		}
		part.count(trial, j.rank+i)
	}
	return part, nil
}

// count enters a trial.
func (all *Census) count(t *Trial, rank int) {
	all.Tables++
	all.Explored += t.States
	for marks, f := range t.Found {
		all.Protocols += t.Alike
		all.Fates[f.Fate] += t.Alike
		if !all.Distinguished {
			all.Lockstep[f.Lockstep] += t.Alike
		}
		if f.Luck != nil {
			all.Lucky += t.Alike
		}
		if f.Luck != nil && f.Fate != Elects {
			better(&all.ByLuck, &Example{t, marks, rank}, all.Class)
		}
		better(&all.Examples[f.Fate], &Example{t, marks, rank}, all.Class)
	}
}

// add enters what was found of other tables.
func (all *Census) add(part *Census) {
	all.Tables += part.Tables
	all.Explored += part.Explored
	all.Protocols += part.Protocols
	all.Lucky += part.Lucky
	for fate := range numberOfFates {
		all.Fates[fate] += part.Fates[fate]
		all.Lockstep[fate] += part.Lockstep[fate]
		if e := part.Examples[fate]; e != nil {
			better(&all.Examples[fate], e, all.Class)
		}
	}
	if part.ByLuck != nil {
		better(&all.ByLuck, part.ByLuck, all.Class)
	}
}

// better puts an example into its place if it is better than the one there.
func better(place **Example, e *Example, c Class) {
	old := *place
	switch {
	case old == nil, e.tells(c) && !old.tells(c), e.tells(c) == old.tells(c) && e.rank < old.rank:
		*place = e
	}
}

// tells reports whether something happens in an example: there are steps, and it matters in which
// local state a process is.
func (e *Example) tells(c Class) bool {
	return e.Trial.States > 1 && e.Marks > 0 && e.Marks < c.Markings()-1
}
