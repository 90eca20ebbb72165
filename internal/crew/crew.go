// Package crew runs goroutines and re-raises their panics in the waiting goroutine, so that a bug in one ends the program.
package crew

import (
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// A Crew is some goroutines that somebody waits for. The zero value is ready for use.
type Crew struct {
	all    sync.WaitGroup
	bug    atomic.Pointer[Bug]
	once   sync.Once
	failed chan struct{} // from Failed
}

// A Bug is what one of them has panicked with, and where.
type Bug struct {
	Value any
	Stack []byte
}

func (b *Bug) String() string { return fmt.Sprintf("%v\n%s", b.Value, b.Stack) }

// Go runs a function in a goroutine of its own.
func (c *Crew) Go(do func()) {
	c.all.Go(func() {
		defer func() {
			if value := recover(); value != nil {
				if c.bug.CompareAndSwap(nil, &Bug{value, debug.Stack()}) {
					c.Failed()
					close(c.failed)
				}
			}
		}()
		do()
	})
}

// Failed is closed when one goroutine has panicked.
func (c *Crew) Failed() <-chan struct{} {
	c.once.Do(func() { c.failed = make(chan struct{}) })
	return c.failed
}

// Wait waits until all have ended. If one of them has panicked, it panics with a *Bug, which is the first that came.
func (c *Crew) Wait() {
	c.all.Wait()
	if bug := c.bug.Load(); bug != nil {
		panic(bug)
	}
}
