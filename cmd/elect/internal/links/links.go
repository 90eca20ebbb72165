// Package links provides the ways between nodes on this machine. Each is a proxy that can slow down one direction,
// or hold it back, like a network that loses everything in that direction. Data held back arrives in the end,
// since TCP would then retransmit it.
package links

import (
	"io"
	"net"
	"sync"
	"time"

	"interrex/impl"
)

// A Way is a direction: data from one node to another.
type Way struct{ From, To impl.ID }

// Links are open ways. At first none is cut or slow.
type Links struct {
	mu     sync.Mutex
	cuts   map[Way]chan struct{} // closed when the way is healed
	slow   map[Way]time.Duration
	ends   map[io.Closer]bool
	closed chan struct{}
	wait   sync.WaitGroup
}

// New makes links without ways.
func New() *Links {
	return &Links{cuts: map[Way]chan struct{}{}, slow: map[Way]time.Duration{}, ends: map[io.Closer]bool{}, closed: make(chan struct{})}
}

// Open listens for connections of one node to another, which listens at place, and returns the address to call.
func (l *Links) Open(from, to impl.ID, place string) (string, error) {
	door, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	l.keep(door)
	l.wait.Go(func() {
		for {
			caller, err := door.Accept()
			if err != nil {
				return
			}
			called, err := net.Dial("tcp", place)
			if err != nil {
				caller.Close()
				continue
			}
			l.keep(caller)
			l.keep(called)
			l.wait.Go(func() { l.carry(Way{from, to}, called, caller) })
			l.wait.Go(func() { l.carry(Way{to, from}, caller, called) })
		}
	})
	return door.Addr().String(), nil
}

// carry copies bytes in one direction, while it is not cut.
func (l *Links) carry(way Way, to, from net.Conn) {
	defer l.drop(to)
	defer l.drop(from)
	piece := make([]byte, 4096)
	for {
		n, err := from.Read(piece)
		if err != nil {
			return
		}
		l.hold(way)
		if _, err := to.Write(piece[:n]); err != nil {
			return
		}
	}
}

// hold delays data by the slowness of its way, and then waits while the way is cut.
func (l *Links) hold(way Way) {
	l.mu.Lock()
	cut, slow := l.cuts[way], l.slow[way]
	l.mu.Unlock()
	if slow > 0 {
		timer := time.NewTimer(slow)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-l.closed:
		}
	}
	if cut != nil {
		<-cut
	}
}

// Cut cuts ways.
func (l *Links) Cut(ways ...Way) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, way := range ways {
		if l.cuts[way] == nil {
			l.cuts[way] = make(chan struct{})
		}
	}
}

// Slow delays all data on these ways by that much.
func (l *Links) Slow(by time.Duration, ways ...Way) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, way := range ways {
		l.slow[way] = by
	}
}

// Mend heals cut ways and ends the delay of slow ones.
func (l *Links) Mend(ways ...Way) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, way := range ways {
		if cut := l.cuts[way]; cut != nil {
			close(cut)
		}
		delete(l.cuts, way)
		delete(l.slow, way)
	}
}

// Heal mends all ways.
func (l *Links) Heal() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, cut := range l.cuts {
		close(cut)
	}
	clear(l.cuts)
	clear(l.slow)
}

// keep notes what Close must close.
func (l *Links) keep(c io.Closer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ends[c] = true
	if l.isClosed() {
		c.Close()
	}
}

func (l *Links) drop(c io.Closer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.ends, c)
	c.Close()
}

func (l *Links) isClosed() bool {
	select {
	case <-l.closed:
		return true
	default:
		return false
	}
}

// Close closes all listeners and connections.
func (l *Links) Close() {
	l.mu.Lock()
	close(l.closed)
	for c := range l.ends {
		c.Close()
	}
	l.mu.Unlock()
	l.Heal()
	l.wait.Wait()
}
