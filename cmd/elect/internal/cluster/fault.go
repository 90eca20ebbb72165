package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	"interrex/cmd/elect/internal/links"
	"interrex/impl"
)

// A Kind is what a fault does.
type Kind int

const (
	Kill Kind = iota // kill -9, and a restart afterwards
	Stop             // SIGSTOP, and SIGCONT afterwards
	Cut              // what goes by some ways is held back
	Slow             // what goes by some ways takes longer
)

// A Fault befalls a cluster at a time, and for a time.
type Fault struct {
	At, For time.Duration
	Kind    Kind
	Node    impl.ID       // Kill, Stop
	Ways    []links.Way   // Cut, Slow
	By      time.Duration // Slow
}

// String says what is befalling whom.
func (f Fault) String() string {
	switch f.Kind {
	case Kill:
		return fmt.Sprintf("node %v is killed, for %v", f.Node, f.For)
	case Stop:
		return fmt.Sprintf("node %v is stopped, for %v", f.Node, f.For)
	}
	var ways []string
	for _, w := range f.Ways {
		ways = append(ways, fmt.Sprintf("%v to %v", w.From, w.To))
	}
	if list := strings.Join(ways, ", "); f.Kind == Cut {
		return fmt.Sprintf("nothing goes from %s, for %v", list, f.For)
	} else {
		return fmt.Sprintf("all takes %v from %s, for %v", f.By, list, f.For)
	}
}

// after does something when so much time has passed, if it is not all over by then.
func (c *cluster) after(ctx context.Context, d time.Duration, do func() error) {
	c.wait.Go(func() {
		timer := time.NewTimer(d)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
			return
		}
		select {
		case c.due <- do:
		case <-ctx.Done():
		}
	})
}

// strike lets a fault befall the cluster. Whom it finds dead it leaves alone.
func (c *cluster) strike(ctx context.Context, f Fault) error {
	k := c.children[f.Node]
	if k == nil && (f.Kind == Kill || f.Kind == Stop) {
		return nil
	}
	c.view.tell("%v", f)
	switch f.Kind {
	case Kill:
		c.away[f.Node] = f.For
		return k.signal(syscall.SIGKILL)
	case Stop:
		c.after(ctx, f.For, func() error { return k.signal(syscall.SIGCONT) })
		return k.signal(syscall.SIGSTOP)
	case Cut:
		c.links.Cut(f.Ways...)
	case Slow:
		c.links.Slow(f.By, f.Ways...)
	}
	c.after(ctx, f.For, func() error {
		c.links.Mend(f.Ways...)
		return nil
	})
	return nil
}

// signal tells a child something, if it still lives. How one that does not has ended is an event to come.
func (k *child) signal(s syscall.Signal) error {
	if err := k.process.Process.Signal(s); !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return nil
}

// relieve ends all faults.
func (c *cluster) relieve() {
	c.links.Heal()
	for _, k := range c.children {
		_ = k.signal(syscall.SIGCONT)
	}
}
