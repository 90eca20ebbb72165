package check

import (
	"context"
	"time"

	"interrex/checker"
	"interrex/checker/levels"
	"interrex/internal/flags"
)

// A Watcher follows what one call of a command does for a check with -store: package cluster has one, which serves metrics.
type Watcher interface {
	// Flags are its own flags. They are read before anything else is asked of it.
	Flags() flags.Table

	// Watch begins to follow, if a flag asks for it, and returns what to use in the place of the store. When the call is over, end is called; if
	// it is nil, nobody follows. The error says in a line what is wrong.
	Watch(store levels.Store, say func(format string, args ...any)) (watched levels.Store, end func(), err error)

	// Progress is told how far the check has come, as its driver knows.
	Progress(p checker.Progress)

	// Task is told what has become of a task that a worker has done.
	Task(t levels.Task, took time.Duration, err error)
}

// watched are the flags of the watcher, which mean nothing where isIdle says why not.
func (q *Question) watched(isIdle func() string) (table flags.Table) {
	if q.Watcher == nil {
		return nil
	}
	for _, f := range q.Watcher.Flags() {
		f.Group, f.Get, f.Idle = Engines, nil, isIdle
		table, q.unsaid = append(table, f), append(q.unsaid, "-"+f.Name)
	}
	return table
}

// watch has the watcher follow what is done with a store. If nobody does, there is no watcher any more.
func (q *Question) watch(store levels.Store) (watched levels.Store, end func(), err error) {
	if q.Watcher != nil {
		if watched, end, err = q.Watcher.Watch(store, q.say()); err != nil || end != nil {
			return watched, end, err
		}
		q.Watcher = nil
	}
	return store, func() {}, nil
}

// say is Say, whoever hears it.
func (q *Question) say() func(format string, args ...any) {
	if q.Say == nil {
		return func(string, ...any) {}
	}
	return q.Say
}

// A watchedHand is a Hand of whose tasks somebody is told.
type watchedHand struct {
	Hand
	tell func(t levels.Task, took time.Duration, err error)
}

func (h watchedHand) Do(ctx context.Context, t levels.Task) error {
	began := time.Now()
	err := h.Hand.Do(ctx, t)
	h.tell(t, time.Since(began), err)
	return err
}
