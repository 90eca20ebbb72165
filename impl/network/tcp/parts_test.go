package tcp

import (
	"fmt"
	"io"
	"net"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"interrex/impl"
	"interrex/impl/durable"
	"interrex/impl/network"
)

func named(name int) string { return fmt.Sprintf("%032x", name) }

// still is node 1 of three: all of its network, but that nobody calls and nobody is called.
func still(t testing.TB) *Network {
	t.Helper()
	bully, err := impl.Find("bully")
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Cluster: "test", Incarnation: 4, Store: named(1), Algorithm: bully, Group: &impl.Config{Self: 1, Members: []impl.ID{1, 2, 3}}}
	n := newNetwork(c)
	t.Cleanup(n.end)
	return n
}

// came is what the loop has been given, in words. What is delivered is not taken.
func came(n *Network) (list []string, last network.Delivery) {
	for {
		select {
		case a := <-n.arrivals:
			switch a := a.(type) {
			case network.Delivery:
				list, last = append(list, a.Envelope.ID), a
			case network.Returned:
				list = append(list, fmt.Sprintf("%v is back in %d", a.Peer, a.Incarnation))
			case network.Gone:
				list = append(list, fmt.Sprintf("%v has gone, goodbye %t", a.Peer, a.Goodbye))
			}
		default:
			return list, last
		}
	}
}

func expect(t *testing.T, n *Network, want ...string) network.Delivery {
	t.Helper()
	got, last := came(n)
	if !slices.Equal(got, want) {
		t.Errorf("the loop is given %q, want %q", got, want)
	}
	return last
}

// toTwo is message number i to node 2.
func toTwo(i int) network.Envelope {
	return network.Envelope{ID: fmt.Sprintf("1.4.%d", i), From: 1, To: 2, Clock: make([]uint64, 3), Message: impl.Message{Word: "OK"}}
}

// says lists what a queue has to say now.
func says(q *queue) (list []string) {
	for {
		s, _, something := q.next()
		if !something {
			return list
		}
		list = append(list, fmt.Sprintf("%d=%s", s.Envelope.Number, s.Envelope.ID))
	}
}

func same(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}

// TestQueueBelievesNoNonsense: what the other end claims must be possible.
func TestQueueBelievesNoNonsense(t *testing.T) {
	q := emptyQueue(9)
	for i := 1; i <= 4; i++ {
		q.put(toTwo(i))
	}
	q.next()
	q.next()
	if err := q.acknowledge(1); err != nil {
		t.Fatal(err)
	}
	for _, claim := range [][2]uint64{{3, 1}, {2, 3}, {9, 9}} { // received more than said, or less than taken
		if err := q.resume(claim[0], claim[1]); err == nil {
			t.Errorf("it is believed to have received %d and taken %d", claim[0], claim[1])
		}
	}
	if err := q.acknowledge(3); err == nil {
		t.Error("message 3 is acknowledged, and 2 was the last")
	}
}

// TestNewIncarnation: what was for an incarnation that is no more is given up with it, and what is for the one that is here
// stays.
func TestNewIncarnation(t *testing.T) {
	n := still(t)
	p := n.peers[2]
	if isNew, err := p.register(caller{1, "a", named(2)}); !isNew || err != nil {
		t.Fatal(isNew, err)
	}
	p.queue.put(toTwo(1))
	if isNew, err := p.register(caller{2, "b", named(2)}); !isNew || err != nil {
		t.Fatal(isNew, err)
	}
	p.queue.put(toTwo(2))
	if left := n.Abandon(2); len(left) != 1 || left[0].ID != "1.4.1" {
		t.Errorf("%v is given up, want the first message", left)
	}
	same(t, "said to who is here", says(p.queue), "2=1.4.2")
	for _, other := range []caller{{1, "b", named(2)}, {1, "", named(2)}, {2, "a", named(2)}, {durable.MostIncarnations + 1, "c", named(2)}} {
		if _, err := p.register(other); err == nil {
			t.Errorf("incarnation %d is let in as %q, and 2 has been here as b", other.incarnation, other.process)
		}
	}
	if isNew, err := p.register(caller{2, "b", named(2)}); isNew || err != nil {
		t.Errorf("%t, %v: it is the same as before", isNew, err)
	}
}

// TestGreetings: who greets must be who it is, and must hold the same election.
func TestGreetings(t *testing.T) {
	n := still(t)
	good := func() *hello {
		return &hello{Protocol: protocol, Cluster: "test", From: 2, To: 1, Incarnation: 1, Election: n.election}
	}
	try := func(proven impl.ID, change func(*hello)) error {
		h := good()
		change(h)
		_, _, err := n.checkHello(&frame{Hello: h}, proven)
		return err
	}
	if err := try(2, func(*hello) {}); err != nil {
		t.Errorf("refused: %v", err)
	}
	if err, is := try(3, func(*hello) {}).(refusal); !is || !err.isImpostor {
		t.Errorf("3 speaks for 2: %v", err)
	}
	for what, change := range map[string]func(*hello){
		"another cluster":           func(h *hello) { h.Cluster = "other" },
		"another protocol":          func(h *hello) { h.Protocol++ },
		"another election":          func(h *hello) { h.Election += "x" },
		"a call for another":        func(h *hello) { h.To = 3 },
		"an incarnation of nothing": func(h *hello) { h.Incarnation = 0 },
		"oneself":                   func(h *hello) { h.From = 1 },
		"a stranger":                func(h *hello) { h.From = 9 },
		"a name of its own":         func(h *hello) { h.Process = "a\nb" },
	} {
		if err := try(2, change); err == nil {
			t.Errorf("%s is let in", what)
		}
	}
}

// TestSpelling: only one whole message without unknown fields is read.
func TestSpelling(t *testing.T) {
	for text, isRead := range map[string]bool{
		`{"goodbye":true}`: true, `{"pulse":{"elected":1,"term":2}}`: true,
		`{"goodbye":true}{}`: false, `{"farewell":true}`: false, `{"pulse":{"beat":1}}`: false, `{"pulse":{"term":1e99}}`: false, `{`: false, ``: false,
	} {
		if err := parse([]byte(text), new(frame)); (err == nil) != isRead {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestFull: who takes nothing for as long as the sender has patience is cut off, and all that waited is given back.
func TestFull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := still(t)
		n.peers[2].queue.limit = 2
		for i := 1; i <= 2; i++ {
			if err := n.Send(toTwo(i)); err != nil {
				t.Fatal(err)
			}
		}
		err, is := n.Send(toTwo(3)).(*network.CutOff)
		if !is || len(err.Left) != 3 || err.Left[2].ID != "1.4.3" || n.peers[2].queue.length() != 0 {
			t.Errorf("%v: three messages are to be given back, in order", err)
		}
	})
}

// TestHandshakes: of too many guests the one goes who has waited longest.
func TestHandshakes(t *testing.T) {
	var h handshakes
	var ends []net.Conn
	for range maxHandshakes + 2 {
		inside, outside := net.Pipe()
		defer outside.Close()
		defer inside.Close()
		h.begin(inside)
		if ends = append(ends, outside); len(ends) == 1 {
			h.end(inside)
		}
	}
	for i, end := range ends {
		_ = end.SetReadDeadline(time.Unix(1, 0)) // an error if the other end is closed
		if _, err := end.Read(make([]byte, 1)); (err == io.EOF) != (i == 1) {
			t.Errorf("guest %d of %d, of whom the first was let in: %v", i+1, len(ends), err)
		}
	}
}

// TestWhoOnlyAnswersIsHere: a member that cannot call is known by what it answers; an older one is refused.
func TestWhoOnlyAnswersIsHere(t *testing.T) {
	n := still(t)
	p := n.peers[2]
	for range 2 {
		if err := p.answered(&welcome{Incarnation: 3, Store: named(2)}); err != nil {
			t.Fatal(err)
		}
	}
	n.threads.Wait()
	expect(t, n, "2 is back in 3")
	if err := p.answered(&welcome{Incarnation: 3, Store: named(3)}); err == nil {
		t.Error("store 3 answers, and store 2 is known")
	}
	if err := p.answered(&welcome{Incarnation: 2, Store: named(2)}); err == nil {
		t.Error("incarnation 2 answers, and 3 has been here")
	}
}
