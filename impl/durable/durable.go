// Package durable is a node's stable storage, which survives a crash.
package durable

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"interrex/impl"
)

// MostIncarnations is how many a node can have: its vector clock has no room for more.
const MostIncarnations = 922_337_203

// count is the number of the next incarnation.
func count(last uint64) (uint64, error) {
	if last >= MostIncarnations {
		return 0, fmt.Errorf("incarnation %d was the last one: the node needs a new id or a new cluster", last)
	}
	return last + 1, nil
}

// A Store is the stable storage of one node. After Save returns nil, the next Load returns the same value,
// across crashes of the process and the machine.
type Store interface {
	// Load begins an incarnation: it counts it, durably, and gives its number, from 1, and what was
	// last saved, or nil. Storage that cannot be understood is an error, never an empty one.
	Load() (kept *impl.Stable, incarnation uint64, err error)

	// Save makes a value durable. After an error the stored value is unknown, and the node must end.
	Save(impl.Stable) error
}

// Memory is a Store that lives as long as its variable does: for tests, and for simulated nodes that
// crash and come back. Its zero value is empty, and ready for use.
type Memory struct {
	mu          sync.Mutex
	kept        *impl.Stable
	incarnation uint64
}

// Load implements Store.
func (m *Memory) Load() (*impl.Stable, uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.incarnation++
	return m.kept, m.incarnation, nil
}

// Save implements Store.
func (m *Memory) Save(s impl.Stable) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.kept = &s
	return nil
}

// MakeFolder makes a folder and its parents, readable only by their owner. It returns when all of them are on
// disk: otherwise a power failure could remove what was kept together with its folder.
func MakeFolder(path string) error {
	made := []string{filepath.Clean(path)} // the last of them is there already
	for {
		last := made[len(made)-1]
		if _, err := os.Stat(last); err == nil || last == filepath.Dir(last) {
			break
		}
		made = append(made, filepath.Dir(last))
	}
	if err := os.MkdirAll(path, 0o700); err != nil {
		return err
	}
	for _, folder := range made[1:] {
		if err := syncFolder(folder); err != nil {
			return err
		}
	}
	return nil
}

// syncFile puts a file or a folder on disk: a variable, so that a test observes the order.
var syncFile = (*os.File).Sync

func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(syncFile(folder), folder.Close())
}

func writeSynced(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, syncFile(f), f.Close())
}

// replace puts a file in the place of another, if there is one: the new one is on disk when it returns, and after
// a crash there is one of the two.
func replace(path string, data []byte) error {
	temporary := path + ".new"
	if err := writeSynced(temporary, data); err != nil {
		return errors.Join(err, os.Remove(temporary))
	}
	if err := os.Rename(temporary, path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}
