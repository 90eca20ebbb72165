package checker

import (
	"context"
	"math/rand/v2"
	"testing"
)

// A web is a random graph, with levels some hundred states wide, whose states are numbers that grow: so rows are rewritten
// now and then.
type web struct {
	size int
	out  [][]int
}

func newWeb(size int) web {
	random := rand.New(rand.NewPCG(7, 7))
	w := web{size: size, out: make([][]int, size)}
	for v := range w.out {
		for range 3 {
			w.out[v] = append(w.out[v], random.IntN(size))
		}
	}
	return w
}

func (w web) Width() int { return 2 }

func (w web) state(v int) State { return State{Cell(v / 3), Cell(v % 3)} }

func (w web) Init(emit func(State)) {
	emit(w.state(0))
	emit(w.state(w.size - 1))
}

func (w web) Steps(s State, emit func(Step, State)) {
	for i, to := range w.out[3*int(s[0])+int(s[1])] {
		emit(Step{Code: uint64(i)}, w.state(to))
	}
}

// The parent of a state is the first one, by rank, that has a step to it, for any number of workers: sampled parents and
// those that are all kept say the same.
func TestParents(t *testing.T) {
	w := newWeb(5_000)
	for _, workers := range []int{1, 2, 5} {
		r := newRun(w, nil, Options{Workers: workers})
		r.hire()
		if err := r.explore(context.Background()); err != nil {
			t.Fatal(err)
		}
		first := map[uint32]uint32{}
		for rank := range uint32(r.store.log.len) {
			w.Steps(r.state(rank), func(_ Step, to State) {
				child := r.rank(to)
				if _, known := first[child]; !known {
					first[child] = rank
				}
			})
		}
		for rank := uint32(r.initials); int(rank) < r.store.log.len; rank++ {
			if got := r.parent(rank); got != first[rank] {
				t.Fatalf("with %d workers the parent of %d is %d, want %d", workers, rank, got, first[rank])
			}
		}
		if r.store.log.len < w.size/2 {
			t.Errorf("only %d states are reached", r.store.log.len)
		}
		r.stopWorkers()
		r.store.release()
	}
}
