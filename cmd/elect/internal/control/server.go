package control

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"syscall"
	"time"
)

// Limits of the server.
const (
	slow    = 5 * time.Second
	most    = 64 << 10 // bytes of a question
	longest = len(syscall.RawSockaddrUnix{}.Path) - 1
)

// ErrTooLong is what a path gets that the system takes for no socket.
var ErrTooLong = fmt.Errorf("the path of a socket has no more than %d bytes", longest)

// A Server answers whoever may open its socket.
type Server struct {
	path     string
	listener *net.UnixListener
	server   *http.Server
}

// Listen makes the socket, and does not answer yet. What a node that has been killed has left behind is
// replaced; where one answers there is no room for a second.
func Listen(path string, routes http.Handler, log *slog.Logger) (*Server, error) {
	if len(path) > longest {
		return nil, ErrTooLong
	}
	if err := sweep(path); err != nil {
		return nil, err
	}
	// Where the system lets it, as Linux does, the socket has its mode before it has a name.
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

// sweep removes a socket on which nobody answers any more.
func sweep(path string) error {
	switch info, err := os.Lstat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.Mode().Type() != fs.ModeSocket:
		return fmt.Errorf("%s is there, and is no socket", path)
	}
	if c, err := net.DialTimeout("unix", path, slow); err == nil {
		c.Close()
		return fmt.Errorf("%s: another node answers there", path)
	}
	return os.Remove(path)
}

// Serve answers until the server is closed.
func (s *Server) Serve() { _ = s.server.Serve(s.listener) }

// Close ends it, and takes the socket away.
func (s *Server) Close() error {
	err := errors.Join(s.server.Close(), s.listener.Close())
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}
