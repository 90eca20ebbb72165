//go:build unix

package flink

import (
	"bufio"
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
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

// gateVariable makes the test binary the program, as driver or worker. Its value is the folder of the gate.
const gateVariable = "INTERREX_TEST_GATE"

// closed is a file in the folder of the gate while workers wait there; refusing is one while workers fail each task.
const closed, refusing = "closed", "refusing"

func TestMain(m *testing.M) {
	gate := os.Getenv(gateVariable)
	if gate == "" {
		os.Exit(m.Run())
	}
	engine := explore.Engine{Name: "flink", Help: "a test", New: func() check.Carrier { return &Runner{alone: 550, startTimeout: maxOutage} }}
	p := explore.Program{Engines: []explore.Engine{engine}}
	if worker.Is() {
		startGate(gate)
		worker.Main(p)
	}
	p.Main()
}

// startGate puts a gate between a worker and its input. While it is closed, each task waits. A waiting worker
// creates a file with the number of the closing, its parent and its process id in the name.
func startGate(gate string) {
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
				closing, err := os.ReadFile(filepath.Join(gate, closed))
				if err != nil {
					break
				}
				if len(closing) > 0 {
					_ = os.WriteFile(filepath.Join(gate, fmt.Sprintf("%s-%d-%d", closing, os.Getppid(), os.Getpid())), nil, 0o600)
				}
				pause()
			}
			if _, err := os.Stat(filepath.Join(gate, refusing)); err == nil {
				fmt.Println("error: injected fault")
			} else if _, err := out.Write(task); err != nil {
				return
			}
		}
	}()
}

// pause waits between two polls.
func pause() { time.Sleep(5 * time.Millisecond) }

// A waiter is a worker at the gate, and its TaskManager: process ids.
type waiter struct{ manager, worker int }

// A cluster is a Flink cluster on this machine: a JobManager, and TaskManagers with two slots each.
type cluster struct {
	*testing.T
	home, dir, gate string
	rest, rpc       string // ports
	jobs            *exec.Cmd
	managers        map[int]*exec.Cmd // by process id
	closings        int               // of the gate
}

// flinkHome returns the folder of Flink that .ci/install made.
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
		return "", fmt.Errorf("no Flink in %s: .ci/install downloads it", home)
	}
	return home, nil
}

// config is the configuration of the cluster: little memory, and short timeouts of heartbeats.
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

// startJobManager starts a JobManager on ports that the kernel chooses, or on those of its predecessor.
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

// kill kills a process.
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

// await waits until a condition holds.
func (c *cluster) await(what string, holds func() bool) {
	c.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !holds(); pause() {
		if time.Now().After(deadline) {
			logs, _ := filepath.Glob(filepath.Join(c.dir, "log", "*"))
			for _, file := range logs {
				text, _ := os.ReadFile(file)
				c.Logf("%s: … %s", file, text[max(0, len(text)-3000):])
			}
			c.Fatalf("timeout: waiting for %s", what)
		}
	}
}

func (c *cluster) url() string { return "http://127.0.0.1:" + c.rest }

// overview returns the JobManager's counts of slots and jobs.
func (c *cluster) overview() (o struct {
	Slots     int `json:"slots-total"`
	Running   int `json:"jobs-running"`
	Finished  int `json:"jobs-finished"`
	Cancelled int `json:"jobs-cancelled"`
}) {
	_ = rest(c.url()).call(c.Context(), "GET /overview", nil, &o)
	return o
}

// A call is a process of the program.
type call struct {
	*exec.Cmd
	stdout, stderr bytes.Buffer
	over           chan struct{}
}

// explore starts the program.
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

// hold closes the gate. It returns when workers wait there.
func (c *cluster) hold(of *call) (waiters []waiter) {
	c.Helper()
	c.closings++
	c.write(filepath.Join("gate", closed), fmt.Sprint(c.closings))
	c.await("a worker", func() bool {
		if of.isOver() {
			c.Fatalf("the check ended before all faults: %s%s", of.stdout.String(), of.stderr.String())
		}
		files, err := filepath.Glob(filepath.Join(c.gate, fmt.Sprint(c.closings, "-*")))
		c.must(err)
		waiters = nil
		for _, file := range files {
			var closing int
			var w waiter
			_, err := fmt.Sscanf(filepath.Base(file), "%d-%d-%d", &closing, &w.manager, &w.worker)
			c.must(err)
			if c.managers[w.manager] != nil { // not a killed one
				waiters = append(waiters, w)
			}
		}
		return len(waiters) > 0
	})
	return waiters
}

// release opens the gate.
func (c *cluster) release() { c.must(os.Remove(filepath.Join(c.gate, closed))) }

// A faulty check is a check with injected faults.
type faulty struct {
	*cluster
	line   []string // of the program
	driver *call
}

func (f *faulty) begin() { f.driver = f.explore(f.line...) }

// A fault is injected while workers wait at the gate.
type fault struct {
	name string
	do   func(f *faulty, waiters []waiter)
}

var faults = []fault{
	{name: "a TaskManager is killed and replaced", do: func(f *faulty, waiters []waiter) {
		f.kill(f.managers[waiters[0].manager])
		f.release()
		f.startManager()
	}},
	{name: "a worker is killed", do: killWorker},
	{name: "a TaskManager is stopped past its heartbeat", do: func(f *faulty, waiters []waiter) {
		before := f.overview().Finished
		f.must(syscall.Kill(waiters[0].manager, syscall.SIGSTOP))
		f.release()
		f.await("the job", func() bool { return f.overview().Finished > before || f.driver.isOver() })
		f.must(syscall.Kill(waiters[0].manager, syscall.SIGCONT))
	}},
	{name: "the JobManager is killed and restarted", do: func(f *faulty, _ []waiter) {
		f.kill(f.jobs)
		f.startJobManager()
		f.release()
	}},
	{name: "the driver is killed and restarted", do: func(f *faulty, _ []waiter) {
		f.must(f.driver.Process.Kill())
		<-f.driver.over
		f.release()
		f.await("the end of its job", func() bool { return f.overview().Running == 0 })
		f.begin()
	}},
	{name: "the driver is interrupted and restarted", do: func(f *faulty, _ []waiter) {
		before := f.overview().Cancelled
		f.must(f.driver.Process.Signal(os.Interrupt))
		<-f.driver.over
		f.await("the end of the job", func() bool { return f.overview().Cancelled > before })
		if report := f.driver.stdout.String(); !strings.Contains(report, `"bound": "interrupted"`) {
			f.Errorf("%v, %s%s", f.driver.ProcessState, report, f.driver.stderr.String())
		}
		f.release()
		f.begin()
	}},
}

func killWorker(f *faulty, waiters []waiter) {
	for syscall.Kill(waiters[0].worker, syscall.SIGKILL) != nil { // it has ended already
		waiters = f.hold(f.driver)
	}
	f.release()
}

// lowMemory makes liveness be decided from files, with more states on cycles than fit into memory.
const lowMemory = "-max-memory=64KiB"

// inject runs a check with faults, and compares the report with that of a check in memory.
func (c *cluster) inject(world string, all []fault) {
	line := append(strings.Fields(world), "-quiet", "-format=json")
	memory := c.explore(line...)
	<-memory.over
	store := levels.Folder(filepath.Join(c.TempDir(), "states"))
	f := &faulty{cluster: c, line: append(line, "-store="+string(store), "-engine=flink", "-flink="+c.url(), lowMemory)}
	f.begin()
	for _, fault := range all {
		began := time.Now()
		waiters := c.hold(f.driver)
		held := time.Now()
		fault.do(f, waiters)
		c.Logf("%s: %d workers at the gate after %.1f s; %.1f s", fault.name, len(waiters), held.Sub(began).Seconds(), time.Since(held).Seconds())
	}
	began := time.Now()
	<-f.driver.over
	c.Logf("to the end: %.1f s", time.Since(began).Seconds())
	got, want := f.driver.ProcessState.ExitCode(), memory.ProcessState.ExitCode()
	report := strings.ReplaceAll(f.driver.stdout.String(), " "+lowMemory, "")
	if got != want || golden.Timeless(c.T, report) != golden.Timeless(c.T, memory.stdout.String()) {
		c.Errorf("the report (exit %d) is %s%sin memory it is (exit %d) %s", got, f.driver.stdout.String(), f.driver.stderr.String(), want, memory.stdout.String())
	}
}

// With each fault, the report is that of a check in memory.
func TestFaults(t *testing.T) {
	testlevel.Slow(t, "starts several JVMs, and kills them")
	c := newCluster(t)
	c.inject("-algo=bully -n=3 -restarts=1", faults)
	c.failTasks("-algo=bully -n=3 -restarts=1")
}

// TestManyFaults is TestFaults with more faults, in random order.
func TestManyFaults(t *testing.T) {
	if !testlevel.All() {
		t.Log("skipped: TestFaults has each fault once; set " + testlevel.Variable + "=all")
		return
	}
	c, dice := newCluster(t), rand.New(rand.NewPCG(1, 2))
	for _, world := range []string{"-algo=bully -n=3 -restarts=1", "-algo=bully -n=4", "-algo=bully -n=3 -restarts=1 -starts=2"} {
		var sequence []fault
		for range 3 {
			for _, i := range dice.Perm(len(faults)) {
				sequence = append(sequence, faults[i])
			}
		}
		c.inject(world, sequence)
	}
}

// failTasks lets each task fail. The check must print the reason in one line.
func (c *cluster) failTasks(world string) {
	c.write(filepath.Join("gate", refusing), "")
	store := "-store=" + filepath.Join(c.dir, "refused")
	for _, wrong := range []struct {
		flags []string
		want  string
	}{
		{nil, "error of a worker: injected fault"},
		{[]string{"-flink-program=/nowhere/explore"}, `error of a worker: Cannot run program "/nowhere/explore"`},
	} {
		e := c.explore(slices.Concat(strings.Fields(world), wrong.flags, []string{store, "-engine=flink", "-flink=" + c.url(), "-quiet"})...)
		<-e.over
		if got := e.stderr.String(); e.ProcessState.ExitCode() != 150 || strings.Count(got, "\n") != 1 || !strings.Contains(got, wrong.want) {
			c.Errorf("%v: %v: got %s, want %q", wrong.flags, e.ProcessState, got, wrong.want)
		}
	}
}
