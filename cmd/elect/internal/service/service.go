// Package service makes a node from its settings and runs it.
package service

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"sync"
	"time"

	"interrex/cmd/elect/internal/settings"
	"interrex/impl/network/tcp"
	"interrex/impl/node"
	"interrex/impl/node/status"
	"interrex/traces"
)

// A Service is a node with its certificates, storage, network and status reports.
type Service struct {
	settings *settings.Settings
	log      *slog.Logger
	member   *tcp.Member
	source   status.Source
	server   *status.Server // nil: none
}

// Open prepares everything that can fail before the node runs.
func Open(s *settings.Settings, log *slog.Logger) (_ *Service, err error) {
	v := &Service{settings: s, log: log.With("node", int(s.Config.Self))}
	defer func() {
		if err != nil {
			err = errors.Join(err, v.close())
		}
	}()
	o := s.Options
	o.Log = v.log
	if o.Seed == 0 {
		o.Seed = rand.Uint64()
	}
	if s.TraceFolder != "" {
		o.Trace = func(h *traces.Header) (*traces.Writer, error) { return traces.Open(s.TraceFolder, h) }
	}
	if v.member, err = s.Place.Join(&o); err != nil {
		if errors.As(err, new(*net.OpError)) {
			return nil, fmt.Errorf("-listen=%s: %w", s.Listen, err)
		}
		return nil, settings.InFile(err)
	}
	v.source.Network = v.member
	if v.source.Node, err = node.New(o); err != nil {
		return nil, err
	}
	if host, _, err := net.SplitHostPort(s.Addresses[s.Config.Self]); err == nil {
		v.source.Names = []string{host}
	}
	if s.HTTP != "" {
		if v.server, err = status.Listen(s.HTTP, &v.source, v.log); err != nil {
			return nil, fmt.Errorf("-http=%s: %w", s.HTTP, err)
		}
	}
	return v, nil
}

func (v *Service) close() (err error) {
	if v.server != nil {
		err = v.server.Close()
	}
	if v.member != nil {
		err = errors.Join(err, v.member.Close())
	}
	return err
}

// notice is how long before its end a certificate is warned of.
const notice = 30 * 24 * time.Hour

// Run runs the node until ctx is done. Then the node says goodbye, which is a resignation. Status lines go to out.
func (v *Service) Run(ctx context.Context, out io.Writer) error {
	inner, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var wait sync.WaitGroup
	if v.server != nil {
		wait.Go(v.server.Serve)
	}
	wait.Go(func() { v.report(inner, out) })
	v.log.Info("begins", "algorithm", v.settings.Algorithm.Name, "listens", v.member.Address())
	if until := v.member.Expiry(); time.Until(until) < notice {
		v.log.Warn("the certificate of this node expires soon: renew it", "on", until)
	}
	if a := v.settings.Algorithm; !a.Terms {
		v.log.Warn("this election may have two leaders at once in the same term; only raft has at most one leader in a term", "algorithm", a.Name)
	}
	err := v.source.Node.Run(ctx)
	cancel()
	err = errors.Join(err, v.close())
	wait.Wait()
	v.log.Info("has ended")
	return err
}
