package durable_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"interrex/impl"
	"interrex/impl/durable"
)

// TestKnownOutlivesItsProcess: the first store that has come under an id is the only one, also for those who
// come after, until somebody has it forgotten; a store keeps its own name, and no two have the same.
func TestKnownOutlivesItsProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "node.db")
	const one, other = "00112233445566778899aabbccddeeff", "ffeeddccbbaa99887766554433221100"
	var name string
	for round := range 3 {
		b := open(t, path)
		if round == 0 {
			name = b.Name()
		}
		if b.Name() != name || !durable.IsName(name) {
			t.Errorf("it is called %q, and was %q", b.Name(), name)
		}
		if err := b.Known().Admit(3, one); err != nil {
			t.Error(err)
		}
		unknown := new(durable.Unknown)
		if err := b.Known().Admit(3, other); !errors.As(err, &unknown) || unknown.Was != one {
			t.Errorf("another store of node 3: %v", err)
		}
		if err := b.Known().Admit(4, "x"); err == nil {
			t.Error("x is a name")
		}
		if _, err := durable.Forget(path, 3); err == nil || !strings.Contains(err.Error(), "another process has it open") {
			t.Errorf("forgotten while it is open: %v", err)
		}
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{one, ""} {
		if was, err := durable.Forget(path, 3); was != want || err != nil {
			t.Errorf("%q is forgotten, want %q: %v", was, want, err)
		}
	}
	if _, err := durable.Forget(path, 2); err == nil {
		t.Error("it forgets itself")
	}
	b := open(t, path)
	defer b.Close()
	if err := b.Known().Admit(3, other); err != nil {
		t.Error(err)
	}
	if second := open(t, inPlace(t)); second.Name() == name {
		t.Error("two have the same name")
	} else if err := second.Close(); err != nil {
		t.Error(err)
	}
}

// TestKnownIsWhole: names that are missing, damaged or another's are refused, and not taken for none.
func TestKnownIsWhole(t *testing.T) {
	path := inPlace(t)
	known := strings.TrimSuffix(path, ".db") + ".known"
	b := open(t, path)
	if err := b.Known().Admit(3, b.Name()); err != nil {
		t.Fatal(err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(known)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(what string) {
		t.Helper()
		if b, err := durable.Open(path, nodes, 2); err == nil {
			b.Close()
			t.Errorf("%s: it opens", what)
		} else if !strings.Contains(err.Error(), known) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", what, err)
		}
	}
	for i := range data {
		wounded := append([]byte(nil), data...)
		wounded[i] ^= 1
		if err := os.WriteFile(known, wounded, 0o600); err != nil {
			t.Fatal(err)
		}
		if i%7 == 0 { // a store takes its time to open
			refused("a bit is wrong")
		}
	}
	if err := os.Remove(known); err != nil {
		t.Fatal(err)
	}
	refused("it is missing")
	if err := os.WriteFile(known, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := open(t, path).Close(); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(known); err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info.Mode(), err)
	}
}

var _ interface{ Name() string } = new(durable.Memory)

// TestMemoryHasAName of its own, as a store on a disk has.
func TestMemoryHasAName(t *testing.T) {
	var one, other durable.Memory
	if !durable.IsName(one.Name()) || one.Name() != one.Name() || one.Name() == other.Name() {
		t.Error(one.Name(), other.Name())
	}
	if _, _, err := one.Load(); err != nil {
		t.Error(err)
	}
	if err := one.Save(impl.Stable{Term: 1}); err != nil {
		t.Error(err)
	}
}

// TestKnownForgetsOne: what is known of the others stays.
func TestKnownForgetsOne(t *testing.T) {
	b := open(t, inPlace(t))
	defer b.Close()
	one, other := strings.Repeat("1", 32), strings.Repeat("2", 32)
	for _, id := range []impl.ID{3, 4} {
		if err := b.Known().Admit(id, one); err != nil {
			t.Fatal(err)
		}
	}
	if was, err := b.Known().Forget(3); was != one || err != nil {
		t.Fatal(was, err)
	}
	if err := b.Known().Check(3, other); err != nil {
		t.Errorf("node 3 is forgotten, and is still known: %v", err)
	}
	if err := b.Known().Check(4, other); err == nil {
		t.Error("node 4 is forgotten with it")
	}
}

// TestKnownIsOnDiskFirst: a name that could not be written is not known, so that it is written when it comes again.
func TestKnownIsOnDiskFirst(t *testing.T) {
	path := inPlace(t)
	b := open(t, path)
	defer b.Close()
	known := strings.TrimSuffix(path, ".db") + ".known"
	if err := os.Mkdir(known+".new", 0o700); err != nil { // where the next version would be written
		t.Fatal(err)
	}
	one, other := strings.Repeat("1", 32), strings.Repeat("2", 32)
	if err := b.Known().Admit(3, one); err == nil {
		t.Error("a name is known that is not written")
	}
	if err := b.Known().Check(3, other); err != nil {
		t.Errorf("a name is known that is not written: %v", err)
	}
}

// TestKnownIsAnOwners: the names that another node has kept are none of this one's.
func TestKnownIsAnOwners(t *testing.T) {
	path := inPlace(t)
	data := spelledFor(t, 4)
	if err := os.WriteFile(strings.TrimSuffix(path, ".db")+".known", data, 0o600); err != nil {
		t.Fatal(err)
	}
	if b, err := durable.Open(path, nodes, 2); err == nil {
		b.Close()
		t.Error("the names of node 4 are taken for those of node 2")
	}
}

// spelledFor is what a node has kept of the others in the same group.
func spelledFor(t *testing.T, id impl.ID) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "other.db")
	b, err := durable.Open(path, nodes, id)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	data, err := os.ReadFile(strings.TrimSuffix(path, ".db") + ".known")
	if err != nil {
		t.Fatal(err)
	}
	return data
}
