package durable

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"interrex/impl"
)

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

// Known is what a node has kept of the other members: the name of the store of each. A member that
// has lost its store has forgotten its votes, and so may not come back under its id as if nothing had
// happened. Its zero value is empty, and lasts as long as its variable does.
type Known struct {
	mu    sync.Mutex
	path  string // "": in memory only
	of    string // whose it is
	names map[impl.ID]string
}

// An Unknown is the error of a store that is not the one known under an id.
type Unknown struct {
	Node       impl.ID
	Store, Was string // names
}

// Error says which store there was, and who can let another in.
func (u *Unknown) Error() string {
	return fmt.Sprintf("node %v: its store is %.8s, and it had store %.8s: it has lost its storage, or another has taken its id; elect forget %v lets another store in",
		u.Node, u.Store, u.Was, u.Node)
}

// Check reports a store that is not the one known under an id.
func (k *Known) Check(id impl.ID, store string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.check(id, store)
}

func (k *Known) check(id impl.ID, store string) error {
	if !IsName(store) {
		return fmt.Errorf("node %v: %.40q is no name of a store", id, store)
	}
	if was := k.names[id]; was != "" && was != store {
		return &Unknown{id, store, was}
	}
	return nil
}

// Admit accepts the first store that comes under an id. Any other is an [*Unknown] from then on. When it returns
// nil, the name is on disk.
func (k *Known) Admit(id impl.ID, store string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.check(id, store); err != nil || k.names[id] == store {
		return err
	}
	return k.set(id, store)
}

// Forget makes the next store that comes under an id the first, and says which was known before; "": none.
func (k *Known) Forget(id impl.ID) (was string, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if was = k.names[id]; was == "" {
		return "", nil
	}
	return was, k.set(id, "")
}

// set changes the name under an id, on disk first. The lock is held.
func (k *Known) set(id impl.ID, store string) error {
	names := map[impl.ID]string{id: store}
	for other, name := range k.names {
		if other != id {
			names[other] = name
		}
	}
	maps.DeleteFunc(names, func(_ impl.ID, name string) bool { return name == "" })
	if k.path != "" {
		if err := replace(k.path, spellKnown(k.of, names)); err != nil {
			return fmt.Errorf("the names of stores: %w", err)
		}
	}
	k.names = names
	return nil
}

// knownPath is where the names are kept, beside a node's store.
func knownPath(store string) string {
	return strings.TrimSuffix(store, filepath.Ext(store)) + ".known"
}

// owner is the first line of the names that a node keeps.
func owner(cluster string, node impl.ID) string {
	return fmt.Sprintf("interrex-known 1 cluster=%s node=%d", cluster, int(node))
}

// openKnown reads the names that a node keeps.
func openKnown(path, of string) (*Known, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errors.New("it is missing: without it, what the node has kept is not whole")
	}
	if err != nil {
		return nil, err
	}
	k := &Known{path: path, of: of, names: map[impl.ID]string{}}
	lines := strings.Split(string(data), "\n")
	if lines[0] != of {
		return nil, fmt.Errorf("it begins with %.80q, and %q is expected", lines[0], of)
	}
	for _, line := range lines[1 : len(lines)-1] {
		var id int
		var name string
		if _, err := fmt.Sscanf(line, "%d %s", &id, &name); err == nil {
			k.names[impl.ID(id)] = name
		}
	}
	if !bytes.Equal(spellKnown(of, k.names), data) {
		return nil, errors.New("it is damaged: the checksum does not fit")
	}
	return k, nil
}

// spellKnown spells the names out, a line each, and a checksum in the last.
func spellKnown(of string, names map[impl.ID]string) []byte {
	text := of + "\n"
	for _, id := range slices.Sorted(maps.Keys(names)) {
		text += fmt.Sprintf("%d %s\n", int(id), names[id])
	}
	sum := sha256.Sum256([]byte(text))
	return []byte(text + hex.EncodeToString(sum[:]))
}

// replace puts a file in the place of another, if there is one: the new one is on disk when it returns, and after
// a crash there is one of the two.
func replace(path string, data []byte) error {
	passing := path + ".new"
	if err := writeSynced(passing, data); err != nil {
		return errors.Join(err, os.Remove(passing))
	}
	if err := os.Rename(passing, path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}
