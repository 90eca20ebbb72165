package memory_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"interrex/impl"
	"interrex/impl/network"
	"interrex/impl/network/memory"
)

var (
	members = []impl.ID{1, 2, 3}
	delays  = memory.Faults{Least: time.Millisecond, Most: 30 * time.Millisecond}
)

func join(t *testing.T, net *memory.Network, id impl.ID, incarnation uint64) network.Network {
	t.Helper()
	end, err := net.Join(id, incarnation)
	if err != nil {
		t.Fatal(err)
	}
	return end
}

func letter(from, to impl.ID, count int) network.Envelope {
	return network.Envelope{ID: fmt.Sprintf("%d.1.%d", from, count), From: from, To: to}
}

// drain takes what has come so far: the messages by their sender, and the rest printed.
func drain(end network.Network) (messages map[impl.ID][]string, news []string) {
	messages = map[impl.ID][]string{}
	for {
		select {
		case a, open := <-end.Arrivals():
			if !open {
				return messages, append(news, "off")
			}
			switch a := a.(type) {
			case network.Delivery:
				messages[a.Envelope.From] = append(messages[a.Envelope.From], a.Envelope.ID)
				a.Taken()
			default:
				news = append(news, fmt.Sprintf("%T%v", a, a))
			}
		default:
			return messages, news
		}
	}
}

// TestOnceAndInOrder: through cuts and pauses at random every message comes once, in the order of
// its channel.
func TestOnceAndInOrder(t *testing.T) {
	for seed := range uint64(20) {
		synctest.Test(t, func(t *testing.T) {
			lots := rand.New(rand.NewPCG(seed, 0))
			net := memory.New(seed, members, delays)
			ends := map[impl.ID]network.Network{}
			for _, id := range members {
				ends[id] = join(t, net, id, 1)
			}
			sent := map[[2]impl.ID][]string{}
			for count := range 200 {
				from, to := members[lots.IntN(3)], members[lots.IntN(3)]
				switch {
				case from == to:
					net.Pass(time.Duration(lots.IntN(20)) * time.Millisecond)
				case lots.IntN(10) == 0:
					net.Cut(from, to)
				case lots.IntN(5) == 0:
					net.Heal(from, to)
				default:
					e := letter(from, to, count)
					if err := ends[from].Send(e); err != nil {
						t.Fatal(err)
					}
					sent[[2]impl.ID{from, to}] = append(sent[[2]impl.ID{from, to}], e.ID)
				}
			}
			for _, from := range members {
				for _, to := range members {
					net.Heal(from, to)
				}
			}
			net.Pass(time.Second)
			for _, to := range members {
				got, _ := drain(ends[to])
				for _, from := range members {
					if want := sent[[2]impl.ID{from, to}]; !slices.Equal(got[from], want) {
						t.Errorf("seed %d, from %d to %d: %v, want %v", seed, from, to, got[from], want)
					}
				}
				for _, from := range members {
					if from != to && len(ends[from].Abandon(to)) > 0 {
						t.Errorf("seed %d: what %d has taken is still to be acknowledged", seed, to)
					}
				}
			}
		})
	}
}

// TestFaults: heartbeats are lost as often as is asked for, and no message is.
func TestFaults(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		net := memory.New(1, members, memory.Faults{BeatLoss: 0.5})
		one, two := join(t, net, 1, 1), join(t, net, 2, 1)
		for count := range 1000 {
			if err := one.Send(letter(1, 2, count)); err != nil {
				t.Fatal(err)
			}
			one.Beat(network.Pulse{})
		}
		net.Pass(time.Second)
		got, news := drain(two)
		if beats := len(news) - 1; len(got[1]) != 1000 || beats < 340 || beats > 660 { // ten standard deviations either way
			t.Errorf("%d messages and %d heartbeats, want 1000 and about 500", len(got[1]), beats)
		}
	})
}

// TestLimit: a queue is bounded.
func TestLimit(t *testing.T) {
	net := memory.New(1, members, delays)
	one := join(t, net, 1, 1)
	for count := range memory.Limit {
		if err := one.Send(letter(1, 2, count)); err != nil {
			t.Fatal(err)
		}
	}
	var off *network.CutOff
	if err := one.Send(letter(1, 2, memory.Limit)); !errors.As(err, &off) || off.Peer != 2 || len(off.Left) != memory.Limit+1 {
		t.Fatalf("the queue is bounded, and what was in it is given back: %v", err)
	}
	if left := one.Abandon(2); len(left) != 0 {
		t.Errorf("%d messages are kept for one who is cut off", len(left))
	}
}
