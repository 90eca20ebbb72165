package cluster

import (
	"context"
	"fmt"
	"path/filepath"
	"syscall"

	"interrex/cmd/elect/internal/live"
	"interrex/impl"
)

// openPage opens the page of the cluster, if there is to be one. It reads the traces of the nodes.
func (c *cluster) openPage(ctx context.Context) (err error) {
	s := c.settings
	if s.Page == "" {
		return nil
	}
	if c.trace == "" {
		c.trace = filepath.Join(c.folder, "trace")
	}
	links := map[impl.Topology]string{impl.Complete: "complete", impl.Ring: "ring", impl.BothWays: "both-ways"}[s.Algorithm.Topology]
	config := live.Config{Address: s.Page, Folder: c.trace, N: s.N, Title: fmt.Sprintf("%s: %d nodes", s.Algorithm, s.N), Algorithm: s.Algorithm.Name, Links: links}
	if c.page, err = live.Open(ctx, config, control{ctx, c}); err == nil {
		c.view.tell("watch the cluster at %s", c.page.Link())
	}
	return err
}

// stands notes for the page how a child stands.
func (c *cluster) stands(id impl.ID, alive, paused bool) {
	if c.page != nil {
		c.page.Alive(int(id), alive, paused)
	}
}

// pause stops a child, or lets it go on.
func (c *cluster) pause(k *child, paused bool) error {
	how := syscall.SIGCONT
	if paused {
		how = syscall.SIGSTOP
	}
	if c.children[k.id] == k {
		c.stands(k.id, true, paused)
	}
	return k.signal(how)
}

// A control lets the page act on the cluster, between its events.
type control struct {
	ctx context.Context
	*cluster
}

// Act implements live.Cluster.
func (c control) Act(action string, node int) bool {
	done := make(chan bool, 1)
	do := func() error {
		could, err := c.act(action, impl.ID(node))
		done <- could
		return err
	}
	select {
	case c.due <- do:
		return <-done
	case <-c.ctx.Done():
		return false
	}
}

func (c *cluster) act(action string, id impl.ID) (could bool, err error) {
	k := c.children[id]
	if (k == nil) != (action == live.Start) {
		return false, nil
	}
	c.view.tell("%s node %v, as the page asks", action, id)
	switch action {
	case live.Start:
		return true, c.restart(id)
	case live.Kill:
		return true, k.signal(syscall.SIGKILL)
	}
	return true, c.pause(k, action == live.Pause)
}
