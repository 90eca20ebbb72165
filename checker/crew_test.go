package checker

import (
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
				r.together(false, func(w *worker) {
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

// A small round is done in turn, on the goroutine that asks for it.
func TestSmallRoundsAreDoneInTurn(t *testing.T) {
	r := newRun(nothingness{}, nil, Options{Workers: 3})
	r.hire()
	defer r.stopWorkers()
	var order []int
	r.together(true, func(w *worker) { order = append(order, w.index) })
	if len(order) != 3 || order[0] != 0 || order[1] != 1 || order[2] != 2 {
		t.Errorf("got %v", order)
	}
}

// nothingness is a System for a run that explores nothing.
type nothingness struct{}

func (nothingness) Width() int                     { return 1 }
func (nothingness) Init(func(State))               {}
func (nothingness) Steps(State, func(Step, State)) {}
