package durable

import (
	"sync"

	"interrex/impl"
)

// A Store is the stable storage of one node. What Save has been given when it returns nil is what
// the next Load finds, whatever happens to the process or the machine in between.
type Store interface {
	// Load begins an incarnation: it counts it, durably, and gives its number, from 1, and what was
	// last saved, or nil. Storage that cannot be understood is an error, never an empty one.
	Load() (kept *impl.Stable, incarnation uint64, err error)

	// Save makes a value durable. After an error nothing is known, and the node must end.
	Save(impl.Stable) error
}

// Memory is a Store that lives as long as its variable does: for tests, and for simulated nodes that
// crash and come back. Its zero value is empty, and ready for use.
type Memory struct {
	mu          sync.Mutex
	kept        *impl.Stable
	incarnation uint64
}

// Load implements Store.
func (m *Memory) Load() (*impl.Stable, uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.incarnation++
	if m.kept == nil {
		return nil, m.incarnation, nil
	}
	kept := *m.kept
	return &kept, m.incarnation, nil
}

// Save implements Store.
func (m *Memory) Save(s impl.Stable) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.kept = &s
	return nil
}
