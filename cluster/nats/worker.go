package nats

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	client "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"interrex/checker/levels"
	"interrex/internal/check"
	"interrex/internal/crew"
)

const (
	attempts   = 4                      // of a task, before its error is reported
	retryPause = 250 * time.Millisecond // half of the first; each is twice the one before
	pollPause  = 3 * time.Second        // between two reads of the store
)

// HasServer reports whether -nats is given.
func (e *Client) HasServer() bool { return e.url != "" }

// Work executes tasks of a run until the context ends or the exploration is complete.
func (e *Client) Work(ctx context.Context, run check.Run, workers []*check.Worker) error {
	q, err := e.queue(ctx, run)
	if err != nil {
		return err
	}
	defer q.conn.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var all crew.Crew
	for _, w := range workers {
		all.Go(func() { (&worker{queue: q, tasks: w}).work(ctx) })
	}
	err = q.untilOver(ctx, all.Failed())
	cancel()
	all.Wait()
	return err
}

// untilOver returns when the exploration is complete, a worker has panicked, or the store is gone or damaged.
func (q *queue) untilOver(ctx context.Context, failed <-chan struct{}) error {
	over := make(chan *client.Msg, 1)
	if _, err := q.conn.ChanSubscribe(q.subject("over"), over); err != nil {
		return err
	}
	for {
		switch isOver, err := levels.IsOver(q.run.Store); {
		case err != nil:
			return fmt.Errorf("the store of the check: %w", err)
		case isOver:
			return nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-failed:
			return nil
		case <-over:
		case <-time.After(pollPause):
		}
	}
}

// A worker takes one task at a time from the queue.
type worker struct {
	*queue
	tasks *check.Worker // executes them
}

// work executes tasks until the context ends.
func (w *worker) work(ctx context.Context) {
	var from jetstream.Consumer
	for ctx.Err() == nil {
		if from == nil {
			var err error
			if from, err = w.js.Consumer(ctx, w.stream(), consumer); err != nil { // not created yet, or lost
				from = nil
				select {
				case <-ctx.Done():
				case <-time.After(retryPause):
				}
				continue
			}
		}
		within, cancel := context.WithTimeout(ctx, pollPause)
		m, err := from.Next(jetstream.FetchContext(within))
		cancel()
		switch {
		case err == nil:
			w.do(ctx, m, from.CachedInfo().Config.AckWait)
		case errors.Is(err, client.ErrTimeout), errors.Is(err, context.DeadlineExceeded), errors.Is(err, jetstream.ErrNoMessages):
		default:
			from = nil
		}
	}
}

// do executes the task of a message, and publishes the outcome.
func (w *worker) do(ctx context.Context, m jetstream.Msg, lease time.Duration) {
	stop := w.renew(m, lease)
	var t levels.Task
	err := json.Unmarshal(m.Data(), &t)
	if err == nil {
		err = w.tasks.Do(ctx, t)
	}
	stop()
	n := notice{Task: m.Subject()[len(w.taskSubject("")):]}
	switch {
	case err == nil:
		_ = m.Ack()
	case ctx.Err() != nil: // another worker takes it
		_ = m.Nak()
		return
	default:
		if delivered := deliveries(m); delivered < attempts && !errors.Is(err, levels.ErrFull) {
			_ = m.NakWithDelay(retryPause << delivered)
			return
		}
		_ = m.TermWithReason(err.Error())
		n.Error = err.Error()
	}
	text, err := json.Marshal(n)
	if err == nil {
		_ = w.conn.Publish(w.subject("done"), text) // a driver that misses it polls
	}
}

// renew renews the lease of a task until stop.
func (w *worker) renew(m jetstream.Msg, lease time.Duration) (stop func()) {
	tick := time.NewTicker(lease / 3)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				_ = m.InProgress()
			}
		}
	}()
	return func() { tick.Stop(); close(done) }
}

func deliveries(m jetstream.Msg) int {
	meta, err := m.Metadata()
	if err != nil {
		return attempts
	}
	return int(meta.NumDelivered)
}
