package tcp

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"interrex/impl"
	"interrex/impl/certs"
	"interrex/impl/durable"
	"interrex/impl/network"
	"interrex/impl/node"
)

// A Member is a node's place in a group, with all that it needs of the machine it is on: its socket, its
// certificate, its storage. It has a network for each incarnation, all at one address.
type Member struct {
	mu      sync.Mutex
	config  Config // of the networks to come, but for what changes
	store   *durable.File
	first   net.Listener // nil: used
	address string
	now     *Network
	all     tally
}

// Join gives a node of o.Config.Self its place in a cluster, and completes the options that package node takes: those of
// [Place.Join] and, if it is empty, Starts, from one heartbeat to ten: without a start there is never a leader. The
// default of Config.Members is ascending. It listens at the node's own address among
// those of the peers, host:port each; no call is taken before the node runs. In the folder are the node's
// certificate, its key and the authority's certificate, as elect certs makes them; the node's storage is made there when
// it is first needed. The folder is the node's own: another node needs another, and a copy of it is never put back.
//
// The Member is closed when the node has ended. The example is a whole service of which one member at a time works.
func Join(folder, cluster string, peers map[impl.ID]string, o *node.Options) (*Member, error) {
	if o == nil {
		return nil, errors.New("no options: an algorithm and a Config.Self are needed")
	}
	m, err := Place{Cluster: cluster, Certs: folder, Data: folder, Listen: peers[o.Config.Self], Addresses: peers}.Join(o)
	if err == nil && o.Starts == (node.Span{}) {
		beat := cmp.Or(o.Heartbeat, 100*time.Millisecond)
		o.Starts = node.Span{Least: beat, Most: 10 * beat}
	}
	return m, err
}

// A Place says where a node is, and where it finds the others.
type Place struct {
	Cluster     string
	Certs, Data string             // folders: of the certificates, and of the storage, which is made when it is first needed
	Listen      string             // host:port, or fd:3 for a socket that the parent process has opened
	Addresses   map[impl.ID]string // host:port of the members
}

// Join completes the Join and the Store of the options and, where they are empty, Config.Members. It listens, and takes
// no call before the node runs.
func (p Place) Join(o *node.Options) (_ *Member, err error) {
	if o.Join != nil || o.Store != nil {
		return nil, errors.New("options with a Join or a Store: Join gives both")
	}
	group, members := o.Config, slices.Sorted(maps.Keys(p.Addresses))
	if group.Members == nil {
		group.Members = members
	}
	if err := group.Validate(); err != nil {
		return nil, err
	}
	if !slices.Equal(slices.Sorted(slices.Values(group.Members)), members) {
		return nil, fmt.Errorf("addresses of the nodes %v: the members are %v, and each has one", members, group.Members)
	}
	m := &Member{config: Config{Cluster: p.Cluster, Algorithm: o.Algorithm, Group: &group, Addresses: p.Addresses, Log: o.Log}}
	defer func() {
		if err != nil {
			err = errors.Join(err, m.Close())
		}
	}()
	c := &m.config
	if c.Identity, err = certs.Load(p.Certs, group.Self); err != nil {
		return nil, err
	}
	if own := (certs.Name{Cluster: p.Cluster, Node: group.Self}); c.Identity.Name != own { // before a store of this cluster is made
		return nil, fmt.Errorf("the certificate is for %v, not for %v; -cluster=%s of elect certs makes one for this cluster", c.Identity.Name, own, p.Cluster)
	}
	c.Identity.Log = o.Log
	if err := durable.MakeFolder(p.Data); err != nil {
		return nil, err
	}
	if m.store, err = durable.Open(filepath.Join(p.Data, fmt.Sprintf("node-%v.db", group.Self)), p.Cluster, group.Self); err != nil {
		return nil, err
	}
	c.Store = m.store.Name()
	if m.first, err = listenAt(p.Listen); err != nil {
		return nil, err
	}
	m.address = m.first.Addr().String()
	if c.Process, err = process(cmp.Or(c.Addresses[group.Self], m.address)); err != nil {
		return nil, err
	}
	o.Join, o.Store, o.Config.Members = m.join, m.store, group.Members
	return m, nil
}

// Close lets go of the storage, and of the socket if the node has never run.
func (m *Member) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.first != nil {
		m.first.Close()
	}
	if m.store == nil {
		return nil
	}
	return m.store.Close()
}

// process names the node's process as the lecture does, by its machine and its PID. The machine is that of the address
// by which the others know the node.
func process(place string) (string, error) {
	host, _, err := net.SplitHostPort(place)
	if err != nil || host == "" || net.ParseIP(host).IsUnspecified() {
		if host, err = os.Hostname(); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%.80s pid %d", host, os.Getpid()), nil
}

func listenAt(address string) (net.Listener, error) {
	number, inherited := strings.CutPrefix(address, "fd:")
	if !inherited {
		return net.Listen("tcp", address)
	}
	fd, err := strconv.Atoi(number)
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(fd), address)
	if f == nil {
		return nil, fmt.Errorf("%s is no socket", address)
	}
	defer f.Close()
	l, err := net.FileListener(f)
	if err != nil {
		return nil, fmt.Errorf("%s is no socket that listens: %w", address, err)
	}
	return l, nil
}

// Address is where the node listens.
func (m *Member) Address() string { return m.address }

// join connects the node to the network of its next incarnation, as package node's Join does.
func (m *Member) join(incarnation uint64) (network.Network, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	l := m.first
	if m.first = nil; l == nil {
		var err error
		if l, err = net.Listen("tcp", m.address); err != nil {
			return nil, err
		}
	}
	c := m.config
	c.Incarnation, c.Listener, c.tally = incarnation, l, &m.all
	m.now = Open(c)
	return m.now, nil
}

// Cluster is the name of the cluster.
func (m *Member) Cluster() string { return m.config.Cluster }

// Expiry is when the node's certificate expires.
func (m *Member) Expiry() time.Time { return m.config.Identity.Expiry() }

// Processes has the names of all members' processes, as far as they are known.
func (m *Member) Processes() map[impl.ID]string {
	m.mu.Lock()
	defer m.mu.Unlock()
	names := map[impl.ID]string{}
	if m.now != nil {
		names = m.now.Processes()
	}
	names[m.config.Group.Self] = m.config.Process
	return names
}

// Counters is the traffic of all incarnations.
func (m *Member) Counters() Counters {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.now == nil {
		return m.all.get()
	}
	return m.now.Counters()
}
