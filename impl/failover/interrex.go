package main

import (
	"context"
	"fmt"
	"net"
	"path/filepath"
	"time"

	"interrex/impl"
	"interrex/impl/certs"
	"interrex/impl/detect"
	"interrex/impl/durable"
	"interrex/impl/network"
	"interrex/impl/network/tcp"
	"interrex/impl/node"
)

const cluster = "failover"

// serveElection runs a node of ours as a service would: certificates, and a store that syncs.
func serveElection(algorithm string) func(seat, func(bool, string)) error {
	return func(s seat, tell func(bool, string)) error {
		store, err := durable.Open(filepath.Join(s.folder, fmt.Sprintf("node-%d.db", s.at+1)), cluster, impl.ID(s.at+1))
		if err != nil {
			return err
		}
		s.store, s.known = store.Name(), store.Known()
		o, err := s.options(algorithm)
		if err != nil {
			return err
		}
		o.Store = store
		n, err := node.New(o)
		if err != nil {
			return err
		}
		count := func() int { return n.Statistics().Detector.Mistakes }
		s.mistakes.Store(&count)
		tell(true, o.Config.Self.String())
		watch := n.Watch(context.Background())
		go func() {
			for l := range watch.Changes() {
				if l.Leader == impl.Nobody {
					tell(false, "")
				} else {
					tell(false, l.Leader.String())
				}
			}
		}()
		return n.Run(context.Background())
	}
}

// options are the defaults, with T of raft as long as the others' election timeouts.
func (s seat) options(algorithm string) (node.Options, error) {
	a, err := impl.Find(algorithm)
	if err != nil {
		return node.Options{}, err
	}
	c := impl.Config{Self: impl.ID(s.at + 1), PreVote: true, CheckQuorum: true}
	addresses := map[impl.ID]string{}
	for i, address := range s.addresses {
		c.Members = append(c.Members, impl.ID(i+1))
		addresses[impl.ID(i+1)] = address
	}
	delete(addresses, c.Self)
	identity, err := certs.Load(s.folder, c.Self)
	if err != nil {
		return node.Options{}, err
	}
	o := node.Options{
		Algorithm: a, Config: c, Heartbeat: s.heartbeat, Seed: uint64(c.Self),
		Starts: node.Span{Most: s.timeout()},
		Join: func(incarnation uint64, _ bool) (network.Network, error) {
			l, err := net.Listen("tcp", s.addresses[s.at])
			if err != nil {
				return nil, err
			}
			return tcp.Open(tcp.Config{Cluster: cluster, Incarnation: incarnation, Store: s.store, Known: s.known, Algorithm: a, Group: &c,
				Listener: l, Addresses: addresses, Identity: identity, Limits: tcp.Limits{Greeting: s.greeting}})
		},
	}
	if o.Detector = detect.For(s.heartbeat); s.patience > 0 {
		o.Detector.Least = time.Duration(s.patience) * s.heartbeat
		o.Detector.Most = max(o.Detector.Most, o.Detector.Least)
	}
	if a.Terms {
		o.Timers = map[string]node.Span{"T": {Least: s.timeout(), Most: 2 * s.timeout()}}
	}
	return o, nil
}

// issue makes the certificates of a group.
func issue(folder string, nodes int) error {
	if err := certs.CreateAuthority(folder, cluster); err != nil {
		return err
	}
	for i := range nodes {
		if err := certs.Issue(folder, impl.ID(i+1)); err != nil {
			return err
		}
	}
	return nil
}
