package nats

import (
	"bufio"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"interrex/checker/levels"
	"interrex/internal/check"
	"interrex/internal/crew"
)

// local is a server in this process, and workers beside it, which are calls of this same program.
type local struct {
	url, token string
	server     *server.Server
	dir        string
	stop       context.CancelFunc
	workers    crew.Crew
	broken     chan error
}

// mostPayload is the most that a message to a server of one's own may hold.
const mostPayload = 8 << 20

// serve starts a server on loopback with a random token.
func serve() (*local, error) {
	dir, err := os.MkdirTemp("", "interrex-nats-")
	if err != nil {
		return nil, err
	}
	l := &local{token: rand.Text(), dir: dir, broken: make(chan error, 1), stop: func() {}}
	l.server, err = server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, Authorization: l.token, MaxPayload: mostPayload,
		JetStream: true, StoreDir: dir, NoSigs: true, NoLog: true, DisableShortFirstPing: true})
	if err == nil {
		l.server.Start()
		if !l.server.ReadyForConnections(patience) {
			err = errors.New("the server of this process does not get ready")
		}
	}
	if err != nil {
		l.end()
		return nil, err
	}
	l.url = l.server.ClientURL()
	return l, nil
}

// work starts workers, and others in the place of those that end.
func (l *local) work(ctx context.Context, run check.Run) {
	ctx, l.stop = context.WithCancel(ctx)
	for i := range run.Workers {
		l.workers.Go(func() { l.keep(ctx, run, i+1) })
	}
}

// keep has one worker at a time until the context is over.
func (l *local) keep(ctx context.Context, run check.Run, number int) {
	for early := 0; ctx.Err() == nil; {
		began := time.Now()
		said, err := l.one(ctx, run)
		if ctx.Err() != nil {
			return
		}
		if early++; time.Since(began) > usualLease {
			early = 0
		}
		exit := &exec.ExitError{}
		switch {
		case errors.As(err, &exit) && exit.Exited() || early > 5:
			ended := fmt.Errorf("worker %d has ended: %s", number, strings.TrimSpace(said+" ("+fmt.Sprint(err)+")"))
			select {
			case l.broken <- cmp.Or(levels.Unusable(levels.Refusal(said)), ended):
			default:
			}
			return
		case err == nil: // all is over
			return
		}
		run.Say("worker %d has ended (%v), and another one takes its place", number, err)
	}
}

// one is one worker, until it ends. It returns the last line that it has said.
func (l *local) one(ctx context.Context, run check.Run) (said string, err error) {
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	w := exec.CommandContext(ctx, program, "worker", "-nats="+l.url, "-store="+run.Where, "-workers=1", "-tied", "-quiet")
	w.Env = append(os.Environ(), "NATS_TOKEN="+l.token)
	life, err := w.StdinPipe() // it ends with this process
	if err != nil {
		return "", err
	}
	w.Cancel = life.Close // and no signal: Ctrl-C at a terminal has sent one to all, and a second one ends it without a word
	w.WaitDelay = time.Second
	out, err := w.StderrPipe()
	if err != nil {
		return "", err
	}
	if err := w.Start(); err != nil {
		return "", err
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		said = lines.Text()
	}
	return said, w.Wait()
}

// failed delivers the error of workers that cannot work.
func (l *local) failed() <-chan error {
	if l == nil {
		return nil
	}
	return l.broken
}

// end ends all of it.
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
