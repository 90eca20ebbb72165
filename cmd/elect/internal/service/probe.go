package service

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// A prober asks for the node's health: once at a time, and no more when it has been dismissed.
type prober struct {
	ask  func(context.Context) error
	free chan struct{} // holds a token but while it asks
}

// prober is what the settings ask for, or nil.
func (v *Service) prober() *prober {
	p := &prober{free: make(chan struct{}, 1)}
	p.free <- struct{}{}
	switch s := v.settings; {
	case s.HealthURL != "":
		p.ask = func(ctx context.Context) error { return get(ctx, s.HealthURL) }
	case s.HealthCommand != "":
		adopt()
		p.ask = func(ctx context.Context) error { return command(ctx, s.HealthCommand) }
	default:
		return nil
	}
	return p
}

// probe asks, unless the last one who did is still at it.
func (p *prober) probe(ctx context.Context) error {
	select {
	case <-p.free:
	default:
		return errors.New("the probe before it has not ended")
	}
	defer func() { p.free <- struct{}{} }()
	return p.ask(ctx)
}

// dismissal is how long a probe may take to end that has been told to.
const dismissal = time.Second

// dismiss waits for the probe that is under way, whose context has ended, and lets in none after it. What even a
// kill does not end, since it waits for a disk, must not keep the node.
func (p *prober) dismiss() error {
	limit := time.NewTimer(dismissal)
	defer limit.Stop()
	select {
	case <-p.free:
		return nil
	case <-limit.C:
		return errors.New("the health probe does not end, though it has been killed")
	}
}

// get asks a URL, and takes an answer 2xx for good health.
func get(ctx context.Context, url string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	transport := &http.Transport{DisableKeepAlives: true, MaxResponseHeaderBytes: 16 << 10}
	defer transport.CloseIdleConnections()
	answer, err := transport.RoundTrip(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode/100 != 2 {
		return fmt.Errorf("%s answers %s", url, answer.Status)
	}
	return nil
}

// kept runs the command that is its argument, beside one who reads what the node never writes: when the node has
// died, however it did, there is nothing more to read, and the whole group is killed.
const kept = `(read -r _ <&3; kill -9 0) & exec 3<&-; exec sh -c "$0"`

// command runs a command of the shell, and takes its exit code 0 for good health. When it returns, all that the
// command has begun has ended, unless that has made itself a process group of its own.
func command(ctx context.Context, line string) error {
	alive, life, err := os.Pipe()
	if err != nil {
		return err
	}
	defer life.Close()
	defer alive.Close()
	c := exec.CommandContext(ctx, "sh", "-c", kept, line)
	c.ExtraFiles = []*os.File{alive}
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return kill(c.Process.Pid) }
	err = c.Run()
	if c.Process != nil {
		bury(c.Process.Pid)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", line, err)
	}
	return nil
}

// kill ends a process group, as kill -9 does.
func kill(group int) error {
	if err := syscall.Kill(-group, syscall.SIGKILL); !errors.Is(err, syscall.ESRCH) {
		return err
	}
	return os.ErrProcessDone
}

// bury ends what is left of a group whose first process has ended, and waits for its end as far as this process
// has been made to adopt it.
func bury(group int) {
	_ = kill(group)
	for {
		if _, err := syscall.Wait4(-group, nil, 0, nil); err != nil && !errors.Is(err, syscall.EINTR) {
			return
		}
	}
}
