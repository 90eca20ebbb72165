// Package discover finds out where the members of a group are to be found: from a list, from DNS or
// by gossip. What it says is a hint: who answers at an address must prove to be the member.
package discover

import (
	"context"

	"interrex/impl"
)

// A Change says where a member is to be found from now on: host:port.
type Change struct {
	ID      impl.ID
	Address string
}

// A Resolver finds members.
type Resolver interface {
	// Watch tells what is known, and then what changes, until the context ends: then the channel is
	// closed. A reader who is slow is told the newest only.
	Watch(context.Context) <-chan Change
}

// Static is a list of addresses that do not change.
type Static map[impl.ID]string

// Watch implements Resolver.
func (s Static) Watch(ctx context.Context) <-chan Change {
	b := emptyBoard()
	for id, address := range s {
		b.put(id, address)
	}
	return b.watch(ctx)
}
