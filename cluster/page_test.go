//go:build unix

package cluster

import (
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

// TestClusterPage runs the commands of docs/cluster.md for several machines.
func TestClusterPage(t *testing.T) {
	testlevel.Slow(t, "builds the program, and explores a world twice")
	t.Parallel()
	with := newTrial(t)
	dir := filepath.Join(tempDir(t), "big")
	// The page has a larger world.
	p := newShell(t, "-store=/shared/big", "-store="+dir, "nats://queue:4222", with.url, "=SECRET", "='"+token+"'", " -starts=2", "")
	blocks := blocksOf(t, "cluster.md", "## Several machines")
	want := inMemoryCounts(t, "-algo=bully", "-n=4")
	p.run(blocks[0], 0)
	lines := strings.SplitAfter(blocks[1], "\n")
	if len(lines) != 4 {
		t.Fatalf("got %d commands, want a variable, a server, a driver and a worker", len(lines))
	}
	driver := p.start(lines[0] + lines[2])
	worker := p.start(lines[0] + lines[3])
	<-driver.over
	<-worker.over
	if driver.ProcessState.ExitCode() != 0 || worker.ProcessState.ExitCode() != 0 || !strings.Contains(driver.out.String(), want) {
		t.Errorf("the driver ends with %v, and the worker with %v: %s%s%s", driver.ProcessState, worker.ProcessState, driver.out.String(), driver.errors.String(), worker.errors.String())
	}
}
