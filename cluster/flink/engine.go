package flink

import (
	"context"
	"errors"
	"net/http"
	"os"
	"syscall"
	"time"

	"interrex/checker/levels"
	"interrex/explore"
	"interrex/internal/check"
	"interrex/internal/flags"
)

// Engine is Flink as an engine of checks.
func Engine() explore.Engine {
	return explore.Engine{Name: "flink", Help: "an Apache Flink cluster", New: func() check.Carrier { return &carrier{alone: worthwhile, patience: outage} }}
}

// A carrier has the tasks of a check done on the cluster that its flags name.
type carrier struct {
	url, program string
	alone        int
	patience     time.Duration // with a cluster that has just been started
}

// usual is where Flink has its REST interface if nobody has said otherwise.
const usual = "http://localhost:8081"

// Flags are part of check.Carrier.
func (c *carrier) Flags() flags.Table {
	c.url = usual
	return flags.Table{{
		Name: "flink", Takes: "URL", Help: "the REST interface of a Flink cluster, by default " + usual + "; with a name and a password, http://NAME:PASSWORD@HOST",
		Set: func(text string) error {
			if c.url = text; !isURL(text) {
				return errors.New("it begins with http://HOST or https://HOST")
			}
			return nil
		},
	}, flags.Flag{
		Name: "flink-program", Takes: "FILE", Help: "where this very program is on each TaskManager, by default where it is here",
	}.Text(&c.program)}
}

// Start is part of check.Carrier.
func (c *carrier) Start(ctx context.Context, run check.Run) (levels.Runner, func() error, error) {
	program := c.program
	if program == "" {
		here, err := os.Executable()
		if err != nil {
			return nil, nil, err
		}
		program = here
	}
	worker := []string{program, "worker", "-lines", "-store=" + run.Where}
	r, err := New(ctx, c.url, worker)
	for began, said := time.Now(), false; isEarly(err) && time.Since(began) < c.patience; said = true {
		if !said {
			run.Say("%v; waiting for it, as it may just have been started", err)
		}
		select {
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		case <-time.After(longestPause):
		}
		r, err = New(ctx, c.url, worker)
	}
	if err != nil {
		return nil, nil, err
	}
	r.alone = c.alone
	return r, func() error { return nil }, nil
}

// isEarly reports whether an error is one that a cluster begins with: its JobManager does not answer yet, or knows no TaskManager.
func isEarly(err error) bool {
	var no *refusal
	return errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, errNoManager) || errors.As(err, &no) && no.code == http.StatusServiceUnavailable
}
