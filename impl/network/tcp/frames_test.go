package tcp

import (
	"encoding/json"
	"testing"

	"interrex/impl/network"
)

// FuzzFrame: each frame of node 3 is refused, or is safe for a step and comes from node 3.
func FuzzFrame(f *testing.F) {
	n := still(f)
	to := n.peers[3]
	for _, s := range []frame{
		{Hello: to.hello()},
		{Pulse: &network.Pulse{Elected: 3, Term: 1}},
		{Goodbye: true},
		{Envelope: &envelope{1, "3.1.1", []uint64{0, 0, 1}, "ELECTION", []int{3}}},
	} {
		data, err := json.Marshal(s)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var s frame
		if parse(data, &s) != nil {
			return
		}
		if p, h, err := n.checkHello(&s, 3); err == nil && (p.id != 3 || h.To != 1) {
			t.Errorf("the greeting %v is welcome", h)
		}
		_, a, err := n.decode(3, 1, &s)
		if err != nil {
			return
		}
		switch a := a.(type) {
		case network.Delivery:
			if a.Envelope.From != 3 || a.Envelope.To != 1 || n.Algorithm.Check(n.Group, a.Envelope.Message) != nil {
				t.Errorf("%+v is heard", a.Envelope)
			}
			n.Algorithm.Spell(n.Group, a.Envelope.Message)
		case network.Beat:
			if a.From != 3 || a.Pulse.Term < 0 {
				t.Errorf("%+v is heard", a)
			}
		case network.Gone:
			if a.Peer != 3 || !a.Goodbye {
				t.Errorf("%+v is heard", a)
			}
		default:
			t.Errorf("%+v is heard", a)
		}
	})
}

// FuzzQueue plays a queue against a twin that keeps every message ever put, through streams that
// break at any moment: what the other end receives is each message once, in order, but for those
// that were given up.
func FuzzQueue(f *testing.F) {
	f.Add([]byte{0, 0, 1, 2, 0, 3, 1, 1, 2, 4, 0, 1, 2})
	f.Fuzz(func(t *testing.T, acts []byte) {
		q := emptyQueue(8)
		var put, lost int          // how many messages were put, and given up
		var received, taken uint64 // at the other end, in numbers
		arrived := 0
		for _, act := range acts {
			switch act % 5 {
			case 0:
				if q.put(network.Envelope{Clock: []uint64{uint64(put + 1)}}) {
					put++
				} else if q.length() != 8 {
					t.Fatalf("a queue of %d is full", q.length())
				}
			case 1: // something is said, and heard
				s, _, something := q.next()
				if !something {
					break
				}
				if e := s.Envelope; e.Number <= received || e.Clock[0] != e.Number {
					t.Fatalf("number %d is message %v, after %d", e.Number, e.Clock, received)
				}
				received = s.Envelope.Number
				arrived++
			case 2: // something is taken
				taken = max(taken, (taken+received+1)/2)
				if err := q.acknowledge(taken); err != nil {
					t.Fatal(err)
				}
			case 3: // a stream begins
				if err := q.resume(received, min(taken, received)); err != nil {
					t.Fatal(err)
				}
			case 4: // all that is held is given up
				lost += len(q.abandon())
			}
		}
		if arrived+lost+q.length() < put {
			t.Fatalf("of %d messages %d arrived, %d were given up and %d are held", put, arrived, lost, q.length())
		}
	})
}
