package drive

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"interrex/impl"
	"interrex/impl/network"
)

// A door is a network at which what comes waits until it is let in. A member that is to die inside a step
// sends nothing beyond a number of messages.
type door struct {
	network.Network
	admitted chan network.Arrival // closed: it is dead
	over     chan struct{}

	mu      sync.Mutex
	waiting map[impl.ID][]network.Delivery
	met     map[impl.ID]uint64 // incarnations
	sent    []network.Envelope // in this step
	most    int                // that may leave in this step; 0: all
	news    chan struct{}      // closed when something has come
}

func openDoor(n network.Network) *door {
	d := &door{Network: n, admitted: make(chan network.Arrival, 1), over: make(chan struct{}), waiting: map[impl.ID][]network.Delivery{},
		met: map[impl.ID]uint64{}, news: make(chan struct{})}
	go d.receive()
	return d
}

// receive takes all that comes, until the network is closed.
func (d *door) receive() {
	for {
		select {
		case <-d.over:
			return
		case a := <-d.Network.Arrivals():
			d.mu.Lock()
			switch a := a.(type) {
			case network.Delivery:
				d.waiting[a.Envelope.From] = append(d.waiting[a.Envelope.From], a)
			case network.Returned:
				d.met[a.Peer] = a.Incarnation
			}
			close(d.news)
			d.news = make(chan struct{})
			d.mu.Unlock()
		}
	}
}

var errDead = errors.New("it has died inside the step")

// Send is part of Network.
func (d *door) Send(e network.Envelope) error {
	d.mu.Lock()
	if d.most > 0 && len(d.sent) == d.most {
		d.mu.Unlock()
		return errDead
	}
	d.sent = append(d.sent, e)
	d.mu.Unlock()
	return d.Network.Send(e)
}

// Arrivals is part of Network.
func (d *door) Arrivals() <-chan network.Arrival { return d.admitted }

// Close is part of Network.
func (d *door) Close(goodbye bool) error {
	close(d.over)
	return d.Network.Close(goodbye)
}

// begin begins a step in which so many messages may leave at most, or all.
func (d *door) begin(most int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.sent, d.most = nil, most
}

// left is what has left in the step.
func (d *door) left() []network.Envelope {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.sent
}

// waitingOf is how many messages of another wait.
func (d *door) waitingOf(from impl.ID) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.waiting[from])
}

// until waits until something is so.
func (d *door) until(ctx context.Context, is func() bool) error {
	for {
		d.mu.Lock()
		so, news := is(), d.news
		d.mu.Unlock()
		if so {
			return nil
		}
		select {
		case <-news:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// meets waits until an incarnation of another has been met.
func (d *door) meets(ctx context.Context, peer impl.ID, incarnation uint64) error {
	return d.until(ctx, func() bool { return d.met[peer] == incarnation })
}

// admit lets the first message of another in.
func (d *door) admit(ctx context.Context, from impl.ID) (m impl.Message, err error) {
	err = d.until(ctx, func() bool { return len(d.waiting[from]) > 0 })
	if err != nil {
		return m, err
	}
	d.mu.Lock()
	first := d.waiting[from][0]
	d.waiting[from] = d.waiting[from][1:]
	d.mu.Unlock()
	taken := make(chan struct{})
	acknowledge := first.Taken
	first.Taken = func() {
		acknowledge()
		close(taken)
	}
	d.admitted <- first
	select {
	case <-taken:
	case <-ctx.Done():
		return m, ctx.Err()
	}
	return first.Envelope.Message, nil
}

// waits waits until these messages of another wait at the door, and no other.
func (d *door) waits(ctx context.Context, from impl.ID, spell func(impl.Message) string, want []string) error {
	var got []string
	err := d.until(ctx, func() bool {
		got = nil
		for _, w := range d.waiting[from] {
			got = append(got, spell(w.Envelope.Message))
		}
		return slices.Equal(got, want)
	})
	if err != nil {
		return fmt.Errorf("from P%d there come %v over TCP, and should %v: %w", from, got, want, err)
	}
	return nil
}
