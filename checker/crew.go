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

// together lets every worker do its task and waits for all. Small rounds are done in turn on
// this goroutine: the result is the same.
func (r *run) together(small bool, t task) {
	if small || len(r.crew) == 1 {
		for _, w := range r.crew {
			w.perform(t)
		}
		return
	}
	r.task = t
	r.busy.Store(int32(len(r.crew) - 1))
	r.phase.Add(1)
	for _, w := range r.crew[1:] {
		w.call.wake()
	}
	defer r.finished.await(func() bool { return r.busy.Load() == 0 })
	r.crew[0].perform(t)
}

// hire starts the workers but the first, which is the goroutine that calls together.
func (r *run) hire() {
	for _, w := range r.crew[1:] {
		go w.serve(1)
	}
}

// dismiss ends them.
func (r *run) dismiss() {
	r.over.Store(true)
	r.together(len(r.crew) == 1, func(*worker) {})
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
		over = w.attend(phase)
	}
}

// attend does the task of one phase and tells whether it was the last.
func (w *worker) attend(phase int64) (over bool) {
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

// A bell is where one goroutine waits for another. Phases are short, some tens of microseconds,
// and to put a thread to sleep and wake it takes longer: so whoever waits looks again and again
// for a while before it sleeps.
type bell struct {
	asleep atomic.Bool
	ring   chan struct{}
}

func newBell() bell { return bell{ring: make(chan struct{}, 1)} }

// patience is how often a waiting goroutine looks before it sleeps.
const patience = 1 << 14

// await returns when come is true. Whoever makes it true calls wake afterwards.
func (b *bell) await(come func() bool) {
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
func (b *bell) wake() {
	if b.asleep.CompareAndSwap(true, false) {
		b.ring <- struct{}{}
	}
}

// perform does t and keeps what it panics with. A goroutine that exits within t has failed, too.
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
		}
	}()
	t(w)
	done = true
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
