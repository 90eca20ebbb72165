package museum

import (
	"fmt"

	"interrex/checker"
)

// LongestRun is the greatest number of steps that any run of a system takes. finite is false if
// some run goes on for ever, so that there is none.
func LongestRun(system checker.System) (steps int, finite bool) {
	l := &longest{system, map[string]int{}}
	finite = true
	system.Init(func(s checker.State) {
		n, ends := l.from(s)
		steps, finite = max(steps, n), finite && ends
	})
	return steps, finite
}

type longest struct {
	checker.System
	found map[string]int
}

// unfinished marks a state from which we are still on the way: to meet it again is a cycle.
const unfinished = -1

// from finds the longest run out of a state.
func (l *longest) from(s checker.State) (most int, finite bool) {
	key := fmt.Sprint(s)
	if n, known := l.found[key]; known {
		return n, n != unfinished
	}
	l.found[key] = unfinished
	finite = true
	for _, next := range successors(l.System, s) {
		if next.To == nil {
			continue
		}
		n, ends := l.from(next.To)
		if !ends {
			return 0, false
		}
		most = max(most, n+1)
	}
	l.found[key] = most
	return most, true
}
