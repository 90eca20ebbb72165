package simulate

import (
	"errors"
	"sync"
	"time"

	"interrex/impl"
	"interrex/impl/network"
)

// A disk is a node's stable storage, which is sometimes slow and sometimes lost. The number of incarnations
// survives a loss: it comes from a clock.
type disk struct {
	lane int // of instants

	mu          sync.Mutex
	kept        *impl.Stable
	incarnation uint64
	slow        time.Duration // duration of a Save
	dead        bool          // its user has been killed: a pending save is not done
}

var errKilled = errors.New("killed before it was kept")

// diskLane is the first lane after those of the nodes and the network in memory.
const diskLane = 1 << 13

// Load implements durable.Store.
func (d *disk) Load() (*impl.Stable, uint64, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.incarnation++
	d.dead = false
	return d.kept, d.incarnation, nil
}

// Save implements durable.Store.
func (d *disk) Save(s impl.Stable) error {
	d.mu.Lock()
	slow := d.slow
	d.mu.Unlock()
	if slow > 0 {
		now := time.Now()
		<-time.After(network.Instant(now.Add(slow), d.lane).Sub(now))
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.dead {
		return errKilled
	}
	d.kept = &s
	return nil
}

// become changes the behaviour of the disk.
func (d *disk) become(change func(*disk)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	change(d)
}
