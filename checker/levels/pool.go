package levels

import (
	"context"
	"errors"
	"sync"
)

// A Runner has tasks done, somewhere.
//
// Run returns when it believes that they are. It is trusted with nothing: it may lose tasks, repeat them, and do them late,
// for what counts is the results in the store, and who has asked looks there. The error is that of a task, if the Runner
// knows of any.
type Runner interface {
	Run(ctx context.Context, tasks []Task) error
}

// A Pool is a Runner in this process.
type Pool []*Hands

// pool makes one of as many workers as are asked for.
func (d *driver) pool() (p Pool) {
	for range d.workers() {
		p = append(p, NewHands(d.Store, d.system, d.properties))
	}
	return p
}

func (p Pool) close() {
	for _, h := range p {
		h.Close()
	}
}

// Run is part of Runner.
func (p Pool) Run(ctx context.Context, tasks []Task) error {
	errs, next := make([]error, len(tasks)), make(chan int)
	var busy sync.WaitGroup
	for _, h := range p {
		busy.Go(func() {
			for i := range next {
				errs[i] = h.Do(ctx, tasks[i])
			}
		})
	}
	for i := range tasks {
		next <- i
	}
	close(next)
	busy.Wait()
	return errors.Join(errs...)
}
