package discover_test

import (
	"context"
	"errors"
	"net"
	"testing"
	"time"

	"go.uber.org/goleak"

	"interrex/impl"
	"interrex/impl/discover"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

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
