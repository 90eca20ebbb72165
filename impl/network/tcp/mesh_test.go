package tcp_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"interrex/impl"
	"interrex/impl/certs"
	"interrex/impl/network"
	"interrex/impl/network/tcp"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const cluster = "test"

// A mesh is a group of nodes on loopback, with certificates.
type mesh struct {
	t         *testing.T
	ctx       context.Context
	folder    string
	members   []impl.ID
	addresses map[impl.ID]string
	patience  time.Duration // of Send
}

func newMesh(t *testing.T, n int) *mesh {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	m := &mesh{t: t, ctx: ctx, folder: t.TempDir(), addresses: map[impl.ID]string{}}
	for id := impl.ID(1); int(id) <= n; id++ {
		m.members = append(m.members, id)
	}
	authority(t, m.folder, cluster, m.members...)
	return m
}

func authority(t *testing.T, folder, cluster string, members ...impl.ID) {
	t.Helper()
	if err := certs.Certify(folder, cluster, members, certs.Usual); err != nil {
		t.Fatal(err)
	}
}

// An end is a node's end of the network, with what it has logged and the number of its last message.
type end struct {
	*tcp.Network
	mesh        *mesh
	id          impl.ID
	incarnation uint64
	log         *record
	sent        int
}

// listen gives a member a place of its own, as yet without anyone in it.
func (m *mesh) listen(id impl.ID) net.Listener {
	m.t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		m.t.Fatal(err)
	}
	m.addresses[id] = l.Addr().String()
	return l
}

func (m *mesh) config(id impl.ID, incarnation uint64, l net.Listener) tcp.Config {
	m.t.Helper()
	bully, err := impl.Find("bully")
	if err != nil {
		m.t.Fatal(err)
	}
	identity, err := certs.Load(m.folder, id)
	if err != nil {
		m.t.Fatal(err)
	}
	return tcp.Config{Cluster: cluster, Incarnation: incarnation, Algorithm: bully, Listener: l, Addresses: m.addresses,
		Group: &impl.Config{Self: id, Members: m.members}, Store: named(int(id)), Identity: identity, Patience: m.patience}
}

func (m *mesh) open(c tcp.Config) *end {
	m.t.Helper()
	e := &end{mesh: m, id: c.Group.Self, incarnation: c.Incarnation, log: &record{}}
	c.Log = slog.New(slog.NewTextHandler(e.log, nil))
	n := tcp.Open(c)
	m.t.Cleanup(func() { n.Close(false) })
	e.Network = n
	return e
}

// A record is a log that several goroutines write.
type record struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (r *record) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.Write(p)
}

func (r *record) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String()
}

// message is the next message of an end: they are told apart by their ids.
func (e *end) message(to impl.ID) network.Envelope {
	e.sent++
	return network.Envelope{ID: fmt.Sprintf("%d.%d.%d", e.id, e.incarnation, e.sent), Clock: make([]uint64, len(e.mesh.members)),
		From: e.id, To: to, Message: impl.Message{Word: "ELECTION", Args: []int{int(e.id)}}}
}

func (e *end) send(to impl.ID) string {
	e.mesh.t.Helper()
	m := e.message(to)
	if err := e.Send(m); err != nil {
		e.mesh.t.Fatal(err)
	}
	return m.ID
}

// next is what arrives next, heartbeats left out.
func (e *end) next() network.Arrival {
	e.mesh.t.Helper()
	for {
		select {
		case a := <-e.Arrivals():
			if _, beat := a.(network.Beat); !beat {
				return a
			}
		case <-e.mesh.ctx.Done():
			e.mesh.t.Fatalf("nothing arrives at node %d\n%s", e.id, e.log)
		}
	}
}

// expect is the next arrival, which must print as this: Returned(2,1), Gone(2), Goodbye(2), or the
// id of a message, which is taken.
func (e *end) expect(want string) {
	e.mesh.t.Helper()
	if got := show(e.next()); got != want {
		e.mesh.t.Fatalf("node %d: %s arrives, want %s\n%s", e.id, got, want, e.log)
	}
}

func show(a network.Arrival) string {
	switch a := a.(type) {
	case network.Delivery:
		a.Taken()
		return a.Envelope.ID
	case network.Returned:
		return fmt.Sprintf("Returned(%d,%d)", a.Peer, a.Incarnation)
	case network.Gone:
		if a.Goodbye {
			return fmt.Sprintf("Goodbye(%d)", a.Peer)
		}
		return fmt.Sprintf("Gone(%d)", a.Peer)
	}
	return fmt.Sprintf("%#v", a)
}

// until waits for something that the ends do on their own.
func (m *mesh) until(what string, is func() bool) {
	m.t.Helper()
	for tick := time.NewTicker(time.Millisecond); !is(); {
		select {
		case <-tick.C:
		case <-m.ctx.Done():
			m.t.Fatalf("it does not come about that %s", what)
		}
	}
}
