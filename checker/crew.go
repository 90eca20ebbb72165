package checker

import (
	"cmp"
	"runtime/debug"
	"sync"
)

// A task is what one worker does in one phase of a round.
type task func(w *worker)

// A failure is a panic on its way from a worker to the goroutine that called Check.
type failure struct {
	during string // the foreign code that was running, "" if ours
	value  any
	stack  []byte
}

// together lets every worker do its task and waits for all. Small rounds are done in turn on
// this goroutine: the result is the same.
func (r *run) together(small bool, t task) {
	if small || len(r.crew) == 1 {
		for _, w := range r.crew {
			w.perform(t)
		}
		return
	}
	var done sync.WaitGroup
	for _, w := range r.crew[1:] {
		done.Go(func() { w.perform(t) })
	}
	r.crew[0].perform(t)
	done.Wait()
}

// perform does t and keeps what it panics with.
func (w *worker) perform(t task) {
	defer func() {
		if value := recover(); value != nil {
			w.failure = &failure{w.busy, value, debug.Stack()}
			w.busy = ""
		}
	}()
	t(w)
}

// mishap returns the failure of the first worker that has one, in the words of Check: a
// ModelPanic, or an Overflow. It panics for a broken law, and for a bug of ours.
func (r *run) mishap() error {
	var first *failure
	for _, w := range r.crew {
		first = cmp.Or(first, w.failure)
		w.failure = nil
	}
	if first == nil {
		return nil
	}
	return first.explain()
}

func (f *failure) explain() error {
	switch value := f.value.(type) {
	case BrokenLaw:
		panic(value)
	case Overflow:
		return value
	}
	if f.during == "" {
		panic(f.value)
	}
	return &ModelPanic{During: f.during, Value: f.value, Stack: f.stack}
}
