package explore

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"interrex/internal/golden"
)

// TestKilled: an exploration that is killed goes on from its checkpoint, or its store, and its report is the one of a run that
// was never killed, byte for byte, but for times and sizes.
func TestKilled(t *testing.T) {
	program := filepath.Join(t.TempDir(), "explore")
	if out, err := exec.Command("go", "build", "-o", program, "interrex/cmd/explore").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	killed(t, program, "-checkpoint=", "manifest", "-n=5", "-timeouts=any", "-max-states=1500000")
	killed(t, program, "-checkpoint=", "manifest", "-n=4", "-starts=2", "-reduce=confluence", "-max-states=600000")
	killed(t, program, "-store=", "lessons", "-n=4")
}

// killed kills an exploration that is kept, when there is a first file, and goes on.
func killed(t *testing.T, program, flag, begins string, in ...string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "kept")
	world := append([]string{"-algo=bully", "-format=json", "-quiet"}, in...)
	first := exec.Command(program, append(world, "-workers=1", flag+dir)...)
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	over := make(chan error, 1)
	go func() { over <- first.Wait() }()
	for kept := false; !kept; { // it is killed as soon as there is anything to go on from
		select {
		case <-over:
			t.Fatalf("%v is over before it has kept anything: take a larger world", world)
		case <-time.After(time.Millisecond):
			_, err := os.Stat(filepath.Join(dir, begins))
			kept = err == nil
		}
	}
	_ = first.Process.Kill()
	if <-over; first.ProcessState.Exited() {
		t.Fatalf("%v is over before it is killed: take a larger world", world)
	}
	ask := func(args ...string) string {
		out, _ := exec.Command(program, append(world, args...)...).Output() // what it finds has an exit code
		return golden.Timeless(t, string(out))
	}
	got, want := ask(flag+dir, "-workers=2"), ask()
	if again := ask(flag+dir, "-workers=1"); got != want || again != want {
		t.Errorf("the report is\n%s\nonce more\n%s\nand should be\n%s", got, again, want)
	}
}
