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

// A prober probes the node's health: one probe at a time, and none after its dismissal.
type prober struct {
	ask  func(context.Context) error
	free chan struct{} // holds a token except while a probe runs
}

// prober is the prober of the settings, or nil.
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

// probe runs a probe, unless the last one still runs.
func (p *prober) probe(ctx context.Context) error {
	select {
	case <-p.free:
	default:
		return errors.New("the probe before it has not ended")
	}
	defer func() { p.free <- struct{}{} }()
	return p.ask(ctx)
}

// dismissal is how long a cancelled probe may take to end.
const dismissal = time.Second

// dismiss waits for the running probe, whose context has ended, and allows none after it. A probe that survives
// even a kill, since it waits for a disk, must not keep the node from ending.
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

// get requests a URL; a status 2xx means good health.
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

// kept runs the command in its argument, next to a reader of a pipe to which the node never writes. When the node
// has died, no matter how, the reader meets the end of the pipe and kills the whole process group.
const kept = `(read -r _ <&3; kill -9 0) & exec 3<&-; exec sh -c "$0"`

// command runs a shell command; exit code 0 means good health. When it returns, all processes that the command
// started have ended, unless they moved to a process group of their own.
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

// kill kills a process group with SIGKILL.
func kill(group int) error {
	if err := syscall.Kill(-group, syscall.SIGKILL); !errors.Is(err, syscall.ESRCH) {
		return err
	}
	return os.ErrProcessDone
}

// bury kills what is left of a group whose first process has ended, and waits for the processes that this process
// has adopted.
func bury(group int) {
	_ = kill(group)
	for {
		if _, err := syscall.Wait4(-group, nil, 0, nil); err != nil && !errors.Is(err, syscall.EINTR) {
			return
		}
	}
}
