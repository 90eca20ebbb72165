package world

import (
	"sync"

	"interrex/checker"
	"interrex/checker/component"
)

// fairnessNumbers numbers the classes of fairness for checker.Step. Timers and messages in bags get numbers on first use. All other
// numbers are fixed.
type fairnessNumbers struct {
	n       int // processes
	mu      sync.Mutex
	numbers map[any]int
}

func (d *fairnessNumbers) of(f component.Fairness) checker.FairnessClass {
	switch {
	case f.Class == nil:
		return checker.None
	case f.Strong:
		return checker.Strong(d.number(f.Class.(fairnessClass)))
	}
	return checker.Weak(d.number(f.Class.(fairnessClass)))
}

func (d *fairnessNumbers) number(f fairnessClass) int {
	pairs := d.n * d.n
	if f.of != nil {
		number := 2 * (d.place(f.of)*pairs + f.process*d.n + f.peer)
		if f.kind == timeout {
			number = 2*(d.place(f.of)*d.n+f.process) + 1
		}
		if number += 3*pairs + kinds*d.n; number >= 1<<15-1 {
			panic(checker.Overflow{What: "timers or messages in bags"})
		}
		return number
	}
	switch pair := f.process*d.n + f.peer; f.kind {
	case deliver:
		return pair
	case detectorReport:
		return pairs + pair
	case withdraw:
		return 2*pairs + pair
	}
	return 3*pairs + int(f.kind)*d.n + f.process // draw, recovery, detect, passTick, stabilize, mistakesEnd
}

// place returns the number of a timer or message.
func (d *fairnessNumbers) place(of any) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	n, isKnown := d.numbers[of]
	if !isKnown {
		if d.numbers == nil {
			d.numbers = map[any]int{}
		}
		n = len(d.numbers)
		d.numbers[of] = n
	}
	return n
}
