package durable

import (
	"errors"
	"sync"
	"time"

	"interrex/impl"
)

// epoch is the first second of the year 2026. Seconds since then number incarnations for longer than
// a vector clock has room (traces.Era).
const epoch = 1767225600

// Clocked is a Store without a disk, for algorithms that keep nothing: it numbers incarnations by the
// machine's clock. As long as that does not go backwards, a process that is started again has a
// higher number than it had before. Its zero value is ready for use.
type Clocked struct {
	mu   sync.Mutex
	last uint64
}

// Load implements Store. It returns after the second that gives the number is over, so that no later
// incarnation gets the same one, however soon this one is killed.
func (c *Clocked) Load() (*impl.Stable, uint64, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	if now.Unix() <= epoch {
		return nil, 0, errors.New("the clock is wrong: it is not 2026 yet")
	}
	c.last = max(c.last+1, uint64(now.Unix()-epoch))
	over := time.Unix(epoch+int64(c.last)+1, 0)
	time.Sleep(over.Sub(now))
	return nil, c.last, nil
}

// Save implements Store, and refuses: what must be durable needs a disk.
func (c *Clocked) Save(impl.Stable) error {
	return errors.New("there is something to keep, and no disk to keep it on")
}
