package durable

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"

	"interrex/impl"
)

// File is a Store in a file: a record of the node's name, its incarnation and its stable state, with a checksum. Each change replaces the whole file and is on disk when it returns. The
// file is locked for one process while the store is open.
type File struct {
	path string

	mu   sync.Mutex
	lock *os.File // nil: the store is closed
	now  record
}

// A record is all that a file holds.
type record struct {
	cluster     string
	node        impl.ID
	name        string // of the store
	incarnation uint64
	kept        *impl.Stable
}

// Open opens the store of a node, and makes it if there is no file. It refuses a file that is damaged, or
// another node's: only a person can decide what to do about it.
func Open(path, cluster string, node impl.ID) (*File, error) {
	lock, err := lockFile(path + ".lock")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	f := &File{path: path, lock: lock}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = f.change(func(r *record) error { *r = record{cluster: cluster, node: node, name: newName()}; return nil })
	} else if err == nil {
		f.now, err = parse(data)
	}
	if r := f.now; err == nil && (r.cluster != cluster || r.node != node) {
		err = fmt.Errorf("it belongs to node %v of cluster %q, not to node %v of cluster %q", r.node, r.cluster, node, cluster)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, errors.Join(err, f.Close()))
	}
	return f, nil
}

// change replaces the record by one that is changed, on disk first.
func (f *File) change(do func(*record) error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.lock == nil {
		return fs.ErrClosed
	}
	next := f.now
	if err := do(&next); err != nil {
		return err
	}
	if err := replace(f.path, next.bytes()); err != nil {
		return err
	}
	f.now = next
	return nil
}

// Load implements Store.
func (f *File) Load() (*impl.Stable, uint64, error) {
	var now record
	if err := f.change(func(r *record) (err error) {
		r.incarnation, err = count(r.incarnation)
		now = *r
		return err
	}); err != nil {
		return nil, 0, err
	}
	return now.kept, now.incarnation, nil
}

// Save implements Store.
func (f *File) Save(s impl.Stable) error {
	return f.change(func(r *record) error { r.kept = &s; return nil })
}

// Name is the name of the store: drawn when it was made, and never changed.
func (f *File) Name() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now.name
}

// Close lets go of the file.
func (f *File) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.lock == nil {
		return nil
	}
	lock := f.lock
	f.lock = nil
	return lock.Close()
}

// bytes formats a record: a line and a checksum.
func (r record) bytes() []byte {
	text := fmt.Sprintf("interrex 4 cluster=%s node=%d store=%s incarnation=%d", r.cluster, int(r.node), r.name, r.incarnation)
	if r.kept != nil {
		text += fmt.Sprintf(" term=%d voted=%d", r.kept.Term, int(r.kept.VotedFor))
	}
	text += "\n"
	sum := sha256.Sum256([]byte(text))
	return []byte(text + hex.EncodeToString(sum[:]))
}

// parse reads a record in exactly the format of bytes.
func parse(data []byte) (record, error) {
	r, kept := record{}, impl.Stable{}
	if scanned, _ := fmt.Sscanf(string(data), "interrex 4 cluster=%s node=%d store=%s incarnation=%d term=%d voted=%d",
		&r.cluster, &r.node, &r.name, &r.incarnation, &kept.Term, &kept.VotedFor); scanned == 6 {
		r.kept = &kept
	}
	if !IsName(r.name) || !bytes.Equal(r.bytes(), data) {
		return record{}, errors.New("damaged, or not the storage of a node: wrong checksum")
	}
	return r, nil
}

// newName draws the name of a store: 16 bytes, in hexadecimal. No two stores ever have the same.
func newName() string {
	name := make([]byte, 16)
	_, _ = rand.Read(name) // it never fails
	return hex.EncodeToString(name)
}

// IsName reports whether a text is the name of a store.
func IsName(text string) bool {
	name, err := hex.DecodeString(text)
	return err == nil && len(name) == 16 && strings.ToLower(text) == text
}
