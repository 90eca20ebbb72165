package tcp_test

import (
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

	"interrex/impl"
	"interrex/impl/certs"
)

// election is what the nodes of a mesh of three agree upon.
const election = "bully members=[1 2 3] loads=[] pre-vote=false check-quorum=false"

// caller is a client of a node that does not play by the rules. Without a configuration it has no TLS.
func (m *mesh) caller(to impl.ID, proof *tls.Config) net.Conn {
	m.t.Helper()
	c, err := net.Dial("tcp", m.addresses[to])
	if err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() { c.Close() })
	if proof == nil {
		return c
	}
	return tls.Client(c, proof)
}

func (m *mesh) proof(folder string, as, to impl.ID) *tls.Config {
	m.t.Helper()
	identity, err := certs.Load(folder, as)
	if err != nil {
		m.t.Fatal(err)
	}
	return identity.Client(to)
}

// hello is a greeting with something changed.
func hello(from, to impl.ID, change ...string) string {
	text := fmt.Sprintf(`{"hello":{"protocol":4,"cluster":%q,"from":%d,"to":%d,"incarnation":1,"election":%q,"process":"","store":%q}}`,
		cluster, from, to, election, named(int(from)))
	return strings.NewReplacer(change...).Replace(text)
}

// refused says these lines on a connection, and expects that it is ended over them.
func refused(t *testing.T, c net.Conn, said ...string) {
	t.Helper()
	for _, line := range said {
		io.WriteString(c, line+"\n") // an error shows when it is read
	}
	io.Copy(io.Discard, c)
}

// duo is node 1 and node 2 of three, who have met; the place of node 3 is taken by whoever misbehaves.
func duo(t *testing.T) (m *mesh, one, two *end) {
	t.Helper()
	m = newMesh(t, 3)
	first, second := m.listen(1), m.listen(2)
	one, two = m.open(m.config(1, 1, first)), m.open(m.config(2, 1, second))
	one.expect("Returned(2,1)")
	two.expect("Returned(1,1)")
	return m, one, two
}

// unnoticed checks that node 2 notices nothing: messages come and go.
func unnoticed(one, two *end) {
	one.mesh.t.Helper()
	two.expect(one.send(2))
	one.expect(two.send(1))
	if r := two.Counters().Reconnects + one.Counters().Reconnects; r != 0 {
		one.mesh.t.Errorf("%d streams between others broke", r)
	}
}

func TestStrangersAreRefused(t *testing.T) {
	m, one, two := duo(t)
	stranger, other := t.TempDir(), t.TempDir()
	authority(t, stranger, cluster, 1, 3)
	authority(t, other, "other", 1, 3)
	bare := &tls.Config{InsecureSkipVerify: true}
	for i, proof := range []*tls.Config{nil, bare, withoutCare(t, stranger, 3), withoutCare(t, other, 3)} {
		refused(t, m.caller(1, proof), hello(3, 1))
		m.until("the stranger is counted", func() bool { return one.Counters().BadCertificate > i })
		unnoticed(one, two)
	}
	if !strings.Contains(one.log.String(), "refused a connection without a valid certificate") {
		t.Errorf("nothing is logged: %s", one.log)
	}
}

// withoutCare is a caller that shows its certificate to anyone.
func withoutCare(t *testing.T, folder string, as impl.ID) *tls.Config {
	t.Helper()
	identity, err := certs.Load(folder, as)
	if err != nil {
		t.Fatal(err)
	}
	c := identity.Client(1)
	c.InsecureSkipVerify, c.VerifyConnection = true, nil
	return c
}

// TestLiarsAndMisfitsAreRefused: TestGreetings has each kind of them.
func TestLiarsAndMisfitsAreRefused(t *testing.T) {
	m, one, two := duo(t)
	say := func(change ...string) {
		t.Helper()
		refused(t, m.caller(1, m.proof(m.folder, 3, 1)), hello(3, 1, change...))
		unnoticed(one, two)
	}
	say(`"from":3`, `"from":2`)
	if c := one.Counters(); c.WrongNode != 1 || !strings.Contains(one.log.String(), "node 3 says that it is node 2") {
		t.Errorf("%+v\n%s", c, one.log)
	}
	say("[1 2 3]", "[1 2 3 4]")
	if c := one.Counters(); c.WrongVersion != 1 || !strings.Contains(one.log.String(), "node 3 holds another election") {
		t.Errorf("%+v\n%s", c, one.log)
	}
}

// TestLongLinesAreRefused before they are in memory: what a message may say is short.
func TestLongLinesAreRefused(t *testing.T) {
	m, one, _ := duo(t)
	long := `{"envelope":{"number":1,"id":"3.1.1","word":"` + strings.Repeat("A", 1<<20)
	refused(t, m.caller(1, m.proof(m.folder, 3, 1)), hello(3, 1), long)
	m.until("it is logged", func() bool { return strings.Contains(one.log.String(), "a line of more than") })
}

// TestSilence: a caller that gives no sign of life is not heard any more.
func TestSilence(t *testing.T) {
	m, one, two := duo(t)
	refused(t, m.caller(1, m.proof(m.folder, 3, 1)), hello(3, 1), "{}")
	one.expect("Returned(3,1)")
	unnoticed(one, two)
}
