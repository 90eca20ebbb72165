package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A call is a program with its arguments, and the folder to run it in.
type call struct {
	dir     string
	program string
	args    []string
	exits   []int // codes besides 0 that are no failure
}

// use is the resources of one process, with the children that it waited for.
type use struct {
	cpu, wall time.Duration // cpu is user and system time
	peak      int64         // resident memory; in bytes
}

// timeout bounds one process.
const timeout = 20 * time.Minute

// run runs a program to its end. The error has the last lines of its output.
func (c call) run(ctx context.Context) (string, use, error) {
	ctx, stop := context.WithTimeout(ctx, timeout)
	defer stop()
	command := exec.CommandContext(ctx, c.program, c.args...)
	command.Dir = c.dir
	start := time.Now()
	output, err := command.CombinedOutput()
	wall := time.Since(start)
	var exit *exec.ExitError
	if ctx.Err() != nil {
		err = ctx.Err()
	} else if errors.As(err, &exit) && slices.Contains(c.exits, exit.ExitCode()) {
		err = nil
	}
	if err != nil {
		return "", use{}, fmt.Errorf("%s %s: %w\n%s", c.program, strings.Join(c.args, " "), err, end(string(output)))
	}
	return string(output), used(command, wall), nil
}

func used(command *exec.Cmd, wall time.Duration) use {
	state := command.ProcessState
	u := use{cpu: state.UserTime() + state.SystemTime(), wall: wall}
	if r, ok := state.SysUsage().(*syscall.Rusage); ok {
		if u.peak = int64(r.Maxrss); runtime.GOOS == "linux" { // counts KiB; macOS counts bytes
			u.peak *= 1024
		}
	}
	return u
}

// end returns the last eight lines of a text.
func end(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-8):], "\n")
}
