package check

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"time"

	"interrex/checker/levels"
	"interrex/internal/flags"
	"interrex/model/world"
)

// WorkerStore is the flag of a worker that names the store of the check.
func (q *Question) WorkerStore() flags.Flag {
	store := q.placed("where the check has its states")
	store.Usual = true
	store.Then = func(given bool) error {
		if !given {
			return errors.New("-store is missing; it must be the store of the check")
		}
		return nil
	}
	return store
}

// Work opens the store of a worker. It returns the run, and its workers, -workers of them.
func (q *Question) Work(ctx context.Context) (r Run, workers []*Worker, err error) {
	store, err := q.Store.Open(ctx)
	if err != nil {
		return Run{}, nil, err
	}
	subject, err := levels.SubjectOf(store)
	var asked *Question
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = errors.New("there is no check in it yet")
	case err == nil:
		asked, err = q.asked(subject)
	}
	if err != nil {
		return Run{}, nil, &levels.Error{Store: store.String(), Err: err}
	}
	shared := sync.OnceValue(func() *world.World { return world.New(asked.World) })
	for range q.Options.Workers {
		workers = append(workers, &Worker{begin: func() *levels.Worker {
			return levels.NewWorker(store, shared(), asked.Ask(shared()))
		}})
	}
	return q.run(store, subject), workers, nil
}

// Await waits until a store belongs to a check, if it may become one, and reports the wait.
func (q *Question) Await(ctx context.Context) error {
	store, err := q.Store.Open(ctx)
	if err != nil {
		return err
	}
	for isFirst := true; ; isFirst = false {
		if _, err := levels.SubjectOf(store); !errors.Is(err, fs.ErrNotExist) {
			return nil // users of the store report its errors
		}
		if isFirst {
			if err := levels.IsFree(store); err != nil {
				return &levels.Error{Store: store.String(), Err: err}
			}
			q.say()("waiting for a check in %s", q.Store.Where())
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

// asked returns the question of a store. The error says why this program cannot do its tasks.
func (q *Question) asked(s levels.Subject) (*Question, error) {
	program, err := digest()
	if err != nil {
		return nil, err
	}
	if _, theirs, _ := strings.Cut(s.Name, byProgram); theirs != program {
		return nil, fmt.Errorf("its check is done by program %s, and this one is %s: drivers and workers are one binary, so build it once and copy it", theirs, program)
	}
	asked := &Question{Elections: q.Elections}
	if err := asked.Flags().Parse(s.Flags...); err != nil {
		return nil, fmt.Errorf("this program cannot read the flags of its check: %w", err)
	}
	return asked, nil
}

// A Worker does tasks of a store, one at a time.
type Worker struct {
	begin func() *levels.Worker
	of    *levels.Worker // nil: it has done none yet
}

// Do does a task.
func (w *Worker) Do(ctx context.Context, t levels.Task) (err error) {
	defer func() {
		if bug := recover(); bug != nil { // its memory may be inconsistent
			w.of = nil
			err = fmt.Errorf("a bug of Interrex, please report it: %v", bug)
		}
	}()
	if w.of == nil {
		w.of = w.begin()
	}
	return w.of.Do(ctx, t)
}
