// Package history records what clients of an election see, and has it checked for linearizability by
// porcupine (A. Athalye; after G. Lowe, Testing for linearizability, 2017). There are two objects:
//
//   - who leads: for each term a sticky register, which keeps the first value that it is given. A node that
//     believes it leads gives its own name; with raft, where the others know the term, they give the name that
//     they believe in.
//   - a register behind a fence.Guard. A node that believes it leads writes to it, and reads it as leaders do: it
//     has read it once, when its reign began, and answers from memory, since nobody else writes. Each of
//     these acts shows a token, and may be late by as long as a process may stand still.
//
// If a term has at most one leader, the first is linearizable and, with the guard, so is the second.
package history

import (
	"sync"
	"time"

	"github.com/anishathalye/porcupine"

	"interrex/impl"
)

// A History is what clients have done, and what came of it. What was refused has had no effect, and is
// left out. Its zero value is empty; its methods may be called from several goroutines.
type History struct {
	mu         sync.Mutex
	operations []porcupine.Operation
}

// add records an operation that ends now.
func (h *History) add(client impl.ID, began time.Time, input, output any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.operations = append(h.operations, porcupine.Operation{
		ClientId: int(client) - 1, Input: input, Call: began.UnixNano(), Output: output, Return: time.Now().UnixNano(),
	})
}

// Len is how many operations there are.
func (h *History) Len() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.operations)
}

// Check decides whether a history is linearizable. A check that takes longer than the time given is
// porcupine.Unknown. A picture of the history, and of how far it can be put in order, is written to the
// file, an HTML page.
func (h *History) Check(m porcupine.Model, longest time.Duration, file string) (porcupine.CheckResult, error) {
	verdict, info := porcupine.CheckOperationsVerbose(m, h.operations, longest)
	return verdict, porcupine.VisualizePath(m, info, file)
}
