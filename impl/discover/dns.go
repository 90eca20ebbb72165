package discover

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"interrex/impl"
)

// DNS asks for the members' names again and again. A name is host:port, of which the host has A or
// AAAA records, or the name of a SRV record, which has a port of its own.
type DNS struct {
	Names  map[impl.ID]string
	Every  time.Duration // how often; 0: every 5 s
	Lookup Lookup        // nil: the machine's resolver
	Log    *slog.Logger  // nil: silent
}

// Lookup is what DNS needs of a [net.Resolver].
type Lookup interface {
	// LookupHost finds the addresses of a host.
	LookupHost(ctx context.Context, host string) ([]string, error)

	// LookupSRV finds the records of a service; with the first two empty, of a name as it stands.
	LookupSRV(ctx context.Context, service, proto, name string) (string, []*net.SRV, error)
}

// Watch implements Resolver.
func (d DNS) Watch(ctx context.Context) <-chan Change {
	if d.Every == 0 {
		d.Every = 5 * time.Second
	}
	if d.Lookup == nil {
		d.Lookup = net.DefaultResolver
	}
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	b := emptyBoard()
	go func() {
		for again := time.NewTicker(d.Every); ; {
			d.ask(ctx, b)
			select {
			case <-again.C:
			case <-ctx.Done():
				again.Stop()
				return
			}
		}
	}()
	return b.watch(ctx)
}

// ask asks for each name once. What cannot be found stays where it was.
func (d DNS) ask(ctx context.Context, b *board) {
	for _, id := range slices.Sorted(maps.Keys(d.Names)) {
		limited, cancel := context.WithTimeout(ctx, d.Every)
		found, err := d.find(limited, d.Names[id])
		cancel()
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			d.Log.Warn("a member's address is not found", "node", int(id), "error", err)
		} else if !slices.Contains(found, b.get(id)) {
			b.put(id, found[0])
		}
	}
}

// find lists the addresses of a name: of SRV records in their order, else sorted.
func (d DNS) find(ctx context.Context, name string) (found []string, err error) {
	host, port, err := net.SplitHostPort(name)
	if err == nil {
		hosts, err := d.Lookup.LookupHost(ctx, host)
		if err != nil {
			return nil, err
		}
		for _, h := range hosts {
			found = append(found, net.JoinHostPort(h, port))
		}
		slices.Sort(found)
	} else {
		_, records, err := d.Lookup.LookupSRV(ctx, "", "", name)
		if err != nil {
			return nil, err
		}
		for _, r := range records {
			found = append(found, net.JoinHostPort(strings.TrimSuffix(r.Target, "."), strconv.Itoa(int(r.Port))))
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%s: there is no address", name)
	}
	return found, nil
}
