package durable

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"time"

	bolt "go.etcd.io/bbolt"

	"interrex/impl"
)

// lockLimit is how long to wait for another process to release a file.
const lockLimit = 200 * time.Millisecond

// The place of the only record of a file.
const (
	bucketName = "interrex"
	recordName = "record"
)

// Bolt is a Store in a file of bbolt's: one record of the node's name, its incarnation and what it
// keeps, with a checksum, written in one transaction that is on disk when it returns. The file is
// locked as long as the store is open.
type Bolt struct {
	db    *bolt.DB
	path  string
	now   record
	known *Known
}

// A record is all that a file holds.
type record struct {
	cluster     string
	node        impl.ID
	name        string // of the store; "": the file is of a version that gave none
	incarnation uint64
	kept        *impl.Stable
}

// Open opens the store of a node, and makes it if there is no file. It refuses a file that is damaged, or
// another node's: only a person can decide what to do about it. The names of the others' stores are beside
// it, in a file whose name ends in .known.
func Open(path, cluster string, node impl.ID) (*Bolt, error) {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		if err := createKnown(path, cluster, node); err != nil {
			return nil, fmt.Errorf("%s: %w", knownPath(path), err)
		}
		if err := create(path, record{cluster: cluster, node: node, name: newName()}); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return openAs(path, func(r record) error {
		if r.cluster != cluster || r.node != node {
			return fmt.Errorf("%s: it belongs to node %v of cluster %q, and this is node %v of %q", path, r.node, r.cluster, node, cluster)
		}
		return nil
	})
}

// Forget lets another store in under the id of a member, at a node that does not run and whose store is at the path.
// It returns the name that was known; "": none.
func Forget(path string, id impl.ID) (was string, err error) {
	b, err := openAs(path, func(r record) error {
		if r.node == id {
			return fmt.Errorf("%s: it is the store of node %v itself", path, id)
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	was, err = b.known.Forget(id)
	return was, errors.Join(err, b.Close())
}

// openAs opens a store that is there, if its record is the right one.
func openAs(path string, right func(record) error) (*Bolt, error) {
	b := &Bolt{path: path}
	if err := b.open(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if err := right(b.now); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	if err := b.complete(); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// complete reads the names of the others' stores, and gives a store its own that has none yet.
func (b *Bolt) complete() (err error) {
	if b.now.name == "" {
		if err := createKnown(b.path, b.now.cluster, b.now.node); err != nil {
			return fmt.Errorf("%s: %w", knownPath(b.path), err)
		}
		next := b.now
		next.name = newName()
		if err := b.write(next); err != nil {
			return fmt.Errorf("%s: %w", b.path, err)
		}
	}
	if b.known, err = openKnown(knownPath(b.path), owner(b.now.cluster, b.now.node)); err != nil {
		return fmt.Errorf("%s: %w", knownPath(b.path), err)
	}
	return nil
}

// createKnown makes the file of the others' names if there is none, before the store exists that needs it.
func createKnown(path, cluster string, node impl.ID) error {
	path = knownPath(path)
	passing, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(passing.Name())
	if err := passing.Close(); err != nil {
		return err
	}
	if err := writeSynced(passing.Name(), spellKnown(owner(cluster, node), nil)); err != nil {
		return err
	}
	if err := os.Link(passing.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// options are those of every file: what a transaction has written is on disk when it returns.
func options(open func(path string, flag int, mode os.FileMode) (*os.File, error)) *bolt.Options {
	return &bolt.Options{Timeout: lockLimit, OpenFile: open}
}

// create makes a file under a temporary name, so that a file without a record never has the final name.
func create(path string, first record) error {
	passing, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(passing.Name())
	if err := passing.Close(); err != nil {
		return err
	}
	db, err := bolt.Open(passing.Name(), 0o600, options(os.OpenFile))
	if err != nil {
		return err
	}
	b := &Bolt{db: db}
	if err := errors.Join(b.write(first), db.Close()); err != nil {
		return err
	}
	if err := os.Link(passing.Name(), path); err != nil { // which replaces nothing
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// open opens and examines the file. bbolt trusts what it maps and panics over what it cannot understand, so
// the file is examined first, and faults are caught.
func (b *Bolt) open() (err error) {
	var file *os.File
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("it is damaged: %v", cause)
		}
		if err != nil && b.db != nil {
			b.db.Close()
		} else if err != nil && file != nil {
			file.Close()
		}
	}()
	b.db, err = bolt.Open(b.path, 0o600, options(func(path string, flag int, mode os.FileMode) (*os.File, error) {
		if file, err = os.OpenFile(path, flag&^os.O_CREATE, mode); err != nil {
			return nil, err
		}
		return file, examine(file)
	}))
	if err != nil {
		if errors.Is(err, bolt.ErrTimeout) {
			err = errors.New("another process has it open")
		}
		return err
	}
	return b.db.View(func(tx *bolt.Tx) error {
		if b.now, err = read(tx); err != nil {
			return err
		}
		return check(tx)
	})
}

// check has bbolt look at every page. It does so in a goroutine that reads the transaction until the
// last complaint is taken, so all of them are, though the first says enough.
func check(tx *bolt.Tx) (err error) {
	for complaint := range tx.Check() {
		if err == nil {
			err = fmt.Errorf("it is damaged: %w", complaint)
		}
	}
	return err
}

// read finds the only record.
func read(tx *bolt.Tx) (r record, err error) {
	count := 0
	err = tx.ForEach(func(name []byte, bucket *bolt.Bucket) error {
		return bucket.ForEach(func(key, value []byte) error {
			count++
			if string(name) != bucketName || string(key) != recordName {
				return fmt.Errorf("it holds %.40q in %.40q, and so is none of a node's", key, name)
			}
			r, err = parse(value)
			return err
		})
	})
	if err == nil && count != 1 {
		err = fmt.Errorf("it holds %d records, and must hold one", count)
	}
	return r, err
}

// Load implements Store.
func (b *Bolt) Load() (*impl.Stable, uint64, error) {
	next := b.now
	var err error
	if next.incarnation, err = count(b.now.incarnation); err != nil {
		return nil, 0, err
	}
	if err := b.write(next); err != nil {
		return nil, 0, err
	}
	if next.kept == nil {
		return nil, next.incarnation, nil
	}
	kept := *next.kept
	return &kept, next.incarnation, nil
}

// Save implements Store.
func (b *Bolt) Save(s impl.Stable) error {
	next := b.now
	next.kept = &s
	return b.write(next)
}

// Name is the name of the store: drawn when it was made, and never changed.
func (b *Bolt) Name() string { return b.now.name }

// Known returns what is kept about the others.
func (b *Bolt) Known() *Known { return b.known }

// Close lets go of the file.
func (b *Bolt) Close() error { return b.db.Close() }

func (b *Bolt) write(r record) error {
	err := b.db.Update(func(tx *bolt.Tx) error {
		bucket, err := tx.CreateBucketIfNotExists([]byte(bucketName))
		if err != nil {
			return err
		}
		return bucket.Put([]byte(recordName), r.bytes())
	})
	if err == nil {
		b.now = r
	}
	return err
}

// bytes spells a record out, in one line, and its checksum in another.
func (r record) bytes() []byte {
	line := fmt.Sprintf("interrex 1 cluster=%s node=%d", r.cluster, int(r.node))
	if r.name != "" {
		line = fmt.Sprintf("interrex 2 cluster=%s node=%d store=%s", r.cluster, int(r.node), r.name)
	}
	line += fmt.Sprintf(" incarnation=%d", r.incarnation)
	if r.kept != nil {
		line += fmt.Sprintf(" term=%d voted=%d", r.kept.Term, int(r.kept.VotedFor))
	}
	sum := sha256.Sum256([]byte(line))
	return []byte(line + "\n" + hex.EncodeToString(sum[:]))
}

// parse reads a record as bytes writes it, and nothing else.
func parse(data []byte) (record, error) {
	var r record
	var kept impl.Stable
	line, _, _ := bytes.Cut(data, []byte("\n"))
	all := 5
	scanned, _ := fmt.Sscanf(string(line), "interrex 1 cluster=%s node=%d incarnation=%d term=%d voted=%d",
		&r.cluster, &r.node, &r.incarnation, &kept.Term, &kept.VotedFor)
	if scanned == 0 {
		all = 6
		scanned, _ = fmt.Sscanf(string(line), "interrex 2 cluster=%s node=%d store=%s incarnation=%d term=%d voted=%d",
			&r.cluster, &r.node, &r.name, &r.incarnation, &kept.Term, &kept.VotedFor)
	}
	if scanned == all {
		r.kept = &kept
	}
	if scanned < all-2 || all == 6 && !IsName(r.name) || !bytes.Equal(r.bytes(), data) {
		return record{}, errors.New("its record is damaged: the checksum does not fit")
	}
	return r, nil
}

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
