// Package history records the observations of an election's clients, and checks them for linearizability with
// porcupine (A. Athalye; after G. Lowe, Testing for linearizability, 2017). There are two objects:
//
//   - the leader: for each term a sticky register, which keeps the first value that it is given. A node that
//     believes it leads gives its own name; with raft, the other nodes give the name that they believe in for
//     the term.
//   - a register behind a fence.Guard. A node that believes it leads writes to it. It reads the register once,
//     when its leadership begins, and then answers from memory, since no other node writes. Each operation
//     carries a token, and may be late by the longest pause of a process.
//
// If a term has at most one leader, the first is linearizable and, with the guard, so is the second.
package history

import (
	"sync"
	"time"

	"github.com/anishathalye/porcupine"

	"interrex/impl"
)

// A History is the operations of clients with their results. Refused operations have no effect and are left
// out. Its zero value is empty; its methods are safe for concurrent use.
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

// Len is the number of operations.
func (h *History) Len() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.operations)
}

// Check decides whether a history is linearizable. A check that exceeds the given time is porcupine.Unknown. A
// picture of the history and its longest linearizations is written to the file, an HTML page.
func (h *History) Check(m porcupine.Model, longest time.Duration, file string) (porcupine.CheckResult, error) {
	verdict, info := porcupine.CheckOperationsVerbose(m, h.operations, longest)
	return verdict, porcupine.VisualizePath(m, info, file)
}
