package checker

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"sync/atomic"
)

// A task is what one worker does in one phase of a round.
type task func(w *worker)

// A failure is a panic on its way from a worker to the goroutine that called Check.
type failure struct {
	during string // the foreign code that was running, "" if ours
	value  any
	stack  []byte
}

// together lets every worker do its task and waits for all.
func (r *run) together(t task) {
	r.task = t
	r.busy.Store(int32(len(r.pool) - 1))
	r.phase.Add(1)
	for _, w := range r.pool[1:] {
		w.call.wake()
	}
	defer r.finished.await(func() bool { return r.busy.Load() == 0 })
	r.pool[0].perform(t)
}

// share lets the workers do something about all of [0, n), each about parts of it, if it is worth it.
func (r *run) share(n int, do func(from, to int)) {
	const part = 1 << 14
	if r.workers == 1 || n <= part {
		do(0, n)
		return
	}
	var next atomic.Int64
	r.together(func(*worker) {
		for from := int(next.Add(part)) - part; from < n; from = int(next.Add(part)) - part {
			do(from, min(from+part, n))
		}
	})
}

// startWorkers starts the workers but the first, which is the goroutine that calls together.
func (r *run) startWorkers() {
	for _, w := range r.pool[1:] {
		go w.serve(1)
	}
}

// stopWorkers ends the workers.
func (r *run) stopWorkers() {
	r.over.Store(true)
	r.together(func(*worker) {})
}

// serve does one task in each phase, from the given one on, until the run is over. If a task ends
// its goroutine, as t.FailNow in a property does, another one goes on.
func (w *worker) serve(phase int64) {
	over := false
	defer func() {
		if !over {
			go w.serve(phase + 1)
		}
	}()
	for ; !over; phase++ {
		over = w.phaseDone(phase)
	}
}

// phaseDone does the task of one phase and tells whether it was the last.
func (w *worker) phaseDone(phase int64) (over bool) {
	r := w.run
	w.call.await(func() bool { return r.phase.Load() >= phase })
	defer func() {
		if r.busy.Add(-1) == 0 {
			r.finished.wake()
		}
	}()
	w.perform(r.task)
	return r.over.Load()
}

// A barrier is where one goroutine waits for another. Phases are short, some tens of microseconds, and
// putting a thread to sleep and waking it takes longer: so the waiting goroutine spins for a while
// before it sleeps.
type barrier struct {
	asleep atomic.Bool
	ring   chan struct{}
}

func newBarrier() barrier { return barrier{ring: make(chan struct{}, 1)} }

// patience is how often a waiting goroutine looks before it sleeps.
const patience = 1 << 14

// await returns when come is true. The goroutine that makes it true calls wake afterwards.
func (b *barrier) await(come func() bool) {
	for look := range patience {
		if come() {
			return
		}
		if look%64 == 63 {
			runtime.Gosched() // there may be more workers than cores
		}
	}
	for !come() {
		b.asleep.Store(true)
		if come() && b.asleep.CompareAndSwap(true, false) {
			return
		}
		<-b.ring
	}
}

// wake wakes the goroutine that awaits, if it sleeps.
func (b *barrier) wake() {
	if b.asleep.CompareAndSwap(true, false) {
		b.ring <- struct{}{}
	}
}

// perform does t and keeps what it panics with. A goroutine that exits within t has failed too.
func (w *worker) perform(t task) {
	done := false
	defer func() {
		value := recover()
		if value == nil && !done {
			value = "it has ended its goroutine (runtime.Goexit)"
		}
		if value != nil {
			if w.inSteps {
				w.busy = "Steps"
			}
			w.failure = &failure{w.busy, value, debug.Stack()}
			w.busy, w.inSteps = "", false
			w.run.failed.Store(true)
		}
	}()
	t(w)
	done = true
}

// firstPanic returns the failure of the first worker that has one, in the words of Check: a
// ModelPanic, or an Overflow. It panics for a broken law, and for a bug of ours.
func (r *run) firstPanic() error {
	if !r.failed.Load() {
		return nil
	}
	r.failed.Store(false)
	var first *failure
	for _, w := range r.pool {
		first = cmp.Or(first, w.failure)
		w.failure = nil
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
