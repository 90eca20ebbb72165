//go:build unix

package cluster

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"interrex/internal/testlevel"
)

// blocksOf are the blocks of commands of a page of docs/, from a heading on.
func blocksOf(t *testing.T, page, from string) (blocks []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "docs", page))
	if err != nil {
		t.Fatal(err)
	}
	_, below, _ := strings.Cut(string(text), from)
	parts := strings.Split(below, "\n```\n")
	for i := 1; i < len(parts)-1; i += 2 {
		blocks = append(blocks, parts[i])
	}
	return blocks
}

// A place is where commands of a page are run: what they name elsewhere is here.
type place struct {
	*testing.T
	env  []string
	here []string // what the page says, and what is here
}

func newPlace(t *testing.T, here ...string) *place {
	dir := quick(t)
	return &place{t, os.Environ(), append([]string{"../explore-cluster", filepath.Join(dir, "explore-cluster"), "./explore-cluster", filepath.Join(dir, "explore-cluster")}, here...)}
}

// begin begins to run commands with a shell, at the root of the repository, as they stand on the page but for what is elsewhere.
func (p *place) begin(commands string) *call {
	p.Helper()
	c := &call{Cmd: exec.Command("bash", "-euc", strings.NewReplacer(p.here...).Replace(commands)), over: make(chan struct{})}
	c.Dir, c.Env, c.Stdout, c.Stderr = "..", p.env, &c.out, &c.errors
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := c.Start(); err != nil {
		p.Fatal(err)
	}
	go func() { _ = c.Wait(); close(c.over) }()
	p.Cleanup(func() { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL); <-c.over })
	return c
}

// run runs commands to their end, which is an exit code, and returns what they say.
func (p *place) run(commands string, code int) string {
	p.Helper()
	c := p.begin(commands)
	if <-c.over; c.ProcessState.ExitCode() != code {
		p.Fatalf("%s\nends with %v, and not %d: %s%s", commands, c.ProcessState, code, c.out.String(), c.errors.String())
	}
	return c.out.String()
}

// A call is of a shell.
type call struct {
	*exec.Cmd
	out, errors strings.Builder
	over        chan struct{}
}

// freePort is one on loopback.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

var counts = regexp.MustCompile(`[0-9,]+ states, [0-9,]+ steps`)

// inMemoryCounts are the states and steps of a world, as a check in memory counts them.
func inMemoryCounts(t *testing.T, world ...string) string {
	t.Helper()
	out, _ := program(append(world, "-quiet")...).Output()
	found := counts.FindString(string(out))
	if found == "" {
		t.Fatalf("in memory there is no %v: %s", world, out)
	}
	return found
}

// TestFlinkPage runs the commands of docs/cluster.md about Flink, from a cluster that is not there to one that is gone.
func TestFlinkPage(t *testing.T) {
	testlevel.Slow(t, "it starts a Flink cluster by Flink's own scripts, each of which starts a JVM or more; package flink has one for its tests")
	home := os.Getenv("FLINK_HOME")
	if home == "" {
		user, err := os.UserHomeDir()
		if err != nil {
			t.Fatal(err)
		}
		home = filepath.Join(user, ".cache", "flink-2.0.2")
	}
	_, missing := os.Stat(filepath.Join(home, "bin", "start-cluster.sh"))
	testlevel.Needs(t, missing)
	dir, rest, rpc := t.TempDir(), freePort(t), freePort(t)
	config, err := os.ReadFile(filepath.Join(home, "conf", "config.yaml"))
	if err == nil {
		err = os.CopyFS(filepath.Join(dir, "conf"), os.DirFS(filepath.Join(home, "conf")))
	}
	if err == nil { // ports of its own, and nothing else
		text := strings.Replace(string(config), "port: 6123", "port: "+rpc, 1) + "\nrest.port: " + rest + "\nrest.bind-port: " + rest + "\n"
		err = os.WriteFile(filepath.Join(dir, "conf", "config.yaml"), []byte(text), 0o600)
	}
	if err == nil {
		err = os.Mkdir(filepath.Join(dir, "log"), 0o700)
	}
	if err != nil {
		t.Fatal(err)
	}
	p := newPlace(t, "/opt/flink-2.0.2", home, "$HOME/big", filepath.Join(quick(t), "big"), "localhost:8081", "localhost:"+rest)
	for _, folder := range []string{"conf", "log", "pid"} {
		p.env = append(p.env, "FLINK_"+strings.ToUpper(folder)+"_DIR="+filepath.Join(dir, folder))
	}
	blocks := blocksOf(t, "cluster.md", "## On Apache Flink")
	start, check, found := strings.Cut(blocks[0], "\n./explore-cluster ")
	if !found {
		t.Fatalf("no check is begun in\n%s", blocks[0])
	}
	t.Cleanup(func() { // whatever has come of it
		logs, _ := filepath.Glob(filepath.Join(dir, "log", "*"))
		for _, file := range logs {
			if text, _ := os.ReadFile(file); t.Failed() {
				t.Logf("%s: … %s", file, text[max(0, len(text)-3000):])
			}
		}
		pids, _ := filepath.Glob(filepath.Join(dir, "pid", "*.pid"))
		for _, file := range pids {
			text, _ := os.ReadFile(file)
			for _, one := range strings.Fields(string(text)) {
				pid := 0
				if _, err := fmt.Sscan(one, &pid); err == nil && pid > 1 {
					t.Errorf("process %d of Flink is there after the end of the cluster", pid)
					_ = syscall.Kill(pid, syscall.SIGKILL)
				}
			}
		}
	})
	p.run(start, 0)
	world, _, _ := strings.Cut(check, "-store=")
	want := inMemoryCounts(t, strings.Fields(world)...)
	if report := p.run("export FLINK_HOME="+home+"\n./explore-cluster "+check, 12); !strings.Contains(report, want) {
		t.Errorf("the report has not %s in\n%s", want, report)
	}
	a, err := http.Get("http://localhost:" + rest + "/overview")
	if err != nil {
		t.Fatal(err)
	}
	did, err := io.ReadAll(a.Body)
	if _ = a.Body.Close(); err != nil || strings.Contains(string(did), `"jobs-finished":0,`) || !strings.Contains(string(did), `"taskmanagers":2,`) {
		t.Errorf("Flink has done %s: %v", did, err)
	}
	p.run("export FLINK_HOME="+home+"\n"+blocks[1], 0)
}

// TestClusterPage runs the commands of docs/cluster.md: three workers on this machine, and then as if on several.
func TestClusterPage(t *testing.T) {
	testlevel.Slow(t, "it builds the program, and explores a world twice")
	t.Parallel()
	with := begin(t)
	dir := filepath.Join(quick(t), "big")
	p := newPlace(t, "-store=three", "-store="+dir, "-store=/shared/big", "-store="+dir+"-shared", "nats://queue:4222", with.url, "=SECRET", "='"+token+"'", " -starts=2", "") // which is the world of the first
	blocks := blocksOf(t, "cluster.md", "## From one machine")
	want := inMemoryCounts(t, "-algo=bully", "-n=4")
	if said := p.run(blocks[0], 0); strings.Count(said, want) != 2 {
		t.Errorf("the two reports have not %s in\n%s", want, said)
	}
	lines := strings.SplitAfter(blocks[1], "\n")
	if len(lines) != 3 {
		t.Fatalf("there are %d commands, and not a variable, a driver and a worker", len(lines))
	}
	driver := p.begin(lines[0] + lines[1])
	worker := p.begin(lines[0] + lines[2])
	<-driver.over
	<-worker.over
	if driver.ProcessState.ExitCode() != 0 || worker.ProcessState.ExitCode() != 0 || !strings.Contains(driver.out.String(), want) {
		t.Errorf("the driver ends with %v, and the worker with %v: %s%s%s", driver.ProcessState, worker.ProcessState, driver.out.String(), driver.errors.String(), worker.errors.String())
	}
}
