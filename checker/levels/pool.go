package levels

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"interrex/internal/crew"
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

// A standIn has tasks done by a Runner and, once its workers have been dismissed, by a pool: another driver that has come to its end
// does so, and knows nothing of this one.
type standIn struct {
	*driver
	of   Runner // nil: there is none
	mu   sync.Mutex
	pool Pool // nil: it is not needed yet
}

// Run is part of Runner.
func (s *standIn) Run(ctx context.Context, tasks []Task) error {
	areGone, err := has(s.Store, overName)
	if err != nil {
		return err
	}
	s.mu.Lock()
	if s.pool == nil && (areGone || s.of == nil) {
		s.pool = s.driver.pool()
	}
	pool := s.pool
	s.mu.Unlock()
	if pool == nil {
		return s.of.Run(ctx, tasks)
	}
	return pool.Run(ctx, tasks)
}

// Hands is part of Crewed.
func (s *standIn) Hands(ctx context.Context) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if crewed, knows := s.of.(Crewed); s.pool == nil && knows {
		return crewed.Hands(ctx)
	}
	return len(s.pool)
}

// relieve lets the driver decide with a standIn, unless it has a pool, until that ends.
func (d *driver) relieve() (end func()) {
	was := d.Runner
	if _, isHere := was.(Pool); isHere {
		return func() {}
	}
	s := &standIn{driver: d, of: was}
	d.Runner = s
	return func() { s.pool.close(); d.Runner = was }
}
