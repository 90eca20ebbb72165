package status

import (
	"encoding/json"
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

// A Server shows the status of a node over HTTP.
type Server struct {
	listener net.Listener
	server   *http.Server
}

// Listen listens at an address, without serving it yet. It logs a warning if other machines can reach the address,
// since the server asks for no password. A nil log is discarded.
func Listen(address string, s *Source, log *slog.Logger) (*Server, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	return On(l, address, s, log), nil
}

// On is Listen for a listener that was opened already, for the address in asked.
func On(l net.Listener, asked string, s *Source, log *slog.Logger) *Server {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	s.http = l.Addr().String()
	if !local.IsLoopback(s.http) {
		log.Warn("other machines can reach the status port, which asks for no password", "address", s.http)
	}
	return &Server{l, &http.Server{
		Handler: local.Named(s.Handler(), asked, s.http, s.Names...), ReadHeaderTimeout: slow, ReadTimeout: slow, WriteTimeout: 2 * slow, IdleTimeout: idle,
		MaxHeaderBytes: headers, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelInfo),
	}}
}

// Serve serves until the server is closed.
func (s *Server) Serve() { _ = s.server.Serve(s.listener) }

// Close ends the server.
func (s *Server) Close() error { return local.End(s.server, s.listener) }

// Handler shows a status at /, /leader, /healthz and /metrics, for a server of your own. Its requests only read. It
// sets no time limits and does not check the name by which a request calls the server; [Listen] does both.
func (s *Source) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_ = page.Execute(w, s.Now())
	})
	mux.HandleFunc("GET /leader", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(s.Now())
	})
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		io.WriteString(w, s.Metrics())
	})
	return local.Guard(mux, policy, 0)
}
