package flink

import (
	"context"
	"errors"
	"net/http"
	"os"
	"strings"
	"syscall"
	"time"

	"interrex/checker/levels"
	"interrex/explore"
	"interrex/internal/check"
	"interrex/internal/flags"
)

// Engine is Flink as an engine of checks.
func Engine() explore.Engine {
	return explore.Engine{Name: "flink", Help: "an Apache Flink cluster", New: func() check.Carrier { return &Runner{alone: worthwhile, patience: outage} }}
}

// defaultURL is where Flink has its REST interface by default.
const defaultURL = "http://localhost:8081"

// Flags are part of check.Carrier.
func (r *Runner) Flags() flags.Table {
	url := defaultURL
	return flags.Table{{
		Name: "flink", Takes: "URL", Help: "the REST interface of a Flink cluster, by default " + defaultURL + "; with a name and a password, http://NAME:PASSWORD@HOST",
		Set: func(text string) error {
			if url = text; !isURL(text) {
				return errors.New("it begins with http://HOST or https://HOST")
			}
			return nil
		},
		Then: func(bool) error { r.rest = rest(strings.TrimRight(url, "/")); return nil },
	}, flags.Flag{
		Name: "flink-program", Takes: "FILE", Help: "where this very program is on each TaskManager, by default where it is here",
	}.Text(&r.program)}
}

// Start is part of check.Carrier.
func (r *Runner) Start(ctx context.Context, run check.Run) (levels.Runner, func() error, error) {
	if r.program == "" {
		here, err := os.Executable()
		if err != nil {
			return nil, nil, err
		}
		r.program = here
	}
	r.worker = []string{r.program, "worker", "-lines", "-store=" + run.Where}
	err := r.connect(ctx)
	for began, said := time.Now(), false; isEarly(err) && time.Since(began) < r.patience; said = true {
		if !said {
			run.Say("%v; waiting for it, as it may just have been started", err)
		}
		select {
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		case <-time.After(longestPause):
		}
		err = r.connect(ctx)
	}
	return r, func() error { return nil }, err
}

// isEarly reports whether an error is one that a cluster begins with: its JobManager does not answer yet, or knows no TaskManager.
func isEarly(err error) bool {
	var no *refusal
	return errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, errNoManager) || errors.As(err, &no) && no.code == http.StatusServiceUnavailable
}
