package service

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"path/filepath"
	"sync"

	"interrex/cmd/elect/internal/control"
	"interrex/cmd/elect/internal/settings"
	"interrex/impl"
	"interrex/impl/certs"
	"interrex/impl/discover"
	"interrex/impl/durable"
	"interrex/impl/network/tcp"
	"interrex/impl/node"
	"interrex/impl/node/status"
	"interrex/traces"
)

// A Service is a node with its surroundings.
type Service struct {
	settings *settings.Settings
	log      *slog.Logger
	group    *impl.Config
	node     *node.Node
	network  tcp.Config
	store    durable.Store
	plug     *tcp.Plug
	source   *status.Source
	server   *status.Server
	control  *control.Server
	closers  []func() error // called in reverse order
}

// Open prepares everything that can fail before the node runs.
func Open(s *settings.Settings, log *slog.Logger) (_ *Service, err error) {
	v := &Service{settings: s, log: log.With("node", int(s.ID))}
	defer func() {
		if err != nil {
			err = errors.Join(err, v.close())
		}
	}()
	v.group = &impl.Config{Self: s.ID, Members: s.Members, Loads: s.Loads, PreVote: s.PreVote, CheckQuorum: s.Quorum}
	for _, prepare := range []func() error{v.open, v.join, v.prepare, v.serve, v.listen} {
		if err := prepare(); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// join prepares the network.
func (v *Service) join() (err error) {
	s, c := v.settings, &v.network
	c.Cluster, c.Algorithm, c.Group, c.Log = s.Cluster, s.Algorithm, v.group, v.log
	if c.Identity, err = certs.Load(s.Certs, s.ID); err != nil {
		return settings.InFile(fmt.Errorf("-certs=%s: %w", s.Certs, err))
	}
	c.Identity.Log = v.log
	if own := c.Identity.Name.Cluster; own != s.Cluster {
		return settings.InFile(fmt.Errorf("-certs=%s: the certificate is of cluster %q; -cluster=%s, not -cluster=%s, names it", s.Certs, own, own, s.Cluster))
	}
	if s.Discover == "static" {
		c.Addresses = s.Peers
	}
	if v.plug, err = tcp.NewPlug(s.Listen, *c); err != nil {
		return fmt.Errorf("-listen=%s: %w", s.Listen, err)
	}
	v.after(func() error { v.plug.Close(); return nil })
	return nil
}

// prepare makes the node.
func (v *Service) prepare() (err error) {
	s := v.settings
	seed := s.Seed
	if seed == 0 {
		seed = rand.Uint64()
	}
	v.source = &status.Source{Network: v.plug}
	if host, _, err := net.SplitHostPort(s.Peers[s.ID]); err == nil {
		v.source.Names = []string{host}
	}
	o := node.Options{Algorithm: s.Algorithm, Config: *v.group, Join: v.plug.Join, Store: v.store,
		Heartbeat: s.Heartbeat, Timers: s.Timers, Starts: s.Starts,
		Refused: s.Refused, Run: s.Run, Log: v.log, Seed: seed}
	if s.Trace != "" {
		o.Trace = func(h *traces.Header) (*traces.Writer, error) { return traces.Open(s.Trace, h) }
	}
	v.node, err = node.New(o)
	v.source.Node = v.node
	return err
}

// open opens the storage. A node without a folder has no store name, and remembers those of the others only while
// it runs.
func (v *Service) open() error {
	s := v.settings
	v.network.Known = new(durable.Known)
	if s.Data == "" {
		v.store = new(durable.Clocked)
		return nil
	}
	if err := durable.MakeFolder(s.Data); err != nil {
		return settings.InFile(err)
	}
	store, err := durable.Open(filepath.Join(s.Data, fmt.Sprintf("node-%v.db", s.ID)), s.Cluster, s.ID)
	if err != nil {
		return settings.InFile(err)
	}
	v.after(store.Close)
	v.store, v.network.Store, v.network.Known = store, store.Name(), store.Known()
	return nil
}

// serve prepares the HTTP server for status.
func (v *Service) serve() (err error) {
	if v.settings.HTTP == "" {
		return nil
	}
	if v.server, err = status.Listen(v.settings.HTTP, v.source, v.log); err != nil {
		return fmt.Errorf("-http=%s: %w", v.settings.HTTP, err)
	}
	v.after(v.server.Close)
	return nil
}

// listen prepares the control socket.
func (v *Service) listen() (err error) {
	path := v.settings.Control
	if path == "" {
		return nil
	}
	v.control, err = control.Listen(path, control.Routes(control.Orders{Node: v.node, WeakTokens: v.settings.WeakTokens, Known: v.network.Known}), v.log)
	switch {
	case errors.Is(err, control.ErrTooLong) && v.settings.Usual:
		v.log.Warn("no control socket: the path is too long; -control=PATH sets a shorter one", "path", path, "error", err)
		return nil
	case err != nil:
		return settings.InFile(fmt.Errorf("-control=%s: %w", path, err))
	}
	v.source.Control = path
	v.after(v.control.Close)
	return nil
}

func (v *Service) after(f func() error) { v.closers = append(v.closers, f) }

func (v *Service) close() error {
	var all error
	for i := len(v.closers) - 1; i >= 0; i-- {
		all = errors.Join(all, v.closers[i]())
	}
	return all
}

// Run runs the node until ctx is done. Then the node says goodbye, which is a resignation. Status lines go to out.
func (v *Service) Run(ctx context.Context, out io.Writer) error {
	inner, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var wait sync.WaitGroup
	if s := v.settings; s.Discover == "dns" {
		wait.Go(func() { discover.DNS{Names: s.Peers, Log: v.log}.Watch(inner, v.locate) })
	}
	if v.server != nil {
		wait.Go(v.server.Serve)
	}
	if v.control != nil {
		wait.Go(v.control.Serve)
	}
	wait.Go(func() { Teller{v.settings, v.source, out}.Tell(inner) })
	v.log.Info("begins", "algorithm", v.settings.Algorithm.Name, "listens", v.plug.Address())
	wait.Go(func() { remind(inner, v.source, v.log) })
	v.disclaim()
	err := v.node.Run(ctx)
	cancel()
	err = errors.Join(err, v.close())
	wait.Wait()
	v.log.Info("has ended")
	return err
}

// locate records where a member was found.
func (v *Service) locate(id impl.ID, address string) {
	if err := v.plug.Locate(id, address); err != nil {
		v.log.Warn("discovery found an address of an unknown member", "error", err)
	}
}

// disclaim logs once what the election does not promise.
func (v *Service) disclaim() {
	if a := v.settings.Algorithm; !a.Terms {
		v.log.Warn("this election may have two leaders at once, with the same token; only raft has at most one leader in a term", "algorithm", a.Name)
	}
}
