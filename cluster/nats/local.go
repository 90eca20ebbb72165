package nats

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"interrex/internal/check"
	"interrex/internal/crew"
)

// local is a server in this process, with workers that are other processes of this program.
type local struct {
	url, token string
	server     *server.Server
	dir        string // of the server
	stop       context.CancelFunc
	workers    crew.Crew
	failure    chan error // of workers that cannot continue
}

// maxPayload is the size of the longest message to the local server; in bytes.
const maxPayload = 8 << 20

// serve starts a server on loopback with a random token.
func serve() (*local, error) {
	dir, err := os.MkdirTemp("", "interrex-nats-")
	if err != nil {
		return nil, err
	}
	l := &local{token: rand.Text(), dir: dir, failure: make(chan error, 1), stop: func() {}}
	l.server, err = server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, Authorization: l.token, MaxPayload: maxPayload,
		JetStream: true, StoreDir: dir, NoSigs: true, NoLog: true, DisableShortFirstPing: true})
	if err == nil {
		l.server.Start()
		if !l.server.ReadyForConnections(callTimeout) {
			err = errors.New("the local server does not start")
		}
	}
	if err != nil {
		l.end()
		return nil, err
	}
	l.url = l.server.ClientURL()
	return l, nil
}

// work starts the workers, and replaces those that end.
func (l *local) work(ctx context.Context, run check.Run) {
	ctx, l.stop = context.WithCancel(ctx)
	for i := range run.Workers {
		l.workers.Go(func() { l.keep(ctx, run, i+1) })
	}
}

// keep runs one worker at a time until the context ends.
func (l *local) keep(ctx context.Context, run check.Run, number int) {
	for early := 0; ctx.Err() == nil; {
		began := time.Now()
		lastLine, err := l.runWorker(ctx, run)
		if ctx.Err() != nil {
			return
		}
		if early++; time.Since(began) > defaultLease {
			early = 0
		}
		exit := &exec.ExitError{}
		switch {
		case errors.As(err, &exit) && exit.Exited() || early > 5:
			ended := fmt.Errorf("worker %d ended: %s", number, strings.TrimSpace(lastLine+" ("+fmt.Sprint(err)+")"))
			select {
			case l.failure <- ended:
			default:
			}
			return
		case err == nil: // the exploration is complete
			return
		}
		run.Say("worker %d ended (%v): starting another one", number, err)
	}
}

// runWorker runs one worker to its end. It returns the last line of its standard error.
func (l *local) runWorker(ctx context.Context, run check.Run) (lastLine string, err error) {
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	w := exec.CommandContext(ctx, program, "worker", "-nats="+l.url, "-store="+run.Where, "-workers=1", "-tied", "-quiet")
	w.Env = append(os.Environ(), "NATS_TOKEN="+l.token)
	stdin, err := w.StdinPipe() // ends with this process, and ends the worker
	if err != nil {
		return "", err
	}
	w.Cancel = stdin.Close // not a signal: after Ctrl-C at a terminal it would be the second one, which kills
	w.WaitDelay = time.Second
	out, err := w.StderrPipe()
	if err != nil {
		return "", err
	}
	if err := w.Start(); err != nil {
		return "", err
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		lastLine = lines.Text()
	}
	return lastLine, w.Wait()
}

// failed receives the error of workers that cannot continue.
func (l *local) failed() <-chan error {
	if l == nil {
		return nil
	}
	return l.failure
}

// end stops the workers and the server, and removes its files.
func (l *local) end() {
	if l == nil {
		return
	}
	l.stop()
	l.workers.Wait()
	if l.server != nil {
		l.server.Shutdown()
		l.server.WaitForShutdown()
	}
	_ = os.RemoveAll(l.dir)
}
