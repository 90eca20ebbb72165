package explore

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"interrex/checker/levels"
	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/hold"
)

// A relay is an engine whose tasks nobody does.
type relay struct{ refuses bool }

func (r *relay) Flags() flags.Table {
	return flags.Table{flags.Flag{Name: "refuses", Help: "a test"}.Switch(&r.refuses)}
}

func (r *relay) Start(context.Context, check.Run) (levels.Runner, func() error, error) {
	return nil, nil, errors.New("nobody answers")
}

func (r *relay) Alone() int { return 300 }

// relaying is a program with such an engine, of which all calls have the same.
func relaying() *command.Program {
	r := new(relay)
	p := Program{Elections: Catalogue(), Engines: []Engine{{Name: "relay", Help: "a test", New: func() check.Carrier { return r }}},
		Stores: []Store{{Scheme: "test", Help: "test://DIR", Open: func(_ context.Context, url string) (levels.Store, error) {
			dir := strings.TrimPrefix(url, "test://")
			if dir == "" {
				return nil, errors.New("there is no such place")
			}
			return levels.Folder(dir), nil
		}}}}
	return p.commands("explore")
}

func callOf(p *command.Program, args ...string) reply {
	var stdout, stderr strings.Builder
	code := run(context.Background(), p, args, &stdout, &stderr)
	return reply{code, stdout.String(), stderr.String()}
}

// TestEngineRefuses: what is wrong with a call is said in one line.
func TestEngineRefuses(t *testing.T) {
	p := relaying()
	dir := t.TempDir()
	other := filepath.Join(t.TempDir(), "other")
	if r := callOf(p, "-algo=ring", "-n=2", "-store="+other, "-quiet", "-o=/dev/null"); r.code > 13 {
		t.Fatal(r)
	}
	for _, c := range []struct {
		args, want string
		code       int
	}{
		{"-algo=ring -n=3 -engine=relay", "-engine=relay: the engine needs a store that all workers share; give -store too", 151},
		{"-algo=ring -n=3 -engine=flunk -store=x", "-engine=flunk: allowed are pool, relay", 151},
		{"-algo=ring -n=3 -store=x -refuses", "-refuses has no meaning with -engine=pool", 151},
		{"-algo=ring -n=3 -shards=3", "-shards has no meaning without -store", 151},
		{"-algo=ring -n=3 -store=s4://x", "-store=s4://x: it is a folder, or begins with one of test://", 151},
		{"-algo=ring -n=3 -store=test://", "store test://: there is no such place", 150},
		{"-algo=ring -n=3 -engine=relay -refuses -store=" + dir, "engine relay: nobody answers", 150},
		{"-algo=ring -n=3 -store=" + other, "it is of another run, with -", 150},
	} {
		r := callOf(p, strings.Fields(c.args)...)
		if r.code != c.code || !strings.Contains(r.stderr, c.want) || strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("%s: exit %d, %s; wanted is exit %d, %s", c.args, r.code, r.stderr, c.code, c.want)
		}
	}
}

// A buggy store panics where the result of an expansion is to be written.
type buggy struct{ levels.Store }

func (b buggy) Create(name string, write func(io.Writer) error) error {
	if strings.Contains(name, "expand") {
		panic("it rains")
	}
	return b.Store.Create(name, write)
}

// TestBugInPool: a bug that shows in a worker of the pool has the exit code of any other, and is told with where it was.
func TestBugInPool(t *testing.T) {
	p := relaying()
	open := p.Stores[0].Open
	p.Stores[0].Open = func(ctx context.Context, url string) (levels.Store, error) {
		s, err := open(ctx, url)
		return buggy{s}, err
	}
	r := callOf(p, "-algo=bully", "-n=3", "-store=test://"+filepath.Join(t.TempDir(), "states"), "-alone=1", "-workers=2", "-quiet")
	if r.code != check.ExitBug || !strings.HasPrefix(r.stderr, "explore: a bug of Interrex, please report it: it rains\n") || !strings.Contains(r.stderr, "explore.buggy.Create") {
		t.Errorf("exit %d, %s", r.code, r.stderr)
	}
}

// held is a check whose store is held.
var held = []string{"-algo=bully", "-n=3", "-restarts=1", "-alone=1", "-shards=3", "-workers=1", "-quiet"}

// TestHeld: while another process holds the store, a check is inconclusive and leaves a report alone, and another check is refused.
func TestHeld(t *testing.T) {
	p := relaying()
	dir, file := filepath.Join(t.TempDir(), "states"), filepath.Join(t.TempDir(), "report")
	if err := os.WriteFile(file, []byte("as it was"), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := callOf(p, append(held, "-store="+dir, "-max-depth=7", "-o=/dev/null")...); r.code != 12 {
		t.Fatal(r)
	}
	f, err := hold.Folder(dir)
	if errors.Is(err, errors.ErrUnsupported) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		err  string
		code int
	}{
		{append(held, "-store="+dir), "another process holds it (exit 152)", 152},
		{append(held, "-store="+dir, "-o="+file, "-format=svg"), "another process holds it (exit 152)", 152},
		{[]string{"-algo=ring", "-n=2", "-quiet", "-store=" + dir}, "it is of another run, with -", 150},
	} {
		if r := callOf(p, c.args...); r.code != c.code || r.stdout != "" || !strings.Contains(r.stderr, c.err) {
			t.Errorf("%v: exit %d: %s%s", c.args, r.code, r.stdout, r.stderr)
		}
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "as it was" {
		t.Errorf("the report is %q: %v", text, err)
	}
	_ = f.Close()
	if r := callOf(p, append(held, "-store="+dir)...); r.code != 12 || !strings.Contains(r.stdout, "verdict: ") {
		t.Errorf("when it is free: exit %d: %s%s", r.code, r.stdout, r.stderr)
	}
}
