//go:build !js

package serve

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"time"

	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/local"
)

// Command is the command.
func Command() *command.Command {
	return &command.Command{
		Name: "serve", Group: command.Look, Usage: "[-addr=127.0.0.1:8080]",
		Short: "serves the explorer to a browser: choose a world, step through its runs",
		Codes: map[int]string{0: "Ctrl-C ended it"},
		New: func(p *command.Program) command.Asking {
			return &serving{Question: p.NewQuestion()}
		},
	}
}

type serving struct {
	check.Question
	command.Delivery
	Offer Offer
}

// The default bounds of a check on a site.
const (
	servedStates = 10_000_000
	servedTime   = time.Minute
	servedJobs   = 2
)

// Flags are the site's address, and how much of the machine a visitor may use.
func (a *serving) Flags() flags.Table {
	const heading = "The site"
	a.Offer.Address, a.Offer.Jobs = "127.0.0.1:8080", servedJobs
	bounds := a.Question.Bounds()
	bounds = slices.DeleteFunc(bounds, func(f flags.Flag) bool {
		return !slices.Contains([]string{"max-states", "max-time", "max-memory", "workers"}, f.Name)
	})
	i := slices.IndexFunc(bounds, func(f flags.Flag) bool { return f.Name == "max-memory" })
	bounds[i].Help = "memory to use, such as 8GiB; by default seven eighths of what is free. Each check that may run at a time has an " +
		"equal part, whether others run or not, and ends where that does not suffice"
	return slices.Concat(flags.Table{
		{Name: "addr", Takes: "127.0.0.1:8080", Group: heading, Usual: true, Help: "address to listen on; by default only this machine can connect",
			Set: func(text string) error {
				if a.Offer.Address = text; text == "" {
					return flags.Whole{Err: errors.New("-addr= is empty: it is HOST:PORT, such as 127.0.0.1:8080, or :8080 for all that can reach this machine")}
				}
				return nil
			}},
		flags.Flag{Name: "jobs", Takes: "2", Group: heading, Help: "checks that run at a time; others wait"}.Count(&a.Offer.Jobs, check.MostWorkers),
	}, bounds).Then(func() error {
		a.Offer.Bounds = a.Options
		if a.Options.MaxStates == 0 {
			a.Offer.Bounds.MaxStates = servedStates
		}
		if a.Options.MaxTime == 0 {
			a.Offer.Bounds.MaxTime = servedTime
		}
		a.Offer.Bounds.MaxMemory /= uint64(a.Offer.Jobs) // what a visitor gets does not depend on the others
		return nil
	})
}

// Usual is the default offer.
func Usual() Offer {
	a := &serving{}
	if err := a.Flags().Read(flags.Line{}); err != nil {
		panic(err) // no flag is given, so none can be wrong
	}
	return a.Offer
}

// Run serves browsers until ctx is cancelled.
func (a *serving) Run(ctx context.Context, c *command.Call) int {
	site := New(Config{Offer: a.Offer, Program: c.Program, Complain: func(words string) { fmt.Fprintln(c.Stderr, words) }})
	defer site.Close()
	say := func(words string) { fmt.Fprintln(c.Stdout, words) }
	if err := site.Listen(ctx, a.Offer.Address, say); err != nil {
		return c.Refuse(err)
	}
	return check.ExitHolds
}

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
