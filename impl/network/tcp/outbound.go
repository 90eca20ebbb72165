package tcp

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"net"
	"os"
	"syscall"
	"time"
)

// dialLimit is how long a connection may take.
const dialLimit = 2 * time.Second

// call keeps a connection to the peer open. One that breaks is opened again at once if it had been of any use.
func (p *peer) call() {
	defer close(p.done)
	var wait backoff
	var lastError string
	limit := greetingLimit
	for opened := 0; p.net.ctx.Err() == nil; {
		begun := time.Now()
		out, err := p.connect(limit)
		if err != nil {
			if p.net.running.Err() != nil {
				return
			}
			if errors.Is(err, errLate) {
				limit = min(2*limit, maxGreetingLimit)
			}
			if text := err.Error(); text != lastError {
				lastError = text
				p.net.Log.Warn("cannot connect", "node", int(p.id), "error", text)
			}
		} else {
			limit, lastError = greetingLimit, ""
			if opened++; opened > 1 {
				p.net.tally.add(&p.net.tally.Reconnects, 1)
			}
			if err = out.run(); err == nil {
				return
			}
			if out.progress || time.Since(begun) > maxBackoff {
				wait = 0
			}
		}
		if errors.As(err, new(malformed)) {
			p.net.tally.add(&p.net.tally.Malformed, 1)
		}
		if p.pause(wait.next()) {
			wait = 0
		}
	}
}

// pause waits, until a call has a chance, and reports whether it has one early: the peer has called itself, or its
// connection has ended.
func (p *peer) pause(wait time.Duration) (early bool) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-p.retry:
		return true
	case <-timer.C:
	case <-p.net.running.Done():
	}
	return false
}

// An outbound is a connection on which the peer has welcomed this node.
type outbound struct {
	*lines
	peer     *peer
	close    context.CancelFunc // ends it at once, even if a write waits for the peer
	progress bool               // something has been taken; to be read when run is over
}

var errLate = errors.New("no answer to the greeting in time")

// connect dials, and greets within a limit.
func (p *peer) connect(limit time.Duration) (*outbound, error) {
	d := net.Dialer{Timeout: dialLimit}
	conn, err := d.DialContext(p.net.ctx, "tcp", p.address)
	if err != nil {
		if errors.Is(err, syscall.ECONNREFUSED) {
			p.refused()
		}
		return nil, err
	}
	ctx, cancel := context.WithCancel(p.net.ctx)
	context.AfterFunc(ctx, func() { conn.Close() })
	o := &outbound{lines: newLines(tls.Client(conn, p.net.Identity.Client(p.id))), peer: p, close: cancel}
	if err = o.greet(limit); err != nil {
		o.close()
		if errors.Is(err, os.ErrDeadlineExceeded) {
			err = errLate
		}
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.out = o
	return o, nil
}

func (o *outbound) greet(limit time.Duration) error {
	p, end := o.peer, time.Now().Add(limit)
	if err := o.SetDeadline(end); err != nil {
		return err
	}
	if err := o.write(frame{Hello: p.hello()}); err != nil { // after the handshake
		return err
	}
	var r reply
	if err := o.read(&r, time.Until(end)); err != nil {
		return err
	}
	if r.Refusal != nil {
		return *r.Refusal
	}
	if r.Welcome == nil || r.Welcome.Incarnation == 0 {
		return malformed{errors.New("its first answer is not a welcome")}
	}
	if err := p.answered(r.Welcome); err != nil {
		return err
	}
	return cmp.Or(p.queue.resume(r.Welcome.Received, r.Welcome.Taken), o.SetDeadline(time.Time{}))
}

// run sends until the connection breaks, or until its goodbye, which is no error.
func (o *outbound) run() error {
	answered := make(chan error, 1)
	o.peer.net.threads.Go(func() {
		answered <- o.receive()
		o.close() // send may wait for the peer
	})
	defer o.close()
	return o.send(answered)
}

// receive takes the replies until the connection ends.
func (o *outbound) receive() error {
	for {
		var r reply
		if err := o.read(&r, silent); err != nil {
			return err
		}
		if r.Welcome != nil || r.Refusal != nil {
			return malformed{errors.New("a second answer to the greeting")}
		}
		if r.Taken > 0 {
			if err := o.peer.queue.acknowledge(r.Taken); err != nil {
				return err
			}
			o.progress = true
		}
	}
}

// send sends the queue, and signs of life, until the connection breaks or the goodbye is sent.
func (o *outbound) send(answered <-chan error) error {
	q, t := o.peer.queue, o.peer.net.tally
	tick := time.NewTicker(alive)
	defer tick.Stop()
	for {
		f, again, something := q.next()
		if !something {
			select {
			case <-q.wake:
				continue
			case <-tick.C: // an empty frame is a sign of life
			case err := <-answered:
				return err
			}
		}
		if again {
			t.add(&t.Resent, 1)
		}
		if err := o.write(f); err != nil {
			o.close()
			return errors.Join(err, <-answered)
		}
		if f.Goodbye { // it has arrived when the peer closes the connection
			<-answered
			return nil
		}
	}
}

func (p *peer) hello() *hello {
	return &hello{
		Protocol:    protocol,
		Cluster:     p.net.Cluster,
		From:        p.net.Group.Self,
		To:          p.id,
		Incarnation: p.net.Incarnation,
		Election:    p.net.election,
		Process:     p.net.Process,
		Store:       p.net.Store,
	}
}
