package cluster

import (
	"context"
	"net"
	"sync"

	"interrex/impl"
)

// A way is a direction: data from one node to another.
type way struct{ from, to impl.ID }

// links are proxies between nodes on this machine. Each can hold back one direction, like a network that loses everything in
// that direction. Data held back arrives in the end, since TCP would then retransmit it.
type links struct {
	ctx  context.Context // ends all listeners and connections
	end  context.CancelFunc
	wait sync.WaitGroup

	mu   sync.Mutex
	cuts map[way]chan struct{} // closed when the way is healed
}

func newLinks() *links {
	l := &links{cuts: map[way]chan struct{}{}}
	l.ctx, l.end = context.WithCancel(context.Background())
	return l
}

// open listens for connections of one node to another, which listens at place, and returns the address to call.
func (l *links) open(w way, place string) (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	context.AfterFunc(l.ctx, func() { listener.Close() })
	l.wait.Go(func() {
		for {
			caller, err := listener.Accept()
			if err != nil {
				return
			}
			called, err := net.Dial("tcp", place)
			if err != nil {
				caller.Close()
				continue
			}
			l.join(w, caller, called)
		}
	})
	return listener.Addr().String(), nil
}

// join copies bytes both ways between a caller and the one that it has called.
func (l *links) join(w way, caller, called net.Conn) {
	l.wait.Go(func() { l.carry(w, called, caller) })
	l.wait.Go(func() { l.carry(way{w.to, w.from}, caller, called) })
}

// carry copies bytes in one direction, while it is not cut.
func (l *links) carry(w way, to, from net.Conn) {
	defer to.Close()
	defer from.Close()
	defer context.AfterFunc(l.ctx, func() { from.Close() })()
	piece := make([]byte, 4096)
	for {
		n, err := from.Read(piece)
		if err != nil {
			return
		}
		l.mu.Lock()
		cut := l.cuts[w]
		l.mu.Unlock()
		if cut != nil {
			select {
			case <-cut:
			case <-l.ctx.Done():
			}
		}
		if _, err := to.Write(piece[:n]); err != nil {
			return
		}
	}
}

// cut cuts ways.
func (l *links) cut(ways ...way) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, w := range ways {
		if l.cuts[w] == nil {
			l.cuts[w] = make(chan struct{})
		}
	}
}

// heal heals cut ways.
func (l *links) heal(ways ...way) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, w := range ways {
		if cut := l.cuts[w]; cut != nil {
			close(cut)
		}
		delete(l.cuts, w)
	}
}

// healAll heals all ways.
func (l *links) healAll() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, cut := range l.cuts {
		close(cut)
	}
	clear(l.cuts)
}

// close closes all listeners and connections.
func (l *links) close() {
	l.end()
	l.wait.Wait()
}
