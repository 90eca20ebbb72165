package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	client "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"interrex/checker/levels"
	"interrex/explore"
	"interrex/internal/golden"
)

// asProgram makes the test binary the program, so that tests can kill drivers and workers as processes.
const asProgram = "INTERREX_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) == "" {
		for name, value := range map[string]string{"AWS_ACCESS_KEY_ID": "KEY", "AWS_SECRET_ACCESS_KEY": "SECRET"} {
			if err := os.Setenv(name, value); err != nil {
				panic(err)
			}
		}
		os.Exit(m.Run())
	}
	p := newProgram(explore.Catalogue()...)
	p.Stores = append(p.Stores, explore.Store{Scheme: "bad", Help: "bad://DIR", Open: openFaulty})
	run(p)
}

// A faultyStore is a folder that injects faults. bad://DIR?every=50 fails one in 50 calls, and bad://DIR?room=100 is full with 100 objects.
// bad://DIR?kills=liveness/0,levels/7 kills the first process that creates an object with each of these prefixes.
type faultyStore struct {
	levels.Store
	url         string
	every, room int64
	kills       []string
	calls       atomic.Int64
}

func openFaulty(_ context.Context, text string) (levels.Store, error) {
	u, err := url.Parse(text)
	if err != nil {
		return nil, err
	}
	number := func(name string) int64 {
		n, _ := strconv.ParseInt(u.Query().Get(name), 10, 64)
		return n
	}
	kills := strings.FieldsFunc(u.Query().Get("kills"), func(r rune) bool { return r == ',' })
	return &faultyStore{Store: levels.Folder(u.Path), url: text, every: number("every"), room: number("room"), kills: kills}, nil
}

// fail fails pseudorandom calls, the same ones each time. The file DIR.room ends the limit of objects.
func (b *faultyStore) fail(creates bool) error {
	if n := b.calls.Add(1); b.every > 0 && rand.New(rand.NewPCG(3, uint64(n))).Int64N(b.every) == 0 {
		return fmt.Errorf("call %d: %w", n, context.DeadlineExceeded)
	}
	if b.room > 0 && creates {
		names, err := b.List("")
		if _, missing := os.Stat(string(b.Store.(levels.Folder)) + ".room"); err == nil && missing != nil && int64(len(names)) > b.room {
			return syscall.ENOSPC
		}
	}
	return nil
}

func (b *faultyStore) Create(name string, write func(io.Writer) error) error {
	if err := b.fail(true); err != nil {
		return err
	}
	for i, prefix := range b.kills {
		if strings.HasPrefix(name, prefix) {
			b.kill(i)
		}
	}
	return b.Store.Create(name, write)
}

// kill kills the process that is the first to call it for a prefix.
func (b *faultyStore) kill(i int) {
	f, err := os.OpenFile(fmt.Sprintf("%s.killed-%d", b.Store, i), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	_ = f.Close()
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

func (b *faultyStore) Open(name string) (levels.Object, error) {
	if err := b.fail(false); err != nil {
		return nil, err
	}
	return b.Store.Open(name)
}

// A trial is one check on a server of its own. A test starts and kills its processes.
type trial struct {
	*testing.T
	url         string
	js          jetstream.JetStream
	dir         string
	store       string
	world       []string
	driverFlags []string
	bound       string   // a flag of drivers; empty means none
	env         []string // of all processes
	all         []*process
}

// trialWorld has 6,803 states in 24 levels, with violations of safety and liveness.
var trialWorld = []string{"-algo=bully", "-n=3", "-restarts=1"}

const token = "of these tests"

// inMemory is the report of trialWorld by a check in memory.
var inMemory = sync.OnceValues(func() (string, error) {
	out, err := program(append(trialWorld, "-quiet", "-format=json")...).Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == 12 {
		err = nil
	}
	return string(out), err
})

func program(args ...string) *exec.Cmd {
	p := exec.Command(os.Args[0], args...)
	p.Env = append(os.Environ(), asProgram+"=1", "NATS_TOKEN="+token)
	return p
}

// tempDir is a folder in memory, or on disk where there is no /dev/shm.
func tempDir(t *testing.T) string {
	if _, err := os.Stat("/dev/shm"); err != nil {
		return t.TempDir()
	}
	dir, err := os.MkdirTemp("/dev/shm", "interrex-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

func newTrial(t *testing.T) *trial {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, Authorization: token, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	c, err := client.Connect(s.ClientURL(), client.Token(token))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	js, err := jetstream.New(c)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(tempDir(t), "store")
	return &trial{T: t, url: s.ClientURL(), js: js, dir: dir, store: dir, world: trialWorld, driverFlags: []string{"-alone=1", "-shards=3", "-engine=nats"}}
}

// A process is a driver or a worker.
type process struct {
	*exec.Cmd
	t           *trial
	out, errors strings.Builder
	over        chan struct{}
}

func (t *trial) start(args ...string) *process {
	t.Helper()
	p := &process{Cmd: program(args...), t: t, over: make(chan struct{})}
	p.Env = append(p.Env, t.env...)
	p.Stdout, p.Stderr = &p.out, &p.errors
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.all = append(t.all, p)
	go func() { _ = p.Wait(); close(p.over) }()
	t.Cleanup(func() { p.signal(syscall.SIGKILL); <-p.over })
	return p
}

func (t *trial) driver() *process {
	args := append([]string{"-store=" + t.store, "-nats=" + t.url, "-nats-lease=300ms", "-workers=2", "-quiet", "-format=json"}, t.world...)
	if t.bound != "" {
		args = append(args, t.bound)
	}
	return t.start(append(args, t.driverFlags...)...)
}

func (t *trial) worker() *process {
	return t.start("worker", "-store="+t.store, "-nats="+t.url, "-workers=1", "-quiet")
}

func (p *process) signal(s syscall.Signal) { _ = p.Process.Signal(s) }

// end waits for a process, and returns its exit code.
func (p *process) end() int {
	p.t.Helper()
	select {
	case <-p.over:
	case <-time.After(2 * time.Minute): // far beyond the longest
		for _, other := range p.t.all {
			other.signal(syscall.SIGQUIT)
			<-other.over
			p.t.Logf("%v: %v\n%s", other.Args[1:], other.ProcessState, other.errors.String())
		}
		p.t.Fatalf("%v does not end", p.Args[1:])
	}
	return p.ProcessState.ExitCode()
}

// awaitLevel waits until a level is in the store, or a process has ended.
func (t *trial) awaitLevel(n int, or *process) {
	t.Helper()
	for {
		names, err := levels.Folder(t.dir).List("levels/")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if at, _ := strconv.Atoi(strings.TrimPrefix(name, "levels/")); at >= n {
				return
			}
		}
		select {
		case <-or.over:
			return
		case <-time.After(2 * time.Millisecond):
		}
	}
}

// awaitStream waits until the queue exists, and returns its name.
func (t *trial) awaitStream(or *process) string {
	t.Helper()
	for {
		for name := range t.js.StreamNames(t.Context()).Name() {
			return name
		}
		select {
		case <-or.over:
			t.Fatalf("there was no queue: %s", or.errors.String())
		case <-time.After(2 * time.Millisecond):
		}
	}
}

// wantReport waits for a driver, and compares its report with that of the check in memory.
func (p *process) wantReport() {
	p.t.Helper()
	want, err := inMemory()
	if err != nil {
		p.t.Fatal(err)
	}
	code, got := p.end(), strings.ReplaceAll(p.out.String(), " "+lowMemory, "")
	if code != 12 || golden.Timeless(p.t, got) != golden.Timeless(p.t, want) {
		p.t.Errorf("the report (exit %d) is\n%s%sin memory it is\n%s", code, p.errors.String(), p.out.String(), want)
	}
}
