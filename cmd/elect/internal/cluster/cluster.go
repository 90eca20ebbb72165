package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"interrex/cmd/elect/internal/links"
	"interrex/impl"
	"interrex/impl/certs"
)

// name is what the cluster is called in its certificates.
const name = "development"

// patience is how long a child may take to end when it is told to.
const patience = 5 * time.Second

// A Console is where a cluster is shown, and which program its nodes are.
type Console struct {
	Program string
	Env     []string // moreover, of the nodes
	Out     io.Writer
	Err     io.Writer
}

// A cluster is a group of children.
type cluster struct {
	settings *Settings
	console  Console
	folder   string
	places   []*place   // of node 1, 2, ...
	ways     [][]string // by which each of them calls each
	children map[impl.ID]*child
	away     map[impl.ID]time.Duration // that a child, when it has ended, is to be
	links    *links.Links
	events   chan event
	due      chan func() error // it is time for
	view     *view
	wait     sync.WaitGroup
}

// An Outcome is what a run has come to. Times are counted from when faults may begin.
type Outcome struct {
	Dead   []impl.ID // whose last incarnation did not end well: they are dead, or had to be killed
	Agreed []Agreement
	Lasted time.Duration // until they were told to end
}

// An Agreement is a time in which all that lived took one that lived for the leader, and it did so too.
type Agreement struct {
	Leader   impl.ID
	From, To time.Duration
}

// Run runs a cluster until ctx or its time is over, and leaves nothing behind but what was asked for.
func Run(ctx context.Context, s *Settings, console Console) (out *Outcome, err error) {
	c := &cluster{settings: s, console: console, folder: s.Folder, children: map[impl.ID]*child{}, away: map[impl.ID]time.Duration{},
		links: links.New(), events: make(chan event), due: make(chan func() error)}
	defer c.links.Close()
	if s.Folder == "" {
		if c.folder, err = os.MkdirTemp("", "elect-"); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(c.folder)) }()
	}
	if err := c.prepare(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	if s.Duration > 0 {
		ctx, cancel = context.WithTimeout(ctx, s.Duration)
	}
	defer func() {
		cancel()
		dead := c.end()
		if out != nil {
			out.Dead = dead
		}
	}()
	if err := c.startAll(); err != nil {
		return nil, err
	}
	begun := time.Now()
	for _, f := range s.Faults {
		c.after(ctx, f.At, func() error { return c.strike(ctx, f) })
	}
	if err := c.follow(ctx); err != nil {
		return nil, err
	}
	return &Outcome{Agreed: c.view.history(begun), Lasted: time.Since(begun)}, nil
}

func (c *cluster) prepare() error {
	var ids []impl.ID
	for i := range c.settings.N {
		ids = append(ids, impl.ID(i+1))
	}
	if err := os.MkdirAll(c.folder, 0o700); err != nil {
		return err
	}
	c.view = newView(c.settings, c.folder, c.console.Out)
	certify := Certify
	if c.settings.Folder == "" {
		certify = certs.Passing // nobody would use its key again, but who finds it
	}
	return certify(filepath.Join(c.folder, "certs"), name, ids)
}

// startAll takes all addresses before the first child begins to call the others.
func (c *cluster) startAll() error {
	var sockets []*net.TCPListener
	defer func() {
		for _, l := range sockets {
			l.Close()
		}
	}()
	for range c.settings.N {
		p, err := take()
		if err != nil {
			return err
		}
		c.places = append(c.places, p)
		l, err := p.listen()
		if err != nil {
			return err
		}
		sockets = append(sockets, l)
	}
	if err := c.openWays(); err != nil {
		return err
	}
	for i, l := range sockets {
		k, err := c.start(impl.ID(i+1), l)
		if err != nil {
			return err
		}
		c.begun(k)
	}
	return nil
}

// openWays opens the ways between all children, if anything is to befall them.
func (c *cluster) openWays() error {
	var addresses []string
	for _, p := range c.places {
		addresses = append(addresses, p.address.String())
	}
	for i := range addresses {
		c.ways = append(c.ways, slices.Clone(addresses))
		for j, at := range addresses {
			if i == j || len(c.settings.Faults) == 0 {
				continue
			}
			var err error
			if c.ways[i][j], err = c.links.Open(impl.ID(i+1), impl.ID(j+1), at); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *cluster) begun(k *child) {
	c.children[k.id] = k
	c.view.begun(k.id, k.process.Process.Pid)
}

// follow shows what happens, until it is over.
func (c *cluster) follow(ctx context.Context) error {
	for {
		c.view.show()
		select {
		case e := <-c.events:
			if err := c.take(ctx, e); err != nil {
				return err
			}
		case do := <-c.due:
			if err := do(); err != nil {
				return err
			}
		case <-ctx.Done():
			return nil
		}
	}
}

// take takes note of an event. A child that ends of itself, and not by a signal, has found something
// wrong, and the rest would be no cluster.
func (c *cluster) take(ctx context.Context, e event) error {
	if e.status != nil {
		c.view.said(e.id, e.status)
		return nil
	}
	c.view.ended(e.id, e.how)
	delete(c.children, e.id)
	if strings.HasPrefix(e.how, "exit status") {
		return fmt.Errorf("node %v has ended, %s: %s", e.id, e.how, c.lastWords(e.id))
	}
	away, again := c.away[e.id]
	if delete(c.away, e.id); !again {
		away, again = c.settings.Restart, c.settings.Restart > 0
	}
	if again {
		c.after(ctx, away, func() error { return c.restart(e.id) })
	}
	return nil
}

// restart starts a child where it was before.
func (c *cluster) restart(id impl.ID) error {
	l, err := c.places[id-1].listen()
	if err != nil {
		return err
	}
	k, err := c.start(id, l)
	if err != nil {
		return err
	}
	c.begun(k)
	return nil
}

// end tells all children to end, makes those end that do not, and names those that did not end well.
func (c *cluster) end() (dead []impl.ID) {
	over := make(chan struct{})
	go func() {
		for {
			select {
			case <-c.events:
			case <-over:
				return
			}
		}
	}()
	c.relieve()
	for _, id := range slices.Sorted(maps.Keys(c.children)) {
		c.children[id].life.Close()
	}
	limit := time.NewTimer(patience)
	defer limit.Stop()
	for i := range c.settings.N {
		k := c.children[impl.ID(i+1)]
		if k == nil {
			dead = append(dead, impl.ID(i+1))
			continue
		}
		select {
		case <-k.ended:
		case <-limit.C:
			limit.Reset(0)
			_ = k.process.Process.Kill()
			<-k.ended
		}
		if !k.process.ProcessState.Success() {
			dead = append(dead, k.id)
		}
	}
	c.wait.Wait()
	close(over)
	for _, p := range c.places {
		_ = p.leave()
	}
	return dead
}
