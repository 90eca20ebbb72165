package discover_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"testing"
	"time"

	"go.uber.org/goleak"

	"interrex/impl"
	"interrex/impl/discover"
)

// memberlist's Shutdown does not wait for a probe or an exchange that is under way; they end by themselves,
// when their time is up.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/hashicorp/memberlist.(*Memberlist).triggerFunc"))
}

func within(t *testing.T) (context.Context, context.CancelFunc) {
	return context.WithTimeout(t.Context(), time.Minute)
}

func expect(t *testing.T, changes <-chan discover.Change, want ...discover.Change) {
	t.Helper()
	for _, w := range want {
		if got := <-changes; got != w {
			t.Fatalf("%v, want %v", got, w)
		}
	}
}

// drain waits for the end of a watch.
func drain(changes <-chan discover.Change) {
	for range changes {
	}
}

func TestStatic(t *testing.T) {
	ctx, cancel := within(t)
	changes := discover.Static{3: "c:1", 1: "a:1", 2: "b:1"}.Watch(ctx)
	expect(t, changes, discover.Change{ID: 1, Address: "a:1"}, discover.Change{ID: 2, Address: "b:1"}, discover.Change{ID: 3, Address: "c:1"})
	cancel()
	drain(changes)
}

// zone is a name server whose hosts change each time they are asked for.
type zone map[string][][]string

func (z zone) LookupHost(_ context.Context, host string) ([]string, error) {
	answers := z[host]
	if len(answers) == 0 {
		return nil, errors.New("no such host")
	}
	if len(answers) > 1 {
		z[host] = answers[1:]
	}
	return answers[0], nil
}

func (zone) LookupSRV(_ context.Context, _, _, name string) (string, []*net.SRV, error) {
	return name, []*net.SRV{{Target: "host." + name + ".", Port: 7002}}, nil
}

func TestDNS(t *testing.T) {
	ctx, cancel := within(t)
	// An address is kept as long as it is among the answers, and when there are none.
	z := zone{"one.test": {{"10.0.0.2", "10.0.0.1"}, {"10.0.0.1", "10.0.0.0"}, {"10.0.0.3"}, {}, {"::1"}}}
	changes := discover.DNS{Names: map[impl.ID]string{1: "one.test:7001", 2: "two.test", 3: "three.test:7003"},
		Every: time.Millisecond, Lookup: z}.Watch(ctx)
	seen := map[impl.ID]string{}
	for seen[1] != "[::1]:7001" || seen[2] == "" { // a slow reader may miss some
		c := <-changes
		if c.ID == 1 && c.Address == "10.0.0.0:7001" || c.ID == 3 {
			t.Errorf("%v", c)
		}
		seen[c.ID] = c.Address
	}
	if seen[2] != "host.two.test:7002" {
		t.Error(seen)
	}
	cancel()
	drain(changes)
}

// member joins the gossip of 1, 2 and 3, and leaves it when the test ends.
func member(t *testing.T, c discover.GossipConfig) *discover.Gossip {
	t.Helper()
	c.Members, c.Address = []impl.ID{1, 2, 3}, fmt.Sprintf("host:%d", c.Self)
	g, err := discover.JoinGossip(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.Close() })
	return g
}

// hears waits until g has heard of so many others, each at its address.
func hears(ctx context.Context, t *testing.T, g *discover.Gossip, others int) {
	t.Helper()
	ctx, stop := context.WithCancel(ctx)
	changes := g.Watch(ctx)
	seen := map[impl.ID]string{}
	for len(seen) < others {
		c, open := <-changes
		if !open {
			t.Fatalf("only %v are found", seen)
		}
		if c.Address != fmt.Sprintf("host:%d", c.ID) || c.ID == 4 {
			t.Error(c)
		}
		seen[c.ID] = c.Address
	}
	stop()
	drain(changes)
}

const anywhere = "127.0.0.1:0"

func TestGossip(t *testing.T) {
	ctx, cancel := within(t)
	defer cancel()
	key := []byte("0123456789abcdef")
	one := member(t, discover.GossipConfig{Self: 1, Bind: anywhere, Key: key})
	member(t, discover.GossipConfig{Self: 3, Bind: anywhere, Key: []byte("fedcba9876543210"), Seeds: []string{one.Bound()}}) // a stranger
	member(t, discover.GossipConfig{Self: 4, Bind: anywhere, Key: key, Seeds: []string{one.Bound()}})                        // no member
	two := member(t, discover.GossipConfig{Self: 2, Bind: anywhere, Key: key, Seeds: []string{one.Bound()}})
	three := member(t, discover.GossipConfig{Self: 3, Bind: anywhere, Key: key, Seeds: []string{two.Bound()}})
	for _, g := range []*discover.Gossip{one, two, three} {
		hears(ctx, t, g, 2)
	}
	if _, err := discover.JoinGossip(discover.GossipConfig{Self: 1, Bind: anywhere}); err == nil {
		t.Error("it gossips without a key")
	}
}

// Two have met before the seed of one of them answers. They must not be content with one another.
func TestIslandsOfGossip(t *testing.T) {
	ctx, cancel := within(t)
	defer cancel()
	key := []byte("0123456789abcdef")
	silent, err := net.Listen("tcp", anywhere) // keeps the place of 1 until 1 is there
	if err != nil {
		t.Fatal(err)
	}
	place := silent.Addr().String()
	two := member(t, discover.GossipConfig{Self: 2, Bind: anywhere, Key: key, Seeds: []string{place}})
	three := member(t, discover.GossipConfig{Self: 3, Bind: anywhere, Key: key, Seeds: []string{two.Bound()}})
	hears(ctx, t, two, 1)
	silent.Close()
	one := member(t, discover.GossipConfig{Self: 1, Bind: place, Key: key})
	for _, g := range []*discover.Gossip{one, two, three} {
		hears(ctx, t, g, 2)
	}
}
