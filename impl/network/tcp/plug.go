package tcp

import (
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"

	"interrex/impl"
	"interrex/impl/certs"
	"interrex/impl/durable"
	"interrex/impl/network"
)

// A Plug holds a node's networks, one for each incarnation, all at one address.
type Plug struct {
	mu      sync.Mutex
	config  Config // of the networks to come, but for what changes
	first   net.Listener
	address string
	now     *Network
	all     counters
}

// NewPlug listens. The address fd:3 is a socket that the parent process has opened. The plug sets Incarnation
// and Listener of the config. Without a Process, the name is machine and PID; the machine is that of
// the node's own entry in Addresses, by which the others know it, or else that of the address.
func NewPlug(address string, c Config) (*Plug, error) {
	if c.Group == nil {
		return nil, errors.New("a plug needs a group")
	}
	l, err := listenAt(address)
	if err != nil {
		return nil, err
	}
	p := &Plug{config: c, first: l, address: l.Addr().String()}
	p.config.Addresses = map[impl.ID]string{}
	maps.Copy(p.config.Addresses, c.Addresses)
	if c.Known == nil {
		p.config.Known = new(durable.Known)
	}
	if c.Process == "" {
		own := p.address
		if known := c.Addresses[c.Group.Self]; known != "" {
			own = known
		}
		if p.config.Process, err = process(own); err != nil {
			l.Close()
			return nil, err
		}
	}
	return p, nil
}

// process names the node's process as the lecture does, by its machine and its PID.
func process(place string) (string, error) {
	host, _, err := net.SplitHostPort(place)
	if ip := net.ParseIP(host); err != nil || ip == nil || ip.IsUnspecified() {
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

// Address is where the plug listens.
func (p *Plug) Address() string { return p.address }

// Join connects the node to the network of its next incarnation, as package node's Join does.
func (p *Plug) Join(incarnation uint64) (network.Network, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	l := p.first
	if p.first = nil; l == nil {
		var err error
		if l, err = net.Listen("tcp", p.address); err != nil {
			return nil, err
		}
	}
	c := p.config
	c.Incarnation, c.Listener, c.counters = incarnation, l, &p.all
	p.now = nil
	n, err := Open(c)
	if err != nil {
		l.Close()
		return nil, err
	}
	p.now = n
	return n, nil
}

// Locate sets the address of a member from now on, in this incarnation and later ones.
func (p *Plug) Locate(id impl.ID, address string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if id == p.config.Group.Self {
		return nil
	}
	if p.config.Group.Place(id) < 0 {
		return fmt.Errorf("an address of node %v: the others are %v", id, p.config.Group.Others())
	}
	p.config.Addresses[id] = address
	if p.now != nil {
		return p.now.Locate(id, address)
	}
	return nil
}

// Cluster is the name of the cluster.
func (p *Plug) Cluster() string { return p.config.Cluster }

// Expiry is when the certificates that the node shows and trusts expire.
func (p *Plug) Expiry() certs.Expiry { return p.config.Identity.Expiry() }

// Processes has the names of all members' processes, as far as they are known.
func (p *Plug) Processes() map[impl.ID]string {
	p.mu.Lock()
	defer p.mu.Unlock()
	names := map[impl.ID]string{}
	if p.now != nil {
		names = p.now.Processes()
	}
	names[p.config.Group.Self] = p.config.Process
	return names
}

// Counters is the traffic of all incarnations.
func (p *Plug) Counters() Counters {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.now == nil {
		return p.all.sum()
	}
	return p.now.Counters()
}

// Close closes a socket that has not been used. The callers of Join close their networks.
func (p *Plug) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.first != nil {
		p.first.Close()
	}
}
