// Package flink is an engine on an Apache Flink cluster.
//
// Each phase of a level is a batch job of a small Java program (job/Tasks.java). Its arguments are tasks, one line each. Each of its
// subtasks passes tasks to a worker process. Flink places the subtasks, and restarts those of a dead TaskManager. States and results are
// in the store. Only results in the store count.
package flink

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"interrex/checker/levels"
	"interrex/explore"
	"interrex/internal/check"
	"interrex/internal/flags"
)

// A Runner is the engine in one call of a command. It is a levels.Runner.
type Runner struct {
	rest         rest
	program      string   // of the workers; empty means this one
	worker       []string // command line of a worker
	jar          string   // id of the job's jar
	alone        int
	startTimeout time.Duration // of a cluster that is starting
	slots        int           // in the last answer with a positive number
	downSince    time.Time     // time of the first call without an answer; zero means that Flink answers
}

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

const (
	// maxOutage is the longest time without an answer before a check fails.
	maxOutage = time.Minute

	// Pauses between two calls for the status of a job.
	shortestPause, longestPause = 5 * time.Millisecond, 250 * time.Millisecond
)

// connect tests whether there is a cluster, and uploads the job if it is not there.
func (r *Runner) connect(ctx context.Context) error {
	var o overview
	err := r.rest.call(ctx, http.MethodGet, "/overview", nil, &o)
	if err == nil && o.Version == "" {
		err = errNoFlink
	}
	if err == nil {
		err = r.findJar(ctx)
	}
	if r.slots = o.Slots; err == nil && r.slots == 0 {
		err = errNoManager
	}
	if err != nil {
		return fmt.Errorf("%s: %w", r.rest, err)
	}
	return nil
}

// errNoManager is the error of a cluster without TaskManagers.
var errNoManager = errors.New("no TaskManager yet")

// driverLevel is the size of the largest level that the driver expands faster than three jobs.
const driverLevel = 1 << 16

// Alone is the size of the largest level that the driver expands alone; in states.
func (r *Runner) Alone() int { return r.alone }

// Run implements levels.Runner. While Flink does not answer, tasks are lost.
func (r *Runner) Run(ctx context.Context, tasks []levels.Task) error {
	var lines []string
	for _, t := range tasks {
		line, err := json.Marshal(t)
		if err != nil {
			return err
		}
		lines = append(lines, string(line))
	}
	err := r.job(ctx, "interrex: "+tasks[0].Kind, lines)
	switch {
	case errors.Is(err, errDown):
		return nil
	case err != nil && ctx.Err() == nil:
		return fmt.Errorf("%s: %w", r.rest, err)
	}
	return err
}

// errDown is the error when Flink does not answer, or lost the job with its JobManager.
var errDown = errors.New("it does not answer")

// call is rest.call. The error is errDown if Flink has not answered for less than maxOutage.
func (r *Runner) call(ctx context.Context, method, where string, body, answer any) error {
	err := r.rest.call(ctx, method, where, body, answer)
	var refused *refusal
	switch {
	case err == nil, errors.As(err, &refused) && refused.code != http.StatusServiceUnavailable:
		r.downSince = time.Time{}
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	case r.downSince.IsZero():
		r.downSince = time.Now()
	case time.Since(r.downSince) > maxOutage:
		return fmt.Errorf("no answer for %s: %w", maxOutage, err)
	}
	return errDown
}

// An overview is Flink's description of the cluster. Each slot executes one task at a time.
type overview struct {
	Version string `json:"flink-version"`
	Slots   int    `json:"slots-total"`
}

// job executes tasks as one job.
func (r *Runner) job(ctx context.Context, name string, tasks []string) error {
	var o overview
	if err := r.call(ctx, http.MethodGet, "/overview", nil, &o); err != nil {
		return err
	}
	if o.Slots > 0 {
		r.slots = o.Slots
	}
	random := make([]byte, 16)
	_, _ = rand.Read(random)
	id := hex.EncodeToString(random)
	run := map[string]any{
		"jobId": id, "entryClass": class, "parallelism": min(r.slots, len(tasks)),
		"programArgsList": append(append([]string{name, strconv.Itoa(len(r.worker))}, r.worker...), tasks...),
	}
	submit := func() error { return r.call(ctx, http.MethodPost, "/jars/"+r.jar+"/run", run, &struct{}{}) }
	err := submit()
	var refused *refusal
	if errors.As(err, &refused) { // a new JobManager has no jars
		jar := r.jar
		if err := r.findJar(ctx); err != nil {
			return err
		}
		if r.jar != jar {
			err = submit()
		}
	}
	if err != nil {
		return err
	}
	return r.await(ctx, "/jobs/"+id)
}

// await waits for the end of a job. It cancels the job if the context ends.
func (r *Runner) await(ctx context.Context, job string) error {
	for pause := shortestPause; ; pause = min(pause+pause/4, longestPause) {
		select {
		case <-ctx.Done():
			_ = r.rest.call(context.WithoutCancel(ctx), http.MethodPatch, job+"?mode=cancel", nil, &struct{}{})
			return ctx.Err()
		case <-time.After(pause):
		}
		var answer struct{ Status string }
		err := r.call(ctx, http.MethodGet, job+"/status", nil, &answer)
		var refused *refusal
		switch {
		case errors.As(err, &refused) && refused.isUnknownJob():
			return errDown
		case err != nil && !errors.Is(err, errDown) && ctx.Err() == nil:
			return err
		case answer.Status == "FINISHED":
			return nil
		case answer.Status == "CANCELED":
			return errors.New("the job was cancelled")
		case answer.Status == "FAILED":
			return r.failure(ctx, job)
		}
	}
}

// failure returns the error of a failed job.
func (r *Runner) failure(ctx context.Context, job string) error {
	var failed struct {
		History struct{ Entries []struct{ Stacktrace string } } `json:"exceptionHistory"`
	}
	if err := r.call(ctx, http.MethodGet, job+"/exceptions?maxExceptions=1", nil, &failed); err != nil {
		return err
	}
	if entries := failed.History.Entries; len(entries) > 0 {
		trace := entries[0].Stacktrace
		if match := workerError.FindStringSubmatch(trace); match != nil {
			return fmt.Errorf("error of a worker: %w", levels.Refusal(match[1]))
		}
		return fmt.Errorf("the job failed: %s", lastCause(trace))
	}
	return errors.New("the job failed without an exception")
}
