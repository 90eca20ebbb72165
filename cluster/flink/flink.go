// Package flink has tasks done on an Apache Flink cluster.
//
// A phase of a level is a batch job of a small program in Java (job/Tasks.java), which is given tasks as lines, and has a worker
// in each of its subtasks do them. Flink says where, and begins again elsewhere what a TaskManager dies of. It neither holds
// states, which are in the store, nor decides what counts, which are the results there.
package flink

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"interrex/checker/levels"
)

// A Runner is the engine in one call of a command: a levels.Runner that gives its tasks to workers on a Flink cluster.
type Runner struct {
	rest     rest
	program  string   // that workers run; "": this one
	worker   []string // the command that starts one
	jar      string   // the id of ours
	alone    int
	patience time.Duration // with a cluster that has just been started
	slots    int           // at the last answer with any
	away     time.Time     // since when Flink does not answer; zero: it does
}

const (
	// outage is how long Flink may be away before a check gives up.
	outage = time.Minute

	// mostBytes is about how many bytes of tasks a job has. Flink takes 100 MB, and holds them several times over.
	mostBytes = 8 << 20

	// A job is asked about so often; the more seldom, the longer it takes.
	shortestPause, longestPause = 5 * time.Millisecond, 250 * time.Millisecond
)

// connect finds out whether there is a cluster, and brings it the job.
func (r *Runner) connect(ctx context.Context) error {
	var is overview
	err := r.rest.call(ctx, http.MethodGet, "/overview", nil, &is)
	if err == nil && is.Version == "" {
		err = errNoFlink
	}
	if err == nil {
		err = r.findJar(ctx)
	}
	if r.slots = is.Slots; err == nil && r.slots == 0 {
		err = errNoManager
	}
	if err != nil {
		return fmt.Errorf("%s: %w", r.rest, err)
	}
	return nil
}

// errNoManager is the error of a cluster without TaskManagers.
var errNoManager = errors.New("it has no TaskManager yet")

// worthwhile is how many states of a level the driver expands alone, in less time than three jobs take.
const worthwhile = 1 << 16

// Alone is how many states of a level the driver expands by itself.
func (r *Runner) Alone() int { return r.alone }

// Run is part of levels.Runner. While Flink is away, tasks are lost.
func (r *Runner) Run(ctx context.Context, tasks []levels.Task) error {
	for len(tasks) > 0 {
		var lines []string
		for size := 0; len(lines) < len(tasks) && size < mostBytes; {
			line, err := json.Marshal(tasks[len(lines)])
			if err != nil {
				return err
			}
			lines, size = append(lines, string(line)), size+len(line)
		}
		err := r.job(ctx, "interrex: "+tasks[0].Kind, lines)
		switch {
		case errors.Is(err, errAway):
			return nil
		case err != nil && ctx.Err() == nil:
			return fmt.Errorf("%s: %w", r.rest, err)
		case err != nil:
			return err
		}
		tasks = tasks[len(lines):]
	}
	return nil
}

// errAway is the error of Flink when it does not answer, or has lost the job with its JobManager.
var errAway = errors.New("it is away")

// call is rest.call. The error is errAway if Flink does not answer, and has not been silent for long.
func (r *Runner) call(ctx context.Context, method, where string, body, answer any) error {
	err := r.rest.call(ctx, method, where, body, answer)
	var no *refusal
	switch {
	case err == nil, errors.As(err, &no) && no.code != http.StatusServiceUnavailable:
		r.away = time.Time{}
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	case r.away.IsZero():
		r.away = time.Now()
	case time.Since(r.away) > outage:
		return fmt.Errorf("it has not answered for %s: %w", outage, err)
	}
	return errAway
}

// An overview is Flink's description of itself. Each slot does one task at a time.
type overview struct {
	Version string `json:"flink-version"`
	Slots   int    `json:"slots-total"`
	Free    int    `json:"slots-available"`
}

// countSlots finds out how many tasks may be done at a time.
func (r *Runner) countSlots(ctx context.Context) error {
	var is overview
	err := r.call(ctx, http.MethodGet, "/overview", nil, &is)
	if is.Slots > 0 {
		r.slots = is.Slots
	}
	return err
}

// Hands is part of levels.Crewed: how many slots are taken now. If others have jobs on the cluster, theirs count.
func (r *Runner) Hands(ctx context.Context) int {
	var is overview
	if r.rest.call(ctx, http.MethodGet, "/overview", nil, &is) != nil {
		return 0
	}
	return is.Slots - is.Free
}

// job has some tasks done.
func (r *Runner) job(ctx context.Context, name string, tasks []string) error {
	if err := r.countSlots(ctx); err != nil {
		return err
	}
	id := make([]byte, 16)
	_, _ = rand.Read(id)
	run := map[string]any{
		"jobId": hex.EncodeToString(id), "entryClass": class, "parallelism": min(r.slots, len(tasks)),
		"programArgsList": append(append([]string{name, strconv.Itoa(len(r.worker))}, r.worker...), tasks...),
	}
	submit := func() error { return r.call(ctx, http.MethodPost, "/jars/"+r.jar+"/run", run, &struct{}{}) }
	err := submit()
	var no *refusal
	if errors.As(err, &no) { // its JobManager may be a new one, which has no jars
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
	return r.await(ctx, "/jobs/"+hex.EncodeToString(id))
}

// await waits until a job is over. It cancels the job if the context ends.
func (r *Runner) await(ctx context.Context, job string) error {
	for pause := shortestPause; ; pause = min(pause+pause/4, longestPause) {
		select {
		case <-ctx.Done():
			_ = r.rest.call(context.WithoutCancel(ctx), http.MethodPatch, job+"?mode=cancel", nil, &struct{}{})
			return ctx.Err()
		case <-time.After(pause):
		}
		var is struct{ Status string }
		err := r.call(ctx, http.MethodGet, job+"/status", nil, &is)
		var no *refusal
		switch {
		case errors.As(err, &no) && no.isUnknownJob():
			return errAway
		case err != nil && !errors.Is(err, errAway) && ctx.Err() == nil:
			return err
		case is.Status == "FINISHED":
			return nil
		case is.Status == "CANCELED":
			return errors.New("the job has been cancelled")
		case is.Status == "FAILED":
			return r.reason(ctx, job)
		}
	}
}

// reason is why a job has failed.
func (r *Runner) reason(ctx context.Context, job string) error {
	var failed struct {
		History struct{ Entries []struct{ Stacktrace string } } `json:"exceptionHistory"`
	}
	if err := r.call(ctx, http.MethodGet, job+"/exceptions?maxExceptions=1", nil, &failed); err != nil {
		return err
	}
	if entries := failed.History.Entries; len(entries) > 0 {
		trace := entries[0].Stacktrace
		if words := workerWords.FindStringSubmatch(trace); words != nil {
			return fmt.Errorf("a worker says: %w", levels.Refusal(words[1]))
		}
		return fmt.Errorf("the job has failed: %s", lastCause(trace))
	}
	return errors.New("the job has failed, and does not say why")
}
