package nats

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	client "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"interrex/checker/levels"
	"interrex/internal/check"
)

// A runner puts tasks into the queue. It is a levels.Runner.
type runner struct {
	*queue
	lease    time.Duration
	notices  chan *client.Msg
	isWarned bool // the lack of workers has been reported
}

// Start implements check.Carrier.
func (e *Client) Start(ctx context.Context, run check.Run) (levels.Runner, func() error, error) {
	q, err := e.queue(ctx, run)
	if err != nil {
		return nil, nil, err
	}
	r := &runner{queue: q, lease: e.lease, notices: make(chan *client.Msg, 1<<12)}
	if _, err = q.conn.ChanSubscribe(q.subject("done"), r.notices); err == nil {
		err = r.create(ctx)
	}
	if err != nil {
		q.conn.Close()
		return nil, nil, fmt.Errorf("%s: %w", e.where(), err)
	}
	return r, func() error {
		r.remove()
		r.conn.Close()
		return nil
	}, nil
}

// create creates the queue unless it exists.
func (r *runner) create(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	s, err := r.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: r.stream(), Subjects: []string{r.taskSubject("*")}, Description: "tasks of a check by Interrex, of " + r.run.Store.String(),
		Retention: jetstream.WorkQueuePolicy, Storage: jetstream.MemoryStorage,
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
	})
	if err != nil {
		return err
	}
	_, err = s.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{Durable: consumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: r.lease, MaxAckPending: -1})
	return err
}

// remove deletes the queue, and wakes the workers.
func (r *runner) remove() {
	ctx, cancel := context.WithTimeout(context.Background(), callTimeout)
	defer cancel()
	_ = r.conn.Publish(r.subject("over"), nil)
	_ = r.js.DeleteStream(ctx, r.stream())
}

// name identifies a task.
func name(t levels.Task) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(t.Result)))[:32]
}

// Pauses between two polls of the store.
const (
	firstPause   = 300 * time.Millisecond
	longestPause = 5 * time.Second
)

// Run implements levels.Runner. It waits until all tasks have results, or workers have reported errors.
func (r *runner) Run(ctx context.Context, tasks []levels.Task) error {
	left := map[string]levels.Task{}
	for _, t := range tasks {
		left[name(t)] = t
	}
	var failed []error
	_ = r.put(ctx, left) // poll repeats it
	for pause := firstPause; len(left) > 0; {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case m := <-r.notices:
			var n notice
			_ = json.Unmarshal(m.Data, &n) // a malformed notice names no task
			if _, mine := left[n.Task]; mine && n.Error != "" {
				failed = append(failed, levels.Refusal(n.Error))
			}
			delete(left, n.Task)
		case <-time.After(pause):
			pause = min(2*pause, longestPause)
			isOver, err := levels.IsOver(r.run.Store)
			if isOver {
				err = errors.New("another process has completed the check")
			}
			if err = cmp.Or(err, r.poll(ctx, left)); err != nil {
				return err
			}
		}
	}
	return errors.Join(failed...)
}

// poll deletes the tasks that have results, and puts the others into the queue again.
func (r *runner) poll(ctx context.Context, left map[string]levels.Task) error {
	for id, t := range left {
		o, err := r.run.Store.Open(t.Result)
		switch {
		case err == nil:
			_ = o.Close()
			delete(left, id)
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
	}
	switch err := r.put(ctx, left); {
	case errors.Is(err, client.ErrMaxPayload):
		return fmt.Errorf("%w: raise max_payload of the server", err)
	case errors.Is(err, jetstream.ErrNoStreamResponse), errors.Is(err, client.ErrNoResponders):
		if r.create(ctx) == nil { // otherwise the next poll repeats it
			_ = r.put(ctx, left)
		}
	}
	r.warnWithoutWorkers(ctx)
	return nil
}

// put puts tasks into the queue. It does not change tasks that are there.
func (r *runner) put(ctx context.Context, tasks map[string]levels.Task) error {
	var puts []jetstream.PubAckFuture
	for id, t := range tasks {
		text, err := json.Marshal(t)
		if err != nil {
			return err
		}
		put, err := r.js.PublishAsync(r.taskSubject(id), text)
		if err != nil {
			return fmt.Errorf("a task of %d bytes: %w", len(text), err)
		}
		puts = append(puts, put)
	}
	wait, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	for _, put := range puts {
		select {
		case <-wait.Done():
			return wait.Err()
		case <-put.Ok():
		case err := <-put.Err():
			if !isQueued(err) {
				return err
			}
		}
	}
	return nil
}

// isQueued reports whether the queue refused a task that it holds already.
func isQueued(err error) bool {
	api := &jetstream.APIError{}
	return errors.As(err, &api) && strings.Contains(api.Description, "maximum messages per subject")
}

// warnWithoutWorkers reports once that no worker waits for a task or has one. A killed worker counts until its lease ends.
func (r *runner) warnWithoutWorkers(ctx context.Context) {
	if r.isWarned {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	c, err := r.js.Consumer(ctx, r.stream(), consumer)
	if err == nil && c.CachedInfo().NumWaiting+c.CachedInfo().NumAckPending == 0 {
		r.isWarned = true
		r.run.Say("no workers yet: start workers on any machine that can read the store: explore-cluster worker -nats=… -store=%s", r.run.Where)
	}
}
