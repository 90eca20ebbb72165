package levels

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"interrex/checker"
)

// Options steer a check. The zero value does all in this process.
type Options struct {
	Store  Store
	Name   string          // what is explored, and by which program
	Flags  []string        // of the check, for workers: see Subject
	Check  checker.Options // bounds
	Runner Runner          // nil means a Pool of Check.Workers
	Shards int             // parts of the states in a new store; 0 means one for each worker, and at least four

	// Alone is the number of states up to which the driver expands a level alone. It writes such levels once a second.
	Alone int

	every       time.Duration // between these writes, for tests; 0 means a second
	rows, words int           // of Settings, for tests; 0 means the defaults
	room        int           // most states left for deciding liveness from files, for tests; 0 means the limit of memory
}

const (
	defaultAlone = 1 << 13
	defaultRows  = 1 << 16
	defaultWords = 1 << 21
)

// Check is checker.Check with the states in a store. Errors of the store are *Error.
func Check(ctx context.Context, system checker.System, properties []checker.Property, o Options) (*checker.Report, error) {
	if o.Check.MaxTime > 0 {
		within, cancel := context.WithTimeout(ctx, o.Check.MaxTime)
		defer cancel()
		ctx = within
	}
	d := &driver{Options: o, system: system, properties: properties, ctx: ctx, began: time.Now()}
	d.Alone, d.every = cmp.Or(o.Alone, defaultAlone), cmp.Or(o.every, time.Second)
	found, err := d.search()
	seconds := time.Since(d.began).Seconds()
	if err == nil {
		err = d.decide(found)
	}
	var report *checker.Report
	if err == nil {
		report, err = found.Report(ctx, o.Check)
	}
	if err != nil {
		return nil, d.explain(err)
	}
	report.Seconds, report.LivenessSeconds = seconds, time.Since(d.began).Seconds()-seconds
	report.PeakBytes = max(report.PeakBytes, checker.BytesHeld())
	return report, nil
}

// search opens the store and explores.
func (d *driver) search() (*checker.Explored, error) {
	if err := d.open(); err != nil {
		return nil, err
	}
	found, err := d.explore()
	if err == nil {
		err = cmp.Or(d.own.readLessons(), d.nameActions())
	}
	return found, err
}

// explain makes an error one of the store, unless the election has panicked.
func (d *driver) explain(err error) error {
	var foreign *checker.ModelPanic
	if errors.As(err, &foreign) {
		return err
	}
	if d.buffer != nil { // the store was opened
		err = cmp.Or(isGone(d.Store), err)
	}
	return &Error{d.Store.String(), err}
}

// format is the version of the objects of a store.
const format = 8

// A Subject describes the check of a store. It is the first object.
type Subject struct {
	Key   string   // tells this store from all others
	Name  string   // what is explored, and by which program
	Flags []string // of the check, for workers; the caller of Check defines their meaning
	Settings
}

const subjectName = "subject"

// Begin writes the subject of a new store, and returns the subject. It returns an error if the store is of another check.
func (o Options) Begin() (Subject, error) {
	s, err := SubjectOf(o.Store)
	if errors.Is(err, fs.ErrNotExist) {
		if err := IsFree(o.Store); err != nil {
			return Subject{}, err
		}
		err = writeValue(o.Store, subjectName, Subject{rand.Text(), o.Name, o.Flags, o.defaultSettings()})
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return Subject{}, err
		}
		return o.Begin()
	}
	if err == nil && s.Name != o.Name {
		theirs, ours := wordsOnlyIn(s.Name, o.Name), wordsOnlyIn(o.Name, s.Name)
		err = fmt.Errorf("it is of another run, with %s; this run has %s: name another store", cmp.Or(theirs, "no "+ours), cmp.Or(ours, "no "+theirs))
	}
	return s, err
}

// wordsOnlyIn returns the words of a name that another name lacks.
func wordsOnlyIn(name, other string) string {
	inBoth := func(word string) bool { return slices.Contains(strings.Fields(other), word) }
	return strings.Join(slices.DeleteFunc(strings.Fields(name), inBoth), " ")
}

// IsFree returns an error if a store without a subject holds other objects.
func IsFree(store Store) error {
	others, err := store.List("")
	if err != nil {
		return err
	}
	if len(others) > 0 && !slices.Contains(others, subjectName) {
		return fmt.Errorf("it holds %s, which is no part of an exploration: name another one", others[0])
	}
	return nil
}

// defaultSettings are the settings of a new store.
func (o Options) defaultSettings() Settings {
	return Settings{Shards: cmp.Or(o.Shards, max(o.workers(), 4)), Rows: cmp.Or(o.rows, defaultRows), Words: cmp.Or(o.words, o.sortWords())}
}

// minSortWords are sorted at a time even if memory is low. With fewer words a level has too many segments.
const minSortWords = 1 << 16

// sortWords is the number of words that a task of a new store sorts at a time. All workers and the driver together take
// a quarter of the memory. Each holds the words three times: as successors, while they are sorted, and as new states.
func (o Options) sortWords() int {
	if o.Check.MaxMemory == 0 {
		return defaultWords
	}
	const copies, wordBytes = 3, 8
	have := o.Check.MaxMemory / 4 / uint64(o.workers()+1) / (copies * wordBytes)
	return int(max(min(have, defaultWords), minSortWords))
}

func (o Options) workers() int { return cmp.Or(o.Check.Workers, runtime.GOMAXPROCS(0)) }

// SubjectOf reads the subject of a store. The error is fs.ErrNotExist if there is none yet.
func SubjectOf(store Store) (s Subject, err error) {
	switch err := readValue(store, subjectName, &s); {
	case err != nil:
		return s, err
	case s.Shards < 1 || s.Rows < 1 || s.Words < 1:
		return s, damaged(subjectName, "a setting is below 1")
	}
	return s, nil
}

// ErrGone is the error of a store that was removed during a check.
var ErrGone = errors.New("it has been removed while the check went on")

// isGone returns ErrGone if a store has no subject any more.
func isGone(store Store) error {
	o, err := store.Open(subjectName)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ErrGone
	case err != nil: // a temporary error, or the next read reports it
		return nil
	}
	return o.Close()
}

// IsOver reports whether the check of a store has no more tasks for workers. It returns an error only if the store is gone
// or damaged. Other errors may be temporary.
func IsOver(store Store) (bool, error) {
	m, err := lastManifest(store)
	if err = cmp.Or(isGone(store), err); errors.Is(err, ErrGone) || errors.Is(err, errDamaged) {
		return false, err
	}
	return m != nil && m.Over, nil
}

// ErrFull is the error of a store without room.
var ErrFull = errors.New("the store is full")

// markFull adds ErrFull to the error of a full disk.
func markFull(err error) error {
	if (errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)) && !errors.Is(err, ErrFull) {
		return fmt.Errorf("%w: %w", ErrFull, err)
	}
	return err
}
