// Package nats is an engine on NATS JetStream: tasks wait in a work queue, and workers on any machine take them.
//
// A task is a message. Its subject follows from the name of its result, and the queue refuses a second message of a subject. So a task
// that is published twice is queued once. A worker holds a lease on its task, and renews the lease while it works. When the lease of a
// killed worker ends, the queue delivers the task to another worker.
//
// The queue is in the memory of the server, and may be lost. The driver therefore looks for results in the store, publishes the
// remaining tasks again, and creates the queue again if it is gone. Notices of finished tasks only make the driver faster.
//
// engine.go has the flags and the connection, queue.go the driver, and worker.go the workers.
package nats

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	client "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"interrex/explore"
	"interrex/internal/check"
	"interrex/internal/flags"
)

// Name is the value of -engine.
const Name = "nats"

// Engine returns the engine.
func Engine() explore.Engine {
	return explore.Engine{Name: Name, Help: "NATS JetStream, with workers on any number of machines (help worker)",
		New: func() check.Carrier { return New() }}
}

const (
	defaultLease = 5 * time.Second
	minLease     = 300 * time.Millisecond
	callTimeout  = 10 * time.Second // of a call to the server
)

// New returns the engine for one call of a command.
func New() *Client { return &Client{lease: defaultLease} }

// A Client is a driver or a worker in one call of a command.
type Client struct {
	url, creds, ca, cert, key string
	lease                     time.Duration
}

// Flags are the flags of the server, for driver and worker, and of the queue.
func (e *Client) Flags() flags.Table {
	remote := func() string {
		if e.url == "" {
			return "without -nats"
		}
		return ""
	}
	file := func(name, help string, at *string) flags.Flag {
		return flags.Flag{Name: name, Takes: "FILE", Help: help, Idle: remote}.Text(at)
	}
	lease := flags.Flag{Name: "nats-lease", Takes: "5s", Help: "time after which the task of a silent worker goes to another one (driver)"}.Duration(&e.lease)
	set := lease.Set
	lease.Set = func(text string) error {
		if err := set(text); err != nil {
			return err
		}
		if e.lease < minLease {
			return fmt.Errorf("it must be a duration of at least %v", minLease)
		}
		return nil
	}
	return flags.Table{
		{Name: "nats", Takes: "URL", Help: "the server, such as nats://host:4222 or tls://host; servers of a cluster are separated by commas. NATS_TOKEN, or NATS_USER and NATS_PASSWORD, authenticate",
			Set: func(text string) error { e.url = text; return checkURL(text) }},
		file("nats-creds", "credentials: a file with a JWT and its seed", &e.creds),
		file("nats-ca", "certificate authority of the server, by default those of this machine", &e.ca),
		file("nats-cert", "client certificate, if the server requires one", &e.cert),
		file("nats-key", "key of the client certificate", &e.key),
		lease,
	}
}

// checkURL checks the value of -nats.
func checkURL(text string) error {
	for one := range strings.SplitSeq(text, ",") {
		u, err := url.Parse(one)
		if err != nil || u.Host == "" || !slices.Contains([]string{"nats", "tls", "ws", "wss"}, u.Scheme) {
			return errors.New("it must be nats://HOST:PORT or tls://HOST:PORT (also ws, wss)")
		}
	}
	return nil
}

// connect connects to the server.
func (e *Client) connect(ctx context.Context) (*client.Conn, error) {
	o := []client.Option{client.Name("interrex"), client.MaxReconnects(-1), client.ReconnectWait(200 * time.Millisecond),
		client.Timeout(callTimeout), client.ErrorHandler(func(*client.Conn, *client.Subscription, error) {})}
	switch token, user := os.Getenv("NATS_TOKEN"), os.Getenv("NATS_USER"); {
	case token != "":
		o = append(o, client.Token(token))
	case user != "":
		o = append(o, client.UserInfo(user, os.Getenv("NATS_PASSWORD")))
	}
	if e.creds != "" {
		o = append(o, client.UserCredentials(e.creds))
	}
	if e.ca != "" {
		o = append(o, client.RootCAs(e.ca))
	}
	if e.cert != "" || e.key != "" {
		o = append(o, client.ClientCert(e.cert, e.key))
	}
	c, err := client.Connect(e.url, o...)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("%s: %w", e.where(), err)
	}
	return c, nil
}

// where is the URL of the server, without passwords.
func (e *Client) where() string {
	var all []string
	for one := range strings.SplitSeq(e.url, ",") {
		if u, err := url.Parse(one); err == nil {
			all = append(all, u.Redacted())
		}
	}
	return strings.Join(all, ",")
}

// A queue is the work queue of one store.
type queue struct {
	run  check.Run
	conn *client.Conn
	js   jetstream.JetStream
}

// queue connects to the server.
func (e *Client) queue(ctx context.Context, r check.Run) (*queue, error) {
	if e.url == "" {
		return nil, errors.New("-nats is missing; it must be a NATS server")
	}
	c, err := e.connect(ctx)
	if err != nil {
		return nil, err
	}
	js, err := jetstream.New(c)
	return &queue{run: r, conn: c, js: js}, err
}

func (q *queue) stream() string               { return "INTERREX-" + q.run.Key }
func (q *queue) subject(of string) string     { return "interrex." + q.run.Key + "." + of }
func (q *queue) taskSubject(id string) string { return q.subject("task." + id) }

// consumer is the name of the consumer that all workers share.
const consumer = "workers"

// A notice is the message of a worker that ended a task.
type notice struct {
	Task  string
	Error string `json:",omitempty"` // empty: the task has its result
}
