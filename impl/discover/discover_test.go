package discover_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"interrex/impl"
	"interrex/impl/discover"
)

// zone is a name server that gives its answers for a host one after the other, and repeats the last.
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

// TestDNS: an address is kept as long as it is among the answers, and when there are none.
func TestDNS(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		z := zone{"one.test": {{"10.0.0.2", "10.0.0.1"}, {"10.0.0.1", "10.0.0.0"}, {"10.0.0.3"}, {}, {"::1"}}}
		var got []string
		discover.DNS{Names: map[impl.ID]string{1: "one.test:7001", 2: "two.test", 3: "three.test:7003"}, Lookup: z, Log: slog.New(slog.DiscardHandler)}.
			Watch(ctx, func(id impl.ID, address string) { got = append(got, fmt.Sprint(id, " ", address)) })
		want := []string{"1 10.0.0.1:7001", "2 host.two.test:7002", "1 10.0.0.3:7001", "1 [::1]:7001"}
		if !slices.Equal(got, want) {
			t.Errorf("found %q, want %q", got, want)
		}
	})
}
