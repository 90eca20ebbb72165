package tcp_test

import (
	"context"
	"crypto/tls"
	"io"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"

	"interrex/impl"
	"interrex/impl/certs"
	"interrex/impl/network/tcp/wire"
)

// election is what the nodes of a mesh of three agree upon.
const election = "bully members=[1 2 3] loads=[] pre-vote=false check-quorum=false"

// caller is a gRPC client of a node that does not play by the rules.
func (m *mesh) caller(to impl.ID, proof credentials.TransportCredentials) grpc.BidiStreamingClient[wire.Saying, wire.Answer] {
	m.t.Helper()
	c, err := grpc.NewClient("passthrough:///"+m.addresses[to], grpc.WithTransportCredentials(proof))
	if err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() { c.Close() })
	ctx, cancel := context.WithCancel(m.ctx)
	m.t.Cleanup(cancel)
	s, err := wire.Call(ctx, c)
	if err != nil {
		return nil
	}
	return s
}

func (m *mesh) proof(folder string, as, to impl.ID) credentials.TransportCredentials {
	m.t.Helper()
	identity, err := certs.Load(folder, as)
	if err != nil {
		m.t.Fatal(err)
	}
	return credentials.NewTLS(identity.Client(to))
}

func hello(from, to impl.ID) *wire.Hello {
	return &wire.Hello{Protocol: 3, Cluster: cluster, From: from, To: to, Incarnation: 1, Election: election, First: 1, Store: named(int(from))}
}

// refused says these things on a stream, and expects that it is ended over them.
func refused(t *testing.T, s grpc.BidiStreamingClient[wire.Saying, wire.Answer], said ...*wire.Saying) {
	t.Helper()
	if s == nil {
		return // it has not even begun
	}
	for _, what := range said {
		s.Send(what) // that it has been refused is for Recv to say
	}
	for {
		if _, err := s.Recv(); err == io.EOF {
			t.Fatal("it is heard to the end")
		} else if err != nil {
			return
		}
	}
}

func greeting(h *wire.Hello) *wire.Saying { return &wire.Saying{Hello: h} }

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
	bare := credentials.NewTLS(&tls.Config{InsecureSkipVerify: true})
	for i, proof := range []credentials.TransportCredentials{
		insecure.NewCredentials(), bare, withoutCare(t, stranger, 3), withoutCare(t, other, 3),
	} {
		refused(t, m.caller(1, proof), greeting(hello(3, 1)))
		m.until("the stranger is counted", func() bool { return one.Counters().Strangers >= uint64(i+1) })
		unnoticed(one, two)
	}
	if !strings.Contains(one.log.String(), "refused a connection without a valid certificate") {
		t.Errorf("nothing is logged: %s", one.log)
	}
}

// withoutCare is a caller that shows its certificate to anyone.
func withoutCare(t *testing.T, folder string, as impl.ID) credentials.TransportCredentials {
	t.Helper()
	identity, err := certs.Load(folder, as)
	if err != nil {
		t.Fatal(err)
	}
	c := identity.Client(1)
	c.InsecureSkipVerify, c.VerifyConnection = true, nil
	return credentials.NewTLS(c)
}

// TestLiarsAndMisfitsAreRefused: TestGreetings has each kind of them.
func TestLiarsAndMisfitsAreRefused(t *testing.T) {
	m, one, two := duo(t)
	say := func(change func(*wire.Hello)) {
		t.Helper()
		h := hello(3, 1)
		change(h)
		refused(t, m.caller(1, m.proof(m.folder, 3, 1)), greeting(h))
		unnoticed(one, two)
	}
	say(func(h *wire.Hello) { h.From = 2 })
	if c := one.Counters(); c.Liars != 1 || !strings.Contains(one.log.String(), "node 3 says that it is node 2") {
		t.Errorf("%+v\n%s", c, one.log)
	}
	say(func(h *wire.Hello) { h.Election = strings.Replace(election, "[1 2 3]", "[1 2 3 4]", 1) })
	if c := one.Counters(); c.Misfits != 1 || !strings.Contains(one.log.String(), "node 3 holds another election") {
		t.Errorf("%+v\n%s", c, one.log)
	}
}

// TestLongSayingsAreRefused before they are in memory: what a message may say is short.
func TestLongSayingsAreRefused(t *testing.T) {
	m, one, _ := duo(t)
	long := &wire.Saying{Envelope: &wire.Envelope{Number: 1, ID: "3.1.1", Word: strings.Repeat("A", 1<<20)}}
	refused(t, m.caller(1, m.proof(m.folder, 3, 1)), greeting(hello(3, 1)), long)
	m.until("it is logged", func() bool { return strings.Contains(one.log.String(), "received message larger than max") })
}
