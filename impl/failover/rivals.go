package main

import (
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/raft"
	boltdb "github.com/hashicorp/raft-boltdb/v2"
	"go.etcd.io/etcd/server/v3/embed"
	"go.uber.org/zap"
)

// serveEtcd runs a member of etcd, with its defaults, without clients.
func serveEtcd(s seat, tell func(bool, string)) error {
	c := embed.NewConfig()
	name := func(at int) string { return fmt.Sprintf("node-%d", at+1) }
	c.Name, c.Dir = name(s.at), filepath.Join(s.folder, name(s.at))
	var group []string
	for i, address := range s.addresses {
		group = append(group, fmt.Sprintf("%s=http://%s", name(i), address))
	}
	c.InitialCluster = strings.Join(group, ",")
	own := []url.URL{{Scheme: "http", Host: s.addresses[s.at]}}
	clients := []url.URL{{Scheme: "http", Host: "127.0.0.1:0"}}
	c.ListenPeerUrls, c.AdvertisePeerUrls = own, own
	c.ListenClientUrls, c.AdvertiseClientUrls = clients, clients
	c.TickMs, c.ElectionMs = uint(s.heartbeat.Milliseconds()), uint(s.timeout().Milliseconds())
	c.ZapLoggerBuilder = embed.NewZapLoggerBuilder(zap.NewNop())
	e, err := embed.StartEtcd(c)
	if err != nil {
		return err
	}
	tell(true, e.Server.MemberID().String())
	for {
		changed := e.Server.LeaderChangedNotify()
		if leader := e.Server.Leader(); leader != 0 {
			tell(false, leader.String())
		} else {
			tell(false, "")
		}
		select {
		case <-changed:
		case err := <-e.Err():
			return err
		}
	}
}

// serveHashicorp runs a node of hashicorp/raft: TCP transport, log and votes in raft-boltdb, which syncs, and
// an empty state machine.
func serveHashicorp(s seat, tell func(bool, string)) error {
	c := raft.DefaultConfig()
	c.LocalID = raft.ServerID(fmt.Sprint(s.at + 1))
	c.HeartbeatTimeout, c.ElectionTimeout, c.LeaderLeaseTimeout = s.timeout(), s.timeout(), s.timeout()/2
	c.Logger = hclog.NewNullLogger()
	store, err := boltdb.NewBoltStore(filepath.Join(s.folder, fmt.Sprintf("node-%d.db", s.at+1)))
	if err != nil {
		return err
	}
	transport, err := raft.NewTCPTransport(s.addresses[s.at], nil, 3, 10*time.Second, io.Discard)
	if err != nil {
		return err
	}
	snapshots := raft.NewInmemSnapshotStore()
	known, err := raft.HasExistingState(store, store, snapshots)
	if err != nil {
		return err
	}
	r, err := raft.NewRaft(c, idleMachine{}, store, store, snapshots, transport)
	if err != nil {
		return err
	}
	tell(true, string(c.LocalID))
	changes := make(chan raft.Observation, 64)
	r.RegisterObserver(raft.NewObserver(changes, true, func(o *raft.Observation) bool {
		_, is := o.Data.(raft.LeaderObservation)
		return is
	}))
	if !known {
		var group raft.Configuration
		for i, address := range s.addresses {
			group.Servers = append(group.Servers, raft.Server{ID: raft.ServerID(fmt.Sprint(i + 1)), Address: raft.ServerAddress(address)})
		}
		if err := r.BootstrapCluster(group).Error(); err != nil {
			return err
		}
	}
	for o := range changes {
		if l, is := o.Data.(raft.LeaderObservation); is {
			tell(false, string(l.LeaderID))
		}
	}
	return nil
}

// An idleMachine is a replicated state machine without a state.
type idleMachine struct{}

func (idleMachine) Apply(*raft.Log) any                  { return nil }
func (idleMachine) Snapshot() (raft.FSMSnapshot, error)  { return idleMachine{}, nil }
func (idleMachine) Restore(snapshot io.ReadCloser) error { return snapshot.Close() }
func (idleMachine) Persist(sink raft.SnapshotSink) error { return sink.Close() }
func (idleMachine) Release()                             {}
