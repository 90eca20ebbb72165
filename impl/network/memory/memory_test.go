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
	end, err := net.Join(id, incarnation, false)
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
			net.Partition(members)
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

// TestCrash: what the dead have sent arrives, what was on its way to them can be had back, and those
// who come again get none of it.
func TestCrash(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		net := memory.New(1, members, delays)
		one, two := join(t, net, 1, 1), join(t, net, 2, 1)
		for count := range 3 {
			if err := one.Send(letter(1, 2, count)); err != nil {
				t.Fatal(err)
			}
			if err := two.Send(letter(2, 1, count)); err != nil {
				t.Fatal(err)
			}
		}
		net.Crash(2)
		if err := two.Send(letter(2, 1, 9)); err == nil {
			t.Error("the dead send")
		}
		if err := one.Send(letter(1, 2, 3)); err != nil {
			t.Error(err)
		}
		net.Pass(time.Second)
		got, news := drain(one)
		if len(got[2]) != 3 || !slices.Equal(news, []string{"network.Returned{2 1}", "network.Gone{2 false}"}) {
			t.Errorf("%v, %v", got, news)
		}
		two = join(t, net, 2, 2)
		if err := one.Send(letter(1, 2, 4)); err != nil {
			t.Error(err)
		}
		net.Pass(time.Second)
		if got, news := drain(two); !slices.Equal(got[1], []string{"1.1.4"}) || !slices.Equal(news, []string{"network.Returned{1 1}"}) {
			t.Errorf("%v, %v", got, news)
		}
		if back := one.Abandon(2); len(back) != 4 || back[0].ID != "1.1.0" || back[3].ID != "1.1.3" {
			t.Errorf("abandoned: %v", back)
		}
		if _, news := drain(one); !slices.Equal(news, []string{"network.Returned{2 2}"}) {
			t.Errorf("%v", news)
		}
	})
}

// TestPause: who is stopped gets nothing and sends nothing, and loses nothing.
func TestPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		net := memory.New(1, members, delays)
		one, two := join(t, net, 1, 1), join(t, net, 2, 1)
		net.Pass(time.Second)
		drain(one)
		drain(two)
		net.Pause(2)
		done := make(chan error, 1)
		go func() { done <- two.Send(letter(2, 1, 1)) }()
		if err := one.Send(letter(1, 2, 1)); err != nil {
			t.Fatal(err)
		}
		net.Pass(time.Hour)
		if len(done) != 0 {
			t.Error("it sends while it is stopped")
		}
		if got, _ := drain(two); len(got) != 0 {
			t.Errorf("it gets %v while it is stopped", got)
		}
		net.Resume(2)
		net.Pass(time.Second)
		if err := <-done; err != nil {
			t.Error(err)
		}
		to, _ := drain(two)
		from, _ := drain(one)
		if len(to[1]) != 1 || len(from[2]) != 1 {
			t.Errorf("%v, %v", to, from)
		}
	})
}

// TestFaults: messages are lost and doubled as often as is asked for, and heartbeats too.
func TestFaults(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		net := memory.New(1, members, memory.Faults{Loss: 0.5, Duplication: 0.5, BeatLoss: 0.5})
		one, two := join(t, net, 1, 1), join(t, net, 2, 1)
		for count := range 1000 {
			if err := one.Send(letter(1, 2, count)); err != nil {
				t.Fatal(err)
			}
			one.Beat(network.Pulse{})
		}
		net.Pass(time.Second)
		got, news := drain(two)
		kinds := slices.Compact(slices.Clone(got[1]))
		between := func(what string, n, least, most int) {
			if n < least || n > most { // ten standard deviations either way
				t.Errorf("%d %s, want about %d", n, what, (least+most)/2)
			}
		}
		between("messages", len(kinds), 340, 660)
		between("doubles", len(got[1])-len(kinds), 140, 360)
		between("heartbeats", len(news)-1, 340, 660)
	})
}

// TestObserver: an observer hears, and is not heard of.
func TestObserver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		net := memory.New(1, members, delays)
		one := join(t, net, 1, 1)
		two, err := net.Join(2, 0, true)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := net.Join(2, 1, false); err == nil {
			t.Error("it is there twice")
		}
		if _, err := net.Join(9, 1, false); err == nil {
			t.Error("a stranger is there")
		}
		one.Beat(network.Pulse{Elected: 1, Term: 3})
		two.Beat(network.Pulse{})
		if err := two.Send(letter(2, 1, 1)); err == nil {
			t.Error("an observer sends")
		}
		net.Pass(time.Second)
		if _, news := drain(two); !slices.Equal(news, []string{"network.Beat{1 {1 3}}"}) {
			t.Errorf("%v", news)
		}
		if got, news := drain(one); len(got)+len(news) != 0 {
			t.Errorf("%v, %v", got, news)
		}
		if err := two.Close(true); err != nil {
			t.Error(err)
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
