package levels

import (
	"context"
	"errors"
	"sync/atomic"

	"interrex/internal/crew"
)

// A Runner executes tasks, somewhere. It is untrusted: it may lose, repeat and delay tasks. Only results in the store count.
// The error is that of a task, if the Runner knows one.
type Runner interface {
	Run(ctx context.Context, tasks []Task) error
}

// A Pool is a Runner in this process.
type Pool []*Hands

// Run is part of Runner.
func (p Pool) Run(ctx context.Context, tasks []Task) error {
	errs := make([]error, len(tasks))
	var begun atomic.Int64
	var busy crew.Crew
	for _, h := range p {
		busy.Go(func() {
			for i := int(begun.Add(1)) - 1; i < len(tasks); i = int(begun.Add(1)) - 1 {
				errs[i] = h.Do(ctx, tasks[i])
			}
		})
	}
	busy.Wait()
	return errors.Join(errs...)
}

// A Refusal is the text of an error of a task in another process. The driver does the task itself then.
type Refusal string

func (r Refusal) Error() string { return string(r) }

// ownPool is the Pool of the driver.
func (d *driver) ownPool() Pool {
	for len(d.pool) < d.workers() {
		d.pool = append(d.pool, NewHands(d.Store, d.system, d.properties))
	}
	return d.pool
}
