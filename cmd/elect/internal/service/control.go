package service

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
	"interrex/impl/fence"
	"interrex/impl/node"
	"interrex/internal/local"
)

// Tell gives an order to the node at a socket, such as "transfer?node=2", and returns its answer in JSON.
func Tell(ctx context.Context, socket, order string) ([]byte, error) {
	transport := &http.Transport{DisableKeepAlives: true, MaxResponseHeaderBytes: most,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", socket)
		}}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://node/"+order, nil)
	if err != nil {
		return nil, err
	}
	answer, err := transport.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, most))
	if err != nil || answer.StatusCode == http.StatusOK {
		return body, err
	}
	said := struct{ Error string }{}
	if json.Unmarshal(body, &said) != nil || said.Error == "" {
		said.Error = strings.TrimSpace(answer.Status + " " + string(body))
	}
	return nil, errors.New(said.Error)
}

// orders are the orders that a node takes through its socket.
type orders struct {
	node       *node.Node
	weakTokens bool
}

// routes are the orders. Each is a POST, since it does something or uses something up. The answer is JSON; that of an order
// which is refused has the reason.
func (o orders) routes() *http.ServeMux {
	mux := http.NewServeMux()
	for name, do := range map[string]func(*http.Request) (any, error){
		"token":    func(*http.Request) (any, error) { return o.token() },
		"campaign": func(r *http.Request) (any, error) { return struct{}{}, o.node.Campaign(r.Context()) },
		"transfer": o.transfer,
	} {
		mux.HandleFunc("POST /"+name, func(w http.ResponseWriter, r *http.Request) {
			answer, err := do(r)
			w.Header().Set("Content-Type", "application/json")
			if err != nil {
				w.WriteHeader(http.StatusConflict)
				answer = map[string]string{"error": err.Error()}
			}
			_ = json.NewEncoder(w).Encode(answer)
		})
	}
	return mux
}

// token issues the node's next token. Package fence says what a token guarantees.
func (o orders) token() (fence.Token, error) {
	if a := o.node.Algorithm(); !a.Terms && !o.weakTokens {
		return fence.Token{}, fmt.Errorf("%s has no terms: two leaders may issue the same token; -weak-tokens issues tokens without a guarantee", a.Name)
	}
	return o.node.Token()
}

func (o orders) transfer(r *http.Request) (any, error) {
	to, err := settings.ParseID(r.FormValue("node"))
	if err != nil {
		return nil, err
	}
	return struct{}{}, o.node.Transfer(r.Context(), to)
}

// Limits of the server.
const (
	slow    = 5 * time.Second
	most    = 64 << 10 // bytes of a request
	longest = len(syscall.RawSockaddrUnix{}.Path) - 1
)

// errTooLong is the error for a path that the system does not accept for a socket.
var errTooLong = fmt.Errorf("the path of a socket has at most %d bytes", longest)

// A control serves every process that may open its socket.
type control struct {
	listener net.Listener
	server   *http.Server
}

// listenControl makes the socket, without serving it yet. It replaces a socket left by a killed node, and fails if
// another node serves it.
func listenControl(path string, routes http.Handler, log *slog.Logger) (*control, error) {
	if len(path) > longest {
		return nil, errTooLong
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
	return &control{l, &http.Server{
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

// serve serves until the control is closed.
func (c *control) serve() { _ = c.server.Serve(c.listener) }

// close ends the server and removes the socket.
func (c *control) close() error { return local.End(c.server, c.listener) }
