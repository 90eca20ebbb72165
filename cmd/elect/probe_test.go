package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"interrex/impl"
)

// TestAProbeOfAKilledNode: a health probe that hangs ends with its node, also if that is killed. All that it has
// begun holds a pipe open: at its end nobody does.
func TestAProbeOfAKilledNode(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	says, held, script := filepath.Join(folder, "says"), filepath.Join(folder, "held"), filepath.Join(folder, "probe")
	for _, pipe := range []string{says, held} {
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text := fmt.Sprintf("#!/bin/sh\nexec 4<>%s\n(sleep 300; true) &\necho up >%s\nsleep 300\n", held, says)
	if err := os.WriteFile(script, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	g := newGroup(t, 1, "")
	g.flags = func(impl.ID) []string {
		return []string{"-algo=bully", "-health-every=1h", "-health-command=" + script}
	}
	up, err := os.OpenFile(says, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer up.Close()
	g.all()
	if err := up.SetReadDeadline(time.Now().Add(time.Minute)); err != nil { // when all is lost
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(up).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	hold, err := os.OpenFile(held, os.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer hold.Close()
	if err := hold.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	g.kill(1)
	if _, err := hold.Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("something of the probe is left: %v", err)
	}
}
