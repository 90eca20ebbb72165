package tcp_test

import (
	"fmt"
	"net"
	"strings"
	"testing"
)

func named(name int) string { return fmt.Sprintf("%032x", name) }

// TestAnotherStoreIsRefused: a node that has lost its storage comes with another. It is refused, however often it is
// started, by those who have met it before.
func TestAnotherStoreIsRefused(t *testing.T) {
	m := newMesh(t, 2)
	m.listen(2).Close() // its place
	one := m.open(m.config(1, 1, m.listen(1)))
	two := m.stored(1, named(1))
	one.expect("Returned(2,1)")
	two.expect("Returned(1,1)")
	two.Close(false)
	one.expect("Gone(2)")
	for _, incarnation := range []uint64{1, 2, 700} {
		before := one.Counters().WrongVersion
		two := m.stored(incarnation, named(2))
		m.until("it is refused", func() bool { return one.Counters().WrongVersion > before })
		m.until("it is told", func() bool { return strings.Contains(two.log.String(), "it lost its storage") })
		two.Close(false)
	}
	m.stored(2, named(1))
	one.expect("Returned(2,2)")
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

// TestNameOfAStore: each node has a store with a name.
func TestNameOfAStore(t *testing.T) {
	m := newMesh(t, 2)
	one := m.open(m.config(1, 1, m.listen(1)))
	refused(t, m.caller(1, m.proof(m.folder, 2, 1)), hello(2, 1, "[1 2 3]", "[1 2]", named(2), ""))
	m.until("it is refused", func() bool { return strings.Contains(one.log.String(), "is no name of a store") })
}
