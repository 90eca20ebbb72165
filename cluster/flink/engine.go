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

// Engine returns the engine.
func Engine() explore.Engine {
	return explore.Engine{Name: "flink", Help: "an Apache Flink cluster", New: func() check.Carrier { return &Runner{alone: driverLevel, startTimeout: maxOutage} }}
}

// defaultURL is the default of Flink's REST interface.
const defaultURL = "http://localhost:8081"

// Flags implements check.Carrier.
func (r *Runner) Flags() flags.Table {
	url := defaultURL
	return flags.Table{{
		Name: "flink", Takes: "URL", Help: "the REST interface of a Flink cluster, by default " + defaultURL + "; with a password, http://NAME:PASSWORD@HOST",
		Set: func(text string) error {
			if url = text; !isURL(text) {
				return errors.New("it must begin with http://HOST or https://HOST")
			}
			return nil
		},
		Then: func(bool) error { r.rest = rest(strings.TrimRight(url, "/")); return nil },
	}, flags.Flag{
		Name: "flink-program", Takes: "FILE", Help: "path of this program on each TaskManager, by default its path here",
	}.Text(&r.program)}
}

// Start implements check.Carrier.
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
	for began, isReported := time.Now(), false; isStarting(err) && time.Since(began) < r.startTimeout; isReported = true {
		if !isReported {
			run.Say("%v; waiting for the cluster", err)
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

// isStarting reports whether a starting cluster has this error: its JobManager does not answer yet, or has no TaskManager.
func isStarting(err error) bool {
	var refused *refusal
	return errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, errNoManager) || errors.As(err, &refused) && refused.code == http.StatusServiceUnavailable
}
