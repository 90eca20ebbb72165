//go:build unix

package flink

import (
	"bufio"
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"interrex/checker/levels"
	"interrex/cluster/worker"
	"interrex/explore"
	"interrex/internal/check"
	"interrex/internal/golden"
	"interrex/internal/testlevel"
)

// gateVariable makes a call of the tests one of the program, as driver or worker, and names the folder of the gate.
const gateVariable = "INTERREX_TEST_GATE"

// closed is a file at the gate while workers wait there; refusing is one while they refuse all tasks.
const closed, refusing = "closed", "refusing"

func TestMain(m *testing.M) {
	gate := os.Getenv(gateVariable)
	if gate == "" {
		os.Exit(m.Run())
	}
	engine := explore.Engine{Name: "flink", Help: "a test", New: func() check.Carrier { return &Runner{alone: 550} }}
	p := explore.Program{Engines: []explore.Engine{engine}}
	if worker.Is() {
		atGate(gate)
		worker.Main(p)
	}
	p.Main()
}

// atGate stands between a worker and its input: each task, or each of a kind, waits while the gate is closed, and that it does is said by a file,
// in whose name is which time the gate is closed.
func atGate(gate string) {
	in, out, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	tasks := bufio.NewReader(os.Stdin)
	os.Stdin = in
	go func() {
		defer func() { _ = out.Close() }()
		for {
			task, err := tasks.ReadBytes('\n')
			if err != nil {
				return
			}
			for {
				text, err := os.ReadFile(filepath.Join(gate, closed))
				time, kind, isOne := strings.Cut(string(text), " ")
				if err != nil || isOne && !bytes.Contains(task, []byte(`"Kind":"`+kind+`"`)) {
					break
				}
				if time != "" {
					_ = os.WriteFile(filepath.Join(gate, fmt.Sprintf("%s-%d-%d", time, os.Getppid(), os.Getpid())), nil, 0o600)
				}
				pause()
			}
			if _, err := os.Stat(filepath.Join(gate, refusing)); err == nil {
				fmt.Println("error: it rains")
			} else if _, err := out.Write(task); err != nil {
				return
			}
		}
	}()
}

// pause is between two looks at what others do.
func pause() { time.Sleep(5 * time.Millisecond) }

// A waiter is a worker at the gate.
type waiter struct{ manager, worker int }

// A cluster is a Flink cluster on this machine: a JobManager and some TaskManagers of two slots.
type cluster struct {
	*testing.T
	home, dir, gate string
	rest, rpc       string // ports
	jobs            *exec.Cmd
	managers        map[int]*exec.Cmd // by process
	closings        int               // of the gate
}

// flinkHome is where Flink is, on machines on which .ci/install has been.
func flinkHome() (string, error) {
	home := os.Getenv("FLINK_HOME")
	if home == "" {
		user, err := os.UserHomeDir()
		if err != nil {
			return "", err
		}
		home = filepath.Join(user, ".cache", "flink-2.0.2")
	}
	for _, tool := range []string{"java", "javac"} {
		if _, err := exec.LookPath(tool); err != nil {
			return "", fmt.Errorf("Java 17 is needed: %w", err)
		}
	}
	if dists, _ := filepath.Glob(filepath.Join(home, "lib", "flink-dist*.jar")); len(dists) == 0 {
		return "", fmt.Errorf("no Flink in %s: .ci/install brings it", home)
	}
	return home, nil
}

// config is what all of a cluster have in common: small, and quick to take others for dead.
const config = `jobmanager.rpc.address: 127.0.0.1
jobmanager.bind-host: 127.0.0.1
jobmanager.rpc.port: %s
jobmanager.memory.process.size: 1g
rest.address: 127.0.0.1
rest.bind-address: 127.0.0.1
rest.bind-port: %s
taskmanager.host: 127.0.0.1
taskmanager.bind-host: 127.0.0.1
taskmanager.numberOfTaskSlots: 2
taskmanager.cpu.cores: 1.0
taskmanager.memory.framework.heap.size: 128mb
taskmanager.memory.task.heap.size: 128mb
taskmanager.memory.managed.size: 64mb
taskmanager.memory.network.min: 64mb
taskmanager.memory.network.max: 64mb
taskmanager.memory.framework.off-heap.size: 128mb
taskmanager.memory.task.off-heap.size: 0mb
taskmanager.memory.jvm-metaspace.size: 192mb
taskmanager.memory.jvm-overhead.min: 64mb
taskmanager.memory.jvm-overhead.max: 64mb
taskmanager.load-balance.mode: SLOTS
cluster.registration.error-delay: 300 ms
heartbeat.interval: 500
heartbeat.timeout: 4000
heartbeat.rpc-failure-threshold: 1
`

const logging = `rootLogger.level = INFO
rootLogger.appenderRef.console.ref = console
appender.console.name = console
appender.console.type = CONSOLE
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = %d %p %c{1} %m%n
`

// newCluster starts a cluster of two TaskManagers.
func newCluster(t *testing.T) *cluster {
	home, missing := flinkHome()
	testlevel.Needs(t, missing)
	t.Setenv("FLINK_HOME", home)
	dir := t.TempDir()
	c := &cluster{T: t, home: home, dir: dir, gate: filepath.Join(dir, "gate"), rest: "0", rpc: "0", managers: map[int]*exec.Cmd{}}
	t.Cleanup(c.end)
	for _, folder := range []string{"gate", "tmp", "log"} {
		c.must(os.Mkdir(filepath.Join(dir, folder), 0o700))
	}
	c.write("log4j.properties", logging)
	c.startJobManager()
	c.startManager()
	c.startManager()
	c.await("TaskManagers", func() bool { return c.overview().Slots == 4 })
	return c
}

func (c *cluster) must(err error) {
	c.Helper()
	if err != nil {
		c.Fatal(err)
	}
}

func (c *cluster) write(name, text string) {
	c.must(os.WriteFile(filepath.Join(c.dir, name), []byte(text), 0o600))
}

// java starts one of Flink's programs.
func (c *cluster) java(log, heap, class string, args ...string) *exec.Cmd {
	line := []string{"-Xmx" + heap, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + filepath.Join(c.dir, "tmp"),
		"-Dlog4j.configurationFile=file:" + filepath.Join(c.dir, "log4j.properties"), "-cp", filepath.Join(c.home, "lib", "*")}
	for _, p := range []string{"util", "lang", "util.concurrent", "net", "io", "time", "lang.reflect", "text"} {
		line = append(line, "--add-opens=java.base/java."+p+"=ALL-UNNAMED")
	}
	cmd := exec.Command("java", append(append(line, "org.apache.flink.runtime."+class, "--configDir", c.dir), args...)...)
	file, err := os.Create(filepath.Join(c.dir, "log", log))
	c.must(err)
	defer func() { _ = file.Close() }()
	cmd.Stdout, cmd.Stderr = file, file
	cmd.Env = append(os.Environ(), gateVariable+"="+c.gate)
	c.must(cmd.Start())
	return cmd
}

// startJobManager starts one, on ports that the kernel chooses, or on those of the one before.
func (c *cluster) startJobManager() {
	c.write("config.yaml", fmt.Sprintf(config, c.rpc, c.rest))
	c.jobs = c.java("jobs", "384m", "entrypoint.StandaloneSessionClusterEntrypoint", "--executionMode", "cluster")
	at := regexp.MustCompile(`Actor system started at pekko.tcp://flink@127.0.0.1:(\d+)(?s:.*)Rest endpoint listening at 127.0.0.1:(\d+)`)
	c.await("a JobManager", func() bool {
		log, err := os.ReadFile(filepath.Join(c.dir, "log", "jobs"))
		c.must(err)
		ports := at.FindSubmatch(log)
		if ports == nil {
			return false
		}
		c.rpc, c.rest = string(ports[1]), string(ports[2])
		return true
	})
	c.write("config.yaml", fmt.Sprintf(config, c.rpc, c.rest))
}

func (c *cluster) startManager() {
	cmd := c.java(fmt.Sprint("tasks", time.Now().UnixNano()), "256m", "taskexecutor.TaskManagerRunner")
	c.managers[cmd.Process.Pid] = cmd
}

// kill ends a process as nothing can prevent.
func (c *cluster) kill(cmd *exec.Cmd) {
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	delete(c.managers, cmd.Process.Pid)
}

func (c *cluster) end() {
	_ = os.Remove(filepath.Join(c.gate, closed))
	for _, cmd := range append(slices.Collect(maps.Values(c.managers)), c.jobs) {
		if cmd != nil {
			c.kill(cmd)
		}
	}
}

// await waits until something holds.
func (c *cluster) await(what string, holds func() bool) {
	c.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !holds(); pause() {
		if time.Now().After(deadline) {
			logs, _ := filepath.Glob(filepath.Join(c.dir, "log", "*"))
			for _, file := range logs {
				text, _ := os.ReadFile(file)
				c.Logf("%s: … %s", file, text[max(0, len(text)-3000):])
			}
			c.Fatalf("%s is waited for in vain", what)
		}
	}
}

func (c *cluster) url() string { return "http://127.0.0.1:" + c.rest }

// overview is what the JobManager says of the cluster, and of jobs since it began.
func (c *cluster) overview() (is struct {
	Slots     int `json:"slots-total"`
	Running   int `json:"jobs-running"`
	Finished  int `json:"jobs-finished"`
	Cancelled int `json:"jobs-cancelled"`
}) {
	_ = rest(c.url()).call(c.Context(), http.MethodGet, "/overview", nil, &is)
	return is
}

// A call is one of the program.
type call struct {
	*exec.Cmd
	stdout, stderr bytes.Buffer
	over           chan struct{}
}

// explore begins a call of the program.
func (c *cluster) explore(args ...string) *call {
	e := &call{Cmd: exec.Command(os.Args[0], args...), over: make(chan struct{})}
	e.Stdout, e.Stderr = &e.stdout, &e.stderr
	e.Env = append(os.Environ(), gateVariable+"="+c.gate)
	c.must(e.Start())
	c.Cleanup(func() { _ = e.Process.Kill(); <-e.over })
	go func() {
		_ = e.Wait()
		close(e.over)
	}()
	return e
}

func (e *call) isOver() bool {
	select {
	case <-e.over:
		return true
	default:
		return false
	}
}

// hold closes the gate, for tasks of a kind if one is named, and waits until workers of a call wait there.
func (c *cluster) hold(of *call, kind string) (there []waiter) {
	c.Helper()
	c.closings++
	text := fmt.Sprint(c.closings)
	if kind != "" {
		text += " " + kind
	}
	c.write(filepath.Join("gate", closed), text)
	c.await("a worker", func() bool {
		if of.isOver() {
			c.Fatalf("the check was over before all faults: %s%s", of.stdout.String(), of.stderr.String())
		}
		files, err := filepath.Glob(filepath.Join(c.gate, fmt.Sprint(c.closings, "-*")))
		c.must(err)
		there = nil
		for _, file := range files {
			var time int
			var w waiter
			_, err := fmt.Sscanf(filepath.Base(file), "%d-%d-%d", &time, &w.manager, &w.worker)
			c.must(err)
			if c.managers[w.manager] != nil { // and not one that has been killed
				there = append(there, w)
			}
		}
		return len(there) > 0
	})
	return there
}

// release opens the gate.
func (c *cluster) release() { c.must(os.Remove(filepath.Join(c.gate, closed))) }

// A faulty check is one that faults are done to.
type faulty struct {
	*cluster
	line   []string // of the program
	driver *call
}

func (f *faulty) begin() { f.driver = f.explore(f.line...) }

// A fault is done to a check while workers wait at the gate.
type fault struct {
	name string
	do   func(f *faulty, there []waiter)
	kind string // of tasks at which they wait; "": any
}

var faults = []fault{
	{name: "a TaskManager is killed, and another one comes", do: func(f *faulty, there []waiter) {
		f.kill(f.managers[there[0].manager])
		f.release()
		f.startManager()
	}},
	{name: "a worker is killed", do: killWorker},
	{name: "a TaskManager is away for longer than it may be", do: func(f *faulty, there []waiter) {
		before := f.overview().Finished
		f.must(syscall.Kill(there[0].manager, syscall.SIGSTOP))
		f.release()
		f.await("the job", func() bool { return f.overview().Finished > before || f.driver.isOver() })
		f.must(syscall.Kill(there[0].manager, syscall.SIGCONT))
	}},
	{name: "the JobManager is killed, and is there again", do: func(f *faulty, _ []waiter) {
		f.kill(f.jobs)
		f.startJobManager()
		f.release()
	}},
	{name: "the driver is killed, and called again", do: func(f *faulty, _ []waiter) {
		f.must(f.driver.Process.Kill())
		<-f.driver.over
		f.release()
		f.await("the end of its job", func() bool { return f.overview().Running == 0 })
		f.begin()
	}},
	{name: "the driver is interrupted, and called again", do: func(f *faulty, _ []waiter) {
		before := f.overview().Cancelled
		f.must(f.driver.Process.Signal(os.Interrupt))
		<-f.driver.over
		f.await("the end of the job", func() bool { return f.overview().Cancelled > before })
		if said := f.driver.stdout.String(); !strings.Contains(said, `"bound": "interrupted"`) {
			f.Errorf("%v, %s%s", f.driver.ProcessState, said, f.driver.stderr.String())
		}
		f.release()
		f.begin()
	}},
}

func killWorker(f *faulty, there []waiter) {
	for syscall.Kill(there[0].worker, syscall.SIGKILL) != nil { // somebody else has been faster
		there = f.hold(f.driver, "")
	}
	f.release()
}

// deciding are the kinds of tasks by which liveness is decided from the files, and faults are done while it is. After the last of them a cluster is
// left with one TaskManager.
var (
	deciding = []string{"lead", "join", "order"}
	late     = []fault{
		{"a worker is killed where steps lead", killWorker, deciding[0]},
		{"a TaskManager is killed where edges are made, and none comes", func(f *faulty, there []waiter) {
			f.kill(f.managers[there[0].manager])
			f.release()
		}, deciding[1]},
	}
)

// cramped is so little memory that liveness is decided from the files, where more states than have room may be part of a cycle.
const cramped = "-max-memory=64KiB"

// suffer does faults to a check of a world, and compares the report with that of one in memory, but for that bound.
func (c *cluster) suffer(world string, all []fault) {
	line := append(strings.Fields(world), "-quiet", "-format=json")
	memory := c.explore(line...)
	<-memory.over
	store := levels.Folder(filepath.Join(c.TempDir(), "states"))
	f := &faulty{cluster: c, line: append(line, "-store="+string(store), "-engine=flink", "-flink="+c.url(), cramped)}
	f.begin()
	for _, fault := range all {
		began := time.Now()
		there := c.hold(f.driver, fault.kind)
		held := time.Now()
		fault.do(f, there)
		c.Logf("%s: %d workers at the gate after %.1f s; %.1f s", fault.name, len(there), held.Sub(began).Seconds(), time.Since(held).Seconds())
	}
	began := time.Now()
	<-f.driver.over
	c.Logf("to the end: %.1f s", time.Since(began).Seconds())
	got, want := f.driver.ProcessState.ExitCode(), memory.ProcessState.ExitCode()
	report := strings.ReplaceAll(f.driver.stdout.String(), " "+cramped, "")
	if got != want || golden.Timeless(c.T, report) != golden.Timeless(c.T, memory.stdout.String()) {
		c.Errorf("the report is (exit %d) %s%sand in memory (exit %d) %s", got, f.driver.stdout.String(), f.driver.stderr.String(), want, memory.stdout.String())
	}
}

// TestCluster: whatever dies, the report is that of a check in memory.
func TestCluster(t *testing.T) {
	testlevel.Slow(t, "it starts several JVMs, and kills them")
	c := newCluster(t)
	c.suffer("-algo=bully -n=3 -restarts=1", append(faults, late...))
	var did struct{ Jobs []struct{ Name string } }
	c.must(rest(c.url()).call(t.Context(), http.MethodGet, "/jobs/overview", nil, &did))
	for _, kind := range deciding {
		if !strings.Contains(fmt.Sprint(did.Jobs), "interrex: "+kind+"}") {
			t.Errorf("there was no job to %s: %v", kind, did.Jobs)
		}
	}
	c.refuse("-algo=bully -n=3 -restarts=1")
}

// TestManyFaults is TestCluster with more of them, in any order.
func TestManyFaults(t *testing.T) {
	if !testlevel.All() {
		t.Log("left out: TestCluster has each fault once; set " + testlevel.Variable + "=all")
		return
	}
	c, dice := newCluster(t), rand.New(rand.NewPCG(1, 2))
	for _, world := range []string{"-algo=bully -n=3 -restarts=1", "-algo=bully -n=4", "-algo=bully -n=3 -restarts=1 -starts=2"} {
		var some []fault
		for range 3 {
			for _, i := range dice.Perm(len(faults)) {
				some = append(some, faults[i])
			}
		}
		c.suffer(world, some)
	}
}

// refuse is about tasks that never succeed: why reaches the user, in one line.
func (c *cluster) refuse(world string) {
	c.write(filepath.Join("gate", refusing), "")
	store := "-store=" + filepath.Join(c.dir, "refused")
	for _, wrong := range []struct {
		flags []string
		want  string
	}{
		{nil, "a worker says: it rains"},
		{[]string{"-flink-program=/nowhere/explore"}, `a worker says: Cannot run program "/nowhere/explore"`},
	} {
		e := c.explore(slices.Concat(strings.Fields(world), wrong.flags, []string{store, "-engine=flink", "-flink=" + c.url(), "-quiet"})...)
		<-e.over
		if said := e.stderr.String(); e.ProcessState.ExitCode() != 150 || strings.Count(said, "\n") != 1 || !strings.Contains(said, wrong.want) {
			c.Errorf("%v: %v: %s, and %q is wanted", wrong.flags, e.ProcessState, said, wrong.want)
		}
	}
}
