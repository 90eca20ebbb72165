//go:build !js

package serve

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"interrex/internal/local"
)

// farewell is how long open requests may take when the server ends.
const farewell = 5 * time.Second

// Listen serves an address until ctx is cancelled. It calls say once it is ready.
func (s *Site) Listen(ctx context.Context, address string, say func(words string)) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("-addr=%s: %w; it is HOST:PORT of this machine, such as 127.0.0.1:8080", address, err)
	}
	own := listener.Addr().String()
	if !local.IsLoopback(own) {
		say("warning: other machines can reach " + own + ", and use the processors and the memory of this one")
	}
	say(s.Program.Own("explore: http://" + own + "/ (Ctrl-C ends it)"))
	go s.warm()
	server := &http.Server{
		Handler:           local.Named(s, address, own),
		ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 30 * time.Second, WriteTimeout: time.Minute, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: mostAddress + 1<<14,
	}
	ended := make(chan error, 1)
	go func() {
		<-ctx.Done()
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), farewell)
		defer cancel()
		ended <- server.Shutdown(last)
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-ended
}
