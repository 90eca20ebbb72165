package durable

import (
	"fmt"
	"maps"
	"sync"

	"interrex/impl"
)

// Known holds the name of the store of each other member. A member that has lost its store has forgotten its
// votes, and so may not simply return under its id. Its zero value is empty, and lives in memory only.
type Known struct {
	mu    sync.Mutex
	names map[impl.ID]string
	save  func(map[impl.ID]string) error // nil: in memory only
}

// An Unknown is the error for a store that is not the known one of an id.
type Unknown struct {
	Node       impl.ID
	Store, Was string // names
}

// Error names the known store, and the way to admit another.
func (u *Unknown) Error() string {
	return fmt.Sprintf("node %v: its store is %.8s, not %.8s: it lost its storage, or another node uses its id; elect forget %v accepts the new store",
		u.Node, u.Store, u.Was, u.Node)
}

// Check returns an *Unknown for a store that is not the known one of an id.
func (k *Known) Check(id impl.ID, store string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.check(id, store)
}

func (k *Known) check(id impl.ID, store string) error {
	if !IsName(store) {
		return fmt.Errorf("node %v: %.40q is no name of a store", id, store)
	}
	if was := k.names[id]; was != "" && was != store {
		return &Unknown{id, store, was}
	}
	return nil
}

// Admit accepts the first store that comes under an id. Any other is an [*Unknown] from then on. When it returns
// nil, the name is on disk.
func (k *Known) Admit(id impl.ID, store string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.check(id, store); err != nil || k.names[id] == store {
		return err
	}
	return k.set(id, store)
}

// Forget admits the next store under an id as the first, and returns the former name; "": none.
func (k *Known) Forget(id impl.ID) (was string, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if was = k.names[id]; was == "" {
		return "", nil
	}
	return was, k.set(id, "")
}

// set changes the name under an id, on disk first. The lock is held.
func (k *Known) set(id impl.ID, store string) error {
	names := map[impl.ID]string{id: store}
	for other, name := range k.names {
		if other != id {
			names[other] = name
		}
	}
	maps.DeleteFunc(names, func(_ impl.ID, name string) bool { return name == "" })
	if k.save != nil {
		if err := k.save(names); err != nil {
			return fmt.Errorf("the names of stores: %w", err)
		}
	}
	k.names = names
	return nil
}
