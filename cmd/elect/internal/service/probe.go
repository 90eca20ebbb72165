package service

import (
	"context"
	"fmt"
	"net/http"
	"os/exec"
	"time"
)

// probe is what asks for the node's health, or nil.
func (v *Service) probe() func(context.Context) error {
	switch s := v.settings; {
	case s.HealthURL != "":
		return func(ctx context.Context) error { return get(ctx, s.HealthURL) }
	case s.HealthCommand != "":
		return func(ctx context.Context) error { return command(ctx, s.HealthCommand) }
	}
	return nil
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

// command runs a command of the shell, and takes its exit code 0 for good health.
func command(ctx context.Context, line string) error {
	c := exec.CommandContext(ctx, "sh", "-c", line)
	c.WaitDelay = 100 * time.Millisecond
	if err := c.Run(); err != nil {
		return fmt.Errorf("%s: %w", line, err)
	}
	return nil
}
