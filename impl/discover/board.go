package discover

import (
	"context"
	"maps"
	"slices"
	"sync"

	"interrex/impl"
)

// A board holds the known addresses.
type board struct {
	mu      sync.Mutex
	places  map[impl.ID]string
	changed chan struct{} // closed, and replaced, when something changes
}

func emptyBoard() *board {
	return &board{places: map[impl.ID]string{}, changed: make(chan struct{})}
}

func (b *board) put(id impl.ID, address string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.places[id] != address {
		b.places[id] = address
		close(b.changed)
		b.changed = make(chan struct{})
	}
}

func (b *board) get(id impl.ID) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.places[id]
}

// next returns the first member by id whose address has not been told, or Nobody, and a channel that is closed
// when that may have changed.
func (b *board) next(told map[impl.ID]string) (Change, chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, id := range slices.Sorted(maps.Keys(b.places)) {
		if b.places[id] != told[id] {
			return Change{id, b.places[id]}, b.changed
		}
	}
	return Change{}, b.changed
}

func (b *board) watch(ctx context.Context) <-chan Change {
	out := make(chan Change)
	go func() {
		defer close(out)
		told := map[impl.ID]string{}
		for {
			next, changed := b.next(told)
			say := out
			if next.ID == impl.Nobody {
				say = nil
			}
			select {
			case say <- next:
				told[next.ID] = next.Address
			case <-changed:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}
