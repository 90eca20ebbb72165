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

// byLines is an engine that calls a worker once for all tasks of a phase.
type byLines struct {
	*testing.T
	store string
}

func (*byLines) Flags() flags.Table { return nil }

func (*byLines) Alone() int { return 1 }

func (b *byLines) Start(context.Context, check.Run) (levels.Runner, func() error, error) {
	return b, func() error { return nil }, nil
}

func (b *byLines) Run(_ context.Context, tasks []levels.Task) error {
	var in strings.Builder
	for _, t := range tasks {
		if err := json.NewEncoder(&in).Encode(t); err != nil {
			return err
		}
	}
	r := called(b.T, strings.NewReader(in.String()), "-lines", b.store)
	for line := range strings.Lines(r.out) {
		if line != "ok\n" {
			return levels.Refusal(line)
		}
	}
	return nil
}

// A reply is what a call leaves behind.
type reply struct {
	code     int
	out, err string
}

// called calls a worker.
func called(t *testing.T, in io.Reader, args ...string) reply {
	var out, errs strings.Builder
	code := run(t.Context(), explore.Program{}, args, streams{in, &out, &errs})
	return reply{code, out.String(), errs.String()}
}

// checked is a small check in a folder, whose tasks workers do by lines.
func checked(t *testing.T, dir string) (*check.Findings, error) {
	t.Helper()
	e := &byLines{T: t, store: "-store=" + dir}
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

// TestLines: a check with tasks as lines has the counts of TLC (spec/instances.txt), and a worker answers any line.
func TestLines(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "states")
	found, err := checked(t, dir)
	if err != nil || found.Counts.States != 478 || found.Exit != 0 {
		t.Fatalf("%v: %+v", err, found)
	}
	r := called(t, strings.NewReader("{\"Kind\":\"dance\",\"Result\":\"x\"}\nno task\n\n"), "-lines", "-store="+dir)
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

// TestRefuses: what is wrong with a call is said in one line.
func TestRefuses(t *testing.T) {
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
		{"-lines -tied -store=x", "-tied has no meaning with -lines", 151},
		{"-lines -store=" + t.TempDir(), "there is no check in it yet", 150},
		{"-nats=nats://x -store=" + filepath.Join(t.TempDir(), "nowhere", "big"), "nowhere does not exist", 150},
		{"-nats=nats://x -store=" + full, "it holds a-file, which is no part of an exploration", 150},
		{"-nats=nats://x -store=" + filepath.Join(full, "a-file"), "not a directory", 150},
	} {
		if r := called(t, nil, strings.Fields(c.args)...); r.code != c.code || !strings.Contains(r.err, c.want) || strings.Count(r.err, "\n") != 1 || r.out != "" {
			t.Errorf("%s: %+v; wanted is exit %d, %s", c.args, r, c.code, c.want)
		}
	}
	if r := called(t, nil, "-h"); r.code != 0 || !strings.Contains(r.out, "\n  -store=DIR ") {
		t.Errorf("%+v", r)
	}
}

// TestWaits: a worker that is there before its check says for what it waits, and where, once; with -tied it ends when its input does.
func TestWaits(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "big")
	in, stop := io.Pipe()
	said, says := io.Pipe()
	over := make(chan int)
	go func() {
		over <- run(t.Context(), explore.Program{}, []string{"-tied", "-nats=nats://x", "-store=" + dir}, streams{in, io.Discard, says})
	}()
	line, err := bufio.NewReader(said).ReadString('\n')
	if want := "waiting for a check in " + dir + "\n"; err != nil || line != want {
		t.Errorf("it says %q, and not %q: %v", line, want, err)
	}
	_ = stop.Close()
	if code := <-over; code != 0 {
		t.Errorf("exit %d", code)
	}
}
