package main

import (
	"context"
	"time"

	"interrex/impl"
	"interrex/impl/detect"
	"interrex/impl/network/tcp"
	"interrex/impl/node"
)

const cluster = "failover"

// serveElection runs our node as a service would: with certificates and a synced store. T of raft is as long
// as the others' election timeouts.
func serveElection(algorithm string) func(seat, func(bool, string)) error {
	return func(s seat, tell func(bool, string)) error {
		a, err := impl.Find(algorithm)
		if err != nil {
			return err
		}
		o := node.Options{Algorithm: a, Config: impl.Config{Self: impl.ID(s.at + 1), PreVote: true, CheckQuorum: true},
			Heartbeat: s.heartbeat, Seed: uint64(s.at + 1), Starts: node.Span{Most: s.timeout()}, Detector: detect.For(s.heartbeat)}
		if s.patience > 0 {
			o.Detector.Least = time.Duration(s.patience) * s.heartbeat
			o.Detector.Most = max(o.Detector.Most, o.Detector.Least)
		}
		if a.Terms {
			o.Timers = map[string]node.Span{"T": {Least: s.timeout(), Most: 2 * s.timeout()}}
		}
		peers := map[impl.ID]string{}
		for i, address := range s.addresses {
			peers[impl.ID(i+1)] = address
		}
		if _, err := tcp.Join(s.folder, cluster, peers, &o); err != nil {
			return err
		}
		n, err := node.New(o)
		if err != nil {
			return err
		}
		tell(true, o.Config.Self.String())
		watch := n.Watch(context.Background())
		go func() {
			for l := range watch {
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
