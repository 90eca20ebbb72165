package nats

import (
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
	lease   time.Duration
	notices chan *client.Msg
	local   *local // nil: workers are others' business
	alone   bool   // it has been said that nobody works
}

// Start is part of check.Carrier.
func (e *Client) Start(ctx context.Context, run check.Run) (levels.Runner, func() error, error) {
	var own *local
	if e.url == "" {
		s, err := serve()
		if err != nil {
			return nil, nil, err
		}
		own = s
		e.url, e.token = s.url, s.token
	}
	r, err := e.begin(ctx, run)
	if err != nil {
		own.end()
		return nil, nil, err
	}
	if r.local = own; own != nil {
		own.work(ctx, run)
	}
	return r, func() error {
		r.forget()
		own.end()
		r.conn.Close()
		return nil
	}, nil
}

func (e *Client) begin(ctx context.Context, run check.Run) (*runner, error) {
	c, err := e.connect(ctx)
	if err != nil {
		return nil, err
	}
	q, err := e.queue(c, run)
	if err != nil {
		c.Close()
		return nil, err
	}
	r := &runner{queue: q, lease: e.lease, notices: make(chan *client.Msg, 1<<12)}
	if _, err = c.ChanSubscribe(q.subject("done"), r.notices); err == nil {
		err = r.make(ctx)
	}
	if err != nil {
		c.Close()
		return nil, fmt.Errorf("%s: %w", e.where(), err)
	}
	return r, nil
}

// make makes the queue, if it is not there.
func (r *runner) make(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
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

// forget deletes the queue, and wakes the workers.
func (r *runner) forget() {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	_ = r.conn.Publish(r.subject("over"), nil)
	_ = r.js.DeleteStream(ctx, r.stream())
}

// name tells a task from all others.
func name(t levels.Task) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(t.Result)))[:32]
}

const (
	soon = 300 * time.Millisecond
	late = 5 * time.Second
)

// Run is part of levels.Runner. It waits until all tasks have results, or workers have reported errors. It ends at the first object that cannot
// be used: the worker that reports it ends, and may have been the last.
func (r *runner) Run(ctx context.Context, tasks []levels.Task) error {
	left := map[string]levels.Task{}
	for _, t := range tasks {
		left[name(t)] = t
	}
	var failed []error
	_ = r.put(ctx, left) // or later
	for pause := soon; len(left) > 0; {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-r.local.failed():
			return err
		case m := <-r.notices:
			var n notice
			_ = json.Unmarshal(m.Data, &n) // what makes no sense is of no task
			if _, mine := left[n.Task]; mine && n.Error != "" {
				refused := levels.Refusal(n.Error)
				if failed = append(failed, refused); levels.Unusable(refused) != nil {
					return refused
				}
			}
			delete(left, n.Task)
		case <-time.After(pause):
			pause = min(2*pause, late)
			isOver, err := r.run.IsOver()
			switch {
			case isOver && err == nil: // another driver has seen to it, and workers are gone
				return nil
			case errors.Is(err, levels.ErrGone), levels.Unusable(err) != nil:
				return err
			}
			if err := r.look(ctx, left); err != nil {
				return err
			}
		}
	}
	return errors.Join(failed...)
}

// look finds out which tasks have results, and asks for the others again.
func (r *runner) look(ctx context.Context, left map[string]levels.Task) error {
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
	err := r.put(ctx, left)
	if errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, client.ErrNoResponders) {
		if r.make(ctx) == nil { // else later
			_ = r.put(ctx, left)
		}
	}
	r.missWorkers(ctx)
	return nil
}

// put puts tasks into the queue. Those that are there stay as they are.
func (r *runner) put(ctx context.Context, tasks map[string]levels.Task) error {
	var puts []jetstream.PubAckFuture
	for id, t := range tasks {
		text, err := json.Marshal(t)
		if err != nil {
			return err
		}
		m := client.NewMsg(r.taskSubject(id))
		if m.Data = text; int64(len(text)) > r.conn.MaxPayload()/2 { // it goes by the store
			if m.Data, err = r.aside(t, text); err != nil {
				return err
			}
		}
		put, err := r.js.PublishMsgAsync(m)
		if err != nil {
			return err
		}
		puts = append(puts, put)
	}
	wait, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for _, put := range puts {
		select {
		case <-wait.Done():
			return wait.Err()
		case <-put.Ok():
		case err := <-put.Err():
			if !isThere(err) {
				return err
			}
		}
	}
	return nil
}

// isThere reports whether the queue has refused a task because it has it.
func isThere(err error) bool {
	api := &jetstream.APIError{}
	return errors.As(err, &api) && strings.Contains(api.Description, "maximum messages per subject")
}

// long is the message of a task that is an object in the store.
type long struct{ Object string }

// aside makes an object of a task that is too long for a message.
func (r *runner) aside(t levels.Task, text []byte) ([]byte, error) {
	object := t.Result + "-task"
	if err := levels.WriteObject(r.run.Store, object, text); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return json.Marshal(long{object})
}

// Hands is part of levels.Crewed: how many workers wait for a task or are at one. One that has been killed counts until its lease ends.
func (r *runner) Hands(ctx context.Context) int {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	c, err := r.js.Consumer(ctx, r.stream(), consumer)
	if err != nil {
		return 0
	}
	info := c.CachedInfo()
	return info.NumWaiting + info.NumAckPending
}

// missWorkers prints once that there are no workers.
func (r *runner) missWorkers(ctx context.Context) {
	if r.local != nil || r.alone {
		return
	}
	if _, err := r.js.Consumer(ctx, r.stream(), consumer); err == nil && r.Hands(ctx) == 0 {
		r.alone = true
		r.run.Say("no worker takes tasks yet: start some, on any machine that sees the store: explore-cluster worker -nats=… -store=%s", r.run.Where)
	}
}
