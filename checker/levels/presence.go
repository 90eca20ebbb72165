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

// A Presence is what a worker says of itself.
type Presence struct {
	Worker   string // its machine and process
	Hands    int    // how many tasks it does at a time
	Began    time.Time
	Heard    time.Time // when it said this, by its own clock
	Done     int       // tasks
	Failed   int
	Expanded int           // states, by these tasks
	Busy     time.Duration // with tasks, all hands together
}

// attending is the folder of presences. An object there counts for nobody but who asks who works: if it is lost, that is all.
const attending = "workers/"

const (
	// heartbeat is how often a worker says that it is there.
	heartbeat = 5 * time.Second

	// Silence is how long a worker may say nothing before it is taken to be gone.
	Silence = 4 * heartbeat

	// forgotten is what a worker is that has said nothing for so long: the next one that begins removes what it has said.
	forgotten = time.Hour
)

// An Attendance is a worker's, from Attend to Leave. What it says is in the store, in one small object, which each time is a new one, since
// no object changes. If the store does not take it, that is no fault of the work.
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

// Attend says from now on, now and then, what a worker does.
func Attend(store Store, hands int) *Attendance {
	host, _ := os.Hostname()
	a := &Attendance{store: store, name: attending + rand.Text()[:8], end: make(chan struct{}),
		is: Presence{Worker: fmt.Sprintf("%s:%d", host, os.Getpid()), Hands: hands, Began: time.Now()}}
	a.said.Go(func() {
		_ = forget(a.store, forgotten)
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

// Did notes what has become of a task.
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

// Say says it now.
func (a *Attendance) Say() {
	a.saying.Lock()
	defer a.saying.Unlock()
	if IsGone(a.store) != nil { // else it would make a folder again that somebody has removed
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

// Leave ends it, and leaves nothing in the store.
func (a *Attendance) Leave() {
	close(a.end)
	a.said.Wait()
	_ = a.store.Remove(a.last)
}

// forget removes what workers have left of whom nothing has been heard for so long.
func forget(store Store, silent time.Duration) error {
	all, err := presences(store)
	for name, is := range all {
		if time.Since(is.Heard) > silent {
			_ = store.Remove(name)
		}
	}
	return err
}

// Present are those who work on what is in a store, or did when they last said so, by name.
func Present(store Store) ([]Presence, error) {
	all, err := presences(store)
	last := map[string]Presence{}
	for name, is := range all {
		who, _, _ := strings.Cut(path.Base(name), "-")
		if is.Heard.After(last[who].Heard) { // for a moment there are two
			last[who] = is
		}
	}
	return slices.SortedFunc(maps.Values(last), func(a, b Presence) int {
		return cmp.Or(strings.Compare(a.Worker, b.Worker), a.Began.Compare(b.Began))
	}), err
}

// presences are what workers have said, by object. One that is listed and then gone has been replaced or has left: that is looked at again,
// so that nobody is missed who speaks just now.
func presences(store Store) (all map[string]Presence, err error) {
	all = map[string]Presence{}
	for range 3 {
		var names []string
		if names, err = store.List(attending); err != nil {
			return nil, err
		}
		gone := false
		for _, name := range names {
			var is Presence
			switch err = readRecord(store, name, &is); {
			case errors.Is(err, fs.ErrNotExist):
				gone = true
			case errors.Is(err, errDamaged):
			case err != nil:
				return nil, err
			default:
				all[name] = is
			}
		}
		if !gone {
			break
		}
	}
	return all, nil
}
