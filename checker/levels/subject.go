package levels

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
)

// format is the version of the objects of a store.
const format = 6

// A Subject describes the check of a store. It is the first object.
type Subject struct {
	Key   string   // tells this store from all others
	Name  string   // what is explored, and by which program
	Flags []string // of the check, for workers; the caller of Check defines their meaning
	Settings
}

const subjectName = "subject"

// Begin makes a store that of a check, or returns why it is another's. It returns the subject of the store.
func (o Options) Begin() (Subject, error) {
	s, err := SubjectOf(o.Store)
	if errors.Is(err, fs.ErrNotExist) {
		if err := IsFree(o.Store); err != nil {
			return Subject{}, err
		}
		err = writeRecord(o.Store, subjectName, Subject{rand.Text(), o.Name, o.Flags, o.usual()})
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return Subject{}, err
		}
		return o.Begin()
	}
	if err == nil && s.Name != o.Name {
		err = fmt.Errorf("it is of another run, with %s; this one has %s: name another store", wordsOnlyIn(s.Name, o.Name), wordsOnlyIn(o.Name, s.Name))
	}
	return s, err
}

// wordsOnlyIn returns the words of a name that another name lacks.
func wordsOnlyIn(name, other string) string {
	inBoth := func(word string) bool { return slices.Contains(strings.Fields(other), word) }
	return cmp.Or(strings.Join(slices.DeleteFunc(strings.Fields(name), inBoth), " "), "no other word")
}

// IsFree returns an error if a store without a subject holds something.
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

// usual are the settings of a new store.
func (o Options) usual() Settings {
	return Settings{Shards: cmp.Or(o.Shards, max(o.workers(), 4)), Rows: cmp.Or(o.rows, usualRows), Words: cmp.Or(o.words, o.sorted())}
}

// leastWords are sorted at a time in however little memory: with less a level has too many segments.
const leastWords = 1 << 16

// sorted is the number of words that a task of a new store sorts at a time. All workers and the driver together take a quarter of the memory. Each
// holds the words three times: as successors, while they are sorted, and as new states.
func (o Options) sorted() int {
	if o.Check.MaxMemory == 0 {
		return usualWords
	}
	const copies, wordBytes = 3, 8
	have := o.Check.MaxMemory / 4 / uint64(o.workers()+1) / (copies * wordBytes)
	return int(max(min(have, usualWords), leastWords))
}

func (o Options) workers() int { return cmp.Or(o.Check.Workers, runtime.GOMAXPROCS(0)) }

// SubjectOf reads the subject of a store. The error is fs.ErrNotExist if there is none yet.
func SubjectOf(store Store) (s Subject, err error) {
	switch err := readRecord(store, subjectName, &s); {
	case err != nil:
		return s, err
	case s.Shards < 1 || s.Rows < 1 || s.Words < 1:
		return s, damaged(subjectName, "it makes no sense")
	}
	return s, nil
}

// ErrGone is the error of a store that was removed during a check.
var ErrGone = errors.New("it has been removed while the check went on")

// IsGone returns ErrGone if a store has no subject any more.
func IsGone(store Store) error {
	o, err := store.Open(subjectName)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ErrGone
	case err != nil: // a passing error, or the next read reports it
		return nil
	}
	return o.Close()
}

// overName is the object that dismisses the workers.
const overName = "liveness/over"

// dismiss dismisses the workers. Another driver may sweep at the same time.
func (d *driver) dismiss() (err error) {
	for range mostMended {
		if err = writeRecord(d.Store, overName, struct{}{}); errors.Is(err, fs.ErrExist) {
			err = readRecord(d.Store, overName, new(struct{}))
		}
		if !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	return err
}

// IsOver reports whether the check of a store has no more tasks for workers.
func IsOver(store Store) (bool, error) {
	names, err := store.List("levels/")
	if err != nil || len(names) == 0 {
		return false, err
	}
	var m manifest
	err = readRecord(store, slices.Max(names), &m)
	if errors.Is(err, fs.ErrNotExist) { // a later one is there by now
		return false, nil
	}
	if err != nil || !m.Over {
		return false, err
	}
	return has(store, overName)
}

// has reports whether there is an object.
func has(store Store, name string) (bool, error) {
	o, err := open(store, name)
	if err == nil {
		return true, o.Close()
	}
	return false, ignore(err, fs.ErrNotExist)
}

// ErrFull is the error of a store without room.
var ErrFull = errors.New("the store is full")

// full adds ErrFull to the error of a full disk.
func full(err error) error {
	if (errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)) && !errors.Is(err, ErrFull) {
		return fmt.Errorf("%w: %w", ErrFull, err)
	}
	return err
}

// A Refusal is the text of an error of a task in another process.
type Refusal string

func (r Refusal) Error() string { return string(r) }

var damageText = regexp.MustCompile(`(\S+): ((?:` + errDamaged.Error() + `:|holds) .*)`)

// Unwrap returns the error that a driver can act on: a full store, or a damaged or missing object.
func (r Refusal) Unwrap() error {
	if wrong := damageText.FindStringSubmatch(string(r)); wrong != nil {
		return &damage{wrong[1], wrong[2]}
	}
	switch {
	case strings.Contains(string(r), ErrFull.Error()):
		return ErrFull
	case strings.Contains(string(r), fs.ErrNotExist.Error()), strings.Contains(string(r), syscall.ENOENT.Error()):
		return fs.ErrNotExist
	}
	return nil
}
