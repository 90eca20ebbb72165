// Package jobs runs pieces of work in order, a few at a time, for visitors who look in now and then. Visitors who
// ask for the same work share a job. Finished jobs are kept for a while.
package jobs

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"interrex/model"
)

// parting is how long a job goes on after a visitor has left: others who look come again before.
const parting = 5 * time.Second

// Limits bound what a Queue takes on.
type Limits struct {
	Running  int           // how many run at a time
	Waiting  int           // how many wait besides
	Kept     int           // how many finished ones are kept
	Patience time.Duration // after this time without visitors, a job is stopped
}

// Work computes a result. It ends early when ctx is cancelled, and may still have a result. It reports its
// progress through say.
type Work[R any] func(ctx context.Context, say func(string)) (R, error)

// A State is the stage of a job.
type State int

const (
	Waiting State = iota
	Running
	Done
)

// A View is a job as seen at one moment.
type View[R any] struct {
	State    State
	Place    int    // in the queue, from 1, while it waits
	Progress string // the last progress message, while it runs
	Stopped  bool   // a visitor stopped it, or all visitors left
	Result   R
	Err      error // of the work, or a *Bug
}

// ErrFull is the error of a full queue.
var ErrFull = errors.New("too many wait already; try again in a minute")

// A Bug is a panic of the work.
type Bug struct {
	Panic any
	Stack []byte
	Told  sync.Once // reported in full once for all visitors
}

// IsElections reports whether the panic is that of an election, and no bug of ours.
func (b *Bug) IsElections() bool {
	_, is := b.Panic.(*model.Fault)
	return is
}

func (b *Bug) Error() string {
	if b.IsElections() {
		return fmt.Sprint(b.Panic)
	}
	return fmt.Sprintf("a bug of Interrex, please report it: %v", b.Panic)
}

// A Queue holds jobs by key. It is safe for concurrent use.
type Queue[R any] struct {
	limits  Limits
	ctx     context.Context
	close   context.CancelFunc
	workers sync.WaitGroup

	mu       sync.Mutex
	jobs     map[string]*job[R]
	waiting  []*job[R]
	running  int
	finished []*job[R] // the one looked at last at the end
}

type job[R any] struct {
	key    string
	work   Work[R]
	view   View[R]
	cancel context.CancelFunc // nil until it runs
	bored  *time.Timer        // stops it after its last visitor
	left   bool               // it was stopped after its last visitor left
	done   chan struct{}      // closed when it is done
}

// New makes a queue without jobs.
func New[R any](limits Limits) *Queue[R] {
	q := &Queue[R]{limits: limits, jobs: map[string]*job[R]{}}
	q.ctx, q.close = context.WithCancel(context.Background())
	return q
}

// Close stops all jobs, and returns when all have ended.
func (q *Queue[R]) Close() {
	q.close()
	q.mu.Lock()
	for _, j := range slices.Clone(q.waiting) {
		q.stop(j)
	}
	q.mu.Unlock()
	q.workers.Wait()
}

// Ask is Look, but first adds the work if the queue has no such job. The error is ErrFull.
func (q *Queue[R]) Ask(key string, work Work[R]) (View[R], error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if known := q.jobs[key]; known != nil {
		return q.look(known), nil
	}
	if q.ctx.Err() != nil || q.running >= q.limits.Running && len(q.waiting) >= q.limits.Waiting {
		return View[R]{}, ErrFull
	}
	j := &job[R]{key: key, work: work, done: make(chan struct{})}
	q.jobs[key] = j
	j.bored = time.AfterFunc(q.limits.Patience, func() { q.leave(j) })
	q.waiting = append(q.waiting, j)
	q.start()
	return q.look(j), nil
}

// Look returns the present view of a job; false if the queue has no such job.
func (q *Queue[R]) Look(key string) (View[R], bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	j := q.jobs[key]
	if j == nil {
		return View[R]{}, false
	}
	return q.look(j), true
}

// Wait is Look, after the job is done or ctx has ended.
func (q *Queue[R]) Wait(ctx context.Context, key string) (View[R], bool) {
	q.mu.Lock()
	j := q.jobs[key]
	q.mu.Unlock()
	if j != nil {
		select {
		case <-j.done:
		case <-ctx.Done():
		}
	}
	return q.Look(key)
}

func (q *Queue[R]) look(j *job[R]) View[R] {
	switch {
	case j.view.State == Done:
		q.finished = append(without(q.finished, j), j)
	case !j.view.Stopped:
		j.bored.Reset(q.limits.Patience)
	}
	view := j.view
	if view.State == Waiting {
		view.Place = slices.Index(q.waiting, j) + 1
	}
	return view
}

// Stop ends a job early. Its result is partial.
func (q *Queue[R]) Stop(key string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if j := q.jobs[key]; j != nil {
		q.stop(j)
	}
}

// Leave tells that a visitor looks no more. The job is stopped soon, unless another one looks again.
func (q *Queue[R]) Leave(key string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if j := q.jobs[key]; j != nil && j.view.State != Done && !j.view.Stopped {
		j.bored.Reset(parting)
	}
}

// leave stops a job without visitors.
func (q *Queue[R]) leave(j *job[R]) {
	q.mu.Lock()
	defer q.mu.Unlock()
	j.left = j.left || j.view.State != Done && !j.view.Stopped
	q.stop(j)
}

func (q *Queue[R]) stop(j *job[R]) {
	switch j.view.State {
	case Waiting:
		q.waiting = without(q.waiting, j)
		j.view.Stopped, j.view.Err = true, context.Canceled
		q.keep(j)
	case Running:
		j.view.Stopped = true
		j.cancel()
	}
}

// Forget drops a finished job, so that it can be asked for anew.
func (q *Queue[R]) Forget(key string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if j := q.jobs[key]; j != nil && j.view.State == Done {
		q.drop(j)
	}
}

// start starts the first waiting jobs, as far as places are free.
func (q *Queue[R]) start() {
	for q.running < q.limits.Running && len(q.waiting) > 0 {
		j := q.waiting[0]
		q.waiting = q.waiting[1:]
		q.running++
		var ctx context.Context
		ctx, j.cancel = context.WithCancel(q.ctx)
		j.view.State = Running
		q.workers.Go(func() { q.do(ctx, j) })
	}
}

// do does the work of a job.
func (q *Queue[R]) do(ctx context.Context, j *job[R]) {
	result, err := attempt(ctx, j.work, func(words string) {
		q.mu.Lock()
		defer q.mu.Unlock()
		j.view.Progress = words
	})
	q.mu.Lock()
	defer q.mu.Unlock()
	j.cancel()
	j.view.Result, j.view.Err = result, err
	q.running--
	q.keep(j)
	q.start()
}

// attempt turns a panic of the work into an error, so that it cannot end the server.
func attempt[R any](ctx context.Context, work Work[R], say func(string)) (result R, err error) {
	defer func() {
		if bug := recover(); bug != nil {
			err = &Bug{Panic: bug, Stack: debug.Stack()}
		}
	}()
	return work(ctx, say)
}

// keep keeps a finished job, unless its visitors have left, and drops the least recently viewed ones.
func (q *Queue[R]) keep(j *job[R]) {
	j.bored.Stop()
	j.view.State, j.work = Done, nil
	close(j.done)
	q.finished = append(q.finished, j)
	if j.left {
		q.drop(j)
	}
	for len(q.finished) > q.limits.Kept {
		q.drop(q.finished[0])
	}
}

func (q *Queue[R]) drop(j *job[R]) {
	q.finished = without(q.finished, j)
	delete(q.jobs, j.key)
}

func without[R any](all []*job[R], j *job[R]) []*job[R] {
	return slices.DeleteFunc(all, func(other *job[R]) bool { return other == j })
}
