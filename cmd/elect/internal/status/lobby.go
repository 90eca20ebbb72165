package status

import (
	"net"
	"slices"
	"sync"
)

// A lobby is a listener with a bounded number of guests. When there are too many, the one who came first
// goes: an answer takes a moment only, so that a crowd that asks nothing, or asks slowly, keeps nobody out.
type lobby struct {
	net.Listener
	room int

	mu     sync.Mutex
	guests []*guest // the first who came first
}

type guest struct {
	net.Conn
	lobby *lobby
}

// Accept implements [net.Listener].
func (l *lobby) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	g := &guest{c, l}
	l.mu.Lock()
	l.guests = append(l.guests, g)
	var first *guest
	if len(l.guests) > l.room {
		first, l.guests = l.guests[0], l.guests[1:]
	}
	l.mu.Unlock()
	if first != nil {
		first.Conn.Close()
	}
	return g, nil
}

// Close implements [net.Conn].
func (g *guest) Close() error {
	l := g.lobby
	l.mu.Lock()
	l.guests = slices.DeleteFunc(l.guests, func(other *guest) bool { return other == g })
	l.mu.Unlock()
	return g.Conn.Close()
}
