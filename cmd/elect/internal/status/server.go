package status

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"interrex/internal/local"
)

// Limits of the server.
const (
	slow    = 5 * time.Second
	idle    = 30 * time.Second
	headers = 8 << 10 // bytes
)

// A Server answers questions about a node over HTTP.
type Server struct {
	listener net.Listener
	server   *http.Server
}

// Listen listens at an address, without serving it yet.
func Listen(address string, s *Source, log *slog.Logger) (*Server, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	return On(l, address, s, log), nil
}

// On is Listen for a listener that was opened already, for the address in asked.
func On(l net.Listener, asked string, s *Source, log *slog.Logger) *Server {
	own := l.Addr().String()
	s.mu.Lock()
	s.http = own
	s.mu.Unlock()
	if !local.IsLoopback(own) {
		log.Warn("not only this machine can reach the status port, which asks nobody who he is", "address", own)
	}
	return &Server{l, &http.Server{
		Handler: local.Named(Handler(s), asked, own, s.names()...), ReadHeaderTimeout: slow, ReadTimeout: slow, WriteTimeout: 2 * slow, IdleTimeout: idle,
		MaxHeaderBytes: headers, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelInfo),
	}}
}

// names are the names of this machine known to the members.
func (s *Source) names() (list []string) {
	if host, _, err := net.SplitHostPort(s.Settings.Peers[s.Settings.ID]); err == nil {
		list = append(list, host)
	}
	return list
}

// Serve serves until the server is closed.
func (s *Server) Serve() { _ = s.server.Serve(s.listener) }

// Close ends the server.
func (s *Server) Close() error { return End(s.server, s.listener) }

// End ends a server, whether it serves its listener already or not. The server goes first: its loop may not have
// noticed yet that its listener is closed, and to close that again would be an error.
func End(server *http.Server, l net.Listener) error {
	if err := errors.Join(server.Close(), l.Close()); !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

// Handler serves /leader, /healthz and /metrics. They only read.
func Handler(s *Source) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /leader", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		_ = json.NewEncoder(w).Encode(s.Now())
	})
	mux.HandleFunc("GET /healthz", s.answerHealth)
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		io.WriteString(w, s.Metrics())
	})
	return local.Own(http.MaxBytesHandler(mux, 0))
}

func (s *Source) answerHealth(w http.ResponseWriter, _ *http.Request) {
	if err := s.Node.Trouble(); err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, "ok")
	for _, warning := range s.warnings(time.Now()) {
		fmt.Fprintln(w, "warning:", warning)
	}
}

// How long before its end a certificate is warned of; the log repeats the warning once a day.
const (
	notice = 30 * 24 * time.Hour
	daily  = 24 * time.Hour
)

// warnings are conditions that need action, although the node works.
func (s *Source) warnings(now time.Time) (list []string) {
	e := s.Expiry()
	for _, c := range []struct {
		what  string
		until time.Time
	}{{"the certificate of this node", e.Node}, {"the certificate of the authority", e.Authority}} {
		switch left := c.until.Sub(now); {
		case left <= 0:
			list = append(list, fmt.Sprintf("%s has run out, on %s: no member that connects to this node accepts it", c.what, c.until.UTC().Format(time.RFC3339)))
		case left <= notice:
			list = append(list, fmt.Sprintf("%s runs out on %s, in %d days: it is time to renew it", c.what, c.until.UTC().Format(time.RFC3339), int(left/daily)))
		}
	}
	return list
}

// Remind logs the warnings at once, and then once a day until ctx is done.
func (s *Source) Remind(ctx context.Context, log *slog.Logger) {
	tick := time.NewTicker(daily)
	defer tick.Stop()
	for {
		for _, warning := range s.warnings(time.Now()) {
			log.Warn(warning)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}
