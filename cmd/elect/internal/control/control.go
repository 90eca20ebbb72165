package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"time"

	"interrex/cmd/elect/internal/settings"
	"interrex/impl"
	"interrex/impl/durable"
	"interrex/impl/fence"
	"interrex/impl/node"
	"interrex/internal/local"
)

// Tell tells the node at a socket to do something, such as "/transfer?to=2", and decodes its answer into the
// value, unless that is nil.
func Tell(ctx context.Context, socket, what string, into any) error {
	transport := &http.Transport{DisableKeepAlives: true, MaxResponseHeaderBytes: most,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", socket)
		}}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://node"+what, nil)
	if err != nil {
		return err
	}
	answer, err := transport.RoundTrip(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, most))
	if err != nil {
		return err
	}
	if answer.StatusCode/100 != 2 {
		said := struct{ Error string }{}
		if json.Unmarshal(body, &said) != nil || said.Error == "" {
			said.Error = strings.TrimSpace(answer.Status + " " + string(body))
		}
		return errors.New(said.Error)
	}
	if into == nil {
		return nil
	}
	if err := json.Unmarshal(body, into); err != nil {
		return errors.Join(fmt.Errorf("unknown answer: %.200q", body), err)
	}
	return nil
}

// Orders is what a node is told through its socket.
type Orders struct {
	Node       *node.Node
	WeakTokens bool
	Known      *durable.Known // names of the other members' storage
}

// token issues the node's next token. Package fence says what a token guarantees.
func (s Orders) token() (fence.Token, error) {
	if a := s.Node.Algorithm(); !a.Terms && !s.WeakTokens {
		return fence.Token{}, fmt.Errorf("%w: %s has no terms: two leaders may issue the same token; -weak-tokens issues tokens without a guarantee", errors.ErrUnsupported, a.Name)
	}
	return s.Node.Token()
}

// Routes are the commands that a node takes. Each is a POST, since it does something or uses something up.
func Routes(s Orders) *http.ServeMux {
	mux := http.NewServeMux()
	Handle(mux, "token", func(*http.Request) (any, error) { return s.token() })
	Handle(mux, "campaign", func(r *http.Request) (any, error) { return done(s.Node.Campaign(r.Context())) })
	Handle(mux, "resign", func(r *http.Request) (any, error) { return done(s.Node.Resign(r.Context())) })
	Handle(mux, "transfer", func(r *http.Request) (any, error) { return done(transfer(r, s.Node)) })
	Handle(mux, "forget", s.forget)
	return mux
}

// Forgotten has the name of the store that was known; "": none.
type Forgotten struct {
	Was string `json:"was"`
}

// forget lets another store in under the id in the request.
func (s Orders) forget(r *http.Request) (any, error) {
	id, err := settings.ParseID(r.FormValue("node"))
	if err != nil {
		return nil, fmt.Errorf("%w: node: %w", ErrBadQuestion, err)
	}
	switch c := s.Node.Config(); {
	case id == c.Self:
		return nil, fmt.Errorf("node %v: this node is node %v; another member is needed", id, id)
	case c.Place(id) < 0:
		return nil, fmt.Errorf("node %v: it is not among the members %v", id, c.Members)
	}
	was, err := s.Known.Forget(id)
	return Forgotten{was}, err
}

// Handle adds a command; its answer is written as JSON. An error is a refusal: of the kind [node.ErrNotLeader],
// [ErrBadQuestion] or [errors.ErrUnsupported], or else a conflict.
func Handle(mux *http.ServeMux, name string, do func(*http.Request) (any, error)) {
	mux.HandleFunc("POST /"+name, func(w http.ResponseWriter, r *http.Request) {
		what, err := do(r)
		code := http.StatusOK
		if err != nil {
			code, what = codeOf(err), map[string]string{"error": err.Error()}
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(code)
		_ = json.NewEncoder(w).Encode(what)
	})
}

// ErrBadQuestion is the error of a request that makes no sense.
var ErrBadQuestion = errors.New("bad question")

func codeOf(err error) int {
	switch {
	case errors.Is(err, ErrBadQuestion):
		return http.StatusBadRequest
	case errors.Is(err, errors.ErrUnsupported):
		return http.StatusNotImplemented
	case errors.Is(err, node.ErrClosed), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return http.StatusServiceUnavailable
	}
	return http.StatusConflict
}

func done(err error) (any, error) { return struct{}{}, err }

// transfer hands the leadership to the member named in the request.
func transfer(r *http.Request, n *node.Node) error {
	to, err := settings.ParseID(r.FormValue("to"))
	if err != nil {
		return fmt.Errorf("%w: to: %w", ErrBadQuestion, err)
	}
	return n.Transfer(r.Context(), impl.ID(to))
}

// Limits of the server.
const (
	slow    = 5 * time.Second
	most    = 64 << 10 // bytes of a request
	longest = len(syscall.RawSockaddrUnix{}.Path) - 1
)

// ErrTooLong is the error for a path that the system does not accept for a socket.
var ErrTooLong = fmt.Errorf("the path of a socket has at most %d bytes", longest)

// A Server serves every process that may open its socket.
type Server struct {
	path     string
	listener *net.UnixListener
	server   *http.Server
}

// Listen makes the socket, without serving it yet. It replaces a socket left by a killed node, and fails if
// another node serves it.
func Listen(path string, routes http.Handler, log *slog.Logger) (*Server, error) {
	if len(path) > longest {
		return nil, ErrTooLong
	}
	if err := sweep(path); err != nil {
		return nil, err
	}
	// On systems that allow it, such as Linux, the socket gets its mode before its name.
	of := net.ListenConfig{Control: func(_, _ string, c syscall.RawConn) error {
		return c.Control(func(fd uintptr) { _ = syscall.Fchmod(int(fd), 0o600) })
	}}
	l, err := of.Listen(context.Background(), "unix", path)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return &Server{path, l.(*net.UnixListener), &http.Server{
		Handler: http.MaxBytesHandler(routes, most), ReadTimeout: slow, WriteTimeout: 2 * slow, IdleTimeout: slow,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelInfo),
	}}, nil
}

// sweep removes a socket that no node serves any more.
func sweep(path string) error {
	switch info, err := os.Lstat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.Mode().Type() != fs.ModeSocket:
		return fmt.Errorf("%s exists, but is not a socket", path)
	}
	if c, err := net.DialTimeout("unix", path, slow); err == nil {
		c.Close()
		return fmt.Errorf("%s: another node uses this socket", path)
	}
	return os.Remove(path)
}

// Serve serves until the server is closed.
func (s *Server) Serve() { _ = s.server.Serve(s.listener) }

// Close ends the server and removes the socket.
func (s *Server) Close() error { return local.End(s.server, s.listener) }
