package checker

import (
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

// Phase after phase, every worker does its task once, and together returns when all have.
func TestCrewKeepsStep(t *testing.T) {
	for _, test := range []struct {
		why     string
		workers int
		phases  int
		pause   time.Duration // of the first worker, between the phases and within each
	}{
		{"nobody to wait for", 1, 100, 0},
		{"phases as short as can be", 2, 5000, 0},
		{"more workers than cores", 8, 1000, 0},
		{"the others fall asleep between the phases", 3, 20, 3 * time.Millisecond},
	} {
		t.Run(test.why, func(t *testing.T) {
			r := newRun(nothingness{}, nil, Options{Workers: test.workers})
			r.hire()
			defer r.stopWorkers()
			for phase := range test.phases {
				var tasks, others atomic.Int64
				r.together(func(w *worker) {
					if w.index > 0 {
						others.Add(1)
						<-time.After(test.pause / 3) // so that the first falls asleep
					}
					tasks.Add(1 << (8 * (w.index % 4)))
				})
				want := int64(0)
				for i := range test.workers {
					want += 1 << (8 * (i % 4))
				}
				if tasks.Load() != want || others.Load() != int64(test.workers-1) {
					t.Fatalf("phase %d: tasks %#x, want %#x", phase, tasks.Load(), want)
				}
				if test.pause > 0 {
					<-time.After(test.pause)
				}
			}
		})
	}
}

// Stretches cover what is spread, each once and each in its place, and get no shorter than is worth it; little is done by the
// first worker alone.
func TestSpread(t *testing.T) {
	for _, workers := range []int{1, 2, 3, 64} {
		r := newRun(nothingness{}, nil, Options{Workers: workers})
		r.hire()
		for _, n := range []int{1, leastShared*workers - 1, leastShared * workers, 10_000, 123_457} {
			var met atomic.Int64
			r.spread(5, 5+n, func(w *worker) { met.Add(int64(w.to - w.from)) })
			at, places := uint32(5), 0
			for place, s := range r.stretches {
				if s.from != at || s.to <= at || int(s.place) != place || s.to-s.from < leastStretch && int(s.to) != 5+n {
					t.Fatalf("%d workers, %d states: stretch %d is number %d, from %d to %d, and begins behind %d", workers, n, place, s.place, s.from, s.to, at)
				}
				at, places = s.to, places+1
			}
			if int(met.Load()) != n || int(at) != 5+n || (places == 1) != (workers == 1 || n < leastShared*workers) {
				t.Errorf("%d workers, %d states: %d are met in %d stretches, up to %d", workers, n, met.Load(), places, at)
			}
		}
		r.stopWorkers()
	}
}

// What is shared is done once, all of it.
func TestShare(t *testing.T) {
	for _, workers := range []int{1, 2, 5} {
		r := newRun(nothingness{}, nil, Options{Workers: workers})
		r.hire()
		for _, n := range []int{0, 1, 1 << 14, 1<<14 + 1, 300_001} {
			done := make([]int, n)
			r.share(n, func(from, to int) {
				for i := from; i < to; i++ {
					done[i]++
				}
			})
			if i := slices.IndexFunc(done, func(times int) bool { return times != 1 }); i >= 0 {
				t.Errorf("%d workers: of %d, number %d is done %d times", workers, n, i, done[i])
			}
		}
		r.stopWorkers()
	}
}

// nothingness is a System for a run that explores nothing.
type nothingness struct{}

func (nothingness) Width() int                     { return 1 }
func (nothingness) Init(func(State))               {}
func (nothingness) Steps(State, func(Step, State)) {}
