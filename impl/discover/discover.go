// Package discover finds the addresses of the members of a group in DNS. An address is a hint: a process that
// answers there must prove that it is the member.
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

// DNS resolves the members' names again and again. A name is host:port, with A or AAAA records of the host, or the
// name of an SRV record, which includes a port.
type DNS struct {
	Names  map[impl.ID]string
	Lookup Lookup // nil: the machine's resolver
	Log    *slog.Logger
}

// every is the interval between two lookups of a name, and the limit of one.
const every = 5 * time.Second

// Lookup is what DNS needs of a [net.Resolver].
type Lookup interface {
	// LookupHost finds the addresses of a host.
	LookupHost(ctx context.Context, host string) ([]string, error)

	// LookupSRV finds the records of a service; with the first two empty, of a name as it stands.
	LookupSRV(ctx context.Context, service, proto, name string) (string, []*net.SRV, error)
}

// Watch calls found with each new address, host:port, until the context ends. A member keeps its address while
// it is among the answers, or while there are no answers.
func (d DNS) Watch(ctx context.Context, found func(id impl.ID, address string)) {
	if d.Lookup == nil {
		d.Lookup = net.DefaultResolver
	}
	again := time.NewTicker(every)
	defer again.Stop()
	places := map[impl.ID]string{}
	for {
		for _, id := range slices.Sorted(maps.Keys(d.Names)) {
			limited, cancel := context.WithTimeout(ctx, every)
			all, err := d.find(limited, d.Names[id])
			cancel()
			switch {
			case ctx.Err() != nil:
				return
			case err != nil:
				d.Log.Warn("cannot find the address of a member", "node", int(id), "error", err)
			case !slices.Contains(all, places[id]):
				places[id] = all[0]
				found(id, all[0])
			}
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			return
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
		return nil, fmt.Errorf("%s: no address found", name)
	}
	return found, nil
}
