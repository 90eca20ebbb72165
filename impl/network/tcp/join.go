package tcp

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"interrex/impl"
	"interrex/impl/certs"
	"interrex/impl/durable"
	"interrex/impl/node"
)

// A Member is a node's place in a group, with all that it needs of the machine it is on: its socket, its
// certificate, its storage.
type Member struct {
	*Plug
	store *durable.Bolt
}

// Join gives a node of o.Config.Self its place in a cluster, and completes the options that package node takes:
// Join, Store and, where they are empty, Config.Members, in ascending order, and Starts, from one heartbeat to ten:
// without a start there is never a leader. It listens at the node's own address among
// those of the peers, host:port each; no call is taken before the node runs. In the folder are the node's
// certificate, its key and the authority's certificate, as elect certs makes them; the node's storage is made there when
// it is first needed. The folder is the node's own: another node needs another, and a copy of it is never put back.
//
// The Member is closed when the node has ended. The whole of a service of which one instance at a time works:
//
//	type work func(context.Context, *node.Node, func() (fence.Token, error)) error
//
//	// serve is a service of which one member works at a time.
//	func serve(ctx context.Context, folder string, self impl.ID, peers map[impl.ID]string, work work) error {
//		raft, err := impl.Find("raft")
//		if err != nil {
//			return err
//		}
//		o := node.Options{Algorithm: raft, Config: impl.Config{Self: self, PreVote: true, CheckQuorum: true}}
//		member, err := tcp.Join(folder, "shop", peers, &o) // completes o
//		if err != nil {
//			return err
//		}
//		defer member.Close()
//		n, err := node.New(o)
//		if err != nil {
//			return err
//		}
//		led := make(chan error, 1)
//		go func() {
//			led <- n.Lead(ctx, func(ctx context.Context, token func() (fence.Token, error)) error {
//				return work(ctx, n, token) // until ctx ends, which it does with the leadership
//			})
//		}()
//		return cmp.Or(n.Run(ctx), <-led)
//	}
func Join(folder, cluster string, peers map[impl.ID]string, o *node.Options) (_ *Member, err error) {
	if o == nil {
		return nil, errors.New("no options: an algorithm and a Config.Self are needed")
	}
	if o.Join != nil || o.Store != nil {
		return nil, errors.New("options with a Join or a Store: Join gives both")
	}
	members := slices.Sorted(maps.Keys(peers))
	group := o.Config
	if group.Members == nil {
		group.Members = members
	}
	if err := group.Validate(); err != nil {
		return nil, err
	}
	if !slices.Equal(slices.Sorted(slices.Values(group.Members)), members) {
		return nil, fmt.Errorf("addresses of the nodes %v: the members are %v, and each has one", members, group.Members)
	}
	c := Config{Cluster: cluster, Algorithm: o.Algorithm, Group: &group, Addresses: peers, Log: o.Log}
	if c.Identity, err = certs.Load(folder, group.Self); err != nil {
		return nil, err
	}
	c.Identity.Log = o.Log
	store, err := durable.Open(filepath.Join(folder, fmt.Sprintf("node-%v.db", group.Self)), cluster, group.Self)
	if err != nil {
		return nil, err
	}
	c.Store, c.Known = store.Name(), store.Known()
	plug, err := NewPlug(peers[group.Self], c)
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	m := &Member{plug, store}
	if err := plug.validate(); err != nil {
		return nil, errors.Join(err, m.Close())
	}
	o.Config, o.Join, o.Store = group, plug.Join, store
	if o.Starts == (node.Span{}) {
		beat := cmp.Or(o.Heartbeat, 100*time.Millisecond)
		o.Starts = node.Span{Least: beat, Most: 10 * beat}
	}
	return m, nil
}

// validate reports what every network of the plug would refuse.
func (p *Plug) validate() error {
	c := p.config
	c.Incarnation, c.Listener = 1, p.first
	return c.Validate()
}

// Close lets go of the storage, and of the socket if the node has never run.
func (m *Member) Close() error {
	m.Plug.Close()
	return m.store.Close()
}
