package tcp

import (
	"fmt"
	"net"
	"slices"
	"sync"
	"time"

	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"

	"interrex/impl"
)

// A door is a listener with a bounded number of guests who have not yet proved who they are. When
// there are too many, the one who has waited longest goes: an honest member needs a moment only,
// so that a crowd of others cannot keep it out.
type door struct {
	net.Listener
	net *Network

	mu     sync.Mutex
	guests []*guest        // the longest waiting first
	open   map[*guest]bool // these and those who have been let in; nil: nobody is let in any more
	logged time.Time
	silent int // refusals since then that were not logged
}

// A guest is a connection that waits at the door.
type guest struct {
	net.Conn
	door *door
}

// Accept implements [net.Listener].
func (d *door) Accept() (net.Conn, error) {
	c, err := d.Listener.Accept()
	if err != nil {
		return nil, err
	}
	g := &guest{c, d}
	d.mu.Lock()
	if d.open == nil {
		d.mu.Unlock()
		c.Close()
		return g, nil // to be found out by its handshake
	}
	d.open[g] = true
	d.guests = append(d.guests, g)
	var oldest *guest
	if len(d.guests) > d.net.Limits.Waiting {
		oldest, d.guests = d.guests[0], d.guests[1:]
	}
	d.mu.Unlock()
	if oldest != nil {
		oldest.Conn.Close() // its handshake fails, and is counted there
	}
	return g, nil
}

// leave takes a guest from the door: it has been let in, or turned away.
func (d *door) leave(g *guest) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.guests = slices.DeleteFunc(d.guests, func(other *guest) bool { return other == g })
}

// Close implements [net.Conn].
func (g *guest) Close() error {
	g.door.leave(g)
	g.door.mu.Lock()
	delete(g.door.open, g)
	g.door.mu.Unlock()
	return g.Conn.Close()
}

// shut turns everybody out. The server would wait until all those who say nothing have run out of time.
func (d *door) shut() {
	d.mu.Lock()
	open := d.open
	d.open = nil
	d.mu.Unlock()
	for g := range open {
		g.Conn.Close()
	}
}

// credentials are what a guest must show.
func (d *door) credentials() credentials.TransportCredentials {
	proof := insecure.NewCredentials()
	if d.net.Identity != nil {
		proof = credentials.NewTLS(d.net.Identity.Server(d.welcome))
	}
	return porter{proof, d}
}

func (d *door) welcome(id impl.ID) error {
	if d.net.peers[id] == nil {
		return fmt.Errorf("node %v is none of the others: %v", id, d.net.Group.Others())
	}
	return nil
}

// A porter asks the guests for their credentials, and counts those whom it turns away.
type porter struct {
	credentials.TransportCredentials
	door *door
}

// ServerHandshake implements [credentials.TransportCredentials].
func (p porter) ServerHandshake(c net.Conn) (net.Conn, credentials.AuthInfo, error) {
	conn, info, err := p.TransportCredentials.ServerHandshake(c)
	if g, isGuest := c.(*guest); isGuest {
		p.door.leave(g)
	}
	if err != nil && !p.door.net.isLeaving() {
		p.door.log(c.RemoteAddr(), err)
		p.door.net.counters.strangers.Add(1)
	}
	return conn, info, err
}

// Clone implements [credentials.TransportCredentials].
func (p porter) Clone() credentials.TransportCredentials {
	return porter{p.TransportCredentials.Clone(), p.door}
}

// log speaks of strangers once a second, so that a crowd of them does not fill a disk.
func (d *door) log(from net.Addr, err error) {
	d.mu.Lock()
	now := time.Now()
	quiet := now.Sub(d.logged) < time.Second
	silent := d.silent
	if quiet {
		d.silent++
	} else {
		d.logged, d.silent = now, 0
	}
	d.mu.Unlock()
	if !quiet {
		d.net.Log.Warn("a stranger is refused", "address", from, "error", err, "others", silent)
	}
}
