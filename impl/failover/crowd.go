package main

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"interrex/impl"
	"interrex/impl/durable"
	"interrex/impl/network"
	"interrex/impl/network/memory"
	"interrex/impl/node"
)

// crowds are groups of ours of which all nodes share one process: what a node takes beside what a
// process takes anyway.
func crowds() []system {
	return []system{
		{"in memory", 0, serveCrowd(true)},
		{"over TCP, mTLS", 0, serveCrowd(false)},
	}
}

// serveCrowd runs raft at all the addresses, and tells of a leader once all agree.
func serveCrowd(inMemory bool) func(seat, func(bool, string)) error {
	return func(s seat, tell func(bool, string)) error {
		var all []impl.ID
		for i := range s.addresses {
			all = append(all, impl.ID(i+1))
		}
		shared := memory.New(1, all, memory.Faults{})
		ended := make(chan error, len(all))
		var nodes []*node.Node
		for i := range s.addresses {
			s := s
			s.at, s.greeting = i, patience // thousands of handshakes at once take their time
			store := new(durable.Memory)
			s.store = store.Name()
			o, err := s.options("raft")
			if err != nil {
				return err
			}
			o.Store = store
			if inMemory {
				o.Join = func(incarnation uint64, observing bool) (network.Network, error) {
					return shared.Join(o.Config.Self, incarnation, observing)
				}
			}
			n, err := node.New(o)
			if err != nil {
				return err
			}
			nodes = append(nodes, n)
			go func() { ended <- n.Run(context.Background()) }()
		}
		tell(true, "crowd")
		for {
			select {
			case err := <-ended:
				return fmt.Errorf("a node of the crowd has ended: %w", err)
			case <-time.After(s.heartbeat):
			}
			if leader := agreed(nodes); leader != impl.Nobody {
				debug.FreeOSMemory() // what dialling took
				tell(false, leader.String())
			}
		}
	}
}

func agreed(nodes []*node.Node) impl.ID {
	leader := nodes[0].Leader().Leader
	for _, n := range nodes {
		if n.Leader().Leader != leader {
			return impl.Nobody
		}
	}
	return leader
}
