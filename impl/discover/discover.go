// Package discover finds the addresses of the members of a group: from a list or from DNS.
// What it says is a hint: a process that answers at an address must prove that it is the member.
package discover

import (
	"context"

	"interrex/impl"
)

// A Change is the new address of a member: host:port.
type Change struct {
	ID      impl.ID
	Address string
}

// A Resolver finds members.
type Resolver interface {
	// Watch delivers what is known, and then each change, until the context ends; then the channel is
	// closed. A slow reader gets only the newest.
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
