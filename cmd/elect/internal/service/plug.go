package service

import (
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"

	"interrex/impl"
	"interrex/impl/discover"
	"interrex/impl/durable"
	"interrex/impl/network"
	"interrex/impl/network/tcp"
)

// A plug is where a node's networks are plugged in: one for each incarnation, all at one address.
type plug struct {
	mu     sync.Mutex
	config tcp.Config // of the networks to come, but for what changes
	first  net.Listener
	at     string
	places map[impl.ID]string
	now    *tcp.Network
	past   tcp.Counters // of the networks before
}

// newPlug listens. An address fd:3 stands for a socket that whoever started the process has opened.
func newPlug(address string, c tcp.Config) (*plug, error) {
	l, err := listen(address)
	if err != nil {
		return nil, err
	}
	c.Known = new(durable.Known)
	return &plug{config: c, first: l, at: l.Addr().String(), places: map[impl.ID]string{}}, nil
}

func listen(address string) (net.Listener, error) {
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

// join is the node's [node.Join]. One who observes has no incarnation, and its number is not told.
func (p *plug) join(incarnation uint64, observing bool) (network.Network, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.retire()
	l := p.first
	if p.first = nil; l == nil {
		var err error
		if l, err = net.Listen("tcp", p.at); err != nil {
			return nil, err
		}
	}
	c := p.config
	c.Incarnation, c.Observing, c.Listener, c.Addresses = max(incarnation, 1), observing, l, p.places
	n, err := tcp.Open(c)
	if err != nil {
		l.Close()
		return nil, err
	}
	p.now = n
	return n, nil
}

// locate says where a member is to be found.
func (p *plug) locate(c discover.Change) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c.ID == p.config.Group.Self {
		return
	}
	p.places[c.ID] = c.Address
	if p.now != nil {
		if err := p.now.Locate(c.ID, c.Address); err != nil {
			p.config.Log.Warn("found, and no member", "error", err)
		}
	}
}

// processes is what all members call themselves, as far as that is known.
func (p *plug) processes() map[impl.ID]string {
	p.mu.Lock()
	defer p.mu.Unlock()
	names := map[impl.ID]string{}
	if p.now != nil {
		names = p.now.Processes()
	}
	names[p.config.Group.Self] = p.config.Process
	return names
}

// counters is the traffic of all incarnations.
func (p *plug) counters() tcp.Counters {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.now == nil {
		return p.past
	}
	return sum(p.past, p.now.Counters())
}

// retire keeps what the last network has counted.
func (p *plug) retire() {
	if p.now != nil {
		p.past = sum(p.past, p.now.Counters())
		p.past.Queued = nil
		p.now = nil
	}
}

func sum(a, b tcp.Counters) tcp.Counters {
	return tcp.Counters{
		Strangers: a.Strangers + b.Strangers, Liars: a.Liars + b.Liars, Misfits: a.Misfits + b.Misfits,
		Malformed: a.Malformed + b.Malformed, Reconnects: a.Reconnects + b.Reconnects, Resent: a.Resent + b.Resent,
		Duplicates: a.Duplicates + b.Duplicates, Dropped: a.Dropped + b.Dropped, CutOff: a.CutOff + b.CutOff,
		Queued: b.Queued,
	}
}

// close lets go of a socket that has not been used.
func (p *plug) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.first != nil {
		p.first.Close()
	}
}
