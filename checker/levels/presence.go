package levels

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"interrex/internal/crew"
)

// A Presence describes a worker.
type Presence struct {
	Worker   string // its machine and process
	Hands    int    // how many tasks it does at a time
	Began    time.Time
	Heard    time.Time // when it wrote this, by its own clock
	Done     int       // tasks
	Failed   int
	Expanded int           // states, by these tasks
	Busy     time.Duration // with tasks, all hands together
}

// attending is the folder of presences. They are for people only.
const attending = "workers/"

const (
	// heartbeat is the time between two presences of a worker.
	heartbeat = 5 * time.Second

	// Silence is the age of a presence from which its worker is shown as silent.
	Silence = 4 * heartbeat
)

// An Attendance writes the presence of a worker, from Attend to Leave. Objects do not change, so each heartbeat writes a new one and removes
// the one before. Errors of the store are ignored.
type Attendance struct {
	store Store
	name  string
	end   chan struct{}
	said  crew.Crew

	mu sync.Mutex
	is Presence

	saying sync.Mutex
	last   string // object
	n      int    // objects so far
}

// Attend begins to write the presence of a worker at each heartbeat.
func Attend(store Store, hands int) *Attendance {
	host, _ := os.Hostname()
	a := &Attendance{store: store, name: attending + rand.Text()[:8], end: make(chan struct{}),
		is: Presence{Worker: fmt.Sprintf("%s:%d", host, os.Getpid()), Hands: hands, Began: time.Now()}}
	a.said.Go(func() {
		tick := time.NewTicker(heartbeat)
		defer tick.Stop()
		for {
			a.Say()
			select {
			case <-a.end:
				return
			case <-tick.C:
			}
		}
	})
	return a
}

// Did counts a task.
func (a *Attendance) Did(t Task, took time.Duration, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.is.Busy += took; err != nil {
		a.is.Failed++
		return
	}
	if a.is.Done++; t.Kind == "expand" {
		a.is.Expanded += max(min(t.Chunk.Rows, t.Below-t.Chunk.Rank), 0)
	}
}

// Say writes the presence now.
func (a *Attendance) Say() {
	a.saying.Lock()
	defer a.saying.Unlock()
	if IsGone(a.store) != nil { // else it would create a removed folder again
		return
	}
	a.mu.Lock()
	a.is.Heard = time.Now()
	is := a.is
	a.mu.Unlock()
	a.n++
	before := a.last
	a.last = fmt.Sprintf("%s-%d", a.name, a.n)
	_ = writeRecord(a.store, a.last, is)
	if before != "" {
		_ = a.store.Remove(before)
	}
}

// Leave ends it, and removes the presence.
func (a *Attendance) Leave() {
	close(a.end)
	a.said.Wait()
	_ = a.store.Remove(a.last)
}

// Present lists the last presence of each worker, by name. An object that is gone after it was listed has been replaced, or its worker
// has left: the list is read again.
func Present(store Store) ([]Presence, error) {
	last := map[string]Presence{}
	for range 3 {
		names, err := store.List(attending)
		if err != nil {
			return nil, err
		}
		isGone := false
		clear(last)
		for _, name := range names {
			var is Presence
			err := readRecord(store, name, &is)
			if isGone = isGone || errors.Is(err, fs.ErrNotExist); isGone || errors.Is(err, errDamaged) {
				continue
			}
			if err != nil {
				return nil, err
			}
			who, _, _ := strings.Cut(path.Base(name), "-")
			if is.Heard.After(last[who].Heard) { // for a moment there are two
				last[who] = is
			}
		}
		if !isGone {
			break
		}
	}
	return slices.SortedFunc(maps.Values(last), func(a, b Presence) int {
		return cmp.Or(strings.Compare(a.Worker, b.Worker), a.Began.Compare(b.Began))
	}), nil
}
