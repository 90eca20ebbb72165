package tcp

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"

	"interrex/impl"
	"interrex/impl/durable"
	"interrex/impl/network"
	"interrex/impl/network/tcp/wire"
)

func named(name int) string { return fmt.Sprintf("%032x", name) }

// still is node 1 of three: all of its network, but that nobody calls and nobody is called.
func still(t testing.TB) *Network {
	t.Helper()
	bully, err := impl.Find("bully")
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Cluster: "test", Incarnation: 4, Store: named(1), Known: new(durable.Known), Algorithm: bully, Group: &impl.Config{Self: 1, Members: []impl.ID{1, 2, 3}}}
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

// envelope is message number i to node 2.
func envelope(i int) network.Envelope {
	return network.Envelope{ID: fmt.Sprintf("1.4.%d", i), From: 1, To: 2, Clock: make([]uint64, 3), Message: impl.Message{Word: "OK"}}
}

// says lists what a queue has to say now.
func says(q *queue, gap chan struct{}) (list []string) {
	for {
		s, something := q.next(gap)
		switch {
		case !something:
			return list
		case s.pulse != nil:
			list = append(list, "pulse")
		case s.goodbye:
			return append(list, "goodbye")
		default:
			list = append(list, fmt.Sprintf("%d=%s", s.number, s.message.ID))
		}
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
	_, gap := q.greet()
	for i := 1; i <= 4; i++ {
		q.put(envelope(i))
	}
	q.next(gap)
	q.next(gap)
	if err := q.acknowledge(1); err != nil {
		t.Fatal(err)
	}
	for _, claim := range [][2]uint64{{0, 0}, {3, 1}, {2, 3}, {9, 9}} { // received less than taken, more than said, ...
		if err := q.resume(gap, claim[0], claim[1]); err == nil {
			t.Errorf("it is believed to have received %d and taken %d", claim[0], claim[1])
		}
	}
	if err := q.acknowledge(3); err == nil {
		t.Error("message 3 is acknowledged, and 2 was the last")
	}
}

// TestOrphans: what was for an incarnation that is no more is given up with it, and what is for the one that is here
// stays.
func TestOrphans(t *testing.T) {
	n := still(t)
	p := n.peers[2]
	if isNew, err := p.meet(caller{1, "a", named(2)}); !isNew || err != nil {
		t.Fatal(isNew, err)
	}
	p.queue.put(envelope(1))
	if isNew, err := p.meet(caller{2, "b", named(2)}); !isNew || err != nil {
		t.Fatal(isNew, err)
	}
	p.queue.put(envelope(2))
	if left := n.Abandon(2); len(left) != 1 || left[0].ID != "1.4.1" {
		t.Errorf("%v is given up, want the first message", left)
	}
	_, gap := p.queue.greet()
	same(t, "said to who is here", says(p.queue, gap), "2=1.4.2")
	for _, other := range []caller{{1, "b", named(2)}, {1, "", named(2)}, {2, "a", named(2)}, {durable.MostIncarnations + 1, "c", named(2)}} {
		if _, err := p.meet(other); err == nil {
			t.Errorf("incarnation %d is let in as %q, and 2 has been here as b", other.incarnation, other.process)
		}
	}
	if isNew, err := p.meet(caller{2, "b", named(2)}); isNew || err != nil {
		t.Errorf("%t, %v: it is the same as before", isNew, err)
	}
}

// TestGreetings: who greets must be who it is, and must hold the same election.
func TestGreetings(t *testing.T) {
	n := still(t)
	good := func() *wire.Hello {
		return &wire.Hello{Protocol: protocol, Cluster: "test", From: 2, To: 1, Incarnation: 1, Election: n.election, First: 1}
	}
	try := func(proven impl.ID, change func(*wire.Hello)) error {
		h := good()
		change(h)
		_, _, err := n.judge(&wire.Saying{Hello: h}, proven)
		return err
	}
	if err := try(2, func(*wire.Hello) {}); err != nil {
		t.Errorf("refused: %v", err)
	}
	if err, is := try(3, func(*wire.Hello) {}).(refusal); !is || !err.lie {
		t.Errorf("3 speaks for 2: %v", err)
	}
	for what, change := range map[string]func(*wire.Hello){
		"another cluster":              func(h *wire.Hello) { h.Cluster = "other" },
		"another protocol":             func(h *wire.Hello) { h.Protocol++ },
		"another election":             func(h *wire.Hello) { h.Election += "x" },
		"a call for another":           func(h *wire.Hello) { h.To = 3 },
		"an incarnation of nothing":    func(h *wire.Hello) { h.Incarnation = 0 },
		"a first message of nothing":   func(h *wire.Hello) { h.First = 0 },
		"a first message out of reach": func(h *wire.Hello) { h.First = 1 << 63 },
		"oneself":                      func(h *wire.Hello) { h.From = 1 },
		"a stranger":                   func(h *wire.Hello) { h.From = 9 },
		"a name of its own":            func(h *wire.Hello) { h.Process = "a\nb" },
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
		if err := (wire.Codec{}).Unmarshal([]byte(text), new(wire.Saying)); (err == nil) != isRead {
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
			if err := n.Send(envelope(i)); err != nil {
				t.Fatal(err)
			}
		}
		err, is := n.Send(envelope(3)).(*network.CutOff)
		if !is || len(err.Left) != 3 || err.Left[2].ID != "1.4.3" || n.peers[2].queue.length() != 0 {
			t.Errorf("%v: three messages are to be given back, in order", err)
		}
		if s, err := newReader(n, nil, nil).greeting(); err == nil { // nor is waited for who says nothing
			t.Errorf("a greeting: %v", s)
		}
	})
}

// TestTheDoor: of too many guests the one goes who has waited longest, and all go when it is shut.
func TestTheDoor(t *testing.T) {
	n := still(t)
	d := &door{Listener: &knocking{}, net: n, open: map[*guest]bool{}}
	for range mostGuests + 1 {
		if _, err := d.Accept(); err != nil {
			t.Fatal(err)
		}
	}
	knocks := d.Listener.(*knocking).made
	open := func(k *knock) bool { return !k.closed }
	if first := slices.IndexFunc(knocks, open); first != 1 || slices.ContainsFunc(knocks[1:], func(k *knock) bool { return k.closed }) {
		t.Errorf("the first that is not turned away is number %d", first)
	}
	d.shut()
	if slices.ContainsFunc(knocks, open) {
		t.Error("not all are turned out")
	}
}

// knocking is a listener at which somebody always knocks, who says nothing.
type knocking struct {
	net.Listener
	made []*knock
}

type knock struct {
	net.Conn
	closed bool
}

func (l *knocking) Accept() (net.Conn, error) {
	k := new(knock)
	l.made = append(l.made, k)
	return k, nil
}

func (k *knock) Close() error {
	k.closed = true
	return nil
}

// TestWhoOnlyAnswersIsHere: a member that cannot call is known by what it answers; an older one is refused.
func TestWhoOnlyAnswersIsHere(t *testing.T) {
	n := still(t)
	p := n.peers[2]
	for range 2 {
		if err := p.greeted(&wire.Welcome{Incarnation: 3, Store: named(2)}); err != nil {
			t.Fatal(err)
		}
	}
	n.threads.Wait()
	expect(t, n, "2 is back in 3")
	if err := p.greeted(&wire.Welcome{Incarnation: 3, Store: named(3)}); err == nil {
		t.Error("store 3 answers, and store 2 is known")
	}
	if err := p.greeted(&wire.Welcome{Incarnation: 2, Store: named(2)}); err == nil {
		t.Error("incarnation 2 answers, and 3 has been here")
	}
}

// TestANameThatIsNotKeptLetsNobodyIn: after a crash another could come under the same id.
func TestANameThatIsNotKeptLetsNobodyIn(t *testing.T) {
	folder := t.TempDir()
	b, err := durable.Open(filepath.Join(folder, "node.db"), "test", 1)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if err := os.Mkdir(filepath.Join(folder, "node.db.new"), 0o700); err != nil { // where names would be written
		t.Fatal(err)
	}
	n := still(t)
	n.Known = b.Known()
	p := n.peers[2]
	if isNew, err := p.meet(caller{1, "a", named(2)}); err == nil || isNew {
		t.Error("it is let in, and its name is nowhere")
	}
	if isNew, err := p.meet(caller{1, "a", named(2)}); err != nil || !isNew { // os.Remove takes an empty folder away, too
		t.Errorf("%t, %v: its name is kept", isNew, err)
	}
}
