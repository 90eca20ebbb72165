package tcp_test

import (
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"testing"

	"interrex/impl/durable"
	"interrex/impl/network/tcp"
)

// store opens a store of node 1, whose names of others are on disk.
func store(t *testing.T, folder string) *durable.File {
	t.Helper()
	b, err := durable.Open(filepath.Join(folder, "node-1.db"), cluster, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

func named(name int) string { return fmt.Sprintf("%032x", name) }

// TestAnotherStoreIsRefused: a node that has lost its storage comes with another. It is refused, though it is
// incarnation 1 again of what is called the same (in a container that is always pid 1), or has been started once more,
// or however often; also by whom it has not met since that one was started; until somebody says otherwise.
func TestAnotherStoreIsRefused(t *testing.T) {
	m := newMesh(t, 2)
	folder := t.TempDir()
	kept := store(t, folder)
	m.listen(2).Close() // its place
	one := m.keeper(kept)
	two := m.stored(1, named(1))
	one.expect("Returned(2,1)")
	two.expect("Returned(1,1)")
	two.Close(false)
	one.expect("Gone(2)")
	refused := func(incarnation uint64, name string) {
		t.Helper()
		before := one.Counters().Misfits
		two := m.stored(incarnation, name)
		m.until("it is refused", func() bool { return one.Counters().Misfits > before && len(two.Refusals()) == 1 })
		if r := two.Refusals()[0]; r.Peer != 1 || r.Superseded || !strings.Contains(r.Why, "elect forget 2") {
			t.Errorf("incarnation %d: %+v", incarnation, r)
		}
		two.Close(false)
	}
	for _, incarnation := range []uint64{1, 2, 700} {
		refused(incarnation, named(2))
	}
	one.Close(false)
	if err := kept.Close(); err != nil {
		t.Fatal(err)
	}
	kept = store(t, folder)
	one = m.keeper(kept)
	for _, incarnation := range []uint64{1, 2} {
		refused(incarnation, named(2))
	}
	one.Close(false) // with it ends the last call of a refused node, which is accepted once its id is forgotten
	if was, err := kept.Known().Forget(2); was != named(1) || err != nil {
		t.Errorf("%q is forgotten: %v", was, err)
	}
	one = m.keeper(kept)
	two = m.stored(1, named(2))
	one.expect("Returned(2,1)")
	if all := two.Refusals(); len(all) > 0 {
		t.Errorf("it is refused still: %v", all)
	}
	two.Close(false)
	one.expect("Gone(2)")
	refused(2, named(1)) // the first is another now
}

// keeper is node 1, with these names of others.
func (m *mesh) keeper(b *durable.File) *end {
	m.t.Helper()
	c := m.config(1, 1, m.listen(1))
	c.Store, c.Known = b.Name(), b.Known()
	return m.open(c)
}

// stored is node 2, with a store of that name: always as the same process.
func (m *mesh) stored(incarnation uint64, name string) *end {
	m.t.Helper()
	l, err := net.Listen("tcp", m.addresses[2])
	if err != nil {
		m.t.Fatal(err)
	}
	c := m.config(2, incarnation, l)
	c.Store, c.Process = name, "host pid 1"
	return m.open(c)
}

// TestStoresThatAreNeeded: each node has a store with a name.
func TestStoresThatAreNeeded(t *testing.T) {
	m := newMesh(t, 2)
	for _, name := range []string{"", "x"} {
		c := m.config(1, 1, m.listen(1))
		c.Store = name
		if n, err := tcp.Open(c); err == nil || !strings.Contains(err.Error(), "hexadecimal digits") {
			t.Errorf("store %q: %v", name, err)
			if err == nil {
				n.Close(false)
			}
		}
		c.Listener.Close()
	}
	one := m.open(m.config(1, 1, m.listen(1)))
	refused(t, m.caller(1, m.proof(m.folder, 2, 1)), hello(2, 1, "[1 2 3]", "[1 2]", named(2), ""))
	m.until("it is refused", func() bool { return strings.Contains(one.log.String(), "is no name of a store") })
}

// TestSupersededIsTold: an older incarnation learns that a newer one has been there.
func TestSupersededIsTold(t *testing.T) {
	m := newMesh(t, 2)
	one := m.open(m.config(1, 1, m.listen(1)))
	older := m.open(m.config(2, 1, m.listen(2)))
	older.expect("Returned(1,1)")
	newer := m.open(m.config(2, 2, m.listen(2)))
	newer.expect("Returned(1,1)")
	m.until("the older is told", func() bool { r := older.Refusals(); return len(r) == 1 && r[0].Superseded })
	if all := newer.Refusals(); len(all) > 0 {
		t.Error(all)
	}
	one.Close(false)
	m.until("nobody is there to refuse it", func() bool { return len(older.Refusals()) == 0 })
}
