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

// blocksOf returns the blocks of commands of a page of docs/ after a heading.
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

// A shell runs the commands of a page at the root of the repository.
type shell struct {
	*testing.T
	env          []string
	replacements []string // pairs of a text of the page and what replaces it
}

func newShell(t *testing.T, replacements ...string) *shell {
	dir := tempDir(t)
	return &shell{t, os.Environ(), append([]string{"../explore-cluster", filepath.Join(dir, "explore-cluster"), "./explore-cluster", filepath.Join(dir, "explore-cluster")}, replacements...)}
}

// start starts commands after the replacements.
func (p *shell) start(commands string) *call {
	p.Helper()
	c := &call{Cmd: exec.Command("bash", "-euc", strings.NewReplacer(p.replacements...).Replace(commands)), over: make(chan struct{})}
	c.Dir, c.Env, c.Stdout, c.Stderr = "..", p.env, &c.out, &c.errors
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := c.Start(); err != nil {
		p.Fatal(err)
	}
	go func() { _ = c.Wait(); close(c.over) }()
	p.Cleanup(func() { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL); <-c.over })
	return c
}

// run runs commands to the end, tests the exit code, and returns their output.
func (p *shell) run(commands string, code int) string {
	p.Helper()
	c := p.start(commands)
	if <-c.over; c.ProcessState.ExitCode() != code {
		p.Fatalf("%s\nends with %v, want %d: %s%s", commands, c.ProcessState, code, c.out.String(), c.errors.String())
	}
	return c.out.String()
}

// A call is a process of a shell.
type call struct {
	*exec.Cmd
	out, errors strings.Builder
	over        chan struct{}
}

// freePort returns a free port on loopback.
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

// inMemoryCounts returns the states and steps that a check in memory reports of a world.
func inMemoryCounts(t *testing.T, world ...string) string {
	t.Helper()
	out, _ := program(append(world, "-quiet")...).Output()
	found := counts.FindString(string(out))
	if found == "" {
		t.Fatalf("no counts of %v in memory: %s", world, out)
	}
	return found
}

// TestFlinkPage runs the commands of docs/cluster.md about Flink: they start a cluster, check, and stop the cluster.
func TestFlinkPage(t *testing.T) {
	testlevel.Slow(t, "starts a Flink cluster with Flink's own scripts; package flink starts one without them")
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
	if err == nil { // other ports
		text := strings.Replace(string(config), "port: 6123", "port: "+rpc, 1) + "\nrest.port: " + rest + "\nrest.bind-port: " + rest + "\n"
		err = os.WriteFile(filepath.Join(dir, "conf", "config.yaml"), []byte(text), 0o600)
	}
	if err == nil {
		err = os.Mkdir(filepath.Join(dir, "log"), 0o700)
	}
	if err != nil {
		t.Fatal(err)
	}
	p := newShell(t, "/opt/flink-2.0.2", home, "$HOME/big", filepath.Join(tempDir(t), "big"), "localhost:8081", "localhost:"+rest)
	for _, folder := range []string{"conf", "log", "pid"} {
		p.env = append(p.env, "FLINK_"+strings.ToUpper(folder)+"_DIR="+filepath.Join(dir, folder))
	}
	blocks := blocksOf(t, "cluster.md", "## On Apache Flink")
	start, check, found := strings.Cut(blocks[0], "\n./explore-cluster ")
	if !found {
		t.Fatalf("no check in\n%s", blocks[0])
	}
	t.Cleanup(func() {
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
					t.Errorf("process %d of Flink runs after the end of the cluster", pid)
					_ = syscall.Kill(pid, syscall.SIGKILL)
				}
			}
		}
	})
	p.run(start, 0)
	world, _, _ := strings.Cut(check, "-store=")
	want := inMemoryCounts(t, strings.Fields(world)...)
	if report := p.run("export FLINK_HOME="+home+"\n./explore-cluster "+check, 12); !strings.Contains(report, want) {
		t.Errorf("no %s in the report\n%s", want, report)
	}
	a, err := http.Get("http://localhost:" + rest + "/overview")
	if err != nil {
		t.Fatal(err)
	}
	overview, err := io.ReadAll(a.Body)
	if _ = a.Body.Close(); err != nil || strings.Contains(string(overview), `"jobs-finished":0,`) || !strings.Contains(string(overview), `"taskmanagers":2,`) {
		t.Errorf("want jobs of two TaskManagers, got %s: %v", overview, err)
	}
	p.run("export FLINK_HOME="+home+"\n"+blocks[1], 0)
}

// TestClusterPage runs the commands of docs/cluster.md: three workers on this machine, and those for several machines.
func TestClusterPage(t *testing.T) {
	testlevel.Slow(t, "builds the program, and explores a world twice")
	t.Parallel()
	with := newTrial(t)
	dir := filepath.Join(tempDir(t), "big")
	// Without -starts=2, the second world is the first one.
	p := newShell(t, "-store=three", "-store="+dir, "-store=/shared/big", "-store="+dir+"-shared", "nats://queue:4222", with.url, "=SECRET", "='"+token+"'", " -starts=2", "")
	blocks := blocksOf(t, "cluster.md", "## From one machine")
	want := inMemoryCounts(t, "-algo=bully", "-n=4")
	if reports := p.run(blocks[0], 0); strings.Count(reports, want) != 2 {
		t.Errorf("want %s twice in\n%s", want, reports)
	}
	lines := strings.SplitAfter(blocks[1], "\n")
	if len(lines) != 3 {
		t.Fatalf("got %d commands, want a variable, a driver and a worker", len(lines))
	}
	driver := p.start(lines[0] + lines[1])
	worker := p.start(lines[0] + lines[2])
	<-driver.over
	<-worker.over
	if driver.ProcessState.ExitCode() != 0 || worker.ProcessState.ExitCode() != 0 || !strings.Contains(driver.out.String(), want) {
		t.Errorf("the driver ends with %v, and the worker with %v: %s%s%s", driver.ProcessState, worker.ProcessState, driver.out.String(), driver.errors.String(), worker.errors.String())
	}
}
