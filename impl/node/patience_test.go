package node_test

import (
	"testing"
	"testing/synctest"
	"time"

	"interrex/impl"
	"interrex/impl/network"
	"interrex/impl/node"
)

// TestNobodyWaitsForTheDead: T of bully waits for an answer from above. Of a process that has ended for
// certain none will come; one that is only suspected is given all of T.
func TestNobodyWaitsForTheDead(t *testing.T) {
	for _, name := range []string{"bully", "bully-recovery"} {
		for seed := range uint64(8) {
			for _, silent := range []bool{false, true} {
				synctest.Test(t, func(t *testing.T) { waitsIf(t, silent, name, seed) })
			}
		}
	}
}

func waitsIf(t *testing.T, silent bool, name string, seed uint64) {
	faults := delays
	faults.Silent = silent
	g := newGroup(t, name, 5, seed, faults)
	defer g.end()
	if leader := g.elects(); leader != 5 {
		t.Fatalf("elected %v", leader)
	}
	g.Net.Pass(5 * time.Second) // all have started
	begun := time.Now()
	g.Crash(5)
	g.elects()
	a, err := impl.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	all := node.DefaultTimers(a, 100*time.Millisecond)["T"].Least
	if waited := time.Since(begun) >= all; waited != silent {
		t.Errorf("%s, silent %t, seed %d: elected after %v, and T is %v", name, silent, seed, time.Since(begun), all)
	}
}

// A halting network of two stands still in each Beat until it is let go. It sends nothing.
type halting struct {
	treadmill
	halts chan struct{}
}

func (h halting) Beat(network.Pulse) { <-h.halts }

// TestNobodyIsSuspectedWhileOneStandsStill: a node that has not run for a while finds what others have
// said meanwhile, and alarms that are long due. It hears before it judges.
func TestNobodyIsSuspectedWhileOneStandsStill(t *testing.T) {
	for _, meanwhile := range []bool{true, false} { // or what was said is handed over only once it runs again
		synctest.Test(t, func(t *testing.T) {
			a, err := impl.Find("bully")
			if err != nil {
				t.Fatal(err)
			}
			h := halting{treadmill{make(chan network.Arrival, 64)}, make(chan struct{})}
			n, err := node.New(node.Options{
				Algorithm: a, Config: impl.Config{Self: 1, Members: []impl.ID{1, 2}},
				Join: func(uint64) (network.Network, error) { return h, nil },
			})
			if err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- n.Run(t.Context()) }()
			h.arrivals <- network.Returned{Peer: 2, Incarnation: 1}
			h.halts <- struct{}{} // the first goes
			for range 30 {        // three times as long as any silence is borne
				<-time.After(100 * time.Millisecond)
				if meanwhile {
					h.arrivals <- network.Beat{From: 2}
				}
			}
			close(h.halts)
			<-time.After(1)
			h.arrivals <- network.Beat{From: 2}
			<-time.After(50 * time.Millisecond)
			if q := n.Statistics(); q.Mistakes != 0 {
				t.Errorf("meanwhile %t: %d mistakes", meanwhile, q.Mistakes)
			}
			n.Close()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
}

// swallowing is a network on which the other member lives, and takes every message without an effect.
type swallowing struct{ treadmill }

func (s swallowing) Beat(network.Pulse) { s.arrivals <- network.Beat{From: 2} }

// TestNobodyWaitsForEver: a ring's member whose message is lost with someone comes back, and calls
// another election. One that calls none of its own accord waits on.
func TestNobodyWaitsForEver(t *testing.T) {
	for _, starts := range []node.Span{{}, {Least: time.Second, Most: 2 * time.Second}} {
		synctest.Test(t, func(t *testing.T) {
			a, err := impl.Find("chang-roberts")
			if err != nil {
				t.Fatal(err)
			}
			var newest uint64
			forAMinute(t, node.Options{
				Algorithm: a, Config: impl.Config{Self: 1, Members: []impl.ID{1, 2}}, Starts: starts,
				Join: func(incarnation uint64) (network.Network, error) {
					newest = incarnation
					s := swallowing{treadmill{make(chan network.Arrival, 8)}}
					s.arrivals <- network.Returned{Peer: 2, Incarnation: 1}
					return s, nil
				},
			})
			if returned := newest > 1; returned != (starts != node.Span{}) {
				t.Errorf("calls every %v: incarnation %d after a minute", starts, newest)
			}
		})
	}
}

// forAMinute lets a node run, and stand, for a minute.
func forAMinute(t *testing.T, o node.Options) {
	t.Helper()
	n, err := node.New(o)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- n.Run(t.Context()) }()
	if err := n.Campaign(t.Context()); err != nil {
		t.Fatal(err)
	}
	<-time.After(time.Minute)
	n.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
