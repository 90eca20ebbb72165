package explore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"interrex/checker/levels"
	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/golden"
	"interrex/internal/hold"
)

// A relay is an engine that hands tasks on as text, as one between machines does.
type relay struct {
	tasks   chan []byte
	answers chan string
	refuses bool
}

func (r *relay) Flags() flags.Table {
	return flags.Table{flags.Flag{Name: "refuses", Help: "a test"}.Switch(&r.refuses)}
}

func (r *relay) Start(context.Context, check.Run) (levels.Runner, func() error, error) {
	if r.refuses {
		return nil, nil, errors.New("nobody answers")
	}
	return r, func() error { close(r.tasks); return nil }, nil
}

func (r *relay) Alone() int { return 300 }

func (r *relay) Run(_ context.Context, tasks []levels.Task) error {
	for _, t := range tasks {
		text, err := json.Marshal(t)
		if err != nil {
			return err
		}
		r.tasks <- text
		if answer := <-r.answers; answer != "ok" {
			return levels.Refusal(answer)
		}
	}
	return nil
}

func (r *relay) Lacks() error { return nil }

// Work does what comes by one hand after the other.
func (r *relay) Work(ctx context.Context, _ check.Run, hands []check.Hand) error {
	for n := 0; ; n++ {
		text, more := <-r.tasks
		if !more {
			return nil
		}
		var t levels.Task
		err := json.Unmarshal(text, &t)
		if err == nil {
			err = hands[n%len(hands)].Do(ctx, t)
		}
		if err != nil {
			r.answers <- err.Error()
		} else {
			r.answers <- "ok"
		}
	}
}

// relaying is a program with such an engine, of which all calls have the same.
func relaying() (*command.Program, *relay) {
	r := &relay{tasks: make(chan []byte), answers: make(chan string)}
	p := Program{Elections: Catalogue(), Engines: []Engine{{Name: "relay", Help: "a test", New: func() check.Carrier { return r }}},
		Stores: []Store{{Scheme: "test", Help: "test://DIR", Open: func(_ context.Context, url string) (levels.Store, error) {
			dir := strings.TrimPrefix(url, "test://")
			if dir == "" {
				return nil, errors.New("there is no such place")
			}
			return levels.Folder(dir), nil
		}}}}
	return p.commands("explore"), r
}

func callOf(p *command.Program, args ...string) reply {
	var stdout, stderr strings.Builder
	code := run(context.Background(), p, args, &stdout, &stderr)
	return reply{code, stdout.String(), stderr.String()}
}

// working are the hands of a worker for a store, which take memory until the test ends.
func working(t *testing.T, p *command.Program, store string) (q check.Question, run check.Run, hands []check.Hand) {
	t.Helper()
	q = p.NewQuestion()
	table := append(q.Manned(func() bool { return false }), q.Crew())
	line, err := table.Scan([]string{store, "-workers=2"})
	if err == nil {
		err = table.Read(line)
	}
	if err == nil {
		err = q.Await(t.Context())
	}
	rest := func() {}
	if err == nil {
		run, hands, rest, err = q.Work(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(rest)
	return q, run, hands
}

// TestWorkers: what hands do that know nothing but the store comes to the same report.
func TestWorkers(t *testing.T) {
	const world = "-algo=bully -n=3 -restarts=1"
	want := call(world + " -quiet -format=json")
	p, _ := relaying()
	store := "-store=test://" + filepath.Join(t.TempDir(), "states")
	var over sync.WaitGroup
	got := reply{}
	over.Go(func() {
		got = callOf(p, append(strings.Fields(world), store, "-engine=relay", "-shards=3", "-quiet", "-format=json")...)
	})
	q, run, hands := working(t, p, store)
	if err := q.Carry(t.Context(), run, hands); err != nil {
		t.Error(err)
	}
	over.Wait()
	if passing := golden.Timeless(t, got.stdout); got.code != want.code || passing != golden.Timeless(t, want.stdout) {
		t.Errorf("the report is (exit %d)\n%s%sand in memory (exit %d)\n%s", got.code, got.stderr, got.stdout, want.code, want.stdout)
	}
}

// TestEngineRefuses: what is wrong with a call is said in one line.
func TestEngineRefuses(t *testing.T) {
	p, _ := relaying()
	dir := t.TempDir()
	other := filepath.Join(t.TempDir(), "other")
	if r := callOf(p, "-algo=ring", "-n=2", "-store="+other, "-quiet", "-o=/dev/null"); r.code > 13 {
		t.Fatal(r)
	}
	for _, c := range []struct {
		args, want string
		code       int
	}{
		{"-algo=ring -n=3 -engine=relay", "-engine=relay needs -store=DIR, a folder or bucket that all workers see", 151},
		{"-algo=ring -n=3 -engine=flunk -store=x", "-engine=flunk: allowed are pool, relay", 151},
		{"-algo=ring -n=3 -store=x -refuses", "-refuses has no meaning with -engine=pool", 151},
		{"-algo=ring -n=3 -shards=3", "-shards has no meaning without -store", 151},
		{"-algo=ring -n=3 -store=s4://x", "-store=s4://x: it is a folder, or begins with one of test://", 151},
		{"-algo=ring -n=3 -store=test://", "store test://: there is no such place", 150},
		{"-algo=ring -n=3 -engine=relay -refuses -store=" + dir, "engine relay: nobody answers", 150},
		{"-algo=ring -n=3 -store=" + other, "it is of a run with -", 150},
	} {
		r := callOf(p, strings.Fields(c.args)...)
		if r.code != c.code || !strings.Contains(r.stderr, c.want) || strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("%s: exit %d, %s; wanted is exit %d, %s", c.args, r.code, r.stderr, c.code, c.want)
		}
	}
	for _, args := range []string{"-algo=ring -n=3 -store=s3://x", "-algo=ring -n=3 -store=x -engine=nats", "-nats=nats://queue -algo=ring", "worker -store=x"} {
		if plain := call(args); plain.code != 151 || !strings.Contains(plain.stderr, "docs/cluster.md") || strings.Count(plain.stderr, "\n") != 1 {
			t.Errorf("%s: exit %d, %s", args, plain.code, plain.stderr)
		}
	}
}

// TestNoFolder: a driver makes the folder of a store and none above it, so that a worker that has come early waits for what may be made yet.
func TestNoFolder(t *testing.T) {
	p, _ := relaying()
	in := filepath.Join(t.TempDir(), "deep", "er")
	want := "there is no folder " + in + " for it to be in (exit 150)\n"
	r := callOf(p, "-algo=ring", "-n=2", "-quiet", "-store="+filepath.Join(in, "s"))
	if r.code != 150 || !strings.HasSuffix(r.stderr, want) || strings.Count(r.stderr, "\n") != 1 {
		t.Errorf("exit %d, %s", r.code, r.stderr)
	}
	if _, err := os.Stat(filepath.Dir(in)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a refused check has made a folder: %v", err)
	}
}

// A buggy store panics where the result of an expansion is to be written.
type buggy struct{ levels.Store }

func (b buggy) Create(name string) (levels.Writer, error) {
	if strings.Contains(name, "expand") {
		panic("it rains")
	}
	return b.Store.Create(name)
}

// TestBugInPool: a bug that shows in a worker of the pool has the exit code of any other, and is told with where it was.
func TestBugInPool(t *testing.T) {
	p, _ := relaying()
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

// swapped is a check of whose store the objects are swapped.
var swapped = []string{"-algo=bully", "-n=3", "-restarts=1", "-alone=1", "-shards=3", "-workers=1", "-quiet"}

// TestHeld: a check whose store another process holds prints its state, and leaves a report alone; another check is refused.
func TestHeld(t *testing.T) {
	p, _ := relaying()
	dir, file := filepath.Join(t.TempDir(), "states"), filepath.Join(t.TempDir(), "report")
	if err := os.WriteFile(file, []byte("as it was"), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := callOf(p, append(swapped, "-store="+dir, "-max-depth=7", "-o=/dev/null")...); r.code != 12 {
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
		args         []string
		out, err     string
		code, levels int
	}{
		{append(swapped, "-store="+dir), "asked:  -algo=bully ", "", 152, 7},
		{append(swapped, "-store="+dir, "-o="+file, "-format=svg"), "asked:  -algo=bully ", "", 152, 7},
		{append(swapped, "-store="+dir, "-format=json"), "\n  \"level\": 7,\n", "", 152, 0},
		{[]string{"-algo=ring", "-n=2", "-quiet", "-store=" + dir}, "", "it is of a run with -", 150, 0},
	} {
		r := callOf(p, c.args...)
		if r.code != c.code || !strings.Contains(r.stdout, c.out) || !strings.Contains(r.stderr, c.err) || c.err == "" && r.stderr != "" ||
			c.levels > 0 && !strings.Contains(r.stdout, fmt.Sprintf(", level %d; ", c.levels)) {
			t.Errorf("%v: exit %d: %s%s", c.args, r.code, r.stdout, r.stderr)
		}
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "as it was" {
		t.Errorf("the report is %q: %v", text, err)
	}
	_ = f.Close()
	if r := callOf(p, append(swapped, "-store="+dir)...); r.code != 12 || !strings.Contains(r.stdout, "verdict: ") {
		t.Errorf("when it is free: exit %d: %s%s", r.code, r.stdout, r.stderr)
	}
}
