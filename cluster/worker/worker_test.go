package worker

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"interrex/checker/levels"
	"interrex/explore"
	"interrex/internal/check"
	"interrex/internal/flags"
)

// linesEngine calls a worker once for each phase.
type linesEngine struct {
	*testing.T
	store string
}

func (*linesEngine) Flags() flags.Table { return nil }

func (*linesEngine) Alone() int { return 1 }

func (b *linesEngine) Start(context.Context, check.Run) (levels.Runner, func() error, error) {
	return b, func() error { return nil }, nil
}

func (b *linesEngine) Run(_ context.Context, tasks []levels.Task) error {
	var in strings.Builder
	for _, t := range tasks {
		if err := json.NewEncoder(&in).Encode(t); err != nil {
			return err
		}
	}
	r := runWorker(b.T, strings.NewReader(in.String()), "-lines", b.store)
	for line := range strings.Lines(r.out) {
		if line != "ok\n" {
			return levels.Refusal(line)
		}
	}
	return nil
}

// A result is the exit code and the output of a call.
type result struct {
	code     int
	out, err string
}

// runWorker calls the command worker.
func runWorker(t *testing.T, in io.Reader, args ...string) result {
	var out, errs strings.Builder
	code := run(t.Context(), explore.Program{}, args, streams{in, &out, &errs})
	return result{code, out.String(), errs.String()}
}

// runCheck runs a small check in a folder with the engine of lines.
func runCheck(t *testing.T, dir string) (*check.Findings, error) {
	t.Helper()
	e := &linesEngine{T: t, store: "-store=" + dir}
	q := check.Question{Elections: explore.Catalogue(), Engines: []explore.Engine{{Name: "lines", New: func() check.Carrier { return e }}}}
	table := append(q.Flags(), q.Stored()...)
	line, err := table.Scan([]string{"-algo=bully", "-n=3", "-shards=3", "-engine=lines", e.store})
	if err == nil {
		err = table.Read(line)
	}
	if err != nil {
		t.Fatal(err)
	}
	return check.Ask(t.Context(), q)
}

// A check with tasks as lines has the counts of TLC (spec/instances.txt), and a worker answers each line.
func TestLines(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "states")
	found, err := runCheck(t, dir)
	if err != nil || found.Counts.States != 478 || found.Exit != 0 {
		t.Fatalf("%v: %+v", err, found)
	}
	r := runWorker(t, strings.NewReader("{\"Kind\":\"dance\",\"Result\":\"x\"}\nno task\n\n"), "-lines", "-store="+dir)
	want := []string{"error: there is no task of the kind \"dance\"", "error: ", "error: ", ""}
	lines := strings.Split(r.out, "\n")
	if r.code != 0 || r.err != "" || len(lines) != len(want) {
		t.Fatalf("%+v", r)
	}
	for i, line := range lines {
		if !strings.HasPrefix(line, want[i]) {
			t.Errorf("line %d is %q", i, line)
		}
	}
}

// Each wrong call gives one line.
func TestWrongCalls(t *testing.T) {
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "a-file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args, want string
		code       int
	}{
		{"", "-store is missing; it must be the store of the check", 151},
		{"-store=x -metrics=:9100", "unknown flag -metrics", 151},
		{"x", `unexpected argument "x"`, 151},
		{"-lines -store=" + t.TempDir(), "there is no check in it yet", 150},
		{"-nats=nats://x -store=" + filepath.Join(t.TempDir(), "nowhere", "big"), "nowhere does not exist", 150},
		{"-nats=nats://x -store=" + full, "it holds a-file, which is no part of an exploration", 150},
		{"-nats=nats://x -store=" + filepath.Join(full, "a-file"), "not a directory", 150},
	} {
		if r := runWorker(t, nil, strings.Fields(c.args)...); r.code != c.code || !strings.Contains(r.err, c.want) || strings.Count(r.err, "\n") != 1 || r.out != "" {
			t.Errorf("%s: got %+v, want exit %d, %s", c.args, r, c.code, c.want)
		}
	}
	if r := runWorker(t, nil, "-h"); r.code != 0 || !strings.Contains(r.out, "\n  -store=DIR ") {
		t.Errorf("%+v", r)
	}
}

// A worker that starts before its check reports once that it waits.
func TestWaitForCheck(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "big")
	ctx, stop := context.WithCancel(t.Context())
	errs, errsWriter := io.Pipe()
	over := make(chan int)
	go func() {
		over <- run(ctx, explore.Program{}, []string{"-nats=nats://x", "-store=" + dir}, streams{nil, io.Discard, errsWriter})
	}()
	line, err := bufio.NewReader(errs).ReadString('\n')
	if want := "waiting for a check in " + dir + "\n"; err != nil || line != want {
		t.Errorf("got %q, want %q: %v", line, want, err)
	}
	stop()
	if code := <-over; code != 0 {
		t.Errorf("exit %d", code)
	}
}
