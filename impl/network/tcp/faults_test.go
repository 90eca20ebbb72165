package tcp_test

import (
	"io"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"interrex/impl"
	"interrex/impl/network"
)

// A cutter is a proxy that cuts each connection after a random number of bytes, in mid-frame as a
// rule, as long as it has cuts left.
type cutter struct {
	net.Listener
	to   string
	mu   sync.Mutex
	rand *rand.Rand
	cuts int
	wait sync.WaitGroup
}

func cutting(t *testing.T, to string, seed uint64, cuts int) *cutter {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cutter{Listener: l, to: to, rand: rand.New(rand.NewPCG(seed, 1)), cuts: cuts}
	c.wait.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			c.wait.Go(func() { c.carry(conn) })
		}
	})
	return c
}

// limits draws after how many bytes a connection is cut, each way: mostly while it carries messages.
func (c *cutter) limits() (there, back int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cuts == 0 {
		return 1 << 60, 1 << 60
	}
	c.cuts--
	return c.rand.Int64N(12000), c.rand.Int64N(12000)
}

func (c *cutter) left() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.cuts
}

func (c *cutter) carry(from net.Conn) {
	defer from.Close()
	to, err := net.Dial("tcp", c.to)
	if err != nil {
		return
	}
	defer to.Close()
	there, back := c.limits()
	var ways sync.WaitGroup
	way := func(to, from net.Conn, limit int64) {
		io.CopyN(to, from, limit)
		to.Close()
		from.Close()
	}
	ways.Go(func() { way(to, from, there) })
	ways.Go(func() { way(from, to, back) })
	ways.Wait()
}

// TestEachOnceAndInOrder sends messages both ways through proxies that cut.
func TestEachOnceAndInOrder(t *testing.T) {
	const count, cuts = 3000, 25
	m := newMesh(t, 2)
	m.patience = time.Minute
	first, second := m.listen(1), m.listen(2)
	proxies := map[impl.ID]*cutter{}
	for id, address := range m.addresses {
		proxies[id] = cutting(t, address, uint64(id), cuts)
	}
	for id, p := range proxies {
		m.addresses[id] = p.Addr().String()
	}
	one, two := m.open(m.config(1, 1, first)), m.open(m.config(2, 1, second))
	var threads sync.WaitGroup
	for _, pair := range [][2]*end{{one, two}, {two, one}} {
		from, to := pair[0], pair[1]
		threads.Go(func() {
			for range count {
				if err := from.Send(from.message(to.id)); err != nil {
					t.Error(err)
					return
				}
			}
		})
		threads.Go(func() {
			twin := end{mesh: m, id: from.id, incarnation: 1} // says what should come
			for got := 0; got < count; {
				select {
				case a := <-to.Arrivals():
					d, isDelivery := a.(network.Delivery)
					if !isDelivery {
						continue // Returned, once; Gone never, since nobody refuses
					}
					if want := twin.message(to.id).ID; d.Envelope.ID != want {
						t.Errorf("%s arrives, want %s", d.Envelope.ID, want)
						return
					}
					d.Taken()
					got++
				case <-m.ctx.Done():
					t.Errorf("after %d messages nothing arrives any more", got)
					return
				}
			}
		})
	}
	threads.Wait()
	m.until("all is acknowledged", func() bool { return one.Counters().Queued[2]+two.Counters().Queued[1] == 0 })
	for id, e := range map[impl.ID]*end{1: one, 2: two} {
		if c := e.Counters(); c.Reconnects == 0 || c.Malformed+c.WrongVersion+c.WrongNode+c.Dropped != 0 {
			t.Errorf("node %d: %+v, %d cuts left\n%s", id, c, proxies[3-id].left(), e.log)
		} else {
			t.Logf("node %d: %+v", id, c)
		}
		e.Close(false)
		proxies[id].Close()
	}
	for _, p := range proxies {
		p.wait.Wait()
	}
}

func TestIncarnations(t *testing.T) {
	m := newMesh(t, 2)
	first, second := m.listen(1), m.listen(2)
	place := second.Addr().String()
	one, two := m.open(m.config(1, 1, first)), m.open(m.config(2, 4, second))
	one.expect("Returned(2,4)")
	two.expect("Returned(1,1)")
	one.expect(two.send(1))
	two.Close(false)
	one.expect("Gone(2)") // its machine refuses connections
	lost := one.send(2)   // as is all that is sent to the dead
	again, err := net.Listen("tcp", place)
	if err != nil {
		t.Fatal(err)
	}
	two = m.open(m.config(2, 5, again))
	reply := two.send(1)
	one.expect("Returned(2,5)")
	one.expect(reply)
	fresh := one.send(2)
	if left := one.Abandon(2); len(left) != 1 || left[0].ID != lost { // what was lost can be had, once
		t.Errorf("%v is left", left)
	}
	two.expect("Returned(1,1)")
	two.expect(fresh)
	if d := one.Counters().Dropped; d != 1 {
		t.Errorf("%d messages are dropped, want 1", d)
	}
	m.until("the rest is acknowledged", func() bool { return one.Counters().Queued[2] == 0 })
	ghost := m.listen(2) // an older incarnation that has not noticed
	old := m.open(m.config(2, 4, ghost))
	old.send(1)
	m.until("the older incarnation is refused", func() bool { return one.Counters().WrongVersion > 0 })
	if !strings.Contains(one.log.String(), "incarnation 4, and 5 has been here") {
		t.Error(one.log)
	}
	two.expect(one.send(2))
	one.expect(two.send(1))
}
