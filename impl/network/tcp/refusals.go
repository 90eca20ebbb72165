package tcp

import (
	"maps"
	"slices"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"interrex/impl/network"
)

// Refusals implements [network.Judged]. Who has refused a call does so until another call is welcome, or its machine
// refuses connections.
func (n *Network) Refusals() (all []network.Refusal) {
	for _, id := range slices.Sorted(maps.Keys(n.peers)) {
		if r := n.peers[id].refusal(); r != nil {
			all = append(all, *r)
		}
	}
	return all
}

func (p *peer) refusal() *network.Refusal {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.refuses
}

// judged takes note of what a call has come to: it was welcome, or refused for a reason, or it says nothing.
func (p *peer) judged(err error) {
	var r *network.Refusal
	switch s, _ := status.FromError(err); s.Code() {
	case codes.OK:
	case codes.FailedPrecondition, codes.PermissionDenied, codes.AlreadyExists:
		r = &network.Refusal{Peer: p.id, Why: s.Message(), Superseded: s.Code() == codes.AlreadyExists}
	default:
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refuses = r
}
