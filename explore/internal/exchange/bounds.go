package exchange

import (
	"fmt"

	"interrex/traces/draw"
)

// The limits for a run in a file: the work to draw and compare it grows with their squares.
const (
	mostProcesses = 64
	mostVariables = 500 // of a state, or of one of its members; as many messages in transit
)

// atMost refuses what exceeds the limit, naming its line.
func atMost(line, n, most int, what string) {
	if n > most {
		panic(&Mistake{Line: line, Text: fmt.Sprintf("there are %d %s; at most %d are read", n, what, most)})
	}
}

// bounded refuses a state that is too large.
func bounded(s draw.State, line int) {
	atMost(line, len(s.Members), mostProcesses, "processes")
	atMost(line, len(s.Under), mostVariables, "messages on their way")
	for _, m := range s.Members {
		atMost(line, len(m.Variables), mostVariables, "variables of a process")
	}
}
